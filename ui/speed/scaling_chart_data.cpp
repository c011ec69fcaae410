// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/scaling_chart_data.h"

#include <QStringList>
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "core/search/candidates.h"
#include "core/speed/sweep.h"
#include "core/units/format.h"
#include "ui/charts/axis_scale.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/result_words.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double end_room = 1.25;  // factor beyond the first and the last number of GPUs

QString count(std::int64_t n) { return toQt(format_count(n)); }
QString gpusText(int gpus) { return count(gpus) + (gpus == 1 ? u" GPU"_s : u" GPUs"_s); }

/// The quantity of a point that a chart of the sweep draws.
struct DrawnQuantity {
  std::function<double(const ScalePoint&)> value;  ///< 0 = unknown
  std::function<QString(const ScalePoint&)> text;
};

LineSeries seriesOf(const PlanResults& results, int stage, const std::vector<ScalePoint>& points,
                    const DrawnQuantity& quantity) {
  constexpr std::array dashes = {LineDash::dash_dotted, LineDash::dotted, LineDash::dashed, LineDash::solid};
  constexpr std::array markers = {LineMarker::triangle, LineMarker::square, LineMarker::diamond,
                                  LineMarker::circle};
  const Plan& plan = results.evaluation.document.plan;
  LineSeries series;
  const auto staged = at_stage(plan, stage);
  series.name = toQt(label_of(staged ? strategy_of(*staged) : Strategy{stage, Device::none, Device::none}));
  series.color = SeriesColor::ofStage(stage);
  series.dash = dashes[static_cast<std::size_t>(stage)];
  series.marker = markers[static_cast<std::size_t>(stage)];
  series.selected = stage == plan.zero.stage;
  for (const ScalePoint& point : points) {
    LinePoint drawn;
    const double value = point.is_possible ? quantity.value(point) : 0;
    if (value > 0) {
      drawn.y = value;
      drawn.hollow = !point.fits;
      drawn.text = quantity.text(point) + (point.fits ? QString() : u", does not fit"_s);
    }
    series.points.push_back(drawn);
  }
  return series;
}

QString columnDetails(const ScalingSweep& sweep, std::size_t index) {
  for (const std::vector<ScalePoint>& points : sweep.stages)
    if (points[index].is_possible)
      return u"Global batch: "_s + count(points[index].global_batch) + u" sequences a step";
  return sweep.fixed == FixedQuantity::global_batch
             ? u"Not possible: the global batch does not divide among these GPUs."_s
             : u"Not possible: the ranks that share a layer or a sequence need more GPUs."_s;
}

LineAxis gpuAxis(const ScalingSweep& sweep, int today) {
  LineAxis axis{u"GPUs"_s, sweep.gpus.front() / end_room, sweep.gpus.back() * end_room, {}};
  for (const int gpus : sweep.gpus)
    if (gpus != today || std::has_single_bit(static_cast<unsigned>(gpus)))
      axis.ticks.push_back({static_cast<double>(gpus), count(gpus)});
  return axis;
}

/// Returns an axis that spans every drawn value.
LineAxis valueAxis(const LineChartData& data, const QString& title,
                   const std::function<QString(double)>& label) {
  double least = 0, most = data.limit;
  const auto include = [&](double value) {
    if (!std::isfinite(value)) return;
    least = least > 0 ? std::min(least, value) : value;
    most = std::max(most, value);
  };
  for (const LineSeries& series : data.series)
    for (const LinePoint& point : series.points)
      include(point.y);
  std::ranges::for_each(data.reference, include);
  if (!(least > 0)) return {};
  const LogScale scale = logScale(least, most);
  LineAxis axis{title, scale.low, scale.high, {}, label};
  for (const double tick : scale.ticks)
    axis.ticks.push_back({tick, label(tick)});
  return axis;
}

QString spokenOf(const LineChartData& data, int today) {
  QStringList sentences;
  for (std::size_t c = 0; c < data.columns.size(); ++c) {
    if (data.columns[c].x != today) continue;
    for (const LineSeries& series : data.series)
      if (!series.points[c].text.isEmpty())
        sentences << series.name + u" on "_s + data.columns[c].label + u": " + series.points[c].text;
  }
  return sentences.join(u". "_s);
}

