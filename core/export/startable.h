// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/export/flavours.h"

/// The answer to whether the exported files start a plan.
namespace zp {

/// Returns why the flavour's files would not start this plan, in one sentence with the remedy: they start
/// another framework, or the program has no such parallelism. "" if they start it.
std::string reason_not_started(const ExportFlavour& flavour, const Plan& plan);

struct ExportStart {
  const ExportFlavour* by = nullptr;  ///< flavour whose files start the plan; nullptr if none does
  /// If none does: why not, for the plan's own program or for a plain launch. Otherwise the settings that
  /// have to be made by hand, as ProgramExport::left_out_sentence(); "" if the files state everything.
  std::string reason;
  std::vector<std::string> by_hand;  ///< keys of the plan that the files leave out

  [[nodiscard]] bool can_start() const { return by != nullptr; }
  /// Returns true if the files alone start exactly this plan.
  [[nodiscard]] bool is_whole() const { return can_start() && by_hand.empty(); }
};
/// Returns whether and by which program the plan is started as exported: the program that it names, or the
/// first that starts it and leaves the least out. It writes files in memory, about a millisecond.
ExportStart export_start(const PlanDocument& document);

}  // namespace zp
