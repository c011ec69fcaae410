// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/diagnosis/incident.h"
#include "core/run/reading.h"

/// Finds the phase that a traceback shows. Internal to diagnosis/.
namespace zp::diagnosis {

struct CallPhase {
  RunPhase phase = RunPhase::unknown;
  std::string call;  ///< the call that shows it: "stage3.py step"; "" if none
};

/// Returns the phase of a traceback's calls, outermost first. A context such as evaluation or saving takes
/// precedence over what runs within it; a forward pass within a backward pass is recomputation and belongs to
/// backward.
CallPhase phase_of_calls(const std::vector<run::Frame>& calls);

/// Returns true if a line of source code alone shows a phase ("loss.backward()"), for excerpts without the
/// lines that name files.
bool names_phase(std::string_view code);

/// Returns true for a line logged by a vLLM worker.
bool is_of_generator(std::string_view line);
/// Returns the phase that a progress line shows ("Loading checkpoint shards", "Saving model checkpoint to"),
/// or nullopt.
std::optional<RunPhase> phase_of_progress(std::string_view line);

}  // namespace zp::diagnosis
