// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/export/flavours.h"
#include "core/plan/plan.h"

/// The way back from a plan to its run: what has DeepSpeed print, and a Python file that records, what
/// `measure` and `calibrate` read.
namespace zp {

/// The document with the keys that print times, memory and throughput of every step, and one step of the
/// flops profiler; what it said of them before gives way. For twenty steps: they cost time.
PlanDocument with_instruments(const PlanDocument& document);
/// Whether the ds_config of the document has them on.
bool is_instrumented(const PlanDocument& document);

/// zero_planner_probe.py: a callback for Trainer and a function for a plain loop, which record the phases of
/// twenty steps as JSON lines, whatever the version prints, and take themselves off.
ExportFile probe_file();
/// Everything a run of those twenty steps takes. The plan in it is that of the document: what runs after
/// them prints nothing.
ProgramExport instrumented(const ExportFlavour& flavour, const PlanDocument& document);
/// How it is used: "Import zero_planner_probe … then zero-planner calibrate …".
std::string instrument_text(const PlanDocument& document);

}  // namespace zp
