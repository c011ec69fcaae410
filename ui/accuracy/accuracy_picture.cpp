// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accuracy/accuracy_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/units/format.h"
#include "ui/accuracy/accuracy_tables.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double narrow_band = 0.1, wide_band = 0.2;
constexpr double band_slack = 1e-9;  // an error of exactly 10 % counts as within 10 %
constexpr double axis_margin = 1.1;
constexpr double picture_radius = 3.2;

constexpr SeriesColor blue(ChartComponent::parameters), green(ChartComponent::optimizer_states),
    orange(ChartComponent::activations), pink(ChartComponent::buffers), slate(ChartComponent::overhead),
    brown(ChartComponent::logits_and_loss);

QString pictureWords(const char* words) { return QCoreApplication::translate("AccuracyPicture", words); }

QString valueText(double value, AccuracyUnit unit) {
  return unit == AccuracyUnit::bytes ? toQt(format_bytes(bytes_of(value))) : toQt(format_seconds(value));
}

/// Returns the value in the unit of the axes.
double axisValue(double value, AccuracyUnit unit) {
  return unit == AccuracyUnit::bytes ? to_gib(bytes_of(value)) : value;
}

struct Located {
  AccuracyPoint at;
  const AccuracySeries* series;
};

std::vector<Located> locatedRows(const Accuracy& accuracy, const AccuracySubject& subject) {
  std::vector<Located> all;
  for (const AccuracySeries& series : subject.series)
    for (std::size_t t = 0; t < accuracy.tables.size(); ++t) {
      const AccuracyTable& table = accuracy.tables[t];
      if (table.id != series.table) continue;
      for (std::size_t r = 0; r < table.rows.size(); ++r)
        if (table.rows[r].measured > 0 && table.rows[r].predicted > 0)
          all.push_back({{static_cast<int>(t), static_cast<int>(r)}, &series});
    }
  const auto measured = [&](const Located& located) {
    return accuracy.tables[static_cast<std::size_t>(located.at.table)]
        .rows[static_cast<std::size_t>(located.at.row)]
        .measured;
  };
  std::ranges::stable_sort(all, {}, measured);
  return all;
}

void setLegend(ScatterChartData& chart, const std::vector<Located>& rows, const AccuracySubject& subject) {
  for (const AccuracySeries& series : subject.series) {
    const bool is_shown = std::ranges::any_of(
        rows, [&](const Located& located) { return located.series->name == series.name; });
    const QString name = pictureWords(series.name);
    if (is_shown && std::ranges::none_of(chart.legend, [&](const auto& each) { return each.name == name; }))
      chart.legend.push_back({name, series.color});
  }
  if (std::ranges::any_of(rows, [](const Located& located) { return located.series->blind; }))
    chart.legend.push_back(
        {pictureWords("blind: planned before the program was asked, completed later"), slate, true});
}

void setAxes(ScatterChartData& chart, AccuracyUnit unit) {
  const bool is_memory = unit == AccuracyUnit::bytes;
  chart.is_logarithmic = true;
  chart.x_title = is_memory ? pictureWords("measured, GiB") : pictureWords("measured, seconds");
  chart.y_title = is_memory ? pictureWords("predicted, GiB") : pictureWords("predicted, seconds");
  chart.x_text = chart.y_text = [](double value) -> QString { return toQt(format_number(value)); };
  chart.lower_x = chart.lower_y = 1;
  chart.upper_x = chart.upper_y = 10;
  if (chart.points.empty()) return;
  double least = chart.points.front().x, most = least;
  for (const ScatterPoint& point : chart.points) {
    least = std::min({least, point.x, point.y});
    most = std::max({most, point.x, point.y});
  }
  chart.lower_x = chart.lower_y = least / axis_margin;
  chart.upper_x = chart.upper_y = most * axis_margin;
}

/// Describes a row: its id, settings, and the error of the prediction.
QString rowWords(const AccuracyRow& row, AccuracyUnit unit) {
  return toQt(row.id) + u", "_s + toQt(row.configuration) + u": "_s +
         pictureWords("%1 measured, %2 predicted, error %3")
             .arg(valueText(row.measured, unit), valueText(row.predicted, unit),
                  accuracyErrorText(row.error));
}

}  // namespace

