// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/reading.h"
#include "core/run/snapshot_frames.h"

/// Facts from a traceback about where a run stopped. Internal to run/.
namespace zp::run {

/// Reads a call with the source line below it, in the notation of Python ('File "/a/b.py", line 3, in f'), of
/// IPython ("File /a/b.py:1184, in C.f(self)"), or of rich ("│ /a/b.py:353 in f │", in which the name may be
/// on the next line). Returns nullopt for any other line. `lines` must be positioned after the line.
std::optional<Frame> read_frame(const LogLine& line, const Lines& lines);

/// Sets a message's phase from its calls. Also sets the call's name, its entries and its description from the
/// innermost call with a known allocation (core/run/snapshot_frames.h).
void set_call(const std::vector<Frame>& frames, OutOfMemory& message);

}  // namespace zp::run
