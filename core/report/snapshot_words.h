// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/measure/measure.h"

/// Memory snapshots in words. Internal to report/.
namespace zp {

std::string_view name_of(BlockOrigin origin);  ///< stable: "before_recording"

/// Returns for every GPU of every snapshot the peak, its components beside the plan's, and the code that
/// requested most of it.
std::string snapshots_text(const Measurement& measurement, std::span<const NamedLog> logs);

}  // namespace zp
