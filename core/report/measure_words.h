// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/measure/measure.h"

/// What logs measure, in words.
namespace zp {

/// "40.9 GiB", "1.2 s", "24,310 tokens/s".
std::string observed_text(Observed quantity, double value);
/// The file without its folder.
std::string short_name(const NamedLog& named);
/// "run.log:1204"; a snapshot has no lines.
std::string place_text(std::span<const NamedLog> logs, const LogPlace& at);

}  // namespace zp
