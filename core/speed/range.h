// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/speed/step_time.h"

/// How far the clock may be off, by what is measured alike and by what a plan states of it.
namespace zp {

/// What a plan may say or leave to defaults, and step times depend on most.
enum class Statement : std::uint8_t {
  kernels,  ///< which fused kernel computes attention, or the loss
  network,  ///< the link between nodes
  host      ///< what the host's memory sustains
};
std::string_view name_of(Statement statement);  ///< "kernels"

/// The statement that runs of a regime are told apart by: kernels on one node, the network between several,
/// the host where something is offloaded.
Statement decisive(Regime regime);
bool states(const Plan& plan, Statement statement);
/// The plan's keys that make it.
std::string_view keys_of(Statement statement);

/// What the estimate is multiplied by to hold about 80 % of published runs that it was not taken from: the
/// outermost 6 % on either side are left out, of every regime and of those runs that state the decisive thing
/// apart.
SecondsRange range_of(Regime regime, bool is_stated);
/// The same of a plan calibrated on one run of its machine in that regime.
SecondsRange calibrated_range_of(Regime regime);
/// What holds of a plan: the narrower of what it states and what was learned of its machine in that regime.
SecondsRange range_of(const Plan& plan, Regime regime);
/// Where a calibration counts times of runs in that regime.
int MeasuredRuns::*runs_in(Regime regime);

/// What would narrow the range of this plan most; nothing where it is stated.
struct Narrowing {
  Statement statement{};
  SecondsRange range;  ///< seconds it would then lie between, the estimate staying where it is
};
std::optional<Narrowing> narrowing(const Plan& plan, const StepTime& time);
/// "Stating training.attention_kernel would narrow it to 2.90 s to 3.60 s."; "" for nothing.
std::string narrowing_sentence(const Plan& plan, const StepTime& time);

}  // namespace zp
