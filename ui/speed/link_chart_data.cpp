// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/link_chart_data.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/sharding/strategy.h"
#include "core/units/format.h"
#include "ui/charts/axis_scale.h"
#include "ui/model/text.h"
#include "ui/results/result_words.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double same_speed = 1.03;  // links closer than this factor share one tick

QString speedText(double gb_per_s) { return toQt(format_gb_per_s(gb_per_s)); }

/// Returns the text of a speed that was computed, not stated.
QString foundSpeedText(double gb_per_s) { return toQt(format_number(gb_per_s, 3)) + u"\u202FGB/s"; }

/// Returns a short name: "InfiniBand NDR 4x (one port)" → "InfiniBand NDR 4x".
QString shortName(const std::string& name) {
  const QString text = toQt(name);
  static const QRegularExpression end_of_name(u"[,(:]"_s);
  const qsizetype end = text.indexOf(end_of_name);
  return (end < 0 ? text : text.left(end)).trimmed();
}

QString nameOfToday(const Plan& plan, SweptLink link) {
  const Link& today = link_of(plan.cluster, link);
  if (today.preset) return shortName(today.preset->name);
  const Gpu& gpu = plan.cluster.gpu;
  const bool is_gpus_own =
      link == SweptLink::inside_node && gpu.preset && today.gb_per_s == default_intra_node(gpu).gb_per_s;
  if (!is_gpus_own) return {};
  return gpu.preset->link_gb_per_s > 0 ? toQt(gpu.preset->link_type) : u"PCIe"_s;
}

LineTick todayTick(const Plan& plan, const LinkSweep& sweep) {
  const QString name = nameOfToday(plan, sweep.link);
  return {sweep.today, u"today: "_s + (name.isEmpty() ? QString() : name + u", ") + speedText(sweep.today)};
}

/// Returns true if GPUs of another maker have this link: a node of the plan's cannot be built with it.
bool isOfAnotherMaker(const LinkPreset& link, const Gpu& gpu) {
  constexpr auto makers = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"NVLink", "NVIDIA"}, {"xGMI", "AMD"}, {"Gaudi", "Intel"}});
  for (const auto& [name, maker] : makers)
    if (link.name.starts_with(name)) return gpu.preset && gpu.preset->vendor != maker;
  return false;
}

/// Returns ticks for links on the market, at the speed per GPU that they would have with the present nodes.
std::vector<LineTick> usualLinks(const Plan& plan, const LinkSweep& sweep,
                                 const std::vector<SharedLinkPreset>& links) {
  const LinkKind kind = sweep.link == SweptLink::between_nodes ? LinkKind::inter_node : LinkKind::gpu_fabric;
  std::vector<LineTick> ticks;
  for (const SharedLinkPreset& link : links) {
    if (link->kind != kind || isOfAnotherMaker(*link, plan.cluster.gpu)) continue;
    const double speed = link_from_preset(link, plan.cluster.gpus_per_node).gb_per_s;
    const bool is_shown = speed >= sweep.speeds.front() && speed <= sweep.speeds.back();
    const bool is_new = std::ranges::none_of(ticks, [speed](const LineTick& tick) {
      return std::max(tick.at, speed) / std::min(tick.at, speed) < same_speed;
    });
    if (is_shown && is_new) ticks.push_back({speed, shortName(link->name)});
  }
  return ticks;
}

const Candidate* candidateOf(const PlanResults& results, const Plan& plan) {
  const auto found =
      std::ranges::find(results.evaluation.candidates, strategy_of(plan), &Candidate::strategy);
  return found == results.evaluation.candidates.end() ? nullptr : &*found;
}

LineSeries seriesOf(const PlanResults& results, const Plan& plan, std::size_t index,
                    const std::vector<StageSeconds>& seconds) {
  constexpr std::array dashes = {LineDash::dotted, LineDash::dashed, LineDash::solid};
  constexpr std::array markers = {LineMarker::square, LineMarker::diamond, LineMarker::circle};
  LineSeries series;
  series.name = toQt(label_of(strategy_of(plan)));
  series.color = SeriesColor::ofStage(plan.zero.stage);
  series.dash = dashes[index];
  series.marker = markers[index];
  series.selected = plan.zero.stage == results.evaluation.document.plan.zero.stage;
  const Candidate* candidate = candidateOf(results, plan);
  const bool is_too_big = candidate != nullptr && !candidate->estimate.fits();
  for (const StageSeconds& each : seconds) {
    const double value = each[index];
    QString text = std::isfinite(value) ? toQt(format_seconds(value)) : QString();
    if (is_too_big && !text.isEmpty()) text += u", memory does not fit"_s;
    series.points.push_back({value, is_too_big, text});
  }
  return series;
}

