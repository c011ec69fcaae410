// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/choice_chart_data.h"

#include <algorithm>

#include "core/sharding/strategy.h"
#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/results/result_words.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double beyond_capacity = 1.35;  // end of the axis, in capacities
constexpr double furthest_present = 3;    // the same if the present plan is beyond
constexpr double headroom = 1.05;

ScatterPoint pointOf(const ChoicePicture& picture, int index) {
  const Option& option = picture.option(index);
  const Strategy strategy = strategy_of(option);
  return {to_gib(picture.memoryOf(index)), tokens_per_s(option, picture.plan),
          SeriesColor::ofStage(strategy.stage),
          strategy.reaches(Device::cpu) || strategy.reaches(Device::nvme),
          !picture.fits(index) || picture.isStopped(index)};
}

/// Names the stages as the framework does: "ZeRO-3", "FULL_SHARD".
void addLegend(ScatterChartData& data, Framework framework) {
  for (int stage = 0; stage < static_cast<int>(chart_stage_count); ++stage)
    data.legend.push_back(
        {toQt(label_of({stage, Device::none, Device::none, framework})), SeriesColor::ofStage(stage)});
  data.legend.push_back({QObject::tr("offloaded"), SeriesColor::ofStage(0), true});
  data.line_name = QObject::tr("frontier");
}

/// Makes the axes wide enough for plans that fit, some that do not, and the present plan; if that is even
/// further out, it is drawn at the edge.
void setScales(ScatterChartData& data) {
  data.upper_x = data.capacity * beyond_capacity;
  ScatterPoint& present = data.points[static_cast<std::size_t>(data.present)];
  data.upper_x = std::max(data.upper_x, std::min(present.x * headroom, data.capacity * furthest_present));
  if (present.x > data.upper_x) {
    data.present_text += u", "_s + toQt(format_gib(from_gib(present.x)));
    present.x = data.upper_x;
  }
  data.upper_y = present.y;
  for (const ScatterPoint& point : data.points)
    if (point.x <= data.upper_x) data.upper_y = std::max(data.upper_y, point.y);
  data.upper_y = std::max(data.upper_y * headroom, 1.0);
}

}  // namespace

ScatterChartData choiceChartData(const PlanResults& results,
                                 const std::shared_ptr<const ChoicePicture>& picture,
                                 const Requirements& requirements, const QString& plan_name) {
  ScatterChartData data;
  setWords(data, results, QObject::tr("Plans compared"),
           QObject::tr("GiB = 2³⁰ bytes; estimates, see Help ▸ Assumptions"), plan_name);
  if (!picture) return data;
  addLegend(data, picture->plan.training.framework);
  for (int i = 0; i < static_cast<int>(picture->options.size()); ++i)
    data.points.push_back(pointOf(*picture, i));
  data.line_count = picture->frontier_count;
  data.present = picture->present;
  data.best = picture->best;
  data.present_text = data.best == data.present ? QString() : QObject::tr("this plan");
  data.best_text = data.best == data.present ? QObject::tr("this plan is the best") : QObject::tr("best");
  const Bytes gpu = capacity_of(picture->plan).gpu;
  data.capacity = to_gib(gpu);
  data.capacity_text = toQt(format_gib(gpu)) + u" usable"_s;
  data.beyond_text = QObject::tr("runs out of memory");
  data.x_title =
      requirements.fit.margin ? QObject::tr("GiB per GPU, with the margin") : QObject::tr("GiB per GPU");
  data.y_title = QObject::tr("tokens per second");
  data.most_x = {to_gib(requirements.most_gpu),
                 QObject::tr("at most %1").arg(toQt(format_gib(requirements.most_gpu)))};
  data.y_limit = {
      requirements.least_tokens_per_s,
      QObject::tr("at least %1").arg(toQt(format_per_s(requirements.least_tokens_per_s, "tokens")))};
  setScales(data);
  data.spoken = QObject::tr("%1 points on the frontier").arg(data.line_count);
  data.tip = [picture](int point) { return tipOf(*picture, point); };
  data.words = [picture](int point) { return wordsOf(*picture, point); };
  return data;
}

}  // namespace zp
