// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/finding.h"

namespace zp {

/// Severity at which a finding or message is shown.
enum class NoticeLevel : std::uint8_t { error, warning, info };
NoticeLevel levelOf(Severity severity);

}  // namespace zp
