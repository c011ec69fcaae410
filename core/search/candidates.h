// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/plan/finding.h"
#include "core/search/figures.h"

namespace zp {

/// A ZeRO stage with a placement of optimizer and parameters: what the Memory chart has one row for.
struct Strategy {
  int stage = 0;
  Device optimizer = Device::none;
  Device parameters = Device::none;
  [[nodiscard]] constexpr bool reaches(Device device) const {
    return optimizer == device || parameters == device;
  }
  constexpr bool operator==(const Strategy&) const = default;
};

/// All 14 that DeepSpeed knows. The eight of the main chart come first, in its order: 0, 1, 2, 2·opt→CPU, 3,
/// 3·opt→CPU, 3·all→CPU, 3·all→NVMe; then the rest.
std::span<const Strategy> all_strategies();
inline constexpr std::size_t main_strategy_count = 8;

Strategy strategy_of(const Plan& plan);
void set_strategy(Plan& plan, Strategy strategy);
/// The plan with that strategy; everything else is kept.
Plan with_strategy(Plan plan, Strategy strategy);
std::string name_of(Strategy strategy);   ///< "stage-2.opt-cpu", as in the JSON
std::string label_of(Strategy strategy);  ///< "ZeRO-2 · opt→CPU", as in the chart

/// Settings a person has to get right, an offload weighing more than a stage.
int moving_parts(Strategy strategy);

struct Candidate : Figures {
  Strategy strategy;
  std::string name;  ///< name_of(strategy), with what else differs from the plan behind it: ".mb1.ckpt"
  Plan plan;
  std::vector<Finding> findings;  ///< check(plan)
  int rank = 0;                   ///< 1 is the best: fits, then the shortest step
  /// This step over the fastest of its comparison, whether that fits or not; 0 = unknown.
  double slowdown = 0;
  std::int64_t largest_micro_batch =
      0;  ///< the largest that still fits; 0: not even 1 does, or activations unknown
  std::vector<std::string> reasons;  ///< each quotes the entries and figures it rests on

  /// Whether it fits and DeepSpeed neither refuses it nor stops with it later.
  [[nodiscard]] bool runs() const { return estimate.fits() && !stops(findings); }
};

/// One plan as a candidate, not ranked: estimate, step time, largest micro batch and reasons.
Candidate candidate_of(const Plan& plan, std::string name);

/// Every strategy for this plan, in the order of all_strategies(), ranked: what fits before what does not;
/// among those that fit the shortest step first (fewest moving parts, where a list of tensors has no step
/// time), among the others the smallest lack of memory.
std::vector<Candidate> compare(const Plan& plan);

/// That of `strategy`, which is among all_strategies(). Precondition: `candidates` are those of compare().
const Candidate& candidate_with(const std::vector<Candidate>& candidates, Strategy strategy);

/// The largest micro batch (1 … 65,536) with which this plan fits GPU, host and drive; 0 when not even 1
/// does, or when activations are unknown. Memory never falls as the micro batch grows, so a bisection finds
/// it.
std::int64_t largest_micro_batch(const Plan& plan);

/// How many bytes the tightest of GPU, host and drive lacks; 0 when everything fits.
Bytes lack_of_memory(const MemoryEstimate& estimate);

/// What the best plan is best in: tokens a second, GPU time per token, the number of GPUs, memory left, or
/// how little there is to get right.
enum class Objective : std::uint8_t { throughput, memory, simplicity, cost, gpus };

}  // namespace zp
