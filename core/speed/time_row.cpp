// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/time_row.h"

#include <cstddef>

#include "core/speed/clock.h"
#include "core/speed/gpu_rates.h"
#include "core/units/format.h"

namespace zp {
namespace {

bool is_eager(const TimeLine& line) { return line.in.plan.training.attention == Attention::eager; }
bool accumulates(const TimeLine& line) { return line.in.micro_batches > 1; }
bool is_stage3(const TimeLine& line) { return line.in.plan.zero.stage == 3; }

constexpr const char* faster_gpu =
    "A GPU with more TFLOPS; more GPUs for the same batch; training.tensor_parallel cuts the products";
constexpr const char* product_source =
    "2 FLOP a weight and token (Kaplan et al., arXiv 2001.08361, section 2.1); the rate is what the GPU "
    "sustains (resources/catalog/gpus.json), less for small products, whose tiles are part empty (CUTLASS, "
    "efficient_gemm.md)";
constexpr const char* memory_source =
    "Tensors each kernel reads and writes (transformers, modeling_llama.py); bandwidth that streaming "
    "kernels reach (mli/transformers-benchmarks, micro_bench)";
constexpr const char* memory_lever =
    "training.fused_norm, training.fused_mlp: kernels that read each tensor once";
constexpr const char* loss_source =
    "2 FLOP a weight and token; the loss as in transformers, loss/loss_utils.py";
constexpr const char* vision_source =
    "2 FLOP a weight and patch, and 4·width·segment a patch for attention (Megatron-Bridge "
    "training/utils/flop_utils.py, vision FLOPs); rates as those of the language model";
constexpr const char* vision_lever = "training.image_pixels; training.vision.tower frozen";
constexpr const char* offloaded_weights_source =
    "DeepSpeed runtime/zero/partitioned_param_coordinator.py; ZeRO-Infinity, arXiv 2104.07857, section 5";
constexpr const char* drive_weights_source = "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py";
constexpr const char* drive_weights_lever =
    "zero.offload_param cpu; faster drives; a larger micro batch with less accumulation";
constexpr const char* drive_states_source =
    "DeepSpeed runtime/swap_tensor/optimizer_utils.py, pipelined_optimizer_swapper.py; ZeRO-Infinity, arXiv "
    "2104.07857, section 5";
constexpr const char* less_accumulation = "A larger micro batch with less accumulation";

std::string attention_source(const TimeLine& line) {
  return is_eager(line)
             ? "Two products of all s × s scores (Korthikanti et al., arXiv 2205.05198, appendix A)"
             : std::string(
                   "FlashAttention-2, arXiv 2307.08691, section 3.1: a causal kernel skips half of the "
                   "scores, and computes them again going backward; its rate: ") +
                   (runs_kernel_for_hopper(line.in.plan) ? "FlashAttention-3, arXiv 2407.08608"
                                                         : "figures 4 to 6");
}
std::string attention_lever(const TimeLine& line) {
  return is_eager(line) ? "training.attention sdpa" : "training.attention_kernel; training.sequence_length";
}
std::string attention_forward(const TimeLine& line) {
  return is_eager(line) ? "Scores of every query and key, and their product with the values, written out."
                        : "Scores and their product with the values in one kernel, below the diagonal only.";
}
std::string attention_backward(const TimeLine& line) {
  return is_eager(line) ? "Gradients of queries, keys and values from the scores kept in memory."
                        : "The scores computed again, and gradients of queries, keys and values: five "
                          "products instead of two.";
}
std::string recomputation(const TimeLine& line) {
  return line.in.plan.training.activation_checkpointing == Checkpointing::full
             ? "The forward pass of every block once more, because only its input was kept."
             : "The operations whose outputs selective checkpointing did not keep, computed again in the "
               "backward pass.";
}
std::string waiting(const TimeLine& line) {
  return line.in.traits.has_tensor_hooks
             ? "The host starts kernels one after another, and at stage 3 runs hooks that fetch and release "
               "every tensor; whenever the GPU finishes sooner, it waits."
             : "The host starts kernels one after another; whenever the GPU finishes sooner, it waits.";
}

std::string step_on_host(const TimeLine& line) {
  return line.in.traits.is_tuned_by_zero
             ? "DeepSpeed's fp16 wrapper looks for an overflow in one gradient after another, and waits for "
               "each answer; then it casts gradients and copies weights one by one."
             : "PyTorch's optimizer collects gradients and states of one tensor after another.";
}
std::string step_on_host_source(const TimeLine& line) {
  return line.in.traits.is_tuned_by_zero
             ? "DeepSpeed runtime/fp16/fused_optimizer.py, step; runtime/utils.py, CheckOverflow"
             : "PyTorch torch/optim/adamw.py, _init_group; pull request 118361";
}

/// Returns text appended to the meaning of a collective across nodes; "" for any other entry.
std::string over_network(const TimeLine& line) {
  if (line.entry.resource != Resource::network) return "";
  return " Rings leave each node through the network of all " +
         format_count(line.in.plan.cluster.gpus_per_node) + " of its GPUs.";
}
std::string each_micro_batch(const TimeLine& line) {
  return accumulates(line) ? " Once for every micro batch." : "";
}
bool gathers_leaves(const TimeLine& line) { return line.in.symbols.sums.leaf > 0; }
/// Returns text about the share that fetched_ahead (time_data_parallel.cpp) computes; "" without expert leaf
/// modules.
std::string at_once(const TimeLine& line) {
  return gathers_leaves(line) ? " An expert block is gathered at once; only as much as fits into the "
                                "prefetch bucket arrives before the block begins."
                              : "";
}
std::string gathered_forward(const TimeLine& line) {
  return "Every rank holds a part of each weight and gathers the rest before a block runs." + at_once(line) +
         each_micro_batch(line) + over_network(line);
}
std::string gathered_backward(const TimeLine& line) {
  return (gathers_twice(line.in, line.in.gathered())
              ? "A block is larger than zero.stage3_max_reuse_distance: its weights are gathered for "
                "recomputation, released, and gathered again for the backward pass."
              : "The weights again for the backward pass, except those of blocks that are still gathered "
                "from the forward pass.") +
         at_once(line) + each_micro_batch(line) + over_network(line);
}
std::string gathers_source(const TimeLine& line) { return std::string(source_of_gathers(line.in.plan)); }
constexpr const char* leaf_lever =
    "training.expert_parallel; a prefetch bucket as large as an expert block; ";
std::string gather_forward_lever(const TimeLine& line) {
  if (!line.in.traits.is_tuned_by_zero) return less_accumulation;
  return std::string(gathers_leaves(line) ? leaf_lever : "") +
         "zero.zero_quantized_weights; stage 2 where it fits; a larger micro batch with less accumulation";
}
std::string gather_backward_lever(const TimeLine& line) {
  if (!line.in.traits.is_tuned_by_zero) return less_accumulation;
  return std::string(gathers_leaves(line) ? leaf_lever : "") +
         "zero.zero_hpz_partition_size (from the node itself); zero.zero_quantized_weights; stage 2 where it "
         "fits; less accumulation";
}

std::string reduction(const TimeLine& line) {
  std::string text = line.in.traits.all_reduces
                         ? "The gradients of all ranks summed on every rank: a reduce-scatter and a gather."
                         : "The gradients of all ranks summed; each rank keeps its part.";
  if (accumulates(line))
    text += line.in.traits.reduces_every_micro_batch ? " After every micro batch."
                                                     : " Once a step, after the last micro batch.";
  return text + over_network(line);
}
std::string reduction_source(const TimeLine& line) { return std::string(source_of_reduction(line.in.plan)); }
std::string reduction_lever(const TimeLine& line) {
  const FrameworkTraits& traits = line.in.traits;
  if (!traits.is_tuned_by_zero) return less_accumulation;
  if (traits.partitions_weights)
    return "A larger micro batch with less accumulation; zero.zero_quantized_gradients (ZeRO++)";
  if (traits.reduces_every_micro_batch && accumulates(line))
    return "zero.stage 1, which reduces once a step, where it fits; zero.overlap_comm";
  if (!traits.partitions_states) return "zero.stage 1 with zero.overlap_comm; more accumulation";
  return "zero.overlap_comm; a faster network; more accumulation, below stage 2";
}

std::string after_step_title(const TimeLine& line) {
  return line.in.traits.partitions_weights ? "Small tensors gathered after the step"
                                           : "Updated weights gathered";
}
std::string after_step(const TimeLine& line) {
  return (line.in.traits.partitions_weights
              ? "Tensors below the persistence threshold are kept in full on every rank and get their new "
                "values right after the step."
              : "Each rank has updated its part of the weights; all parts are gathered before the next "
                "forward pass, while nothing else runs.") +
         over_network(line);
}
std::string after_step_source(const TimeLine& line) {
  return line.in.traits.partitions_weights
             ? "DeepSpeed runtime/zero/stage3.py, _post_step"
             : "DeepSpeed runtime/zero/stage_1_and_2.py, step; ZeRO, arXiv 1910.02054, section 7.2.1";
}
std::string after_step_lever(const TimeLine& line) {
  return line.in.traits.partitions_weights
             ? "zero.stage3_param_persistence_threshold"
             : "More accumulation, so that it happens once for more tokens; a faster network";
}

std::string copied(const TimeLine& line) {
  return line.in.traits.copies_gathered
             ? "Gradients are copied into a bucket, divided, and ordered by rank; weights that are gathered "
               "together are split out of what every rank sent."
             : "Gradients are copied into the buffer that is reduced, and divided.";
}
std::string accumulation_source(const TimeLine& line) {
  const Symbols& s = line.in.symbols;
  if (s.accumulation_bytes == s.weight_bytes)
    return "PyTorch, torch/csrc/autograd/functions/accumulate_grad.h, accumulateGrad: added in place";
  return line.in.traits.is_tuned_by_zero
             ? "DeepSpeed runtime/bf16_optimizer.py, _update_hp_grad; stage_1_and_2.py, "
               "fill_grad_accum_attribute: cast, then added"
             : "nanotron, optim/gradient_accumulator.py, FP32GradientAccumulator: added as they are cast";
}
std::string copies_source(const TimeLine& line) {
  if (!line.in.traits.is_tuned_by_zero) return std::string(source_of_reduction(line.in.plan));
  return is_stage3(line) ? "DeepSpeed runtime/zero/stage3.py, __add_grad_to_ipg_bucket; "
                           "runtime/comm/coalesced_collectives.py, reduce_scatter_coalesced; "
                           "runtime/zero/partition_parameters.py, AllGatherCoalescedHandle.wait"
                         : "DeepSpeed runtime/zero/stage_1_and_2.py, "
                           "reduce_independent_p_g_buckets_and_remove_grads, average_tensor, "
                           "allreduce_and_scatter";
}
std::string copies_lever(const TimeLine& line) {
  return line.in.traits.reduces_every_micro_batch
             ? less_accumulation
             : "More accumulation: it runs once a step, however many tokens that has";
}

std::string gpu_step_source(const TimeLine& line) {
  return is_stage3(line) ? "DeepSpeed runtime/zero/stage3.py, step; csrc/adam/multi_tensor_adam.cu"
                         : "DeepSpeed runtime/zero/stage_1_and_2.py, step; csrc/adam/multi_tensor_adam.cu";
}
std::string gpu_step_lever(const TimeLine& line) {
  return line.in.traits.partitions_states ? "More accumulation; more ranks"
                                          : "zero.stage 1: each rank steps its part; more accumulation";
}
std::string cpu_step_lever(const TimeLine& line) {
  return line.in.plan.training.framework == Framework::deepspeed && is_stage3(line) &&
                 line.in.symbols.optimizer_device == Device::cpu
             ? "More accumulation; zero.offload_optimizer.ratio below 1; more nodes; faster host memory"
             : "More accumulation; more nodes; faster host memory; no offload, where it fits";
}

std::string offload_source(const TimeLine& line) {
  return is_stage3(line)
             ? "DeepSpeed runtime/zero/stage3.py, partition_grads; ZeRO-Infinity, arXiv 2104.07857, section 5"
             : "DeepSpeed runtime/zero/stage_1_and_2.py; ZeRO-Offload, arXiv 2101.06840, section 4";
}
std::string gradients_down(const TimeLine& line) {
  if (!is_stage3(line))
    return "The partition's gradients go to host memory: in fp32 after the last micro batch, in 16 bits "
           "after each earlier one.";
  return std::string(
             "The partition's gradients go to host memory in every micro batch, and in fp32 at the ") +
         (line.in.traits.waits_for_host_copies ? "boundary, where DeepSpeed before 0.19.5 waits for each: "
                                                 "nothing overlaps with the last micro batch's."
                                               : "boundary.") +
         (line.in.traits.converts_gradients_on_host
              ? " Before 0.15.4 those arrive unconverted in pageable memory, where PyTorch converts them."
              : "");
}
std::string weights_back(const TimeLine& line) {
  switch (line.in.traits.host_weights) {
    case HostWeights::pageable:
      return "The partition's weights in 16 bits, after the CPU's step, from pageable memory where PyTorch "
             "converts them.";
    case HostWeights::in_fp32:
      return "The partition's weights in fp32, after the CPU's step: the GPU converts them.";
    case HostWeights::by_tiles:
      return "The partition's weights in fp32, which the GPU reads one tile after the other while the CPU "
             "steps the next.";
    case HostWeights::fused:
    case HostWeights::pinned:
      break;
  }
  return "The partition's weights in 16 bits, after the CPU's step.";
}
std::string weights_back_source(const TimeLine& line) {
  return is_stage3(line)
             ? "DeepSpeed runtime/zero/stage3.py, _reassign_or_swap_out_partitioned_parameters; PyTorch "
               "ATen/native/cuda/Copy.cu, copy_kernel_cuda; pull request 5301"
             : "DeepSpeed runtime/zero/stage_1_and_2.py, step; pull requests 3097, 5301 and 7309";
}
std::string gradients_lever(const TimeLine& line) {
  if (line.in.traits.has_pageable_gradients)
    return "zero.offload_optimizer.pin_memory true: pageable memory takes 4 to 5 times as long, and nothing "
           "else runs meanwhile";
  return line.in.traits.waits_for_host_copies
             ? "target.deepspeed_version 0.19.5 or later, which does not wait for the copies"
             : "zero.overlap_comm, so that they overlap with the backward pass; less accumulation";
}
std::string gradients_up(const TimeLine& line) {
  return is_stage3(line)
             ? "The partition's gradient buffer is copied to the GPU in every micro batch, to be added to."
             : "The gradients of earlier micro batches are copied to the GPU, to be added to.";
}
std::string read_lever(const TimeLine& line) {
  return line.in.plan.zero.offload_optimizer.pipeline_read
             ? "zero.offload_optimizer cpu; faster drives; more accumulation"
             : "zero.offload_optimizer.pipeline_read; faster drives; more accumulation";
}
std::string write_lever(const TimeLine& line) {
  return line.in.plan.zero.offload_optimizer.pipeline_write
             ? "zero.offload_optimizer cpu; faster drives; more accumulation"
             : "zero.offload_optimizer.pipeline_write; faster drives; more accumulation";
}

constexpr std::array<TimeRow, time_id_count> make_rows() {
  using enum TimeId;
  using enum TimePart;
  constexpr Stretch forward = Stretch::forward, backward = Stretch::backward, step = Stretch::step;
  return {{
      {forward_matmul, "forward_matmul", compute, forward, Resource::matrix_units, "Matrix products, forward",
       "Attention's and the MLP's weights times the tokens, in every block.", product_source, faster_gpu, ""},
      {forward_attention, "forward_attention", compute, forward, Resource::matrix_units, "Attention, forward",
       attention_forward, attention_source, attention_lever, ""},
      {forward_memory, "forward_memory", compute, forward, Resource::gpu_memory,
       "Elementwise kernels, forward",
       "Norms, activation functions, rotary positions and additions: they read and write tensors and compute "
       "very little.",
       memory_source, memory_lever, ""},
      {forward_head, "forward_head", compute, forward, Resource::matrix_units, "Head and loss, forward",
       "Logits over the vocabulary, and their cross entropy.", loss_source, "training.fused_loss", ""},
      {recompute, "recompute", compute, backward, Resource::matrix_units, "Recomputation", recomputation,
       "Chen et al., arXiv 1604.06174; selective: Korthikanti et al., arXiv 2205.05198, section 5, and "
       "torchtitan, activation_checkpoint.py",
       "training.activation_checkpointing: less of it, where memory allows", ""},
      {backward_matmul, "backward_matmul", compute, backward, Resource::matrix_units,
       "Matrix products, backward",
       "For every product of the forward pass, one for the gradient of its input, and one for that of its "
       "weight if the weight is trained.",
       product_source, faster_gpu, ""},
      {backward_attention, "backward_attention", compute, backward, Resource::matrix_units,
       "Attention, backward", attention_backward, attention_source, attention_lever, ""},
      {backward_memory, "backward_memory", compute, backward, Resource::gpu_memory,
       "Elementwise kernels, backward", "Gradients of norms, activation functions and additions.",
       memory_source, memory_lever, ""},
      {backward_head, "backward_head", compute, backward, Resource::matrix_units, "Head and loss, backward",
       "Gradients of the logits, of the head's weight and of its input.", loss_source, "training.fused_loss",
       ""},
      {vision_forward, "vision_forward", compute, forward, Resource::matrix_units, "Vision tower, forward",
       "Products, attention and other kernels of the vision tower over the patches of the images, and its "
       "projector.",
       vision_source, vision_lever, ""},
      {vision_backward, "vision_backward", compute, backward, Resource::matrix_units,
       "Vision tower, backward",
       "Gradients of the trained parts of tower and projector; a frozen tower has none unless autograd "
       "records it.",
       vision_source, vision_lever, ""},
      {scoring, "scoring", compute, forward, Resource::matrix_units, "Scoring",
       "The reference, the reward model or the teacher, and after generation the policy itself, process each "
       "sequence without gradients; each counts as a forward pass of the policy.",
       "TRL dpo_trainer.py, kto_trainer.py, grpo_trainer.py, ppo_trainer.py; TFLOPS as the forward pass's",
       "training.reference precomputed, or adapters, whose base is the reference", ""},
      {generation, "generation", compute, forward, Resource::gpu_memory, "Generation",
       "Every step of the engine reads its weights and the keys and values of its sequences; a generation "
       "ends "
       "with its longest sequence.",
       "jax-ml/scaling-book, inference.md; rates: docs/speed.md#generation",
       "training.rl: shorter limit, more engines, an engine of more GPUs, one_step_off", ""},
      {rewards, "rewards", compute, forward, Resource::host_memory, "Rewards",
       "The time that the plan states for judging the generated sequences.", "training.rl.reward_s",
       "training.rl.reward_s", ""},
      {weight_sync, "weight_sync", communication, forward, Resource::node_link, "Weight sync to the engine",
       "The trained weights are gathered and loaded into the engine after each generation's steps; an engine "
       "that sleeps also moves its weights to the host and back, and so does a policy that is parked there.",
       "TRL vllm_generation.py; OpenRLHF ppo_actor.py; rates: docs/speed.md#generation",
       "training.rl.prompts: more sequences from one generation", ""},
      {launches, "launches", compute, forward, Resource::launches, "Waiting for kernel launches", waiting,
       "PyTorch's host time for one operation, taken as constant; hooks: DeepSpeed "
       "runtime/zero/partitioned_param_coordinator.py",
       "training.micro_batch_size: the same kernels for more tokens", ""},
      {tensor_parallel, "tensor_parallel", communication, forward, Resource::node_link,
       "Tensor-parallel all-reduces",
       "The ranks that share a layer sum their partial results after attention and after the MLP, in each "
       "pass.",
       "Megatron-LM, arXiv 1909.08053, section 3", "training.tensor_parallel smaller, within one node", ""},
      {sequence_parallel, "sequence_parallel", communication, forward, Resource::node_link,
       "Sequence-parallel all-to-alls",
       "Queries, keys and values exchanged so that each rank has whole sequences of some heads, and "
       "attention's output back, in each pass.",
       "DeepSpeed-Ulysses, arXiv 2309.14509, section 3.2",
       "training.sequence_parallel smaller, within one node", ""},
      {context_parallel, "context_parallel", communication, forward, Resource::node_link,
       "Keys and values of other ranks",
       "Gathered for attention in each pass, and their gradients scattered back, so that each rank's queries "
       "attend to the whole sequence.",
       "torch distributed/tensor/experimental/_attention.py, _templated_ring_attention",
       "training.context_parallel smaller, within one node", ""},
      {expert_parallel, "expert_parallel", communication, forward, Resource::node_link,
       "Expert-parallel all-to-alls",
       "Each token is sent to the ranks that hold its experts, and their results are sent back, in each "
       "pass; all experts are assumed to get equally many tokens.",
       "DeepSpeed module_inject/auto_ep_layer.py, AutoEPMoELayer.forward; GShard, arXiv 2006.16668, section "
       "3.2",
       "training.expert_parallel smaller, within one node", ""},
      {pipeline_transfers, "pipeline_transfers", communication, forward, Resource::node_link,
       "Pipeline transfers",
       "Each stage sends the next its activations and gets their gradients back, and waits for both.",
       "DeepSpeed runtime/pipe/schedule.py, TrainSchedule; runtime/pipe/p2p.py",
       "training.pipeline_parallel smaller; a larger micro batch sends the same bytes in fewer messages", ""},
      {pipeline_bubble, "pipeline_bubble", compute, forward, Resource::matrix_units, "Pipeline bubble",
       "The slowest stage waits until its first micro batch has passed the stages before it, and the step "
       "waits until its last has passed back through them: the time of one micro batch on every other stage, "
       "or on one of the parts that each holds. Weight gradients that are computed later fill some of it.",
       "Narayanan et al., arXiv 2104.04473, section 2.2; torch distributed/pipelining/schedules.py; "
       "DeepSpeed "
       "runtime/pipe/schedule.py, TrainSchedule",
       "training.gradient_accumulation_steps: more micro batches for the same bubble; fewer stages; "
       "training.pipeline_schedule interleaved_1f1b outside DeepSpeed",
       ""},
      {tied_gradients, "tied_gradients", communication, backward, Resource::node_link,
       "Gradients of tied embeddings",
       "The first and the last stage each hold the embedding, and sum its gradients after the last micro "
       "batch.",
       "DeepSpeed runtime/pipe/engine.py, _exec_reduce_tied_grads", "training.pipeline_parallel 1", ""},
      {gather_forward, "gather_forward", communication, forward, Resource::node_link,
       "Weights gathered for the forward pass", gathered_forward, gathers_source, gather_forward_lever,
       "behind the forward pass"},
      {gather_backward, "gather_backward", communication, backward, Resource::node_link,
       "Weights gathered for the backward pass", gathered_backward, gathers_source, gather_backward_lever,
       "behind the backward pass"},
      {reduce_gradients, "reduce_gradients", communication, backward, Resource::node_link,
       "Gradients reduced", reduction, reduction_source, reduction_lever, "behind the backward pass"},
      {selected_gradients, "selected_gradients", communication, backward, Resource::node_link,
       "Selected gradients sent to every rank",
       "ZenFlow broadcasts the gradients of the important columns from the rank that owns them, once for "
       "every "
       "micro batch.",
       "DeepSpeed runtime/zenflow/zenflow_stage_1_and_2.py, _process_selected_fp32_groups_grad",
       "zero.zenflow.topk_ratio", "behind the backward pass"},
      {gather_after_step, "gather_after_step", communication, step, Resource::node_link, after_step_title,
       after_step, after_step_source, after_step_lever, ""},
      {accumulation, "accumulation", compute, backward, Resource::gpu_memory, "Gradient accumulation",
       "Each micro batch's gradients are read and added to those of the micro batches before.",
       accumulation_source, less_accumulation, ""},
      {copies, "copies", communication, backward, Resource::gpu_memory, "Copies for collectives", copied,
       copies_source, copies_lever, "while the GPU waits for the host"},
      {optimizer_launches, "optimizer_launches", optimizer, step, Resource::launches,
       "Optimizer waiting for the host", step_on_host, step_on_host_source,
       "training.micro_batch_size with less accumulation: fewer steps for the same tokens",
       "behind the backward pass and the update"},
      {optimizer_gpu, "optimizer_gpu", optimizer, step, Resource::gpu_memory, "Optimizer on the GPU",
       "Gradients read for their norm, unscaled, and every state read and written once.", gpu_step_source,
       gpu_step_lever, "while the CPU computes its share"},
      {optimizer_cpu, "optimizer_cpu", optimizer, step, Resource::host_memory, "Optimizer on the CPU",
       "The ranks of a node share its memory: gradient, master weight and states are read; all but the "
       "gradient are written, and the 16-bit weight too.",
       "DeepSpeed csrc/adam/cpu_adam_impl.cpp; ZeRO-Offload, arXiv 2101.06840, section 5 and table 4",
       cpu_step_lever, "behind the passes, with ZenFlow or SuperOffload"},
      {host_conversion, "host_conversion", optimizer, step, Resource::host_memory,
       "Gradients scaled and weights converted on the CPU",
       "PyTorch unscales and clips the gradients in place before the optimizer's step, and converts the "
       "weights to the model's type after it.",
       "DeepSpeed runtime/zero/stage3.py and stage_1_and_2.py, unscale_and_clip_grads and step; PyTorch "
       "ATen/native/cuda/Copy.cu, copy_kernel_cuda",
       cpu_step_lever, ""},
      {gradients_to_host, "gradients_to_host", host, backward, Resource::host_link, "Gradients to the host",
       gradients_down, offload_source, gradients_lever, "behind the backward pass"},
      {gradients_from_host, "gradients_from_host", host, backward, Resource::host_link,
       "Accumulated gradients back to the GPU", gradients_up, offload_source, less_accumulation,
       "behind the backward pass"},
      {saved_by_graph, "saved_by_graph", host, forward, Resource::host_link,
       "Activations to the host and back between operations",
       "DeepCompile's graph waits for each copy to the host, and reloads a tensor early only while memory is "
       "left: never, because tensors that fit have stayed on the GPU.",
       "DeepSpeed compile/passes/offload_activation.py, _offload_everything_fwd, _reload_activation_bwd",
       "deepspeed_config.compile.offload_activation false, where it fits", ""},
      {parked_states, "parked_states", host, forward, Resource::host_link,
       "Optimizer states parked on the host",
       "DeepCompile moves the master weights and states that do not fit to the host during the forward pass "
       "and back during the backward pass, in every micro batch. Those that fit only after the backward pass "
       "return then.",
       "DeepSpeed compile/passes/offload_adam_states.py, offload_opt_states_inc",
       "deepspeed_config.compile.offload_opt_states false, where it fits; no accumulation",
       "behind both passes"},
      {weights_to_gpu, "weights_to_gpu", host, step, Resource::host_link, "Updated weights to the GPU",
       weights_back, weights_back_source, "zero.offload_optimizer none, where it fits",
       "behind the CPU's step"},
      {parameters_from_host, "parameters_from_host", host, forward, Resource::host_link,
       "Weights from the host",
       "The partition is copied to the GPU ahead of every gather, in the forward and in the backward pass.",
       offloaded_weights_source,
       "zero.offload_param none, where it fits; a larger micro batch with less accumulation",
       "behind both passes"},
      {parameters_to_host, "parameters_to_host", host, forward, Resource::host_link,
       "Weights copied back to the host",
       "DeepCompile's graph copies each partition back after its last use in a pass, although nothing "
       "changed it.",
       "DeepSpeed compile/passes/offload_parameters.py; csrc/includes/deepcompile.h, DSParam::offload",
       "deepspeed_config.compile.deepcompile false", "behind both passes"},
      {checkpoints_to_host, "checkpoints_to_host", host, forward, Resource::host_link,
       "Checkpoints to the host and back",
       "Every block's input goes to host memory in the forward pass and comes back in the backward pass.",
       "DeepSpeed runtime/activation_checkpointing/checkpointing.py, cpu_checkpointing",
       "training.checkpoints_on_host false, where memory allows", ""},
      {saved_to_host, "saved_to_host", host, forward, Resource::host_link, "Activations to the host and back",
       "The tensors that autograd keeps are copied to pinned host memory during the forward pass and back "
       "during the backward pass, on a separate stream.",
       "torchtune training/_activation_offloading.py; TRL models/activation_offloading.py",
       "training.activation_offload none, where memory allows", "behind both passes"},
      {sequence_chunks, "sequence_chunks", host, forward, Resource::host_link,
       "Chunks of keys, values and queries between host and GPU",
       "FPDT copies each chunk of keys and values to the GPU once for every later chunk of queries, and in "
       "the backward pass each chunk of queries once for every earlier chunk of keys, while attention works "
       "on the previous one.",
       "DeepSpeed sequence/fpdt_layer.py, _FPDTGPUOffloadingAttentionImpl_; arXiv 2408.16978, section 4",
       "training.fpdt_chunk: longer chunks are read less often", "behind attention"},
      {checkpoints_to_drives, "checkpoints_to_drives", host, forward, Resource::drive,
       "Checkpoints written to the drives and read back",
       "The blocks' inputs of a node's ranks are written during the forward pass, and read before each "
       "block's recomputation.",
       "Axolotl monkeypatch/gradient_checkpointing/offload_disk.py",
       "training.activation_offload streamed, where host memory allows", "behind both passes"},
      {parameters_from_nvme, "parameters_from_nvme", host, forward, Resource::drive,
       "Weights read from the drives",
       "Each pass reads the partitions of the node's ranks before they are used.", drive_weights_source,
       drive_weights_lever, "behind both passes"},
      {parameters_to_nvme, "parameters_to_nvme", host, step, Resource::drive,
       "Updated weights written to the drives", "The partitions of the node's ranks, after the step.",
       drive_weights_source, drive_weights_lever, ""},
      {nvme_read, "nvme_read", host, step, Resource::drive, "Optimizer states read from the drives",
       "Gradients, master weights and states of every sub-group, before its update.", drive_states_source,
       read_lever, "behind the CPU optimizer"},
      {nvme_write, "nvme_write", host, step, Resource::drive, "Optimizer states written to the drives",
       "Gradients as the last backward pass computes them; master weights and states after the step.",
       drive_states_source, write_lever, "behind the backward pass and the CPU optimizer"},
  }};
}

}  // namespace

constexpr std::array<TimeRow, time_id_count> time_rows = make_rows();

static_assert(
    [] {
      for (std::size_t i = 0; i < time_id_count; ++i) {
        const TimeRow& row = time_rows[i];
        if (row.id != static_cast<TimeId>(i) || row.name.empty() || row.title.is_empty() ||
            row.meaning.is_empty() || row.source.is_empty() || row.lever.is_empty())
          return false;
      }
      return true;
    }(),
    "one whole row for each id, in its order");

}  // namespace zp
