// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/export/flavours.h"

/// Tells whether the exported files can start a plan.
namespace zp {

/// Returns why the flavour's files cannot start this plan, in one sentence with the remedy (they start
/// another framework, or the program lacks a kind of parallelism); "" if they can.
std::string reason_not_started(const ExportFlavour& flavour, const Plan& plan);

struct ExportStart {
  const ExportFlavour* flavour = nullptr;  ///< flavour whose files start the plan; nullptr if there is none
  /// If there is none: why not, for the plan's own program or a plain launch. Otherwise the settings to make
  /// by hand, as in ProgramExport::left_out_sentence(); "" if the files state everything.
  std::string reason;
  std::vector<std::string> by_hand;  ///< plan keys that the files omit

  [[nodiscard]] bool can_start() const { return flavour != nullptr; }
  /// Returns true if the files alone start exactly this plan.
  [[nodiscard]] bool is_whole() const { return can_start() && by_hand.empty(); }
};
/// Returns whether and with which program the exported plan can be started: its own program, or the first
/// that can start it with the fewest omissions. Writes files in memory, which takes about a millisecond.
ExportStart export_start(const PlanDocument& document);

}  // namespace zp
