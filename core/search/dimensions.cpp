// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/search/candidates.h"
#include "core/search/dimension_values.h"
#include "core/search/space.h"

namespace zp {
namespace {

using enum DimensionId;

/// `usual` with the plan's own value and, where asked for, `finer` ones between; ascending.
Values sizes(std::int64_t present, const Freedom& freedom, Values usual, const Values& finer) {
  if (freedom.thorough)
    for (const std::int64_t value : finer.all())
      usual.add(value);
  usual.add(present);
  usual.sort();
  return usual;
}

/// 1, 2, 4 … `most`, those that divide all of `divided`, and the plan's own.
Values powers(std::int64_t present, std::int64_t most, std::initializer_list<std::int64_t> divided) {
  Values values{present};
  for (std::int64_t power = 1; power <= most; power *= 2)
    if (std::ranges::all_of(divided, [&](std::int64_t whole) { return whole % power == 0; }))
      values.add(power);
  values.sort();
  return values;
}

bool is_deepspeed(const Plan& plan) { return plan.training.framework == Framework::deepspeed; }
bool has_shape(const Plan& plan) { return plan.model.source != ModelSource::tensors; }
bool steps_on_host(const Plan& plan) { return strategy_of(plan).optimizer == Device::cpu; }

/// Accumulation that keeps the sequences of a step; 0 where there is none.
std::int64_t accumulation_for(const Plan& plan, std::int64_t micro_batch, std::int64_t sequences) {
  const std::int64_t at_once = micro_batch * std::max(1, data_parallel_world(plan));
  return sequences % at_once == 0 ? sequences / at_once : 0;
}

std::int64_t get_batch(const Plan& plan) {
  return packed_batch(plan.training.micro_batch_size, plan.training.gradient_accumulation_steps);
}
void set_batch(Plan& plan, std::int64_t value) {
  plan.training.micro_batch_size = micro_batch_of(value);
  plan.training.gradient_accumulation_steps = accumulation_of(value);
}

Values batches(const Plan& plan, const Plan& origin, const Freedom& freedom) {
  constexpr std::int64_t most = 64;
  const std::int64_t sequences = freedom.sequences > 0 ? freedom.sequences : train_batch_size(origin);
  const Training& training = origin.training;
  Values values{};
  const auto add = [&](std::int64_t micro_batch) {
    const std::int64_t accumulation = freedom.batch_size ? training.gradient_accumulation_steps
                                                         : accumulation_for(plan, micro_batch, sequences);
    if (accumulation > 0) values.add(packed_batch(micro_batch, accumulation));
  };
  add(training.micro_batch_size);
  if (freedom.micro_batch && has_shape(plan))
    for (std::int64_t size = 1; size <= most; freedom.thorough&& size < 8 ? ++size : size *= 2)
      add(size);
  // A world that does not divide the batch: what comes nearest to it.
  if (values.size() == 0) {
    const std::int64_t at_once = training.micro_batch_size * std::max(1, data_parallel_world(plan));
    values.add(packed_batch(training.micro_batch_size, std::max<std::int64_t>(1, sequences / at_once)));
  }
  values.sort();
  return values;
}

std::int64_t get_checkpointing(const Plan& plan) {
  const Training& training = plan.training;
  const bool on_host =
      training.checkpoints_on_host && training.activation_checkpointing == Checkpointing::full;
  return std::ranges::find(checkpointing_places,
                           CheckpointingPlace(training.activation_checkpointing, on_host)) -
         checkpointing_places.begin();
}
void set_checkpointing(Plan& plan, std::int64_t value) {
  std::tie(plan.training.activation_checkpointing, plan.training.checkpoints_on_host) =
      checkpointing_of(value);
}

std::int64_t place_of(const Strategy& strategy) {
  return std::ranges::find(all_strategies(), strategy) - all_strategies().begin();
}

Values strategies(const Plan& plan, const Plan& origin, const Freedom& freedom) {
  Values values{place_of(strategy_of(origin))};
  const auto reaches = [&](Device device) {
    return device == Device::none || (device == Device::cpu ? freedom.offload : freedom.nvme);
  };
  for (const Strategy& strategy : all_strategies())
    if (is_deepspeed(plan) && reaches(strategy.optimizer) && reaches(strategy.parameters))
      values.add(place_of(strategy));
  values.sort();
  return values;
}

template <auto Member>
constexpr auto get_zero = [](const Plan& plan) { return static_cast<std::int64_t>(plan.zero.*Member); };
template <auto Member>
constexpr auto set_zero = [](Plan& plan, std::int64_t value) {
  plan.zero.*Member = static_cast<std::remove_cvref_t<decltype(plan.zero.*Member)>>(value);
};
template <auto Member>
constexpr auto get_training =
    [](const Plan& plan) { return static_cast<std::int64_t>(plan.training.*Member); };
template <auto Member>
constexpr auto set_training = [](Plan& plan, std::int64_t value) {
  plan.training.*Member = static_cast<std::remove_cvref_t<decltype(plan.training.*Member)>>(value);
};

// In thousandths.
std::int64_t get_ratio(const Plan& plan) {
  return static_cast<std::int64_t>(plan.zero.offload_optimizer.ratio * 1000 + 0.5);
}
void set_ratio(Plan& plan, std::int64_t value) {
  if (get_ratio(plan) != value) plan.zero.offload_optimizer.ratio = static_cast<double>(value) / 1000;
}

/// A size of zero_optimization that stages from … to read.
template <auto Member, int From, int To>
Values zero_sizes(const Plan& plan, const Plan& origin, const Freedom& freedom, const Values& usual,
                  const Values& finer) {
  const std::int64_t present = origin.zero.*Member;
  const bool is_read = plan.zero.stage >= From && plan.zero.stage <= To;
  if (!freedom.tuning || !is_deepspeed(plan) || !is_read) return {present};
  return sizes(present, freedom, usual, finer);
}

constexpr std::array table = {
    Dimension{nodes, "nodes", "Nodes", Order::none, false,
              [](const Plan& plan) { return std::int64_t{plan.cluster.nodes}; },
              [](Plan& plan, std::int64_t value) { plan.cluster.nodes = static_cast<int>(value); },
              [](const Plan&, const Plan& origin, const Freedom& freedom) {
                const std::int64_t present = origin.cluster.nodes;
                return freedom.fewer_nodes ? powers(present, present, {}) : Values{present};
              }},
    Dimension{tensor_parallel, "tensor_parallel", "Tensor parallel", Order::none, false,
              get_training<&Training::tensor_parallel>, set_training<&Training::tensor_parallel>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                const std::int64_t present = origin.training.tensor_parallel;
                if (!freedom.tensor_parallel || !has_shape(plan)) return Values{present};
                const Architecture& shape = plan.model.architecture;
                return powers(present, plan.cluster.gpus_per_node,
                              {shape.attention_heads, shape.kv_heads, plan.cluster.gpus_per_node});
              }},
    Dimension{sequence_parallel, "sequence_parallel", "Sequence parallel", Order::none, false,
              get_training<&Training::sequence_parallel>, set_training<&Training::sequence_parallel>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                const std::int64_t present = origin.training.sequence_parallel;
                if (!freedom.sequence_parallel || !has_shape(plan)) return Values{present};
                const std::int64_t gpus =
                    plan.cluster.gpus_per_node / std::max(1, plan.training.tensor_parallel);
                return powers(present, gpus, {plan.model.architecture.attention_heads, gpus});
              }},
    Dimension{expert_parallel, "expert_parallel", "Expert parallel", Order::none, false,
              get_training<&Training::expert_parallel>, set_training<&Training::expert_parallel>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                const std::int64_t present = origin.training.expert_parallel;
                const Architecture& shape = plan.model.architecture;
                if (!freedom.expert_parallel || !has_shape(plan) || !shape.has_experts())
                  return Values{present};
                return powers(present, plan.cluster.ranks(), {shape.experts, data_parallel_world(plan)});
              }},
    Dimension{strategy, "strategy", "Stage and placement", Order::none, false,
              [](const Plan& plan) { return place_of(strategy_of(plan)); },
              [](Plan& plan, std::int64_t value) {
                set_strategy(plan, all_strategies()[static_cast<std::size_t>(value)]);
              },
              strategies},
    Dimension{batch, "batch", "Micro batch × accumulation", Order::none, false, get_batch, set_batch,
              batches},
    Dimension{checkpointing, "checkpointing", "Activation checkpointing", Order::none, false,
              get_checkpointing, set_checkpointing,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{get_checkpointing(origin)};
                if (!freedom.checkpointing || !has_shape(plan)) return values;
                for (std::int64_t value = freedom.offload ? 0 : 1; value < 4; ++value)
                  values.add(value);
                values.sort();
                return values;
              }},
    Dimension{loss, "loss", "Loss", Order::none, false, get_training<&Training::fused_loss>,
              set_training<&Training::fused_loss>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{static_cast<std::int64_t>(origin.training.fused_loss)};
                if (freedom.fused_loss && has_shape(plan))
                  values.add(static_cast<std::int64_t>(FusedLoss::fused));
                return values;
              }},
    Dimension{mlp, "mlp", "MLP", Order::none, false,
              [](const Plan& plan) { return std::int64_t{!plan.training.tiled_mlp}; },
              [](Plan& plan, std::int64_t value) { plan.training.tiled_mlp = value == 0; },
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                if (freedom.tiled_mlp && has_shape(plan)) return Values{0, 1};
                return Values{!origin.training.tiled_mlp};
              }},
    Dimension{quantised_weights, "quantised_weights", "Quantised gathers", Order::none, false,
              get_zero<&Zero::zero_quantized_weights>, set_zero<&Zero::zero_quantized_weights>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{origin.zero.zero_quantized_weights};
                if (freedom.quantised && is_deepspeed(plan) && plan.zero.stage == 3) values.add(1);
                return values;
              }},
    Dimension{quantised_gradients, "quantised_gradients", "Quantised reductions", Order::none, false,
              get_zero<&Zero::zero_quantized_gradients>, set_zero<&Zero::zero_quantized_gradients>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{origin.zero.zero_quantized_gradients};
                if (freedom.quantised && is_deepspeed(plan) && plan.zero.stage == 3) values.add(1);
                return values;
              }},
    Dimension{secondary, "secondary", "Secondary partition (hpZ)", Order::none, false,
              get_zero<&Zero::zero_hpz_partition_size>, set_zero<&Zero::zero_hpz_partition_size>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{origin.zero.zero_hpz_partition_size};
                if (freedom.tuning && is_deepspeed(plan) && plan.zero.stage == 3 && plan.cluster.nodes > 1 &&
                    plan.zero.mics_shard_size <= 0) {
                  values.add(1);
                  values.add(plan.cluster.gpus_per_node);
                }
                values.sort();
                return values;
              }},
    Dimension{sub_group, "sub_group", "Sub-group", Order::none, false, get_zero<&Zero::sub_group_size>,
              set_zero<&Zero::sub_group_size>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                return zero_sizes<&Zero::sub_group_size, 3, 3>(
                    plan, origin, freedom, {1'000'000'000},
                    {100'000'000, 300'000'000, 500'000'000, 3'000'000'000});
              }},
    Dimension{
        ratio, "ratio", "Offloaded share", Order::none, false, get_ratio, set_ratio,
        [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
          const std::int64_t present = get_ratio(origin);
          if (!freedom.tuning || !is_deepspeed(plan) || plan.zero.stage != 3 || !steps_on_host(plan))
            return Values{present};
          Values values = sizes(present, freedom, {250, 500, 750, 1000}, {100, 300, 400, 600, 700, 900});
          values.reverse();
          return values;
        }},

    Dimension{reuse, "reuse", "Reuse distance", Order::none, false,
              get_zero<&Zero::stage3_max_reuse_distance>, set_zero<&Zero::stage3_max_reuse_distance>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                return zero_sizes<&Zero::stage3_max_reuse_distance, 3, 3>(
                    plan, origin, freedom, {}, {0, 200'000'000, 500'000'000, 1'000'000'000, 3'000'000'000});
              }},
    Dimension{persistence, "persistence", "Persistence threshold", Order::none, false,
              get_zero<&Zero::stage3_param_persistence_threshold>,
              set_zero<&Zero::stage3_param_persistence_threshold>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                return zero_sizes<&Zero::stage3_param_persistence_threshold, 3, 3>(
                    plan, origin, freedom, {100'000, 1'000'000}, {0, 10'000, 20'000, 10'000'000});
              }},
    Dimension{overlap, "overlap", "Overlapped communication", Order::none, false,
              [](const Plan& plan) { return std::int64_t{plan.zero.overlaps()}; },
              [](Plan& plan, std::int64_t value) {
                if (plan.zero.overlaps() != (value != 0)) plan.zero.overlap_comm = value != 0;
              },
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{origin.zero.overlap_comm.value_or(plan.zero.stage == 3)};
                // Stage 3 overlaps by default, and would only be slower without.
                const bool is_open = plan.zero.stage > 0 && (plan.zero.stage < 3 || freedom.thorough);
                if (freedom.tuning && is_deepspeed(plan) && is_open) values = {0, 1};
                return values;
              }},
    Dimension{reduce_bucket, "reduce_bucket", "Reduce bucket", Order::lean, false,
              get_zero<&Zero::reduce_bucket_size>, set_zero<&Zero::reduce_bucket_size>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                return zero_sizes<&Zero::reduce_bucket_size, 1, 3>(
                    plan, origin, freedom, {50'000'000, 500'000'000},
                    {20'000'000, 100'000'000, 300'000'000, 1'000'000'000});
              }},
    Dimension{prefetch, "prefetch", "Prefetch bucket", Order::lean, false,
              get_zero<&Zero::stage3_prefetch_bucket_size>, set_zero<&Zero::stage3_prefetch_bucket_size>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                return zero_sizes<&Zero::stage3_prefetch_bucket_size, 3, 3>(
                    plan, origin, freedom, {50'000'000, 500'000'000},
                    {0, 10'000'000, 100'000'000, 200'000'000});
              }},
    Dimension{live, "live", "Live parameters", Order::lean, false,
              get_zero<&Zero::stage3_max_live_parameters>, set_zero<&Zero::stage3_max_live_parameters>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                return zero_sizes<&Zero::stage3_max_live_parameters, 3, 3>(
                    plan, origin, freedom, {200'000'000, 1'000'000'000, 3'000'000'000},
                    {500'000'000, 2'000'000'000, 5'000'000'000});
              }},
    Dimension{allgather_bucket, "allgather_bucket", "Gather bucket", Order::faster, false,
              get_zero<&Zero::allgather_bucket_size>, set_zero<&Zero::allgather_bucket_size>,
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                return zero_sizes<&Zero::allgather_bucket_size, 1, 2>(
                    plan, origin, freedom, {50'000'000, 500'000'000},
                    {20'000'000, 100'000'000, 300'000'000, 1'000'000'000});
              }},
    Dimension{optimizer_pinning, "optimizer_pinning", "Optimizer pinned", Order::faster, true,
              [](const Plan& plan) { return std::int64_t{plan.zero.offload_optimizer.pin_memory}; },
              [](Plan& plan, std::int64_t value) { plan.zero.offload_optimizer.pin_memory = value != 0; },
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{origin.zero.offload_optimizer.pin_memory};
                if (freedom.tuning && is_deepspeed(plan) && steps_on_host(plan)) values = {0, 1};
                return values;
              }},
    Dimension{parameter_pinning, "parameter_pinning", "Parameters pinned", Order::faster, true,
              [](const Plan& plan) { return std::int64_t{plan.zero.offload_param.pin_memory}; },
              [](Plan& plan, std::int64_t value) { plan.zero.offload_param.pin_memory = value != 0; },
              [](const Plan& plan, const Plan& origin, const Freedom& freedom) {
                Values values{origin.zero.offload_param.pin_memory};
                if (freedom.tuning && is_deepspeed(plan) && strategy_of(plan).parameters == Device::cpu)
                  values = {0, 1};
                return values;
              }},
};

}  // namespace

std::span<const Dimension> dimensions() { return table; }

}  // namespace zp
