// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/diagnosis/incident.h"
#include "core/run/reading.h"

/// The phase that the calls of a traceback name. Internal to diagnosis/.
namespace zp::diagnosis {

struct CallPhase {
  RunPhase phase = RunPhase::unknown;
  std::string call;  ///< the call that names it: "stage3.py step"; "" if none does
};

/// Returns the phase of a traceback's calls, outermost first. A context such as evaluation or saving wins
/// over what runs within it; a forward pass within a backward one is the backward's recomputation.
CallPhase phase_of_calls(const std::vector<run::Frame>& calls);

/// Returns true if a line of source code alone names a phase ("loss.backward()"): excerpts lose the lines
/// with the files.
bool names_phase(std::string_view code);

/// Returns true for a line that a worker of vLLM logged.
bool is_of_generator(std::string_view line);
/// Returns the phase that a line of progress names ("Loading checkpoint shards", "Saving model checkpoint
/// to"), or nothing.
std::optional<RunPhase> phase_of_progress(std::string_view line);

}  // namespace zp::diagnosis
