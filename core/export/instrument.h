// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/export/flavours.h"
#include "core/plan/plan.h"

/// Instruments for comparing a run with its plan: keys that make DeepSpeed print, and a Python file that
/// records, the figures which `measure` and `calibrate` read.
namespace zp {

/// Returns the document with keys that print times, memory and throughput of every step, and with one step of
/// the flops profiler; they replace its own values. They cost time and are meant for about twenty steps.
PlanDocument with_instruments(const PlanDocument& document);
/// Returns true if the document's ds_config has all of these keys.
bool is_instrumented(const PlanDocument& document);

/// Returns zero_planner_probe.py: a callback for Trainer and a function for a plain loop. Both record the
/// phases of twenty steps as JSON lines, regardless of what the release prints, and then remove themselves.
ExportFile probe_file();
/// Returns the files for a run of those twenty steps. Their plan file is the unmodified document.
ProgramExport instrumented(const ExportFlavour& flavour, const PlanDocument& document);
/// Returns the instructions: "Import zero_planner_probe … then zero-planner calibrate …".
std::string instrument_text(const PlanDocument& document);

}  // namespace zp
