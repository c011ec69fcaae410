// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hardware/hardware_chart_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/report/whole_run_words.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/speed/throughput.h"
#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/result_words.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double usual_radius = 3, radius_per_doubling = 0.7;
constexpr std::size_t fallen_out_shown = 60;

/// Generations of GPUs with the colour of their points; the last entry is for all others.
struct ColoredGeneration {
  std::string_view name;
  const char* title;
  ChartComponent color;
};
constexpr std::array generations = {
    ColoredGeneration{"Blackwell", QT_TRANSLATE_NOOP("QObject", "Blackwell"), ChartComponent::parameters},
    ColoredGeneration{"Hopper", QT_TRANSLATE_NOOP("QObject", "Hopper"), ChartComponent::gradients},
    ColoredGeneration{"Ada", QT_TRANSLATE_NOOP("QObject", "Ada"), ChartComponent::activations},
    ColoredGeneration{"Ampere", QT_TRANSLATE_NOOP("QObject", "Ampere"), ChartComponent::optimizer_states},
    ColoredGeneration{"CDNA", QT_TRANSLATE_NOOP("QObject", "AMD"), ChartComponent::logits_and_loss},
    ColoredGeneration{"", QT_TRANSLATE_NOOP("QObject", "older"), ChartComponent::overhead}};

const ColoredGeneration& generationOf(const MachineJob& job) {
  const GpuPreset* preset = job.plan.cluster.gpu.preset.get();
  const std::string_view name = preset != nullptr ? std::string_view(preset->generation) : std::string_view();
  return *std::ranges::find_if(generations,
                               [&](const ColoredGeneration& each) { return name.starts_with(each.name); });
}

QString hoursText(double hours) { return toQt(format_seconds(hours * seconds_per_hour)); }
QString priceText(double price) { return price > 0 ? toQt(format_number(price, 3)) : QObject::tr("unknown"); }

QString planText(const MachineFigures& machine, const Plan& origin) {
  Option option;
  option.pick = pick_of(machine.job.plan);
  return toQt(title_of(option, pick_of(origin)));
}

QString summaryOf(const MachineFigures& machine) {
  return QObject::tr("%1, %2 USD, %3 tokens/s, global batch %4, fits with %5")
      .arg(hoursText(machine.run.wall_hours), priceText(machine.cost()),
           toQt(format_count(std::llround(machine.tokens_per_s))),
           toQt(format_count(train_batch_size(machine.job.plan))),
           toQt(odds_percent(machine.fits_probability)));
}

QString tipOf(const HardwarePicture& picture, int point, const Plan& origin) {
  const MachineFigures& machine = picture.machine(picture.points[static_cast<std::size_t>(point)]);
  QString tip = u"<b>"_s + machineText(machine.job).toHtmlEscaped() + u"</b><br>"_s +
                summaryOf(machine).toHtmlEscaped() + u"<br>"_s + planText(machine, origin).toHtmlEscaped();
  if (!machine.reason.empty()) tip += u"<br>"_s + toQt(machine.reason).toHtmlEscaped();
  if (machine.job.machine.usd_per_hour > 0 && !machine.job.is_own)
    tip += u"<br>"_s + QObject::tr("%1 USD an hour for a node, %2")
                           .arg(priceText(machine.job.machine.usd_per_hour),
                                machine.job.machine.price_date.empty() ? QObject::tr("undated")
                                                                       : toQt(machine.job.machine.price_date))
                           .toHtmlEscaped();
  return tip + u"<br>"_s + QObject::tr("Double click adopts it");
}

ScatterPoint pointOf(const MachineFigures& machine) {
  ScatterPoint point{machine.run.wall_hours, machine.cost(), generationOf(machine.job).color};
  point.faint = !machine.reason.empty();
  point.radius = usual_radius + radius_per_doubling * std::log2(std::max(1, machine.gpus()));
  return point;
}

void setScales(ScatterChartData& data) {
  constexpr double margin = 1.15;
  data.is_logarithmic = true;
  data.x_text = [](double hours) -> QString { return toQt(format_number(hours)) + u" h"_s; };
  data.y_text = [](double cost) -> QString { return toQt(format_number(cost)); };
  data.lower_x = data.lower_y = 1;
  data.upper_x = data.upper_y = 10;
  if (data.points.empty()) return;
  const auto [least_x, most_x] = std::ranges::minmax(data.points, {}, &ScatterPoint::x);
  const auto [least_y, most_y] = std::ranges::minmax(data.points, {}, &ScatterPoint::y);
  data.lower_x = least_x.x / margin, data.upper_x = most_x.x * margin;
  data.lower_y = least_y.y / margin, data.upper_y = most_y.y * margin;
}

}  // namespace

QString machineText(const MachineJob& job) {
  return toQt(machine_title(job)) + u" · "_s +
         (job.is_own ? QObject::tr("this plan's cluster") : toQt(job.machine.id()));
}

int HardwarePicture::pointOf(int machine) const {
  const auto found = std::ranges::find(points, machine);
  return found == points.end() ? -1 : static_cast<int>(found - points.begin());
}

