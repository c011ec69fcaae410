// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/evaluate/evaluate.h"
#include "core/memory/basis.h"
#include "core/speed/explain_time.h"
#include "core/speed/step_time.h"
#include "tests/bench/counted_run.h"
#include "tests/bench/different_plans.h"

namespace {

using namespace zp;

void speed_estimate(benchmark::State& state) {
  const std::vector<Plan> plans = bench::different_plans();
  bench::run_counted(state, plans.size(),
                     [&](std::size_t i) { benchmark::DoNotOptimize(estimate_speed(plans[i])); });
}
BENCHMARK(speed_estimate);

/// Measures the time that a search needs for a plan; the goal is 2 µs.
void memory_and_speed_estimate(benchmark::State& state) {
  const std::vector<Plan> plans = bench::different_plans();
  bench::run_counted(state, plans.size(), [&](std::size_t i) {
    const ModelTensors tensors(plans[i]);
    const Basis basis(plans[i], tensors);
    benchmark::DoNotOptimize(estimate_memory(basis));
    benchmark::DoNotOptimize(estimate_speed(basis));
  });
}
BENCHMARK(memory_and_speed_estimate);

/// Measures the texts of every entry of the example, as the window shows them.
void explanation(benchmark::State& state) {
  const Plan plan = example_plan().plan;
  const StepTime time = estimate_speed(plan);
  for (auto _ : state)
    benchmark::DoNotOptimize(explain_time(plan, time.ledger));
}
BENCHMARK(explanation)->Unit(benchmark::kMicrosecond);

/// Measures the figures that the window recomputes at every tick of a slider.
void evaluation(benchmark::State& state) {
  const PlanDocument document = example_plan();
  bench::run_counted(state, 1, [&](std::size_t) { benchmark::DoNotOptimize(evaluate(document)); });
}
BENCHMARK(evaluation)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