LineChartData chartOf(const PlanResults& results, const ScalingSweep& sweep, const DrawnQuantity& quantity,
                      const QString& title, const QString& plan_name) {
  const int today = results.evaluation.document.plan.cluster.ranks();
  LineChartData data;
  for (std::size_t i = 0; i < sweep.gpus.size(); ++i)
    data.columns.push_back(
        {static_cast<double>(sweep.gpus[i]), gpusText(sweep.gpus[i]), columnDetails(sweep, i)});
  for (int stage = 0; stage < static_cast<int>(chart_stage_count); ++stage)
    data.series.push_back(seriesOf(results, stage, sweep.stages[static_cast<std::size_t>(stage)], quantity));
  data.x = gpuAxis(sweep, today);
  data.today = {static_cast<double>(today), u"today: "_s + gpusText(today)};
  data.spoken = spokenOf(data, today);
  setWords(data, results, title,
           heldFixedSentence(results.evaluation.document.plan, sweep) + u" Hollow: does not fit.", plan_name);
  return data;
}

/// Returns the throughput at each number of GPUs with the present plan's throughput per GPU.
std::vector<double> idealScaling(const PlanResults& results, const ScalingSweep& sweep) {
  const Plan& plan = results.evaluation.document.plan;
  const double of_one = results.evaluation.figures.throughput.tokens_per_s_per_gpu;
  if (!(of_one > 0)) return {};
  const std::vector<ScalePoint>& points = sweep.stages[static_cast<std::size_t>(plan.zero.stage)];
  std::vector<double> ideal;
  ideal.reserve(points.size());
  for (const ScalePoint& point : points)
    ideal.push_back(point.is_possible ? of_one * point.gpus : std::numeric_limits<double>::quiet_NaN());
  return ideal;
}

}  // namespace

ScalingSweep scalingSweep(const Plan& plan, FixedQuantity fixed) {
  ScalingSweep sweep{fixed, scaled_gpus(plan), {}};
  for (std::size_t stage = 0; stage < sweep.stages.size(); ++stage)
    for (const int gpus : sweep.gpus)
      sweep.stages[stage].push_back(scale_point(plan, static_cast<int>(stage), gpus, fixed));
  return sweep;
}

LineChartData memoryScalingData(const PlanResults& results, const ScalingSweep& sweep,
                                const QString& plan_name) {
  LineChartData data = chartOf(results, sweep,
                               {[](const ScalePoint& point) { return to_gib(point.gpu_peak); },
                                [](const ScalePoint& point) { return toQt(format_gib(point.gpu_peak)); }},
                               u"Memory per GPU by number of GPUs"_s, plan_name);
  data.limit = to_gib(results.evaluation.figures.estimate.gpu.capacity);
  data.limit_text = usableText(results);
  data.y = valueAxis(data, u"GiB per GPU"_s, [](double tick) { return toQt(format_number(tick)); });
  return data;
}

LineChartData throughputScalingData(const PlanResults& results, const ScalingSweep& sweep,
                                    const QString& plan_name) {
  LineChartData data = chartOf(results, sweep,
                               {[](const ScalePoint& point) { return point.tokens_per_s; },
                                [](const ScalePoint& point) { return tokenRateText(point.tokens_per_s); }},
                               u"Tokens per second by number of GPUs"_s, plan_name);
  data.reference = idealScaling(results, sweep);
  data.reference_name = u"ideal scaling"_s;
  data.y = valueAxis(data, u"tokens per second"_s,
                     [](double tick) { return tick < 1 ? toQt(format_number(tick)) : shortCountText(tick); });
  return data;
}

QString heldFixedSentence(const Plan& plan, const ScalingSweep& sweep) {
  if (sweep.fixed == FixedQuantity::global_batch)
    return u"Held fixed: "_s + count(train_batch_size(plan)) +
           u" sequences a step; accumulation, then the micro batch, follow the GPUs.";
  const Training& training = plan.training;
  QString text = u"Held fixed: micro batch "_s + count(training.micro_batch_size) + u" × " +
                 count(training.gradient_accumulation_steps) + u" accumulation steps a GPU";
  const auto& points = sweep.stages.back();
  const auto first = std::ranges::find(points, true, &ScalePoint::is_possible);
  if (first == points.end() || !points.back().is_possible) return text + u'.';
  return text + u"; the global batch grows from " + count(first->global_batch) + u" to " +
         count(points.back().global_batch) + u" sequences.";
}

}  // namespace zp
