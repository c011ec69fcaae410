// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <array>

#include "core/catalog/catalog.h"
#include "core/search/recommend.h"
#include "tests/bench/counted_run.h"

namespace {

using namespace zp;

/// Plans as a slider makes them: no two calls see the same.
std::vector<Plan> dragged(const char* model, int nodes) {
  Plan plan = example_plan().plan;
  plan.model = model_from_preset(catalog().find_model(model).value());
  plan.cluster.nodes = nodes;
  plan.training.micro_batch_size = 4;
  plan.training.gradient_accumulation_steps = 4;
  std::vector<Plan> plans;
  for (std::int64_t tokens = 1024; tokens <= 8192; tokens += 64) {
    plan.training.sequence_length = tokens;
    plans.push_back(plan);
  }
  return plans;
}

void report(benchmark::State& state, std::int64_t candidates, std::int64_t estimated) {
  const auto iterations = static_cast<double>(state.iterations());
  state.counters["candidates"] = static_cast<double>(candidates) / iterations;
  state.counters["estimated"] = static_cast<double>(estimated) / iterations;
}

/// The best plan and every strategy's fastest: what is live beside a slider.
void choice(benchmark::State& state, const char* model, int nodes, bool is_thorough) {
  const std::vector<Plan> plans = dragged(model, nodes);
  Wanted wanted;
  wanted.freedom.thorough = is_thorough;
  std::int64_t candidates = 0, estimated = 0;
  bench::run_counted(state, plans.size(), [&](std::size_t i) {
    const PlanChoice choice = choose(plans[i], wanted);
    candidates += choice.searched;
    estimated += choice.estimated;
  });
  report(state, candidates, estimated);
}
BENCHMARK_CAPTURE(choice, llama_7b_one_node, "llama-2-7b", 1, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice, llama_70b_four_nodes, "llama-3.1-70b", 4, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice, mixtral_four_nodes, "mixtral-8x7b", 4, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice, llama_7b_millions, "llama-2-7b", 1, true)->Unit(benchmark::kMillisecond);

/// Everything that `recommend` prints, frontier and what would help next included.
void recommendation(benchmark::State& state, const char* model, int nodes) {
  const std::vector<Plan> plans = dragged(model, nodes);
  bench::run_counted(state, plans.size(),
                     [&](std::size_t i) { benchmark::DoNotOptimize(recommend(plans[i])); });
}
BENCHMARK_CAPTURE(recommendation, llama_7b_one_node, "llama-2-7b", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(recommendation, llama_70b_four_nodes, "llama-3.1-70b", 4)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
