// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>

#include "core/search/dimension_values.h"
#include "core/search/dimension_words.h"
#include "core/search/space.h"

namespace zp {
namespace {

using enum DimensionId;

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

template <int From, int To>
constexpr auto stages = [](Strategy strategy) { return strategy.stage >= From && strategy.stage <= To; };

template <std::size_t Size>
struct Words {
  char text[Size];
  // NOLINTNEXTLINE(google-explicit-constructor): a literal as an argument of a template
  constexpr Words(const char (&literal)[Size]) { std::copy_n(literal, Size, text); }
};
/// Prints "bucket 50M": a word before the printed value.
template <Words Before, auto Print>
constexpr auto prefixed = [](std::int64_t value) { return Before.text + (" " + Print(value)); };
/// Prints "50 % offloaded": a word after the printed value.
template <Words Behind, auto Print>
constexpr auto suffixed = [](std::int64_t value) { return Print(value) + " " + Behind.text; };
template <Words Off, Words On>
constexpr auto either = [](std::int64_t value) { return std::string(value != 0 ? On.text : Off.text); };

template <std::int64_t Usual>
constexpr auto one_unless = [](std::int64_t value) { return value == Usual ? 0 : 1; };
constexpr std::int64_t usual_sub_group = Zero().sub_group_size;

/// Weighs 1 each for optimizer and parameters in host memory, 8 each for them on drives: more than everything
/// that host memory can hold weighs together.
int strategy_mechanisms(std::int64_t place) {
  const Strategy& strategy = every_strategy()[static_cast<std::size_t>(place)];
  const auto weight = [](Device device) {
    return device == Device::none ? 0 : device == Device::cpu ? 1 : 8;
  };
  if (strategy.framework != Framework::deepspeed)
    return weight(strategy.optimizer);  // one switch moves everything
  return weight(strategy.optimizer) + weight(strategy.parameters);
}

constexpr std::array dimension_table = {
    Dimension{.id = nodes,
              .name = "nodes",
              .title = "Nodes",
              .difference = DimensionKind::division,
              .is_part = false,
              .sets_kernels = true,
              .freedom = &Freedom::fewer_nodes,
              .print = words::count,
              .phrase = words::nodes_phrase,
              .get = [](const Plan& plan) { return std::int64_t{plan.cluster.nodes}; },
              .set = [](Plan& plan, std::int64_t value) { plan.cluster.nodes = static_cast<int>(value); },
              .values = candidate_values::nodes},
    Dimension{.id = tensor_parallel,
              .name = "tensor_parallel",
              .title = "Tensor parallel",
              .difference = DimensionKind::division,
              .sets_kernels = true,
              .needs = Needs::decoder,
              .freedom = &Freedom::tensor_parallel,
              .print = words::count,
              .phrase = prefixed<"tensor parallel", words::count>,
              .get = get_training<&Training::tensor_parallel>,
              .set = set_training<&Training::tensor_parallel>,
              .values = candidate_values::tensor_parallel},
    Dimension{.id = sequence_parallel,
              .name = "sequence_parallel",
              .title = "Sequence parallel",
              .difference = DimensionKind::division,
              .sets_kernels = true,
              .needs = Needs::decoder,
              .freedom = &Freedom::sequence_parallel,
              .print = words::count,
              .phrase = prefixed<"sequence parallel", words::count>,
              .get = get_training<&Training::sequence_parallel>,
              .set = set_training<&Training::sequence_parallel>,
              .values = candidate_values::sequence_parallel},
    Dimension{.id = context_parallel,
              .name = "context_parallel",
              .title = "Context parallel",
              .difference = DimensionKind::division,
              .sets_kernels = true,
              .needs = Needs::decoder,
              .freedom = &Freedom::context_parallel,
              .print = words::count,
              .phrase = prefixed<"context parallel", words::count>,
              .get = get_training<&Training::context_parallel>,
              .set = set_training<&Training::context_parallel>,
              .values = candidate_values::context_parallel},
    Dimension{.id = expert_parallel,
              .name = "expert_parallel",
              .title = "Expert parallel",
              .difference = DimensionKind::division,
              .sets_kernels = true,
              .needs = Needs::decoder,
              .freedom = &Freedom::expert_parallel,
              .print = words::count,
              .phrase = prefixed<"expert parallel", words::count>,
              .get = get_training<&Training::expert_parallel>,
              .set = set_training<&Training::expert_parallel>,
              .values = candidate_values::expert_parallel},
    Dimension{.id = schedule,
              .name = "schedule",
              .title = "Pipeline schedule",
              .difference = DimensionKind::division,
              .needs = Needs::decoder,
              .freedom = &Freedom::schedule,
              .print = words::schedule,
              .phrase = words::schedule,
              .get = [](const Plan& plan) { return packed_schedule(plan.training); },
              .set = [](Plan& plan, std::int64_t value) { set_schedule(plan.training, value); },
              .values = candidate_values::schedule},
    Dimension{.id = strategy,
              .name = "strategy",
              .title = "Stage and placement",
              .difference = DimensionKind::stage,
              .mechanisms = strategy_mechanisms,
              .print = words::strategy,
              .phrase = words::strategy,
              .get = [](const Plan& plan) { return place_of(strategy_of(plan)); },
              .set =
                  [](Plan& plan, std::int64_t value) {
                    set_strategy(plan, every_strategy()[static_cast<std::size_t>(value)]);
                  },
              .values = candidate_values::strategy},
    Dimension{.id = batch,
              .name = "batch",
              .title = "Micro batch × accumulation",
              .difference = DimensionKind::batch,
              .is_part = false,
              .sets_kernels = true,
              .print = words::batch,
              .phrase = prefixed<"micro batch", words::batch>,
              .get =
                  [](const Plan& plan) {
                    return packed_batch(plan.training.micro_batch_size,
                                        plan.training.gradient_accumulation_steps);
                  },
              .set =
                  [](Plan& plan, std::int64_t value) {
                    plan.training.micro_batch_size = micro_batch_of(value);
                    plan.training.gradient_accumulation_steps = accumulation_of(value);
                  },
              .values = candidate_values::batch},
    Dimension{.id = checkpointing,
              .name = "checkpointing",
              .title = "Activation checkpointing",
              .difference = DimensionKind::checkpointing,
              .mechanisms = [](std::int64_t value) { return checkpointing_of(value).second ? 1 : 0; },
              .sets_kernels = true,
              .needs = Needs::shape,
              .freedom = &Freedom::checkpointing,
              .print = words::checkpointing,
              .phrase = words::checkpointing_phrase,
              .get = [](const Plan& plan) { return place_of(plan.training); },
              .set =
                  [](Plan& plan, std::int64_t value) {
                    const auto [kind, on_host] = checkpointing_of(value);
                    plan.training.activation_checkpointing = kind;
                    plan.training.checkpoints_on_host = on_host;
                  },
              .values = candidate_values::checkpointing},
    Dimension{.id = loss,
              .name = "loss",
              .title = "Loss",
              .difference = DimensionKind::kernels,
              .sets_kernels = true,
              .needs = Needs::decoder,
              .freedom = &Freedom::fused_loss,
              .print = words::loss,
              .phrase = words::loss_phrase,
              .get = get_training<&Training::fused_loss>,
              .set = set_training<&Training::fused_loss>,
              .values = candidate_values::loss},
    Dimension{.id = mlp,
              .name = "mlp",
              .title = "MLP",
              .difference = DimensionKind::kernels,
              .sets_kernels = true,
              .needs = Needs::decoder,
              .freedom = &Freedom::tiled_mlp,
              .print = words::whole_or_tiled,
              .phrase = suffixed<"MLP", words::whole_or_tiled>,
              .get = [](const Plan& plan) { return std::int64_t{!plan.training.tiled_mlp}; },
              .set = [](Plan& plan, std::int64_t value) { plan.training.tiled_mlp = value == 0; },
              .values = candidate_values::both_states},
    Dimension{.id = quantised_weights,
              .name = "quantised_weights",
              .title = "Quantised gathers",
              .difference = DimensionKind::kernels,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::quantised,
              .applies_to = stages<3, 3>,
              .print = words::on_or_off,
              .phrase = either<"plain gathers", "quantised gathers">,
              .get = get_zero<&Zero::zero_quantized_weights>,
              .set = set_zero<&Zero::zero_quantized_weights>,
              .values = candidate_values::both_states},
    Dimension{.id = quantised_gradients,
              .name = "quantised_gradients",
              .title = "Quantised reductions",
              .difference = DimensionKind::kernels,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::quantised,
              .applies_to = stages<3, 3>,
              .print = words::on_or_off,
              .phrase = either<"plain reductions", "quantised reductions">,
              .get = get_zero<&Zero::zero_quantized_gradients>,
              .set = set_zero<&Zero::zero_quantized_gradients>,
              .values = candidate_values::both_states},
    Dimension{.id = secondary,
              .name = "secondary",
              .title = "Secondary partition (hpZ)",
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = stages<3, 3>,
              .print = words::count,
              .phrase = prefixed<"hpZ", words::count>,
              .get = get_zero<&Zero::zero_hpz_partition_size>,
              .set = set_zero<&Zero::zero_hpz_partition_size>,
              .values = candidate_values::secondary},
    Dimension{.id = sub_group,
              .name = "sub_group",
              .title = "Sub-group",
              .mechanisms = one_unless<usual_sub_group>,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::rare_settings,
              .applies_to = stages<3, 3>,
              .print = words::elements,
              .phrase = prefixed<"sub-group", words::elements>,
              .get = get_zero<&Zero::sub_group_size>,
              .set = set_zero<&Zero::sub_group_size>,
              .values = candidate_values::sub_group},
    Dimension{.id = ratio,
              .name = "ratio",
              .title = "Offloaded share",
              .difference = DimensionKind::offload,
              .mechanisms = one_unless<1000>,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::rare_settings,
              .applies_to =
                  [](Strategy strategy) { return strategy.stage == 3 && strategy.optimizer == Device::cpu; },
              .print = words::share,
              .phrase = suffixed<"offloaded", words::share>,
              .get = [](const Plan& plan) { return thousandths_of(plan.zero.offload_optimizer.ratio); },
              .set =
                  [](Plan& plan, std::int64_t value) {
                    double& ratio = plan.zero.offload_optimizer.ratio;
                    if (thousandths_of(ratio) != value) ratio = static_cast<double>(value) / 1000;
                  },
              .values = candidate_values::ratio},
    Dimension{.id = engine,
              .name = "engine",
              .title = "Offload engine",
              .difference = DimensionKind::offload,
              .mechanisms = one_unless<0>,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::engines,
              .applies_to =
                  [](Strategy strategy) { return strategy.stage > 0 && strategy.optimizer == Device::cpu; },
              .print = words::engine,
              .phrase = words::engine_phrase,
              .get = [](const Plan& plan) { return static_cast<std::int64_t>(asked_engine(plan.zero)); },
              .set = [](Plan& plan,
                        std::int64_t value) { ask_for_engine(plan.zero, static_cast<OffloadEngine>(value)); },
              .values = candidate_values::engine},
    Dimension{.id = reuse,
              .name = "reuse",
              .title = "Reuse distance",
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = stages<3, 3>,
              .print = words::elements,
              .phrase = prefixed<"reuse", words::elements>,
              .get = get_zero<&Zero::stage3_max_reuse_distance>,
              .set = set_zero<&Zero::stage3_max_reuse_distance>,
              .values = candidate_values::reuse},
    Dimension{.id = persistence,
              .name = "persistence",
              .title = "Persistence threshold",
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = stages<3, 3>,
              .print = words::elements,
              .phrase = prefixed<"persistence", words::elements>,
              .get = get_zero<&Zero::stage3_param_persistence_threshold>,
              .set = set_zero<&Zero::stage3_param_persistence_threshold>,
              .values = candidate_values::persistence},
    Dimension{.id = overlap,
              .name = "overlap",
              .title = "Overlapped communication",
              .is_part = false,
              .needs = Needs::deepspeed,
              .applies_to = stages<1, 3>,
              .print = words::on_or_off,
              .phrase = either<"no overlap_comm", "overlap_comm">,
              .present =
                  [](const Plan& plan, const Plan& origin) {
                    return std::int64_t{origin.zero.overlap_comm.value_or(plan.zero.stage == 3)};
                  },
              .get = [](const Plan& plan) { return std::int64_t{plan.zero.overlaps()}; },
              .set =
                  [](Plan& plan, std::int64_t value) {
                    if (plan.zero.overlaps() != (value != 0)) plan.zero.overlap_comm = value != 0;
                  },
              .values = candidate_values::overlap},
    Dimension{.id = reduce_bucket,
              .name = "reduce_bucket",
              .title = "Reduce bucket",
              .order = Order::lean,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = stages<1, 3>,
              .print = words::elements,
              .phrase = prefixed<"bucket", words::elements>,
              .get = get_zero<&Zero::reduce_bucket_size>,
              .set = set_zero<&Zero::reduce_bucket_size>,
              .values = candidate_values::reduce_bucket},
    Dimension{.id = prefetch,
              .name = "prefetch",
              .title = "Prefetch bucket",
              .order = Order::lean,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = stages<3, 3>,
              .print = words::elements,
              .phrase = prefixed<"prefetch", words::elements>,
              .get = get_zero<&Zero::stage3_prefetch_bucket_size>,
              .set = set_zero<&Zero::stage3_prefetch_bucket_size>,
              .values = candidate_values::prefetch},
    Dimension{.id = live,
              .name = "live",
              .title = "Live parameters",
              .order = Order::lean,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = stages<3, 3>,
              .print = words::elements,
              .phrase = prefixed<"live", words::elements>,
              .get = get_zero<&Zero::stage3_max_live_parameters>,
              .set = set_zero<&Zero::stage3_max_live_parameters>,
              .values = candidate_values::live},
    Dimension{.id = allgather_bucket,
              .name = "allgather_bucket",
              .title = "Gather bucket",
              .order = Order::faster,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = stages<1, 2>,
              .print = words::elements,
              .phrase = prefixed<"gather bucket", words::elements>,
              .get = get_zero<&Zero::allgather_bucket_size>,
              .set = set_zero<&Zero::allgather_bucket_size>,
              .values = candidate_values::allgather_bucket},
    Dimension{
        .id = optimizer_pinning,
        .name = "optimizer_pinning",
        .title = "Optimizer pinned",
        .order = Order::faster,
        .takes_host_memory = true,
        .mechanisms = one_unless<1>,
        .needs = Needs::deepspeed,
        .freedom = &Freedom::tuning,
        .applies_to = [](Strategy strategy) { return strategy.optimizer != Device::none; },
        .print = words::on_or_off,
        .phrase = either<"optimizer not pinned", "optimizer pinned">,
        .present =
            [](const Plan&, const Plan& origin) {
              const bool is_read = strategy_of(origin).optimizer != Device::none;
              return std::int64_t{!is_read || origin.zero.offload_optimizer.pin_memory};
            },
        .get = [](const Plan& plan) { return std::int64_t{plan.zero.offload_optimizer.pin_memory}; },
        .set = [](Plan& plan, std::int64_t value) { plan.zero.offload_optimizer.pin_memory = value != 0; },
        .values = candidate_values::both_states},
    Dimension{.id = parameter_pinning,
              .name = "parameter_pinning",
              .title = "Parameters pinned",
              .order = Order::faster,
              .takes_host_memory = true,
              .mechanisms = one_unless<1>,
              .needs = Needs::deepspeed,
              .freedom = &Freedom::tuning,
              .applies_to = [](Strategy strategy) { return strategy.parameters != Device::none; },
              .print = words::on_or_off,
              .phrase = either<"parameters not pinned", "parameters pinned">,
              .present =
                  [](const Plan&, const Plan& origin) {
                    const bool is_read = strategy_of(origin).parameters != Device::none;
                    return std::int64_t{!is_read || origin.zero.offload_param.pin_memory};
                  },
              .get = [](const Plan& plan) { return std::int64_t{plan.zero.offload_param.pin_memory}; },
              .set = [](Plan& plan, std::int64_t value) { plan.zero.offload_param.pin_memory = value != 0; },
              .values = candidate_values::both_states},
};

}  // namespace

std::span<const Dimension> dimensions() { return dimension_table; }

}  // namespace zp
