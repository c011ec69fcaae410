// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/reading.h"
#include "core/run/snapshot_frames.h"

/// The facts that a traceback tells about where a run stopped. Internal to run/.
namespace zp::run {

/// Reads a call: 'File "/a/b.py", line 3, in f', as IPython has it ("File /a/b.py:1184, in C.f(self)"), and
/// as rich draws it ("│ /a/b.py:353 in f │", whose name may stand on the next line), with the source line
/// below it. Returns nothing for any other line. `lines` stands behind the line.
std::optional<Frame> read_frame(const LogLine& line, const Lines& lines);

/// Sets a message's phase from its calls. From the innermost call that names what was allocated, sets the
/// call's name, its entries and its words (core/run/snapshot_frames.h).
void tell(const std::vector<Frame>& frames, OutOfMemory& message);

}  // namespace zp::run
