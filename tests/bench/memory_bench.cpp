// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/search/candidates.h"

namespace {

std::atomic<std::int64_t> allocations{0};

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace zp;

/// 4,096 plans that differ in model, strategy, micro batch, sequence and ranks, as a search makes them.
std::vector<Plan> different_plans() {
  std::vector<Plan> plans;
  const int models = static_cast<int>(catalog().models.size());
  for (int i = 0; plans.size() < 4096; ++i) {
    Plan plan;
    plan.model = model_from_preset(i % models);
    plan = with_strategy(plan, all_strategies()[static_cast<std::size_t>(i) % all_strategies().size()]);
    plan.cluster.nodes = 1 + i % 16;
    plan.training.micro_batch_size = 1 + i % 7;
    plan.training.sequence_length = 1024 << (i % 4);
    plan.training.gradient_accumulation_steps = 1 + i % 3;
    plan.training.activation_checkpointing = i % 2 == 0 ? Checkpointing::none : Checkpointing::full;
    plans.push_back(plan);
  }
  return plans;
}

void memory_estimate(benchmark::State& state) {
  const std::vector<Plan> plans = different_plans();
  std::size_t i = 0;
  const std::int64_t before = allocations.load();
  for (auto _ : state) {
    benchmark::DoNotOptimize(estimate_memory(plans[i]));
    i = (i + 1) % plans.size();
  }
  state.counters["allocations"] =
      static_cast<double>(allocations.load() - before) / static_cast<double>(state.iterations());
}
BENCHMARK(memory_estimate);

void compare_all_strategies(benchmark::State& state) {
  const Plan plan = example_plan().plan;
  for (auto _ : state)
    benchmark::DoNotOptimize(compare(plan));
}
BENCHMARK(compare_all_strategies)->Unit(benchmark::kMicrosecond);

void recommendation(benchmark::State& state) {
  const Plan plan = example_plan().plan;
  for (auto _ : state)
    benchmark::DoNotOptimize(recommend(plan));
}
BENCHMARK(recommendation)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
