// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/incident.h"
#include "core/run/lines.h"
#include "core/run/marks.h"

/// Facts about a run from anywhere in its log. Internal to diagnosis/.
namespace zp::diagnosis {

/// Most step lines that are remembered.
inline constexpr std::size_t most_marked_steps = 100'000;

/// Reads the facts in one line.
void note_facts(const run::LogLine& line, const run::MarkFilter& marks, LogFacts& facts);

}  // namespace zp::diagnosis
