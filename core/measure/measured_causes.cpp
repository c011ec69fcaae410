// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measured_causes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/measure/measure_parts.h"
#include "core/speed/range.h"
#include "core/units/format.h"
#include "core/unstated/open_words.h"

namespace zp {
namespace {

/// A value explains a figure if its prediction is within this share of the measurement. Times: repeated runs
/// of one setting differ by up to 1.7 %, and blind predictions of complete plans by about 5 % in the median
/// (docs/speed.md). Memory: twice least_peak_share, for the rounding of two sums.
constexpr double near_time = 0.08;
constexpr double near_memory = 2 * least_peak_share;
constexpr std::size_t most_causes = 3;

/// A part of the machine whose speed the plan states or assumes, and which a run may not reach.
struct MachineRate {
  std::string_view path, title;
  std::string_view hint;  ///< why a run may be slower
  double& (*rate)(Plan&);
};
constexpr MachineRate machine_rates[] = {
    {"cluster.inter_node.gb_per_s", "the network between nodes",
     "TCP instead of InfiniBand or RoCE, a link shared with other jobs, GPUDirect RDMA off",
     [](Plan& plan) -> double& { return plan.cluster.inter_node.gb_per_s; }},
    {"cluster.intra_node.gb_per_s", "the links inside a node",
     "PCIe instead of NVLink, or data that goes through host memory (NCCL_P2P_DISABLE, ACS)",
     [](Plan& plan) -> double& { return plan.cluster.intra_node.gb_per_s; }},
    {"cluster.host_link.gb_per_s", "the copies between GPU and host",
     "pageable memory, a narrower PCIe link, a GPU on the other processor",
     [](Plan& plan) -> double& { return plan.cluster.host_link.gb_per_s; }},
    {"cluster.cpu_memory_gb_per_s", "host memory, on which the CPU's optimizer works",
     "few cores for each process (OMP_NUM_THREADS, cgroup), memory of the other processor, an optimizer that "
     "is not "
     "DeepSpeedCPUAdam",
     [](Plan& plan) -> double& { return plan.cluster.cpu_memory_gb_per_s; }},
    {"cluster.nvme.read_gb_per_s", "reading from the drives",
     "a drive that is shared or full, small requests",
     [](Plan& plan) -> double& { return plan.cluster.nvme.read_gb_per_s; }},
    {"cluster.nvme.write_gb_per_s", "writing to the drives",
     "a drive whose fast cache is full, small requests",
     [](Plan& plan) -> double& { return plan.cluster.nvme.write_gb_per_s; }},
};

bool is_time(ObservedQuantity quantity) { return quantity > ObservedQuantity::gpu_used; }
/// Returns true if a larger value means a slower run.
bool grows_with_time(ObservedQuantity quantity) { return row_of(quantity).unit == "s"; }

const Observation* observation_of(const MeasuredDifference& difference, std::span<const NamedLog> logs) {
  for (const Observation& observation : logs[difference.place.log].log.observations)
    if (observation.quantity == difference.quantity && observation.line == difference.place.line)
      return &observation;
  return nullptr;
}

/// Returns |ln(one / other)|.
double distance(double one, double other) { return std::abs(std::log(one / other)); }

/// Returns true if the figure is so far from the prediction that an unstated setting may explain it, even if
/// the range covers the figure: the range is wide because such settings are unstated.
bool is_far(const MeasuredDifference& difference) {
  const double far = is_time(difference.quantity) ? 2 * near_time : 2 * near_memory;
  return difference.is_outside() || distance(difference.measured, difference.predicted) > std::log1p(far);
}

/// Returns true if a time is longer than the range of single-node runs, which do not wait for a network. The
/// range of the plan's own kind may be wider because networks and hosts are often slow.
bool is_slow(const MeasuredDifference& difference) {
  if (!is_time(difference.quantity)) return false;
  const double doubt = range_of(RunKind::one_node, true).high;
  return grows_with_time(difference.quantity) ? difference.measured > difference.predicted * doubt
                                              : difference.measured < difference.predicted / doubt;
}

std::optional<double> predicted(const Observation& observation, const Plan& plan) {
  const Figures figures = figures_of(plan);
  const std::optional<Prediction> prediction = is_time(observation.quantity)
                                                   ? predicted_time(observation, plan, figures)
                                                   : predicted_memory(observation, plan, figures.estimate);
  if (!prediction || !(prediction->value > 0)) return std::nullopt;
  return prediction->value;
}

std::vector<MeasuredCause> settings_that_explain(const MeasuredDifference& difference,
                                                 const Observation& observation,
                                                 std::span<const UnstatedSetting> open) {
  const double near = std::log1p(is_time(difference.quantity) ? near_time : near_memory);
  std::vector<MeasuredCause> causes;
  for (const UnstatedSetting& setting : open) {
    std::optional<MeasuredCause> best;
    for (const Alternative& alternative : setting.alternatives) {
      // A time for another number of tokens, such as with another micro batch, is no explanation.
      if (is_time(difference.quantity) && alternative.figures.tokens != setting.figures.tokens) continue;
      const std::optional<double> value = predicted(observation, alternative.plan);
      if (!value || distance(*value, difference.measured) > near) continue;
      if (best && distance(best->predicted, difference.measured) <= distance(*value, difference.measured))
        continue;
      best = MeasuredCause{std::string(setting.setting->path),
                           setting_text(setting.assumed),
                           setting_text(alternative.value),
                           *value,
                           phrase_of(*setting.setting, alternative.value),
                           alternative.plan};
    }
    if (best) causes.push_back(std::move(*best));
  }
  return causes;
}

/// Returns the speed of the machine's part at which the prediction equals the measured time; nullopt if there
/// is none between 1/100 and 2/3 of the assumed speed. A speed above that would not be decisive, because the
/// prediction's range covers it.
std::optional<MeasuredCause> slower(const MachineRate& rate, const MeasuredDifference& difference,
                                    const Observation& observation, const Plan& plan) {
  constexpr double least = 0.01, most = 2.0 / 3;
  Plan slow = plan;
  double& speed = rate.rate(slow);
  const double assumed = speed;
  if (!(assumed > 0)) return std::nullopt;
  const bool grows = grows_with_time(difference.quantity);
  const auto is_slow_enough = [&](double share) {
    speed = assumed * share;
    const std::optional<double> value = predicted(observation, slow);
    return value && (grows ? *value >= difference.measured : *value <= difference.measured);
  };
  if (!is_slow_enough(least) || is_slow_enough(most)) return std::nullopt;
  double low = least, high = most;
  for (int i = 0; i < 30; ++i) {
    const double middle = std::sqrt(low * high);
    (is_slow_enough(middle) ? low : high) = middle;
  }
  speed = assumed * low;
  return MeasuredCause{std::string(rate.path),
                       format_number(assumed, 3),
                       format_number(speed, 3),
                       predicted(observation, slow).value_or(difference.measured),
                       std::string(rate.title) + " at " + format_number(speed, 3) + " GB/s instead of " +
                           format_number(assumed, 3) + " (" + std::string(rate.hint) + ")",
                       slow};
}

std::string sentence_of(const std::vector<MeasuredCause>& causes) {
  std::string text = causes.size() == 1 ? " This would explain it: " : " Each of these would explain it: ";
  for (std::size_t i = 0; i < causes.size(); ++i)
    text += (i == 0 ? "" : "; ") + causes[i].words;
  return text + ".";
}

}  // namespace

void add_causes(const PlanDocument& document, std::span<const NamedLog> logs,
                std::vector<MeasuredDifference>& differences) {
  std::optional<std::vector<UnstatedSetting>> open;
  std::string last_sentence;
  for (MeasuredDifference& difference : differences) {
    if (!(difference.measured > 0) || !(difference.predicted > 0) || !is_far(difference)) continue;
    const Observation* const observation = observation_of(difference, logs);
    if (observation == nullptr) continue;
    if (!open) open = open_alternatives(document);
    difference.causes = settings_that_explain(difference, *observation, *open);
    std::ranges::stable_sort(difference.causes, std::less(), [&](const MeasuredCause& cause) {
      return distance(cause.predicted, difference.measured);
    });
    if (is_slow(difference))
      for (const MachineRate& rate : machine_rates)
        if (std::optional<MeasuredCause> cause = slower(rate, difference, *observation, document.plan))
          difference.causes.push_back(std::move(*cause));
    if (difference.causes.size() > most_causes) difference.causes.resize(most_causes);
    if (difference.causes.empty()) continue;
    const std::string sentence = sentence_of(difference.causes);
    difference.explanation += sentence == last_sentence ? " The causes are the same." : sentence;
    last_sentence = sentence;
  }
}

}  // namespace zp
