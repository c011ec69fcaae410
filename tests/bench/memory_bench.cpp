// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/estimate.h"
#include "core/search/candidates.h"
#include "tests/bench/counted_run.h"
#include "tests/bench/different_plans.h"

namespace {

using namespace zp;

void memory_estimate(benchmark::State& state) {
  const std::vector<Plan> plans = bench::different_plans();
  bench::run_counted(state, plans.size(),
                     [&](std::size_t i) { benchmark::DoNotOptimize(estimate_memory(plans[i])); });
}
BENCHMARK(memory_estimate);

void compare_all_strategies(benchmark::State& state) {
  const Plan plan = example_plan().plan;
  bench::run_counted(state, 1, [&](std::size_t) { benchmark::DoNotOptimize(compare(plan)); });
}
BENCHMARK(compare_all_strategies)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
