// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/dimension_values.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/catalog/programs.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/sharding/program_way.h"

namespace zp::candidate_values {
namespace {

/// Returns `usual`, plus the `finer` values in a thorough search, in ascending order. The plan's own value is
/// used only if there is no usual one: the best plan must not depend on the plan from which the search
/// started.
Values sizes(std::int64_t present, const Freedom& freedom, Values usual, const Values& finer) {
  if (freedom.thorough)
    for (const std::int64_t value : finer.all())
      usual.add(value);
  if (usual.size() == 0) usual.add(present);
  usual.sort();
  return usual;
}

/// Returns the powers 1, 2, 4 … up to `most` that divide every number in `divided`, and the plan's own value.
Values powers(std::int64_t present, std::int64_t most, std::initializer_list<std::int64_t> divided) {
  Values values{present};
  for (std::int64_t power = 1; power <= most; power *= 2)
    if (std::ranges::all_of(divided, [&](std::int64_t whole) { return whole % power == 0; }))
      values.add(power);
  values.sort();
  return values;
}

/// Returns the accumulation that keeps the sequences per step; 0 if there is none.
std::int64_t accumulation_for(const Plan& plan, std::int64_t micro_batch, std::int64_t sequences) {
  const std::int64_t at_once = micro_batch * std::max(1, data_parallel_world(plan));
  return sequences % at_once == 0 ? sequences / at_once : 0;
}

/// Returns true if the plan names no program, or its program trains with the strategy's framework.
bool is_of_program(const Plan& plan, const Strategy& strategy) {
  const Program program = plan.training.program;
  return program == Program::none ||
         entry_of(program).trains_with(program_way(with_strategy(plan, strategy)).framework);
}

/// Returns the `usual` sizes, plus the `finer` ones in a thorough search.
template <auto Member>
Values zero_sizes(const Plan& origin, const Freedom& freedom, const Values& usual, const Values& finer) {
  return sizes(origin.zero.*Member, freedom, usual, finer);
}

}  // namespace

Values nodes(const Plan&, const Plan& origin, const Freedom&) {
  return powers(origin.cluster.nodes, origin.cluster.nodes, {});
}

Values tensor_parallel(const Plan& plan, const Plan& origin, const Freedom&) {
  const Architecture& shape = plan.model.architecture;
  return powers(origin.training.tensor_parallel, plan.cluster.gpus_per_node,
                {shape.attention_heads, shape.kv_heads, plan.cluster.gpus_per_node});
}

Values sequence_parallel(const Plan& plan, const Plan& origin, const Freedom&) {
  const std::int64_t gpus = plan.cluster.gpus_per_node / std::max(1, plan.training.tensor_parallel);
  return powers(origin.training.sequence_parallel, gpus, {plan.model.architecture.attention_heads, gpus});
}

Values context_parallel(const Plan& plan, const Plan& origin, const Freedom&) {
  const std::int64_t present = origin.training.context_parallel;
  // torchtitan (context_parallel_degree), accelerate (parallelism_config.cp_size) and Axolotl
  // (context_parallel_size), each over FSDP.
  constexpr std::array<std::string_view, 4> have_it = {"torchtitan", "hf-trainer", "trl", "axolotl"};
  const Program program = origin.training.program;
  const bool has_it = program != Program::none && std::ranges::count(have_it, entry_of(program).id) > 0;
  if (!has_it || origin.training.framework != Framework::fsdp || plan.training.sequence_parallel > 1)
    return {present};
  const std::int64_t gpus = plan.cluster.gpus_per_node / std::max(1, plan.training.tensor_parallel);
  return powers(present, gpus, {origin.training.sequence_length, gpus});
}

Values schedule(const Plan& plan, const Plan& origin, const Freedom&) {
  Values values{packed_schedule(origin.training)};
  const Training& training = origin.training;
  const bool has_several = training.program != Program::none && entry_of(training.program).id == "torchtitan";
  if (!has_several || training.pipeline_parallel <= 1) return values;
  // Also half and a quarter of the parts, if the number of layers allows it.
  for (const ScheduleRow& row : schedule_rows())
    for (std::int64_t parts = row.fewest_chunks; parts <= 4 * row.fewest_chunks; parts *= 2) {
      const bool is_allowed = row.most_chunks == 0 || parts <= row.most_chunks;
      if (!is_allowed || plan.model.architecture.layers < parts * training.pipeline_parallel) continue;
      Training tried = training;
      tried.pipeline_schedule = row.id;
      tried.pipeline_chunks = parts == row.fewest_chunks ? 0 : static_cast<int>(parts);
      values.add(packed_schedule(tried));
    }
  values.sort();
  return values;
}

Values expert_parallel(const Plan& plan, const Plan& origin, const Freedom&) {
  const std::int64_t present = origin.training.expert_parallel;
  const Architecture& shape = plan.model.architecture;
  if (!shape.has_experts()) return {present};
  return powers(present, plan.cluster.ranks(), {shape.experts, data_parallel_world(plan)});
}

Values strategy(const Plan& plan, const Plan& origin, const Freedom& freedom) {
  const auto reaches = [&](Device device) {
    return device == Device::none || (device == Device::cpu ? freedom.offload : freedom.nvme);
  };
  Values values{place_of(strategy_of(origin))};
  for (const Strategy& strategy : strategies_of(plan))
    if (reaches(strategy.optimizer) && reaches(strategy.parameters) && is_of_program(plan, strategy))
      values.add(place_of(strategy));
  values.sort();
  return values;
}

/// Most sequences a rank that a search chooses.
constexpr std::int64_t most_open_sequences = 64;
/// Returns true if a search may choose a global batch of `tokens`, with `of_rank` sequences a rank: at most 4
/// million tokens, as Llama 2 was trained with (arXiv 2307.09288, section 2.2), that leave at least 100 steps
/// of the token budget.
bool is_open_batch(const Training& training, std::int64_t of_rank, double tokens) {
  constexpr double largest = 4.2e6, least_steps = 100;
  const double most = training.tokens > 0 ? std::min(largest, training.tokens / least_steps) : largest;
  return of_rank <= most_open_sequences && tokens <= most;
}

/// Returns the batches that a search may choose where nobody stated one, or half of it: micro batches that
/// are powers of two with accumulations that are powers of four, at most 64 sequences a rank. A stated
/// accumulation keeps its value. A stated micro batch is the largest, may be halved, because it may not fit,
/// and has accumulations that are all powers of two. The smallest batch is always among them. Others are
/// those of is_open_batch. Values of one accumulation follow each other, because only they are ordered by
/// memory.
Values open_batches(const Plan& plan, const Plan& origin, const Freedom& freedom) {
  const Training& training = origin.training;
  const double tokens_of_one =
      static_cast<double>(tokens_per_example(origin)) * std::max(1, data_parallel_world(plan));
  Values values;
  const auto add = [&](std::int64_t size, std::int64_t accumulation) {
    const double tokens = static_cast<double>(size * accumulation) * tokens_of_one;
    if (values.size() == 0 || is_open_batch(training, size * accumulation, tokens))
      values.add(packed_batch(size, accumulation));
  };
  std::vector<std::int64_t> sizes;
  if (freedom.states_micro_batch)
    for (std::int64_t size = training.micro_batch_size; size >= 1; size /= 2)
      sizes.insert(sizes.begin(), size);
  else
    for (std::int64_t size = 1; size <= most_open_sequences; size *= 2)
      sizes.push_back(size);
  if (freedom.states_accumulation) {
    for (const std::int64_t size : sizes)
      add(size, training.gradient_accumulation_steps);
  } else {
    const std::int64_t factor = freedom.states_micro_batch ? 2 : 4;
    for (std::int64_t accumulation = 1; accumulation <= most_open_sequences; accumulation *= factor)
      for (const std::int64_t size : sizes)
        add(size, accumulation);
  }
  values.add(packed_batch(training.micro_batch_size, training.gradient_accumulation_steps));
  return values;
}

Values batch(const Plan& plan, const Plan& origin, const Freedom& freedom) {
  if (freedom.open_batch && plan.model.has_shape()) return open_batches(plan, origin, freedom);
  constexpr std::int64_t most = 64;
  const std::int64_t sequences = freedom.sequences > 0 ? freedom.sequences : train_batch_size(origin);
  const Training& training = origin.training;
  Values values{};
  const auto add = [&](std::int64_t micro_batch) {
    const std::int64_t accumulation = freedom.grows_batch() ? training.gradient_accumulation_steps
                                                            : accumulation_for(plan, micro_batch, sequences);
    if (accumulation > 0) values.add(packed_batch(micro_batch, accumulation));
  };
  add(training.micro_batch_size);
  if (freedom.micro_batch && plan.model.has_shape()) {
    for (std::int64_t size = 1; size <= most; size *= 2)
      add(size);
    // Sizes other than powers of two are tried if they divide the sequences of a rank.
    if (!freedom.grows_batch())
      for (std::int64_t size = 3; size <= most; ++size)
        add(size);
  }
  // If the number of ranks does not divide the batch, uses the largest accumulation that does not exceed it,
  // at least 1.
  if (values.size() == 0) {
    const std::int64_t at_once = training.micro_batch_size * std::max(1, data_parallel_world(plan));
    values.add(packed_batch(training.micro_batch_size, std::max<std::int64_t>(1, sequences / at_once)));
  }
  values.sort();
  return values;
}

Values checkpointing(const Plan&, const Plan& origin, const Freedom& freedom) {
  const bool has_two_stacks = origin.model.has_shape() && origin.model.architecture.has_cross_attention();
  Values values;
  for (std::size_t place = 0; place < checkpointing_places.size(); ++place) {
    const auto [kind, on_host] = checkpointing_places[place];
    const bool is_open = on_host                            ? freedom.offload && freedom.rare_settings
                         : kind == Checkpointing::selective ? has_selective_checkpointing(origin)
                         : kind == Checkpointing::memory_budget
                             ? origin.training.activation_checkpointing == Checkpointing::memory_budget
                             : true;
    // For an encoder-decoder, plans describe only full checkpointing or none (core/rules/rules_model.cpp).
    const bool is_described = !has_two_stacks || kind == Checkpointing::none || kind == Checkpointing::full;
    if (is_open && is_described) values.add(static_cast<std::int64_t>(place));
  }
  return values;
}

Values loss(const Plan&, const Plan& origin, const Freedom&) {
  Values values{static_cast<std::int64_t>(origin.training.fused_loss),
                static_cast<std::int64_t>(FusedLoss::fused)};
  if (origin.training.fused_loss == FusedLoss::fused) values.add(static_cast<std::int64_t>(FusedLoss::none));
  return values;
}

Values both_states(const Plan&, const Plan&, const Freedom&) { return {0, 1}; }

Values overlap(const Plan& plan, const Plan& origin, const Freedom& freedom) {
  const bool is_present = origin.zero.overlap_comm.value_or(plan.zero.stage == 3);
  // Stage 3 overlaps by default; without overlap it would only be slower.
  if (!freedom.tuning || plan.zero.stage == 0) return {is_present};
  if (plan.zero.stage == 3 && !freedom.thorough) return {1};
  return {0, 1};
}

Values secondary(const Plan& plan, const Plan& origin, const Freedom&) {
  if (plan.zero.mics_shard_size > 0) return {origin.zero.zero_hpz_partition_size};
  if (plan.cluster.nodes == 1) return {1};
  return {1, plan.cluster.gpus_per_node};
}

Values sub_group(const Plan&, const Plan& origin, const Freedom& freedom) {
  return zero_sizes<&Zero::sub_group_size>(origin, freedom, {1'000'000'000},
                                           {100'000'000, 300'000'000, 500'000'000, 3'000'000'000});
}

Values ratio(const Plan&, const Plan& origin, const Freedom& freedom) {
  Values values = sizes(thousandths_of(origin.zero.offload_optimizer.ratio), freedom, {250, 500, 750, 1000},
                        {100, 300, 400, 600, 700, 900});
  values.reverse();
  return values;
}

/// SuperOffload pays off only over a link between chips (DeepSpeed issue 7966), and only without clipping.
Values engine(const Plan& plan, const Plan& origin, const Freedom&) {
  Values values{static_cast<std::int64_t>(asked_engine(origin.zero)), 0};
  const auto try_engine = [&](OffloadEngine tried) {
    Plan asked = plan;
    ask_for_engine(asked.zero, tried);
    if (offload_engine(asked) == tried) values.add(static_cast<std::int64_t>(tried));
  };
  if (has_chip_link(plan.cluster) && plan.training.gradient_clipping == 0)
    try_engine(OffloadEngine::super_offload);
  if (row_of(plan.training.optimizer).is_adam) try_engine(OffloadEngine::zenflow);
  values.sort();
  return values;
}

Values reuse(const Plan&, const Plan& origin, const Freedom& freedom) {
  return zero_sizes<&Zero::stage3_max_reuse_distance>(
      origin, freedom, {}, {0, 200'000'000, 500'000'000, 1'000'000'000, 3'000'000'000});
}

Values persistence(const Plan&, const Plan& origin, const Freedom& freedom) {
  return zero_sizes<&Zero::stage3_param_persistence_threshold>(origin, freedom, {100'000, 1'000'000},
                                                               {0, 10'000, 20'000, 10'000'000});
}

Values reduce_bucket(const Plan&, const Plan& origin, const Freedom& freedom) {
  return zero_sizes<&Zero::reduce_bucket_size>(origin, freedom, {50'000'000, 500'000'000},
                                               {20'000'000, 100'000'000, 300'000'000, 1'000'000'000});
}

Values prefetch(const Plan&, const Plan& origin, const Freedom& freedom) {
  return zero_sizes<&Zero::stage3_prefetch_bucket_size>(origin, freedom, {50'000'000, 500'000'000},
                                                        {0, 10'000'000, 100'000'000, 200'000'000});
}

Values live(const Plan&, const Plan& origin, const Freedom& freedom) {
  return zero_sizes<&Zero::stage3_max_live_parameters>(origin, freedom,
                                                       {200'000'000, 1'000'000'000, 3'000'000'000},
                                                       {500'000'000, 2'000'000'000, 5'000'000'000});
}

Values allgather_bucket(const Plan&, const Plan& origin, const Freedom& freedom) {
  return zero_sizes<&Zero::allgather_bucket_size>(origin, freedom, {50'000'000, 500'000'000},
                                                  {20'000'000, 100'000'000, 300'000'000, 1'000'000'000});
}

}  // namespace zp::candidate_values
