// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/speed/step_time.h"

/// The range of the clock's error, by the kind of run (the regime) and by the settings that a plan states.
namespace zp {

/// Settings that step times depend on most and that a plan may state or leave to defaults.
enum class Statement : std::uint8_t {
  kernels,  ///< which fused kernel computes attention, or the loss
  network,  ///< the link between nodes
  host      ///< the bandwidth of the host's memory
};
std::string_view name_of(Statement statement);  ///< "kernels"

/// Returns the statement that tells runs of a regime apart: kernels on one node, the network between several
/// nodes, the host if something is offloaded.
Statement decisive(Regime regime);
/// Returns true if the plan makes the statement.
bool states(const Plan& plan, Statement statement);
/// Returns the key of a plan that makes the statement.
std::string_view keys_of(Statement statement);

/// Returns the factors on the estimate between which about 80 % of published runs lie that it was not taken
/// from. The outermost 6 % on either side are left out, of every regime separately, and of the runs that
/// state the decisive thing separately.
SecondsRange range_of(Regime regime, bool is_stated);
/// Returns these factors for a plan calibrated on one run of its machine in that regime.
SecondsRange calibrated_range_of(Regime regime);
/// Returns the factors that hold for a plan: those by its statements or those learned of its machine in that
/// regime, whichever range is narrower.
SecondsRange range_of(const Plan& plan, Regime regime);
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
/// Returns the narrowing as a sentence: "Stating training.attention_kernel would narrow it to 2.90 s to 3.60
/// s."; "" if there is none.
std::string narrowing_sentence(const Plan& plan, const StepTime& time);

}  // namespace zp
