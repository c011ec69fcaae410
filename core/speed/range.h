// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/speed/run_kind.h"
#include "core/speed/step_time.h"

/// The error range of the clock, by the kind of run and by the settings that a plan states.
namespace zp {

/// Settings that step times depend on most, and that plans often leave to defaults.
enum class Statement : std::uint8_t {
  kernels,  ///< the fused kernel of attention or of the loss
  network,  ///< the link between nodes
  host      ///< the bandwidth of the host's memory
};
std::string_view name_of(Statement statement);  ///< "kernels"

/// Returns the setting that matters most for a kind of run: network for several nodes or stages, host with
/// offload, kernels otherwise.
Statement decisive(RunKind kind);
/// Returns true if the plan states the setting.
bool states(const Plan& plan, Statement statement);
/// Returns the plan key of the setting.
std::string_view keys_of(Statement statement);

/// With fewer published runs than this, the range of a kind is unknown.
inline constexpr int fewest_runs = 20;
/// The published runs of a kind, and the factors on the estimate that contain about 80 % of them, each range
/// derived from the other sources only. 0 if there are fewer runs than `fewest_runs`, or fewer than three
/// sources.
struct KindOfRange {
  int rows = 0, sources = 0;
  SecondsRange stated, open;  ///< with and without the decisive setting stated
  bool operator==(const KindOfRange&) const = default;
};
const KindOfRange& ranges_of(RunKind kind);
/// Returns the factors of a kind; {0, 0} if unknown.
SecondsRange range_of(RunKind kind, bool is_stated);
/// Returns the factors over all kinds together, for comparisons that need some range.
SecondsRange widest_range();
/// Returns the factors for a plan calibrated on one run of its machine in that regime.
SecondsRange calibrated_range_of(Regime regime);
/// Returns the geometric mean of two ranges.
SecondsRange middle_of(SecondsRange a, SecondsRange b);
/// Returns true if the plan states a kernel that only one project's published runs used (FlashAttention of
/// 2022, llm-foundry), so that stating it narrows the range only half as far.
bool states_old_kernel(const Plan& plan);
/// Returns the factors for a plan: by its stated settings, or learnt from its machine in its regime,
/// whichever range is narrower; {0, 0} if unknown.
SecondsRange range_of(const Plan& plan);
/// Returns the member in which a calibration counts measured step times of that regime.
int MeasuredRuns::*runs_in(Regime regime);

/// The setting whose statement would narrow this plan's range most, and the narrowed range.
struct RangeNarrowing {
  Statement statement{};
  SecondsRange range;  ///< seconds, around the unchanged estimate
};
/// Returns nullopt if the plan states the setting already, its step time is unknown, or the range would not
/// get narrower.
std::optional<RangeNarrowing> narrowing(const Plan& plan, const StepTime& time);
/// Returns "The range of the step is not known: 12 published runs of this kind (mixtures of experts) are too
/// few." for a kind without a range.
std::string unknown_range_sentence(RunKind kind);
/// Returns the narrowing as a sentence: "Stating training.attention_kernel would narrow it to 2.90 s to 3.60
/// s."; "" if there is none.
std::string narrowing_sentence(const Plan& plan, const StepTime& time);

}  // namespace zp
