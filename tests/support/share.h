// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdlib>
#include <ranges>

/// A function of the address sanitizer; its address is null in programs without it.
extern "C" [[gnu::weak]] void __asan_init();  // NOLINT(*-reserved-identifier)

namespace zp::test {

/// Returns the step with which tests sample many similar cases: 1 in the optimised program; 13 under
/// sanitizers or without optimisation, where each case takes ten times as long. Decided at run time, because
/// object files are the same with and without sanitizers. In grids every single choice is still covered.
inline std::size_t one_in() {
#ifdef NDEBUG
  return &__asan_init != nullptr ? 13 : 1;
#else
  return 13;
#endif
}

inline std::size_t share_of(std::size_t count) { return (count + one_in() - 1) / one_in(); }

/// Returns the sampled part of a vector or a JSON array.
template <std::ranges::range List>
List share_of(const List& all) {
  List share;
  for (std::size_t i = 0; i < all.size(); i += one_in())
    share.push_back(all[i]);
  return share;
}

/// Returns true if every case must be tested: packaging/nightly.sh sets ZP_ALL_CASES.
inline bool all_cases() { return std::getenv("ZP_ALL_CASES") != nullptr; }

/// Returns the step with which the normal tests sample many thousand cases; 1 if every case must be tested.
inline std::size_t step_in_gate(std::size_t step) { return all_cases() ? 1 : step; }

}  // namespace zp::test
