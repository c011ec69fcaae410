// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <array>

#include "core/catalog/catalog.h"
#include "core/search/recommend.h"
#include "tests/bench/counted_run.h"

namespace {

using namespace zp;

/// Returns plans as a slider makes them: no two calls get the same.
std::vector<Plan> dragged(const char* model, int nodes) {
  Plan plan = example_plan().plan;
  plan.model = model_from_preset(catalog().find_model(model));
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

/// Reports the averages per call. The sums include the first call, which run_counted does not count.
void report(benchmark::State& state, std::int64_t candidates, std::int64_t estimated) {
  const auto calls = static_cast<double>(state.iterations() + 1);
  state.counters["candidates"] = static_cast<double>(candidates) / calls;
  state.counters["estimated"] = static_cast<double>(estimated) / calls;
}

/// Measures the best plan and every strategy's fastest, which the window computes while a slider moves.
void choice(benchmark::State& state, const char* model, int nodes, const Freedom& freedom) {
  const std::vector<Plan> plans = dragged(model, nodes);
  Requirements requirements;
  requirements.freedom = freedom;
  std::int64_t candidates = 0, estimated = 0;
  bench::run_counted(state, plans.size(), [&](std::size_t i) {
    const PlanChoice choice = choose(plans[i], requirements);
    candidates += choice.searched;
    estimated += choice.estimated;
  });
  report(state, candidates, estimated);
}
constexpr Freedom usual,
    thorough = {.thorough = true},
    kernels_and_sequence = {
        .fused_loss = true, .tiled_mlp = true, .quantised = true, .sequence_parallel = true};
BENCHMARK_CAPTURE(choice, llama_7b_one_node, "llama-2-7b", 1, usual)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice, llama_70b_four_nodes, "llama-3.1-70b", 4, usual)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice, mixtral_four_nodes, "mixtral-8x7b", 4, usual)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice, llama_7b_a_million, "llama-2-7b", 1, kernels_and_sequence)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice, llama_7b_millions, "llama-2-7b", 1, thorough)->Unit(benchmark::kMillisecond);

/// Measures for every model if any plan of it runs, which decides the grey entries of an opened list.
void reach_of_every_model(benchmark::State& state) {
  std::vector<std::vector<Plan>> lists;
  for (const Plan& plan : dragged("llama-2-7b", 1)) {
    std::vector<Plan>& list = lists.emplace_back(catalog().models.size(), plan);
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i].model = model_from_preset(catalog().models[i]);
  }
  bench::run_counted(state, lists.size(),
                     [&](std::size_t i) { benchmark::DoNotOptimize(reach_of(lists[i], {})); });
}
BENCHMARK(reach_of_every_model)->Unit(benchmark::kMillisecond);

/// Measures everything that `recommend` prints, including the frontier and what would help next.
void recommendation(benchmark::State& state, const char* model, int nodes) {
  const std::vector<Plan> plans = dragged(model, nodes);
  bench::run_counted(state, plans.size(),
                     [&](std::size_t i) { benchmark::DoNotOptimize(recommend(plans[i])); });
}
BENCHMARK_CAPTURE(recommendation, llama_7b_one_node, "llama-2-7b", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(recommendation, llama_70b_four_nodes, "llama-3.1-70b", 4)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
