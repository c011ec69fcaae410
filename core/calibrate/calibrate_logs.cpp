// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/calibrate/calibrate_logs.h"

#include <algorithm>
#include <array>

#include "core/plan_file/scenarios.h"
#include "core/rules/check_plan.h"
#include "core/settings/plan_settings.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// A measured difference that provides a figure. If a log has several rows for one figure, the first is used.
struct FigureRow {
  FigureKind figure{};
  ObservedQuantity quantity{};
  std::string_view moment;
};
constexpr auto passes = [] {
  using enum ObservedQuantity;
  return std::to_array<FigureRow>({
      {FigureKind::forward_seconds, step_forward, "one step"},
      {FigureKind::forward_seconds, step_forward, "micro step"},
      {FigureKind::backward_seconds, step_backward, "one step"},
      {FigureKind::backward_seconds, step_backward, "micro step"},
      {FigureKind::optimizer_seconds, step_optimizer, "one step"},
  });
}();
constexpr auto steps = [] {
  using enum ObservedQuantity;
  return std::to_array<FigureRow>({
      {FigureKind::step_seconds, step_total, "one step"},
      {FigureKind::step_seconds, samples_per_s, "one step"},
      {FigureKind::step_seconds, tokens_per_s, "one step"},
      {FigureKind::step_seconds, step_total, "average"},
      {FigureKind::step_seconds, samples_per_s, "average"},
      {FigureKind::step_seconds, tokens_per_s, "average"},
      {FigureKind::step_seconds, step_total, "whole run"},
      {FigureKind::step_seconds, samples_per_s, "whole run"},
      {FigureKind::step_seconds, tokens_per_s, "whole run"},
  });
}();

bool is_rate(ObservedQuantity quantity) { return row_of(quantity).unit.ends_with("/s"); }

using Differences = std::vector<MeasuredDifference>;

const MeasuredDifference* find(const Differences& all, ObservedQuantity quantity, std::string_view moment) {
  const auto found = std::ranges::find_if(all, [&](const MeasuredDifference& difference) {
    return difference.quantity == quantity && difference.moment == moment && difference.measured > 0 &&
           difference.predicted > 0;
  });
  return found == all.end() ? nullptr : &*found;
}

/// Figures of one log, and the plan that describes its run.
class LogFigures {
 public:
  LogFigures(const Plan& plan, std::size_t log, const Differences& differences)
      : plan_(plan), log_(log), differences_(differences) {
    if (take(passes) == 0) take(steps);
    memory();
  }
  std::vector<RunFigure> figures;
  std::vector<UsedFigure> used;

 private:
  template <class Rows>
  int take(const Rows& rows) {
    int taken = 0;
    std::vector<FigureKind> known;
    for (const FigureRow& row : rows) {
      const MeasuredDifference* difference = find(differences_, row.quantity, row.moment);
      if (difference == nullptr || std::ranges::find(known, row.figure) != known.end()) continue;
      const double share = difference->measured / difference->predicted;
      add(row.figure, predicted(plan_, row.figure) * (is_rate(row.quantity) ? 1 / share : share),
          *difference);
      known.push_back(row.figure);
      ++taken;
    }
    return taken;
  }
  void memory() {
    const MeasuredDifference* const reserved = find(differences_, ObservedQuantity::gpu_max_reserved, "peak");
    const MeasuredDifference* const allocated =
        find(differences_, ObservedQuantity::gpu_max_allocated, "peak");
    const MeasuredDifference* const seen = find(differences_, ObservedQuantity::gpu_used, "nvidia-smi");
    if (reserved == nullptr) return;
    if (allocated != nullptr)
      add(FigureKind::reserve_share, reserved->measured / allocated->measured - 1, *reserved);
    if (seen != nullptr) add(FigureKind::bytes_beside, seen->measured - reserved->measured, *seen);
  }
  void add(FigureKind figure, double value, const MeasuredDifference& difference) {
    if (!(value > 0)) return;
    figures.push_back({plan_, figure, value});
    used.push_back({difference.quantity,
                    difference.moment,
                    {log_, difference.place.line},
                    difference.measured,
                    difference.predicted,
                    0});
  }

