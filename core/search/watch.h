// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

/// How a long search is followed, and stopped.
namespace zp {

/// Told now and then how much of the search is done, 0 … 1; false stops it. Nothing: nobody waits.
using Watch = std::function<bool(double done)>;

/// Thrown out of a search that its watch stopped: there is no half answer.
struct SearchStopped {};

}  // namespace zp
