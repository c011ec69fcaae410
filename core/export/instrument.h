// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/export/flavours.h"
#include "core/plan/plan.h"

/// Instruments that lead from a plan back to its run: keys that make DeepSpeed print, and a Python file that
/// records, what `measure` and `calibrate` read.
namespace zp {

/// Returns the document with the keys that print times, memory and throughput of every step, and one step of
/// the flops profiler; they replace its own values. They cost time and are meant for twenty steps.
PlanDocument with_instruments(const PlanDocument& document);
/// Returns true if the ds_config of the document has all of these keys.
bool is_instrumented(const PlanDocument& document);

/// Returns zero_planner_probe.py: a callback for Trainer and a function for a plain loop, which record the
/// phases of twenty steps as JSON lines, whatever the version prints, and then remove themselves.
ExportFile probe_file();
/// Returns every file that a run of those twenty steps needs. Its plan file is the document's own plan: a run
/// after these steps prints nothing.
ProgramExport instrumented(const ExportFlavour& flavour, const PlanDocument& document);
/// Returns the instructions: "Import zero_planner_probe … then zero-planner calibrate …".
std::string instrument_text(const PlanDocument& document);

}  // namespace zp