const std::vector<AccuracySubject>& accuracySubjects() {
  static const std::vector<AccuracySubject> all = {
      {"memory",
       QT_TRANSLATE_NOOP("AccuracyPicture", "Peak memory of one GPU"),
       AccuracyUnit::bytes,
       {{"peak_deepspeed", QT_TRANSLATE_NOOP("AccuracyPicture", "DeepSpeed"), blue},
        {"peak_other", QT_TRANSLATE_NOOP("AccuracyPicture", "FSDP and DDP"), green},
        {"peak_adapters", QT_TRANSLATE_NOOP("AccuracyPicture", "LoRA and QLoRA"), orange},
        {"peak_pipeline", QT_TRANSLATE_NOOP("AccuracyPicture", "pipelines"), pink},
        {"blind_peak_deepspeed", QT_TRANSLATE_NOOP("AccuracyPicture", "DeepSpeed"), blue, true},
        {"blind_peak_other", QT_TRANSLATE_NOOP("AccuracyPicture", "FSDP and DDP"), green, true},
        {"blind_peak_adapters", QT_TRANSLATE_NOOP("AccuracyPicture", "LoRA and QLoRA"), orange, true},
        {"blind_peak_pipeline", QT_TRANSLATE_NOOP("AccuracyPicture", "pipelines"), pink, true},
        {"users_peak", QT_TRANSLATE_NOOP("AccuracyPicture", "reports of users"), slate, true},
        {"users2_peak", QT_TRANSLATE_NOOP("AccuracyPicture", "reports of users"), slate, true},
        {"strangers_peak", QT_TRANSLATE_NOOP("AccuracyPicture", "runs that strangers published"), brown,
         true},
        {"strangers2_peak", QT_TRANSLATE_NOOP("AccuracyPicture", "runs that strangers published"), brown,
         true},
        {"strangers3_peak", QT_TRANSLATE_NOOP("AccuracyPicture", "runs that strangers published"), brown,
         true}}},
      {"time",
       QT_TRANSLATE_NOOP("AccuracyPicture", "Time of a step"),
       AccuracyUnit::seconds,
       {{"step", QT_TRANSLATE_NOOP("AccuracyPicture", "on the GPUs alone"), blue},
        {"step_host", QT_TRANSLATE_NOOP("AccuracyPicture", "bound by the host"), green},
        {"step_offload", QT_TRANSLATE_NOOP("AccuracyPicture", "with offload"), orange},
        {"step_pipeline", QT_TRANSLATE_NOOP("AccuracyPicture", "pipelines"), pink},
        {"step_moe", QT_TRANSLATE_NOOP("AccuracyPicture", "experts, QLoRA"), brown},
        {"step_qlora", QT_TRANSLATE_NOOP("AccuracyPicture", "experts, QLoRA"), brown},
        {"blind_step", QT_TRANSLATE_NOOP("AccuracyPicture", "on the GPUs alone"), blue, true},
        {"blind_step_offload", QT_TRANSLATE_NOOP("AccuracyPicture", "with offload"), orange, true},
        {"blind_step_open", QT_TRANSLATE_NOOP("AccuracyPicture", "a deciding setting is not stated"), slate,
         true},
        {"users_step", QT_TRANSLATE_NOOP("AccuracyPicture", "reports of users"), brown, true},
        {"users2_step", QT_TRANSLATE_NOOP("AccuracyPicture", "reports of users"), brown, true},
        {"strangers_step", QT_TRANSLATE_NOOP("AccuracyPicture", "runs that strangers published"), pink, true},
        {"strangers2_step", QT_TRANSLATE_NOOP("AccuracyPicture", "runs that strangers published"), pink,
         true},
        {"strangers3_step", QT_TRANSLATE_NOOP("AccuracyPicture", "runs that strangers published"), pink,
         true}}}};
  return all;
}

AccuracyPicture accuracyPicture(const Accuracy& accuracy, const AccuracySubject& subject) {
  AccuracyPicture picture;
  const std::vector<Located> rows = locatedRows(accuracy, subject);
  int narrow = 0, wide = 0;
  for (const Located& located : rows) {
    const AccuracyRow& row = accuracy.tables[static_cast<std::size_t>(located.at.table)]
                                 .rows[static_cast<std::size_t>(located.at.row)];
    picture.points.push_back(located.at);
    picture.chart.points.push_back({axisValue(row.measured, subject.unit),
                                    axisValue(row.predicted, subject.unit), located.series->color,
                                    located.series->blind, false, picture_radius});
    narrow += std::abs(row.error) <= narrow_band + band_slack ? 1 : 0;
    wide += std::abs(row.error) <= wide_band + band_slack ? 1 : 0;
  }
  ScatterChartData& chart = picture.chart;
  setLegend(chart, rows, subject);
  setAxes(chart, subject.unit);
  chart.has_limits = false;
  chart.walks_all = true;
  for (const double share : {wide_band, narrow_band})
    chart.bands.push_back({share, pictureWords("within %1").arg(toQt(format_percent(share)))});
  chart.title = pictureWords("Measured and predicted: %1").arg(pictureWords(subject.title));
  picture.head = pictureWords("%1 published runs: %2 within 10 %, %3 within 20 %.")
                     .arg(toQt(format_count(static_cast<std::int64_t>(rows.size()))),
                          toQt(format_count(narrow)), toQt(format_count(wide)));
  chart.note = picture.head;
  chart.spoken = picture.head;
  const auto row_of = [&accuracy, points = picture.points](int point) -> const AccuracyRow& {
    const AccuracyPoint& at = points[static_cast<std::size_t>(point)];
    return accuracy.tables[static_cast<std::size_t>(at.table)].rows[static_cast<std::size_t>(at.row)];
  };
  chart.words = [row_of, unit = subject.unit](int point) -> QString { return rowWords(row_of(point), unit); };
  chart.tip = [row_of, unit = subject.unit](int point) -> QString {
    return rowWords(row_of(point), unit).toHtmlEscaped();
  };
  return picture;
}

}  // namespace zp
