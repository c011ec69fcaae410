// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_help.h"

#include <algorithm>
#include <array>

#include "core/plan/fields.h"

namespace zp {
namespace {

// The order is the contract's: keys are written in it.
constexpr auto keys = std::to_array<PlanKey>({
    {"format", "text", "zero-plan/1", "", "Which kind of file this is, and which version of it."},

    {"model.preset", "preset id", "", "", "A model of the catalog; \"zero-planner presets models\" lists them."},
    {"model.parameters", "count", "", "",
     "A bare number of parameters: model states use exactly it, a typical shape serves activations and largest tensor."},
    {"model.architecture.block", "one of llama, gpt", "llama", "",
     "Family of the block: llama is RMSNorm, a gated MLP and no biases; gpt is LayerNorm, a plain MLP, biases and "
     "learned positions."},
    {"model.architecture.hidden_size", "count", "", "", "Width of the residual stream; has to be given."},
    {"model.architecture.layers", "count", "", "", "Number of blocks; has to be given."},
    {"model.architecture.attention_heads", "count", "hidden_size / 128", "", "Query heads of a block."},
    {"model.architecture.kv_heads", "count", "attention_heads", "",
     "Key and value heads: fewer than attention_heads is grouped-query attention."},
    {"model.architecture.head_dim", "count", "hidden_size / attention_heads", "", "Width of one head."},
    {"model.architecture.intermediate_size", "count", "8/3 or 4 × hidden_size", "",
     "Width of the MLP of a dense layer; absent: 8/3 of hidden_size in steps of 256 with a gated MLP, else 4 times it."},
    {"model.architecture.vocab_size", "count", "32,000 or 50,257", "",
     "Entries of the vocabulary; absent: 32,000 for llama, 50,257 for gpt."},
    {"model.architecture.tied_embeddings", "true or false", "false", "",
     "The head shares the embedding's weights, which then count once."},
    {"model.architecture.max_position_embeddings", "count", "0", "",
     "Longest sequence the model was made for; 0 = not stated."},
    {"model.architecture.experts", "count", "0", "", "Routed experts of a layer; 0 = a dense model."},
    {"model.architecture.experts_per_token", "count", "2", "",
     "Routed experts that one token visits; 2 where there are experts and nothing is said."},
    {"model.architecture.expert_intermediate_size", "count", "intermediate_size", "", "MLP width of one routed expert."},
    {"model.architecture.frozen_parameters", "count", "0", "",
     "Of all parameters, how many are not trained: weights without gradient and optimizer state."},
    {"model.architecture.shared_expert_intermediate", "count", "0", "",
     "MLP width of the experts every token visits, together."},
    {"model.architecture.dense_layers", "count", "0", "", "Leading layers without experts."},
    {"model.architecture.dense_intermediate", "count", "intermediate_size", "", "MLP width of those."},
    {"model.architecture.gated_mlp", "true or false", "by block", "", "Three MLP matrices rather than two."},
    {"model.architecture.qkv_bias", "true or false", "by block", "", "Biases on query, key and value."},
    {"model.architecture.attention_output_bias", "true or false", "by block", "", "A bias on the attention's output."},
    {"model.architecture.mlp_bias", "true or false", "by block", "", "Biases in the MLP."},
    {"model.architecture.lm_head_bias", "true or false", "false", "", "A bias on the language-model head."},
    {"model.architecture.norm", "one of rmsnorm, layernorm, layernorm-nobias, layernorm-noparam", "by block", "",
     "Kind of normalisation, which decides its weights."},
    {"model.architecture.norms_per_layer", "count", "2", "", "Normalisations of one block."},
    {"model.architecture.qk_norm", "one of none, head, full", "none", "",
     "Normalisation of queries and keys: one weight of head_dim each, or over all heads."},
    {"model.architecture.learned_positions", "count", "by block", "",
     "Rows of a learned position table; absent: max_position_embeddings for gpt, none for llama."},
    {"model.architecture.embedding_norm", "true or false", "false", "", "A normalisation behind the embedding."},
    {"model.architecture.attention_sinks", "true or false", "false", "", "One learned sink for each head."},
    {"model.architecture.router_bias", "true or false", "false", "", "A bias on the router."},
    {"model.architecture.expert_bias", "true or false", "false", "", "Biases in the experts, which are stored fused."},
    {"model.architecture.shared_expert_gate", "true or false", "false", "", "A gate in front of the shared expert."},
    {"model.architecture.q_lora_rank", "count", "0", "",
     "Latent attention (MLA): rank of the query's compression, 0 = none."},
    {"model.architecture.kv_lora_rank", "count", "0", "", "Latent attention: rank of keys and values, 0 = ordinary attention."},
    {"model.architecture.qk_nope_head_dim", "count", "0", "", "Latent attention: head width without rotary positions."},
    {"model.architecture.qk_rope_head_dim", "count", "0", "", "Latent attention: head width with rotary positions."},
    {"model.architecture.v_head_dim", "count", "0", "", "Latent attention: width of a value head."},
    {"model.tensors", "list of {shape, count, trainable, name}", "", "",
     "The weight tensors of any network: model states are exact, activations are unknown."},
    {"model.frozen_parameters", "count", "0", "", "Like model.architecture.frozen_parameters, for a preset or a count."},

    {"cluster.nodes", "count", "1", "", "Machines."},
    {"cluster.gpus_per_node", "count", "8", "", "GPUs of one machine; each is one rank."},
    {"cluster.gpu.preset", "preset id", "a100-sxm4-80gb", "", "A GPU of the catalog; \"zero-planner presets gpus\" lists them."},
    {"cluster.gpu.memory_gib", "GiB", "the preset's", "", "Memory a program can use, which is less than the number on the box."},
    {"cluster.gpu.bf16_tflops", "TFLOP/s", "the preset's", "", "Dense matrix peak in 16 bit."},
    {"cluster.gpu.memory_gb_per_s", "GB/s", "the preset's", "", "Bandwidth of the GPU's own memory."},
    {"cluster.intra_node.preset", "preset id", "", "", "Link between the GPUs of a node; \"zero-planner presets links\" lists them."},
    {"cluster.intra_node.gb_per_s", "GB/s", "the GPU's link, or its PCIe", "", "Its nominal speed, one direction, per GPU."},
    {"cluster.inter_node.preset", "preset id", "", "", "Link between nodes; a figure per node or port is divided by the GPUs sharing it."},
    {"cluster.inter_node.gb_per_s", "GB/s", "25", "", "Its nominal speed, one direction, per GPU."},
    {"cluster.host_link.preset", "preset id", "", "", "Link from a GPU to its host."},
    {"cluster.host_link.gb_per_s", "GB/s", "the GPU's PCIe", "", "Its nominal speed, one direction, per GPU."},
    {"cluster.cpu_memory_gib", "GiB", "1,024", "", "Host memory of a node."},
    {"cluster.cpu_memory_gb_per_s", "GB/s", "200", "", "Bandwidth of the host's memory, per node."},
    {"cluster.cpu_cores", "count", "64", "", "Cores of a node, which run the offloaded optimizer."},
    {"cluster.gpu_hour_price", "price", "0", "", "Price of one GPU for an hour, in any currency; 0 = not stated."},
    {"cluster.gpu_watts", "W", "0", "", "Power one GPU draws; 0 = not stated."},
    {"cluster.nvme.path", "text", "", "zero_optimization.offload_*.nvme_path", "Where the drive is mounted."},
    {"cluster.nvme.capacity_gib", "GiB", "0", "", "Free space of a node's drives; 0 = not stated."},
    {"cluster.nvme.read_gb_per_s", "GB/s", "0", "", "Read speed of a node's drives; 0 = not stated."},
    {"cluster.nvme.write_gb_per_s", "GB/s", "0", "", "Write speed of a node's drives; 0 = not stated."},

    {"training.precision", "one of bf16, fp16, fp32", "bf16", "bf16.enabled, fp16.enabled", "Type of weights and gradients."},
    {"training.optimizer", "one of adam, adamw, adagrad, sgd, rmsprop, lion, lamb, muon, adamw8bit", "adamw", "optimizer.type",
     "The optimizer; its parameters stand in deepspeed_config.optimizer.params."},
    {"training.micro_batch_size", "count", "1", "train_micro_batch_size_per_gpu", "Sequences a GPU works on at a time."},
    {"training.gradient_accumulation_steps", "count", "1", "gradient_accumulation_steps", "Micro batches of one optimizer step."},
    {"training.sequence_length", "tokens", "2,048", "", "Tokens of a sequence; absent: 2,048, or the model's maximum where that is smaller."},
    {"training.activation_checkpointing", "one of none, selective, full", "none", "",
     "Recompute activations in the backward pass instead of keeping them: those of the attention core, or all of a block."},
    {"training.checkpoints_on_host", "true or false", "false", "activation_checkpointing.cpu_checkpointing",
     "Keep the checkpointed block inputs in host memory."},
    {"training.attention", "one of sdpa, eager", "sdpa", "", "Attention kernel: fused, or with its score matrix in memory."},
    {"training.dropout", "number from 0 to 1", "0", "", "Dropout probability; above 0 its masks are kept."},
    {"training.fused_loss", "one of none, chunked, fused", "none", "", "How the loss is computed: whole, in chunks of tokens, or fused with the head."},
    {"training.fused_norm", "true or false", "false", "", "Normalisation kernels that keep only their input."},
    {"training.gradient_accumulation_dtype", "one of auto, fp32, bf16, fp16", "auto", "data_types.grad_accum_dtype",
     "Type gradients are added up in; auto is the weights' type."},
    {"training.sequence_parallel", "count", "1", "sequence_parallel_size", "Ranks that share one sequence (Ulysses)."},
    {"training.tensor_parallel", "count", "1", "tensor_parallel.autotp_size", "Ranks that share one layer."},
    {"training.lora.rank", "count", "0", "", "Rank of LoRA adapters; 0 = every parameter is trained."},
    {"training.lora.targets", "list of q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj", "q_proj, v_proj", "",
     "Modules that get an adapter."},
    {"training.zero_init", "true or false", "true", "", "At stage 3, partition the model while it is built, not afterwards."},
    {"training.framework", "one of deepspeed, fsdp", "deepspeed", "", "What trains: fsdp has no reduce bucket of DeepSpeed's."},
    {"training.tokens", "tokens", "0", "", "Budget of the whole run, for its duration and price; 0 = not stated."},

    {"zero.stage", "one of 0, 1, 2, 3", "0", "zero_optimization.stage",
     "What is partitioned: nothing; optimizer states; gradients too; weights too."},
    {"zero.offload_optimizer", "none, cpu, nvme or DeepSpeed's object", "none", "zero_optimization.offload_optimizer",
     "Where master weights and optimizer states live."},
    {"zero.offload_optimizer.device", "one of none, cpu, nvme", "none", "zero_optimization.offload_optimizer.device", "The same inside the object."},
    {"zero.offload_optimizer.pin_memory", "true or false", "true", "zero_optimization.offload_optimizer.pin_memory",
     "Page-lock the host buffers; before DeepSpeed 0.19.5 the default is false."},
    {"zero.offload_optimizer.buffer_count", "count", "4", "zero_optimization.offload_optimizer.buffer_count", "Staging buffers of NVMe offload."},
    {"zero.offload_optimizer.pipeline_read", "true or false", "false", "zero_optimization.offload_optimizer.pipeline_read", "Read the next sub-group while one is stepped."},
    {"zero.offload_optimizer.pipeline_write", "true or false", "false", "zero_optimization.offload_optimizer.pipeline_write", "Write the last sub-group while one is stepped."},
    {"zero.offload_optimizer.fast_init", "true or false", "false", "zero_optimization.offload_optimizer.fast_init", "Faster initialisation with NVMe."},
    {"zero.offload_optimizer.ratio", "number from 0 to 1", "1", "zero_optimization.offload_optimizer.ratio", "Share of the sub-groups stepped on the CPU (stage 3)."},
    {"zero.offload_param", "none, cpu, nvme or DeepSpeed's object", "none", "zero_optimization.offload_param", "Where the weight partitions live (stage 3)."},
    {"zero.offload_param.device", "one of none, cpu, nvme", "none", "zero_optimization.offload_param.device", "The same inside the object."},
    {"zero.offload_param.pin_memory", "true or false", "true", "zero_optimization.offload_param.pin_memory", "Page-lock the host buffers; before DeepSpeed 0.19.5 the default is false."},
    {"zero.offload_param.buffer_count", "count", "5", "zero_optimization.offload_param.buffer_count", "Staging buffers of NVMe offload."},
    {"zero.offload_param.buffer_size", "elements", "100,000,000", "zero_optimization.offload_param.buffer_size", "Size of one of them; every weight partition has to fit."},
    {"zero.offload_param.max_in_cpu", "elements", "1,000,000,000", "zero_optimization.offload_param.max_in_cpu", "Elements kept in host memory beside the drive."},
    {"zero.overlap_comm", "true or false", "true at stage 3", "zero_optimization.overlap_comm",
     "Reduce gradients during the backward pass; doubles the reduce bucket at stages 1 and 2."},
    {"zero.contiguous_gradients", "true or false", "true", "zero_optimization.contiguous_gradients", "Copy gradients into the reduce bucket as they come."},
    {"zero.reduce_scatter", "true or false", "true", "zero_optimization.reduce_scatter", "Reduce-scatter gradients rather than all-reduce them."},
    {"zero.reduce_bucket_size", "elements", "500,000,000", "zero_optimization.reduce_bucket_size", "Gradients reduced at a time."},
    {"zero.allgather_bucket_size", "elements", "500,000,000", "zero_optimization.allgather_bucket_size", "Weights gathered at a time where one flat collective is not available; has to be even."},
    {"zero.round_robin_gradients", "true or false", "false", "zero_optimization.round_robin_gradients", "Spread gradients over ranks finely, for CPU offload (stages 1 and 2)."},
    {"zero.use_multi_rank_bucket_allreduce", "true or false", "true", "zero_optimization.use_multi_rank_bucket_allreduce", "All-reduce a bucket rather than reduce each slice to its owner (stages 1 and 2)."},
    {"zero.sub_group_size", "elements", "1,000,000,000", "zero_optimization.sub_group_size", "Elements of a partition stepped at a time (stage 3)."},
    {"zero.stage3_prefetch_bucket_size", "elements", "50,000,000", "zero_optimization.stage3_prefetch_bucket_size", "Weights fetched ahead."},
    {"zero.stage3_max_live_parameters", "elements", "1,000,000,000", "zero_optimization.stage3_max_live_parameters", "Gathered weights above which nothing more is fetched ahead."},
    {"zero.stage3_max_reuse_distance", "elements", "1,000,000,000", "zero_optimization.stage3_max_reuse_distance", "Weights used again within this distance stay gathered."},
    {"zero.stage3_param_persistence_threshold", "elements", "100,000", "zero_optimization.stage3_param_persistence_threshold", "Tensors up to this size are never partitioned."},
    {"zero.stage3_model_persistence_threshold", "elements", "no limit", "zero_optimization.stage3_model_persistence_threshold", "What those tensors may add up to."},
    {"zero.stage3_gather_16bit_weights_on_model_save", "true or false", "false", "zero_optimization.stage3_gather_16bit_weights_on_model_save", "Gather the weights so that a whole 16-bit model can be saved."},
    {"zero.zero_hpz_partition_size", "ranks", "1", "zero_optimization.zero_hpz_partition_size", "ZeRO++: ranks that share a second weight partition, normally those of a node."},
    {"zero.zero_quantized_weights", "true or false", "false", "zero_optimization.zero_quantized_weights", "ZeRO++: gather weights as 8-bit integers."},
    {"zero.zero_quantized_gradients", "true or false", "false", "zero_optimization.zero_quantized_gradients", "ZeRO++: reduce gradients as 4-bit integers."},
    {"zero.mics_shard_size", "ranks", "-1", "zero_optimization.mics_shard_size", "MiCS: ranks that share a partition; -1 = off."},

    {"deepspeed_config", "object", "", "", "Any other ds_config keys, carried through to the export; what costs bytes is read from it."},
    {"target.deepspeed_version", "version", "0.19.6", "", "Release of DeepSpeed that keys and defaults are for."},
    {"target.flavour", "one of plain, hf-trainer", "plain", "", "Export numbers, or \"auto\" where Hugging Face's Trainer fills them in."},
});

}  // namespace

std::span<const PlanKey> plan_keys() { return keys; }

PlanKey plan_key(std::string_view path) {
  const auto found = std::ranges::find(keys, path, &PlanKey::path);
  return found == keys.end() ? PlanKey() : *found;
}

std::optional<KeyRange> plan_key_range(std::string_view path) {
  constexpr std::string_view shape = "model.architecture.";
  if (const plan_io::Field* field = plan_io::find_field(path)) {
    const bool is_number = field->kind == plan_io::FieldKind::count || field->kind == plan_io::FieldKind::real;
    return is_number ? std::optional(KeyRange{field->range.low, field->range.high}) : std::nullopt;
  }
  if (path == "model.parameters") return KeyRange{plan_io::parameter_range.low, plan_io::parameter_range.high};
  if (!path.starts_with(shape) || plan_key(path).type != "count") return std::nullopt;
  const plan_io::Range range = plan_io::architecture_range(path.substr(shape.size()));
  return KeyRange{range.low, range.high};
}

}  // namespace zp
