// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <ranges>

namespace zp::test {

/// The step with which tests pick from many similar cases. The gate's optimised build tests every case; a
/// build under sanitizers or without optimisation, where each takes ten times as long, tests one in seven. In
/// grids every choice still has its turn.
#ifdef NDEBUG
inline constexpr std::size_t one_in = 1;
#else
inline constexpr std::size_t one_in = 7;
#endif

constexpr std::size_t share_of(std::size_t count) { return (count + one_in - 1) / one_in; }

/// Returns the share of a vector or a JSON array that is tested.
template <std::ranges::range List>
List share_of(const List& all) {
  List share;
  for (std::size_t i = 0; i < all.size(); i += one_in)
    share.push_back(all[i]);
  return share;
}

}  // namespace zp::test
