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
  gpu_memory,   ///< usable GiB per GPU
  host_memory,  ///< GiB per node
  network,      ///< GB/s between nodes, per GPU
  tokens,       ///< tokens of the whole run
};

struct UnknownRow {
  Unknown unknown{};
  std::string_view name;              ///< name on the command line: "max-parameters", "min-gpus"
  std::string_view path;              ///< plan key whose value is searched: "training.micro_batch_size"
  std::string_view title;             ///< "Longest sequences", shown to users
  std::string_view meaning;           ///< meaning of the values: "tokens of each"
  std::string_view singular, plural;  ///< unit in singular and plural: "GPU", "GPUs"
  bool is_smallest = false;           ///< true to find the smallest value, false for the largest
  bool needs_limits = false;          ///< true if without a deadline or budget there is no largest value
};
/// All rows, in the order of Unknown.
std::span<const UnknownRow> unknown_rows();
/// Returns the value with its unit: "1 GPU", "8 GPUs".
std::string counted(Unknown unknown, std::int64_t value);
const UnknownRow& row_of(Unknown unknown);

/// Limits of a whole run, including saves and failures; 0 = none.
struct RunLimits {
  double deadline_hours = 0;
  double budget = 0;  ///< in the currency of cluster.gpu_hour_price
  [[nodiscard]] bool are_any() const { return deadline_hours > 0 || budget > 0; }
  bool operator==(const RunLimits&) const = default;
};

/// The set of plans that solve() considers.
struct SolveOver {
  /// If true, all plans that the freedom allows, and the answer is the best of them; else only the plan
  /// itself.
  bool every_plan = false;
  Requirements requirements;  ///< speed, fit and freedom; without every_plan the freedom is ignored
  RunLimits limits = {};      ///< the plan's token budget must finish within them
  int most_gpus = 1 << 16;    ///< largest cluster to try, if GPUs are the unknown
  /// If true, a value does not count as running if DeepSpeed refuses the plan or fails with it later.
  bool asks_rules = true;
  const CarriedKeys* carried = nullptr;  ///< keys of the plan's file that rules read; nullptr: none
  static SolveOver plan_alone() { return {}; }
};

/// The limit that prevents a more extreme answer.
struct BindingLimit {
  /// Code of a finding on that plan ("gpu_memory", "cpu_memory", "host_loading", "host_saving",
  /// "nvme_capacity", or a rule's code), or "speed", or "range" if the last value tried still runs.
  std::string code;
  std::string title;  ///< "GPU memory"; for a rule, its message
  bool is_rule = false;
  bool operator==(const BindingLimit&) const = default;
};

/// The most extreme plan that still runs, and the next value. A plan runs if it fits, its ranks can load the
/// model, and no rule says that DeepSpeed refuses it or fails with it later.
struct Solution {
  Unknown unknown{};
  std::int64_t value = 0;  ///< parameters, sequences, tokens, GPUs, GiB or GB/s
  /// The next value, with which no plan runs (the next smaller one if the smallest is searched); 0 if there
  /// is none.
  std::int64_t refused = 0;
  std::string why_refused;     ///< reason in words; "" if there is no next value
  BindingLimit binding_limit;  ///< limit that rules out the next value
  Candidate candidate;
};

/// Returns the largest or smallest value with which the plan runs and is fast enough; nullopt if there is
/// none, or if it depends on unknown activations.
/// - parameters: layers are added at the plan's width; a plan that states a count gets a larger count.
/// - gpus: 1, 2, 4 … of one node, then whole nodes, up to `most_gpus`; the micro batch stays.
/// - sequence_length: multiples of the ranks that share a sequence.
/// - gpu_memory, host_memory, network: whole GiB and GB/s, up to 65,536.
/// Memory grows with each of the other unknowns, so a bisection finds the last value that runs. Rules may
/// refuse single values below values that run; these are skipped. The share passed to `watch` never falls,
/// and jumps if the bisection ends early. Throws SearchStopped.
std::optional<Solution> solve(const Plan& plan, Unknown unknown,
                              const SolveOver& over = SolveOver::plan_alone(), const Watch& watch = {});

/// Reason why solve() has no answer: the limit at the least demanding value, and a sentence. Both are empty
/// if only the activations are unknown.
struct Unsolved {
  BindingLimit binding_limit;
  std::string why;
};
Unsolved why_unsolved(const Plan& plan, Unknown unknown, const SolveOver& over = SolveOver::plan_alone());

/// Returns the most layers, at the plan's width, that fit, ignoring rules; 0 if not even one does.
std::int64_t largest_layers(const Plan& plan);

}  // namespace zp