HardwarePicture hardwarePictureOf(const std::shared_ptr<const MachineRanking>& ranking) {
  HardwarePicture picture{ranking, ranking->frontier, static_cast<int>(ranking->frontier.size())};
  for (int i = 0; i < static_cast<int>(ranking->machines.size()); ++i)
    if (const MachineFigures& machine = picture.machine(i);
        machine.is_done() && machine.cost() > 0 && picture.pointOf(i) < 0)
      picture.points.push_back(i);
  return picture;
}

ScatterChartData hardwareChartData(const PlanResults& results, const HardwarePicture& picture,
                                   const MachineLimits& limits, const QString& plan_name) {
  ScatterChartData data;
  setWords(data, results, QObject::tr("Machines for this job"),
           QObject::tr("wall time with saves and failures; prices of the list, on demand"), plan_name);
  const Plan& origin = results.evaluation.document.plan;
  for (const int index : picture.points)
    data.points.push_back(pointOf(picture.machine(index)));
  for (const ColoredGeneration& each : generations)
    if (std::ranges::any_of(data.points,
                            [&](const ScatterPoint& point) { return point.color == each.color; }))
      data.legend.push_back({QObject::tr(each.title), each.color});
  data.line_count = picture.frontier_count;
  data.line_name = QObject::tr("frontier");
  data.best = picture.ranking->best < 0 ? -1 : picture.pointOf(picture.ranking->best);
  for (int i = 0; i < static_cast<int>(picture.ranking->machines.size()); ++i)
    if (picture.machine(i).job.is_own) data.present = picture.pointOf(i);
  data.present_text = data.best == data.present ? QString() : QObject::tr("this plan's cluster");
  data.best_text = data.best == data.present ? QObject::tr("this plan's cluster is the cheapest")
                                             : QObject::tr("cheapest");
  data.x_title = QObject::tr("wall time of the whole run");
  data.y_title = QObject::tr("cost of the whole run, USD");
  setScales(data);
  data.most_x = {limits.deadline_hours, QObject::tr("done in %1").arg(hoursText(limits.deadline_hours))};
  data.y_limit = {limits.budget, QObject::tr("at most %1 USD").arg(priceText(limits.budget))};
  data.y_is_most = true;
  data.spoken = QObject::tr("%1 machines on the frontier").arg(data.line_count);
  data.tip = [picture, origin](int point) { return tipOf(picture, point, origin); };
  data.words = [picture](int point) -> QString {
    const MachineFigures& machine = picture.machine(picture.points[static_cast<std::size_t>(point)]);
    return machineText(machine.job) + u", "_s + summaryOf(machine);
  };
  return data;
}

PlainTableData hardwareTable(const HardwarePicture& picture, const Plan& origin, const QStringList& ticked) {
  const auto word = [](const QString& text) {
    PlainCell cell;
    cell.text = text;
    return cell;
  };
  PlainTableData table;
  table.header = {numberCell(QObject::tr("USD"), {}), numberCell(QObject::tr("Wall time"), {}),
                  numberCell(QObject::tr("Fits"), {}), numberCell(QObject::tr("Batch"), {}),
                  word(QObject::tr("Machine and plan"))};
  for (const int index : picture.ranking->order) {
    const MachineFigures& machine = picture.machine(index);
    const QString mark = index == picture.ranking->best ? u"★ "_s : machine.job.is_own ? u"▸ "_s : QString();
    const std::int64_t batch = train_batch_size(machine.job.plan);
    PlainRow row;
    row.cells = {numberCell(priceText(machine.cost()), machine.cost()),
                 numberCell(hoursText(machine.run.wall_hours), machine.run.wall_hours),
                 numberCell(toQt(odds_percent(machine.fits_probability)), machine.fits_probability),
                 numberCell(toQt(format_count(batch)), static_cast<double>(batch)),
                 word(mark + machineText(machine.job) + u" · "_s + planText(machine, origin))};
    if (!machine.job.is_own) row.cells.front().check = ticked.contains(machineText(machine.job));
    if (index == picture.ranking->best) row.cells.back().verdict = Verdict::fits;
    table.rows.push_back(row);
  }
  return table;
}

QString hardwareHtml(const HardwarePicture& picture, int chosen) {
  QString html;
  if (chosen >= 0) {
    const MachineFigures& machine = picture.machine(chosen);
    html += u"<h4>"_s + machineText(machine.job).toHtmlEscaped() + u"</h4><p>"_s +
            toQt(budget_sentence(machine.job.plan, machine.run)).toHtmlEscaped() + u"</p>"_s;
    for (const std::string& sentence : course_sentences(machine.job.plan, machine.run))
      html += u"<p>"_s + toQt(sentence).toHtmlEscaped() + u"</p>"_s;
  }
  std::size_t count = 0;
  QString fallen;
  for (const MachineFigures& machine : picture.ranking->machines)
    if (!machine.reason.empty() && count++ < fallen_out_shown)
      fallen += u"<p><b>"_s + machineText(machine.job).toHtmlEscaped() + u"</b> "_s +
                toQt(machine.reason).toHtmlEscaped() + u"</p>"_s;
  if (count > 0) html += u"<h4>"_s + QObject::tr("Not among them") + u"</h4>"_s + fallen;
  if (count > fallen_out_shown)
    html += u"<p>"_s + QObject::tr("… and %1 more").arg(count - fallen_out_shown) + u"</p>"_s;
  return html;
}

}  // namespace zp
