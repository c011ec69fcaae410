// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/fields.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <type_traits>

#include "core/plan/words.h"

namespace zp::plan_io {
namespace {

template <class Object, class Member>
constexpr auto& reach(Object& object, Member member) {
  return object.*member;
}
template <class Object, class Member, class... Rest>
constexpr auto& reach(Object& object, Member member, Rest... rest) {
  return reach(object.*member, rest...);
}

template <auto... Members>
FieldValue value_at(const Plan& plan) {
  const auto& member = reach(plan, Members...);
  using Type = std::remove_cvref_t<decltype(member)>;
  if constexpr (std::is_enum_v<Type>)
    return word_of(member);
  else if constexpr (std::same_as<Type, bool> || std::same_as<Type, double>)
    return member;
  else
    return static_cast<std::int64_t>(member);
}

template <auto... Members>
void set_at(Plan& plan, const FieldValue& value) {
  auto& member = reach(plan, Members...);
  using Type = std::remove_cvref_t<decltype(member)>;
  if constexpr (std::is_enum_v<Type>)
    member = enum_of<Type>(std::get<std::string_view>(value)).value();
  else if constexpr (std::same_as<Type, bool> || std::same_as<Type, double>)
    member = std::get<Type>(value);
  else
    member = static_cast<Type>(std::get<std::int64_t>(value));
}

template <auto... Members>
constexpr Field count(std::string_view path, Range range) {
  return {path, FieldKind::count, range, {}, value_at<Members...>, set_at<Members...>};
}
template <auto... Members>
constexpr Field real(std::string_view path, Range range) {
  return {path, FieldKind::real, range, {}, value_at<Members...>, set_at<Members...>};
}
template <auto... Members>
constexpr Field flag(std::string_view path) {
  return {path, FieldKind::flag, {}, {}, value_at<Members...>, set_at<Members...>};
}
template <class Enum, auto... Members>
constexpr Field word(std::string_view path) {
  return {path, FieldKind::word, {}, Words<Enum>::all, value_at<Members...>, set_at<Members...>};
}

// Ranges are wide enough for any machine one could build and narrow enough that no product of the fields the
// code forms in whole numbers leaves 64 bits: micro batch · accumulation · ranks stays below 2^62.
constexpr double million = 1e6;
constexpr Range rate{1e-3, million};        // GB/s, TFLOP/s
constexpr Range elements{0, 1e17};          // sizes of zero_optimization
constexpr Range model_cap{0, 0x1p63};       // DeepSpeed's default is sys.maxsize
constexpr Range shard{1, 1 << 26};          // ranks
constexpr Range shard_or_off{-1, 1 << 26};  // -1 = off
constexpr Range buffers{0, million};        // a number of staging buffers
constexpr Range buffer_elements{0, 1e12};

constexpr std::array fields = {
    count<&Plan::cluster, &Cluster::nodes>("cluster.nodes", {1, 65'536}),
    count<&Plan::cluster, &Cluster::gpus_per_node>("cluster.gpus_per_node", {1, 1'024}),
    real<&Plan::cluster, &Cluster::gpu, &Gpu::memory_gib>("cluster.gpu.memory_gib", {0.125, 65'536}),
    real<&Plan::cluster, &Cluster::gpu, &Gpu::bf16_tflops>("cluster.gpu.bf16_tflops", rate),
    real<&Plan::cluster, &Cluster::gpu, &Gpu::memory_gb_per_s>("cluster.gpu.memory_gb_per_s", rate),
    real<&Plan::cluster, &Cluster::intra_node, &Link::gb_per_s>("cluster.intra_node.gb_per_s", rate),
    real<&Plan::cluster, &Cluster::inter_node, &Link::gb_per_s>("cluster.inter_node.gb_per_s", rate),
    real<&Plan::cluster, &Cluster::host_link, &Link::gb_per_s>("cluster.host_link.gb_per_s", rate),
    real<&Plan::cluster, &Cluster::cpu_memory_gib>("cluster.cpu_memory_gib", {0.125, 16.0 * million}),
    real<&Plan::cluster, &Cluster::cpu_memory_gb_per_s>("cluster.cpu_memory_gb_per_s", rate),
    count<&Plan::cluster, &Cluster::cpu_cores>("cluster.cpu_cores", {1, 65'536}),
    real<&Plan::cluster, &Cluster::gpu_hour_price>("cluster.gpu_hour_price", {0, million}),
    real<&Plan::cluster, &Cluster::gpu_watts>("cluster.gpu_watts", {0, million}),
    real<&Plan::cluster, &Cluster::nvme, &Nvme::capacity_gib>("cluster.nvme.capacity_gib", {0, 1e9}),
    real<&Plan::cluster, &Cluster::nvme, &Nvme::read_gb_per_s>("cluster.nvme.read_gb_per_s", {0, million}),
    real<&Plan::cluster, &Cluster::nvme, &Nvme::write_gb_per_s>("cluster.nvme.write_gb_per_s", {0, million}),

    word<Precision, &Plan::training, &Training::precision>("training.precision"),
    word<Optimizer, &Plan::training, &Training::optimizer>("training.optimizer"),
    count<&Plan::training, &Training::micro_batch_size>("training.micro_batch_size", {1, 65'536}),
    count<&Plan::training, &Training::gradient_accumulation_steps>("training.gradient_accumulation_steps",
                                                                   {1, 1 << 20}),
    count<&Plan::training, &Training::sequence_length>("training.sequence_length", {1, 1 << 30}),
    word<Checkpointing, &Plan::training, &Training::activation_checkpointing>(
        "training.activation_checkpointing"),
    flag<&Plan::training, &Training::checkpoints_on_host>("training.checkpoints_on_host"),
    flag<&Plan::training, &Training::partition_activations>("training.partition_activations"),
    word<Attention, &Plan::training, &Training::attention>("training.attention"),
    word<AttentionKernel, &Plan::training, &Training::attention_kernel>("training.attention_kernel"),
    real<&Plan::training, &Training::dropout>("training.dropout", {0, 1}),
    word<FusedLoss, &Plan::training, &Training::fused_loss>("training.fused_loss"),
    flag<&Plan::training, &Training::fused_norm>("training.fused_norm"),
    word<FusedMlp, &Plan::training, &Training::fused_mlp>("training.fused_mlp"),
    word<AccumulationDtype, &Plan::training, &Training::gradient_accumulation_dtype>(
        "training.gradient_accumulation_dtype"),
    count<&Plan::training, &Training::sequence_parallel>("training.sequence_parallel", shard),
    count<&Plan::training, &Training::tensor_parallel>("training.tensor_parallel", shard),
    count<&Plan::training, &Training::lora, &Lora::rank>("training.lora.rank", {0, 65'536}),
    flag<&Plan::training, &Training::zero_init>("training.zero_init"),
    word<Framework, &Plan::training, &Training::framework>("training.framework"),
    word<FsdpWrap, &Plan::training, &Training::fsdp_wrap>("training.fsdp_wrap"),
    real<&Plan::training, &Training::tokens>("training.tokens", {0, 1e18}),

    count<&Plan::zero, &Zero::stage>("zero.stage", {0, 3}),
    flag<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::pin_memory>(
        "zero.offload_optimizer.pin_memory"),
    count<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::buffer_count>(
        "zero.offload_optimizer.buffer_count", buffers),
    flag<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::pipeline_read>(
        "zero.offload_optimizer.pipeline_read"),
    flag<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::pipeline_write>(
        "zero.offload_optimizer.pipeline_write"),
    flag<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::fast_init>(
        "zero.offload_optimizer.fast_init"),
    real<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::ratio>("zero.offload_optimizer.ratio",
                                                                          {0, 1}),
    flag<&Plan::zero, &Zero::offload_param, &OffloadParam::pin_memory>("zero.offload_param.pin_memory"),
    count<&Plan::zero, &Zero::offload_param, &OffloadParam::buffer_count>("zero.offload_param.buffer_count",
                                                                          buffers),
    count<&Plan::zero, &Zero::offload_param, &OffloadParam::buffer_size>("zero.offload_param.buffer_size",
                                                                         buffer_elements),
    count<&Plan::zero, &Zero::offload_param, &OffloadParam::max_in_cpu>("zero.offload_param.max_in_cpu",
                                                                        elements),
    flag<&Plan::zero, &Zero::contiguous_gradients>("zero.contiguous_gradients"),
    flag<&Plan::zero, &Zero::reduce_scatter>("zero.reduce_scatter"),
    flag<&Plan::zero, &Zero::round_robin_gradients>("zero.round_robin_gradients"),
    flag<&Plan::zero, &Zero::use_multi_rank_bucket_allreduce>("zero.use_multi_rank_bucket_allreduce"),
    count<&Plan::zero, &Zero::reduce_bucket_size>("zero.reduce_bucket_size", elements),
    count<&Plan::zero, &Zero::allgather_bucket_size>("zero.allgather_bucket_size", elements),
    count<&Plan::zero, &Zero::sub_group_size>("zero.sub_group_size", elements),
    count<&Plan::zero, &Zero::stage3_prefetch_bucket_size>("zero.stage3_prefetch_bucket_size", elements),
    count<&Plan::zero, &Zero::stage3_max_live_parameters>("zero.stage3_max_live_parameters", elements),
    count<&Plan::zero, &Zero::stage3_max_reuse_distance>("zero.stage3_max_reuse_distance", elements),
    count<&Plan::zero, &Zero::stage3_param_persistence_threshold>("zero.stage3_param_persistence_threshold",
                                                                  elements),
    count<&Plan::zero, &Zero::stage3_model_persistence_threshold>("zero.stage3_model_persistence_threshold",
                                                                  model_cap),
    flag<&Plan::zero, &Zero::stage3_gather_16bit_weights_on_model_save>(
        "zero.stage3_gather_16bit_weights_on_model_save"),
    count<&Plan::zero, &Zero::zero_hpz_partition_size>("zero.zero_hpz_partition_size", shard),
    flag<&Plan::zero, &Zero::zero_quantized_weights>("zero.zero_quantized_weights"),
    flag<&Plan::zero, &Zero::zero_quantized_gradients>("zero.zero_quantized_gradients"),
    count<&Plan::zero, &Zero::mics_shard_size>("zero.mics_shard_size", shard_or_off),
    flag<&Plan::zero, &Zero::zero_quantized_nontrainable_weights>("zero.zero_quantized_nontrainable_weights"),
    flag<&Plan::zero, &Zero::stage3_allgather_sequential>("zero.stage3_allgather_sequential"),
    flag<&Plan::zero, &Zero::stage3_use_all_reduce_for_fetch_params>(
        "zero.stage3_use_all_reduce_for_fetch_params"),
};

constexpr std::int64_t sequence_length_most_people_run = 2048;

struct NamedRange {
  std::string_view key;
  Range range;
};
constexpr std::array architecture_ranges = {
    NamedRange{"layers", {1, 100'000}},        NamedRange{"hidden_size", {1, 1e7}},
    NamedRange{"attention_heads", {1, 1e5}},   NamedRange{"kv_heads", {1, 1e5}},
    NamedRange{"head_dim", {1, 1e5}},          NamedRange{"vocab_size", {1, 1e8}},
    NamedRange{"intermediate_size", {0, 1e8}}, NamedRange{"experts", {0, 1e5}},
    NamedRange{"experts_per_token", {0, 1e5}}, NamedRange{"dense_layers", {0, 100'000}},
    NamedRange{"norms_per_layer", {0, 16}},    NamedRange{"frozen_parameters", {0, 1e15}},
    NamedRange{"other_parameters", {0, 1e15}},
};

}  // namespace

std::span<const Field> plan_fields() { return fields; }

const Field* find_field(std::string_view path) {
  const auto found = std::ranges::find(fields, path, &Field::path);
  return found == fields.end() ? nullptr : &*found;
}

std::int64_t default_sequence_length(const Model& model) {
  const std::int64_t longest = model.architecture.max_position_embeddings;
  return longest > 0 ? std::min(longest, sequence_length_most_people_run) : sequence_length_most_people_run;
}

Plan defaults_for(const Plan& plan) {
  Plan defaults;
  defaults.model = plan.model;
  defaults.target = plan.target;
  Cluster& cluster = defaults.cluster;
  if (plan.cluster.gpu.preset >= 0) cluster.gpu = gpu_from_preset(plan.cluster.gpu.preset);
  cluster.gpu.preset = plan.cluster.gpu.preset;
  const auto link = [&](const Link& stated, const Link& otherwise) {
    return stated.preset >= 0 ? link_from_preset(stated.preset, plan.cluster.gpus_per_node) : otherwise;
  };
  cluster.intra_node = link(plan.cluster.intra_node, default_intra_node(cluster.gpu));
  cluster.inter_node = link(plan.cluster.inter_node, default_inter_node());
  cluster.host_link = link(plan.cluster.host_link, default_host_link(cluster.gpu));
  defaults.training.sequence_length = default_sequence_length(plan.model);
  const bool pins = pins_by_default(plan.target.deepspeed_version);
  defaults.zero.offload_optimizer.pin_memory = pins;
  defaults.zero.offload_param.pin_memory = pins;
  return defaults;
}

Range architecture_range(std::string_view key) {
  const auto found = std::ranges::find(architecture_ranges, key, &NamedRange::key);
  return found == architecture_ranges.end() ? Range{0, 1e8} : found->range;
}

}  // namespace zp::plan_io
