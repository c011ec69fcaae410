// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/search/candidates.h"
#include "core/search/choice.h"

namespace zp {

struct CarriedKeys;

enum class Unknown : std::uint8_t {
  parameters,
  micro_batch,
  sequence_length,
  gpus,
  gpu_memory,   ///< usable GiB of each GPU
  host_memory,  ///< GiB of each node
  network,      ///< GB/s between nodes, of each GPU
};

struct UnknownRow {
  Unknown unknown{};
  std::string_view name;       ///< as on the command line: "max-parameters", "min-gpus"
  std::string_view path;       ///< the plan key that is looked for: "training.micro_batch_size"
  std::string_view title;      ///< "Longest sequences"
  std::string_view meaning;    ///< of its values: "tokens of each"
  std::string_view one, many;  ///< of its unit: "GPU", "GPUs"
  bool is_smallest = false;    ///< that the smallest value is looked for
};
/// All of them, by id.
std::span<const UnknownRow> unknown_rows();
/// "1 GPU", "8 GPUs".
std::string counted(Unknown unknown, std::int64_t value);
const UnknownRow& row_of(Unknown unknown);

/// Over which plans an answer counts.
struct SolveOver {
  /// Every plan the freedom allows, with the best of them as the answer; else the plan as it stands.
  bool every_plan = false;
  Wanted wanted;            ///< speed wanted, margin and freedom; without every_plan speed and margin alone
  int most_gpus = 1 << 16;  ///< the largest cluster asked about, where GPUs are the unknown
  /// If true, a value does not fit either where DeepSpeed refuses the plan or stops with it later.
  bool asks_rules = true;
  const CarriedKeys* carried = nullptr;  ///< of the plan's file, which rules ask too; none: nullptr
  static SolveOver plan_alone() { return {false, {Objective::throughput, {}, 0, 0}}; }
};

/// The limit that keeps an answer from going further.
struct Binding {
  /// A finding's, as an estimate of that plan tells it: "gpu_memory", "cpu_memory", "host_loading",
  /// "nvme_capacity", or that of a rule; or "speed", or "range", the last value that is asked about.
  std::string code;
  std::string title;  ///< "GPU memory"; of a rule what it says
  bool is_rule = false;
  bool operator==(const Binding&) const = default;
};

/// The extreme plan that still runs: it fits, its ranks can load the model, and no rule says that DeepSpeed
/// refuses it or stops with it later. And what lies just beyond it.
struct Solution {
  Unknown unknown{};
  std::int64_t value = 0;  ///< parameters, sequences, tokens, GPUs, GiB or GB/s
  /// The next value, with which nothing runs (of a smallest one: the next smaller); 0 where there is none.
  std::int64_t refused = 0;
  std::string why_refused;  ///< in words; "" where there is no next value
  Binding binds;            ///< the same by its name
  Candidate candidate;
};

/// The largest or smallest value with which the plan runs and is fast enough; nothing when no value does, or
/// when activations are unknown and the answer would need them.
/// - parameters: layers are added at the plan's width; a plan that states a count gets a larger count.
/// - gpus: 1, 2, 4 … of one node, then whole nodes, up to `most_gpus`; the micro batch stays.
/// - sequence_length: multiples of the ranks that share a sequence; layers: of the stages of a pipeline.
/// - gpu_memory, host_memory, network: whole GiB and GB/s, up to 65,536.
/// Memory grows with each of the others, so that a bisection finds the edge, and behind it what does not run;
/// where rules refuse single values, there may be others that run further on. What the watch is told never
/// falls, and leaps where the edge comes early; throws SearchStopped.
std::optional<Solution> solve(const Plan& plan, Unknown unknown,
                              const SolveOver& over = SolveOver::plan_alone(), const Watch& watch = {});

/// The reason why solve() has no answer: the limit that binds at the least demanding value, and a sentence.
/// Both are empty where only the activations are unknown.
struct Unsolved {
  Binding binds;
  std::string why;
};
Unsolved why_unsolved(const Plan& plan, Unknown unknown, const SolveOver& over = SolveOver::plan_alone());

/// Layers at the plan's width with which everything still fits, whatever rules say; 0 when not even one does.
std::int64_t largest_layers(const Plan& plan);

}  // namespace zp
