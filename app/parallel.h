// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace zp::app {

/// Calls `work` with each index below `count`, on all processors, in no particular order. If a call throws,
/// no further ones start, and the exception is rethrown here.
void on_all_processors(std::size_t count, const std::function<void(std::size_t index)>& work);

}  // namespace zp::app
