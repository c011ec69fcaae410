// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/speed/run_kind.h"
#include "core/speed/step_time.h"

/// The range of the clock's error, by the kind of run and by the settings that a plan states.
namespace zp {

/// Settings that step times depend on most and that a plan may state or leave to defaults.
enum class Statement : std::uint8_t {
  kernels,  ///< which fused kernel computes attention, or the loss
  network,  ///< the link between nodes
  host      ///< the bandwidth of the host's memory
};
std::string_view name_of(Statement statement);  ///< "kernels"

/// Returns the statement that tells runs of a kind apart: the network where several nodes or stages work
/// together, the host if something is offloaded, kernels for all others.
Statement decisive(RunKind kind);
/// Returns true if the plan makes the statement.
bool states(const Plan& plan, Statement statement);
/// Returns the key of a plan that makes the statement.
std::string_view keys_of(Statement statement);

/// The number of published runs below which the range of a kind is not known.
inline constexpr int fewest_runs = 20;
/// The published runs of a kind, and the factors on the estimate between which about 80 % of them lie when
/// the range is taken from the other sources. The factors are 0 if there are fewer runs than `fewest_runs`,
/// or fewer than three sources.
struct KindOfRange {
  int rows = 0, sources = 0;
  SecondsRange stated, open;  ///< with the decisive statement, and without
  bool operator==(const KindOfRange&) const = default;
};
const KindOfRange& ranges_of(RunKind kind);
/// Returns the factors of a kind; {0, 0} if they are not known.
SecondsRange range_of(RunKind kind, bool is_stated);
/// Returns the factors of all kinds together, for comparisons that need some range.
SecondsRange widest_range();
/// Returns these factors for a plan calibrated on one run of its machine in that regime.
SecondsRange calibrated_range_of(Regime regime);
/// Returns the factors in the middle between two ranges, in their logarithms.
SecondsRange middle_of(SecondsRange a, SecondsRange b);
/// Returns true if the plan states a kernel that runs of one project alone were published with
/// (FlashAttention of 2022, llm-foundry), so that it narrows the range half as far.
bool states_old_kernel(const Plan& plan);
/// Returns the factors that hold for a plan: those by its statements or those learned of its machine in its
/// regime, whichever range is narrower; {0, 0} if they are not known.
SecondsRange range_of(const Plan& plan);
/// Returns the member in which a calibration counts times of runs in that regime.
int MeasuredRuns::*runs_in(Regime regime);

/// The statement that would narrow the range of this plan most, and the narrowed range.
struct RangeNarrowing {
  Statement statement{};
  SecondsRange range;  ///< seconds around the unchanged estimate
};
/// Returns nothing if the plan makes the statement already, its step time is unknown, or the range would not
/// get narrower.
std::optional<RangeNarrowing> narrowing(const Plan& plan, const StepTime& time);
/// Returns "The range of the step is not known: 12 published runs of this kind (mixtures of experts) are too
/// few." for a kind without a range.
std::string unknown_range_sentence(RunKind kind);
/// Returns the narrowing as a sentence: "Stating training.attention_kernel would narrow it to 2.90 s to 3.60
/// s."; "" if there is none.
std::string narrowing_sentence(const Plan& plan, const StepTime& time);

}  // namespace zp
