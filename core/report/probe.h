// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/probe/probed_machine.h"

/// The answer of `probe`.
namespace zp {

/// Returns a document of format "zero-probe/1".
std::string probe_json(std::span<const ProbeFile> files, const ProbedMachine& machine);
/// Returns the same as text.
std::string probe_text(std::span<const ProbeFile> files, const ProbedMachine& machine);

}  // namespace zp
