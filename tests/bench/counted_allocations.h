// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdlib>
#include <new>

/// Counts what the program allocates; for the one file a benchmark is made of.
inline std::atomic<std::int64_t> allocations{0};

[[gnu::noinline]] void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace zp::bench {

/// Calls `one(i)` for each iteration, i counting up to `count` again and again, and reports the allocations
/// of a call.
void run_counted(benchmark::State& state, std::size_t count, const auto& one) {
  std::size_t i = 0;
  const std::int64_t before = allocations.load();
  for (auto _ : state) {
    one(i);
    i = i + 1 == count ? 0 : i + 1;
  }
  state.counters["allocations"] =
      static_cast<double>(allocations.load() - before) / static_cast<double>(state.iterations());
}

}  // namespace zp::bench