/// Returns the framework's name of a stage without offload: "ZeRO-3", "FULL_SHARD".
QString stageName(const Plan& plan, int stage) {
  return toQt(label_of({stage, Device::none, Device::none, plan.training.framework}));
}

/// Returns the names of the stages that stage 3 is compared with.
QString otherStages(const Plan& plan) { return stageName(plan, 1) + u" and "_s + stageName(plan, 2); }

QString numberText(double value) { return toQt(format_number(value)); }

LineAxis speedAxis(const LinkSweep& sweep) {
  const QString where =
      sweep.link == SweptLink::between_nodes ? u"network between nodes"_s : u"link inside the node"_s;
  LineAxis axis{
      where + u", GB/s per GPU and direction", sweep.speeds.front(), sweep.speeds.back(), {}, numberText};
  for (const double tick : logScale(axis.low, axis.high).ticks)
    if (tick >= axis.low && tick <= axis.high) axis.ticks.push_back({tick, numberText(tick)});
  return axis;
}

LineAxis secondsAxis(const std::vector<StageSeconds>& seconds) {
  double least = 0, most = 0;
  for (const StageSeconds& each : seconds)
    for (const double value : each) {
      if (!std::isfinite(value)) continue;
      least = least > 0 ? std::min(least, value) : value;
      most = std::max(most, value);
    }
  if (!(least > 0)) return {};
  const LogScale scale = logScale(least, most);
  LineAxis axis{u"step time, s"_s, scale.low, scale.high, {}, numberText};
  for (const double tick : scale.ticks)
    axis.ticks.push_back({tick, numberText(tick)});
  return axis;
}

}  // namespace

LineChartData linkChartData(const PlanResults& results, const std::vector<SharedLinkPreset>& links,
                            const QString& plan_name) {
  const Plan& plan = results.evaluation.document.plan;
  const LinkSweep sweep = link_sweep(plan);
  std::vector<StageSeconds> seconds;
  for (const double speed : sweep.speeds)
    seconds.push_back(step_seconds(sweep, speed));
  LineChartData data;
  for (const double speed : sweep.speeds)
    data.columns.push_back({speed, speed == sweep.today ? speedText(speed) : foundSpeedText(speed), {}});
  for (std::size_t i = 0; i < swept_stage_count; ++i)
    if (sweep.plans[i]) data.series.push_back(seriesOf(results, *sweep.plans[i], i, seconds));
  data.x = speedAxis(sweep);
  data.y = secondsAxis(seconds);
  data.today = todayTick(plan, sweep);
  data.usual = usualLinks(plan, sweep, links);
  const StageThreeVerdict verdict = stage_three_verdict(sweep, seconds);
  if (verdict.cost == StageThreeCost::free_from)
    data.turning = {verdict.gb_per_s,
                    stageName(plan, 3) + u" free from "_s + foundSpeedText(verdict.gb_per_s)};
  data.spoken = stageThreeSentence(plan, sweep, verdict);
  setWords(data, results, u"Step time by link speed"_s, data.spoken, plan_name);
  return data;
}

QString stageThreeSentence(const Plan& plan, const LinkSweep& sweep, const StageThreeVerdict& verdict) {
  const QString swept = speedText(sweep.speeds.front()) + u" to " + speedText(sweep.speeds.back());
  const QString three = stageName(plan, 3);
  switch (verdict.cost) {
    case StageThreeCost::unknown:
      return u"How "_s + three + u" compares is unknown: a stage of this plan has no step time.";
    case StageThreeCost::always:
      return three + u" costs time at every speed from "_s + swept + u": more than 2 % over " +
             otherStages(plan) + u'.';
    case StageThreeCost::never:
      if (plan.cluster.ranks() == 1) return u"One GPU: nothing travels between GPUs."_s;
      return three + u" costs nothing at any speed from "_s + swept + u": within 2 % of " +
             otherStages(plan) + u'.';
    case StageThreeCost::free_from:
      break;
  }
  return three + u" stops costing at "_s + foundSpeedText(verdict.gb_per_s) + u": from there within 2 % of " +
         otherStages(plan) + u"; today's " + speedText(sweep.today) +
         (sweep.today >= verdict.gb_per_s ? u" is enough."_s : u" is less."_s);
}

}  // namespace zp
