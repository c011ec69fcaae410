// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/reading.h"
#include "core/run/snapshot_frames.h"

/// What a traceback tells of where a run stopped. Internal to run/.
namespace zp::run {

/// Gives a message its phase, and of the innermost call that names what was allocated its name, its entries
/// and words (core/run/snapshot_frames.h).
void tell(const std::vector<Frame>& frames, OutOfMemory& message);

}  // namespace zp::run
