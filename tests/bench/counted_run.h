// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <benchmark/benchmark.h>

#include "tests/support/counted_allocations.h"

namespace zp::bench {

/// Calls one(i) in a function of its own, so that callgrind can count within it alone: see `run`.
template <class One>
[[gnu::noinline]] void counted_call(const One& one, std::size_t i) {
  one(i);
}

/// Calls `one(i)` for each iteration, with i counting up to `count` again and again, and reports the
/// allocations of a call. One call before the count makes everything that is made only once.
void run_counted(benchmark::State& state, std::size_t count, const auto& one) {
  one(count - 1);
  std::size_t i = 0;
  const std::int64_t before = allocations.load();
  for (auto _ : state) {
    counted_call(one, i);
    i = i + 1 == count ? 0 : i + 1;
  }
  state.counters["allocations"] =
      static_cast<double>(allocations.load() - before) / static_cast<double>(state.iterations());
}

}  // namespace zp::bench
