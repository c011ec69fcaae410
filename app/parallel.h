// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace zp::app {

/// Calls `work` with each index below `count`, on all processors at once, in no order. An exception of one
/// call ends the others as soon as they return, and is thrown here.
void on_all_processors(std::size_t count, const std::function<void(std::size_t index)>& work);

}  // namespace zp::app