  const Plan& plan_;
  std::size_t log_;
  const Differences& differences_;
};

/// The plan according to a log, or the reason why there is none.
struct LogPlan {
  std::optional<PlanDocument> plan;
  std::string reason;
};
LogPlan followed(PlanDocument plan, const NamedLog& log) {
  const Measurement measured = measure(&plan, std::span(&log, 1));
  std::vector<KeySetting> settings;
  for (const Contradiction& contradiction : measured.contradictions) {
    if (contradiction.set.empty())
      return {{},
              "it says " + contradiction.name() + " " + contradiction.log + ", which the plan has " +
                  contradiction.plan};
    const std::vector<KeySetting> changes = settings_of(contradiction.set);
    settings.insert(settings.end(), changes.begin(), changes.end());
  }
  try {
    plan = with_settings(without_scenarios(std::move(plan)), settings);
  } catch (const FileError& error) {
    return {{}, error.what()};
  }
  if (!is_usable(check(plan))) return {{}, "no plan can be made of the settings it states"};
  return {std::move(plan), ""};
}

/// Updates the predictions in the figures of `log` to those of a plan with `measured`.
void predict_again(std::vector<UsedFigure>& figures, PlanDocument run, std::span<const NamedLog> logs,
                   std::size_t log, const Measured& measured) {
  run.plan.cluster.measured = measured;
  const Measurement now = measure(&run, logs.subspan(log, 1));
  for (UsedFigure& figure : figures)
    if (const MeasuredDifference* difference = find(now.differences, figure.quantity, figure.moment);
        difference != nullptr && figure.place.log == log)
      figure.after = difference->predicted;
}

}  // namespace

LogCalibration calibrate(const PlanDocument& plan, std::span<const NamedLog> logs, const Measured& start) {
  PlanDocument from = plan;
  from.plan.cluster.measured = start;
  LogCalibration all;
  std::vector<RunFigure> figures;
  std::vector<LogPlan> runs;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    runs.push_back(followed(from, logs[i]));
    std::string reason = runs.back().reason;
    if (runs.back().plan) {
      const PlanDocument& run = *runs.back().plan;
      const LogFigures of_log(run.plan, i, measure(&run, logs.subspan(i, 1)).differences);
      figures.insert(figures.end(), of_log.figures.begin(), of_log.figures.end());
      all.figures.insert(all.figures.end(), of_log.used.begin(), of_log.used.end());
      if (of_log.figures.empty()) reason = "it measures nothing that depends on physical constants";
    }
    if (!reason.empty()) all.left_out.push_back(logs[i].name + " is not used: " + reason + ".");
  }
  all.calibration = calibrate(figures, start);
  for (std::size_t i = 0; i < logs.size(); ++i)
    if (runs[i].plan) predict_again(all.figures, *runs[i].plan, logs, i, all.calibration.measured);
  return all;
}

std::string machine_name(const Plan& plan) {
  const Cluster& cluster = plan.cluster;
  const std::string gpu =
      cluster.gpu.preset ? cluster.gpu.preset->name : format_number(cluster.gpu.bf16_tflops) + " TFLOPS";
  const std::string nodes = cluster.nodes > 1 ? format_count(cluster.nodes) + " × " : "";
  return nodes + format_count(cluster.gpus_per_node) + " × " + gpu;
}

PlanDocument calibrated_plan(PlanDocument plan, const MachineProfile& profile) {
  plan.text.profile.clear();
  set_profile(plan, profile);
  return plan;
}

MachineProfile profile_from(const LogCalibration& calibration, const Plan& plan,
                            std::span<const NamedLog> logs, const std::string& machine,
                            const std::string& date) {
  std::string names;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const bool is_used = std::ranges::any_of(calibration.figures,
                                             [i](const UsedFigure& figure) { return figure.place.log == i; });
    if (is_used) names += (names.empty() ? "" : ", ") + logs[i].name.substr(logs[i].name.rfind('/') + 1);
  }
  return {calibration.calibration.measured, machine.empty() ? machine_name(plan) : machine, date, names};
}

}  // namespace zp
