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

/// Sets a message's phase from its calls. From the innermost call that names what was allocated, sets the
/// call's name, its entries and its words (core/run/snapshot_frames.h).
void tell(const std::vector<Frame>& frames, OutOfMemory& message);

}  // namespace zp::run
