// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/speed/explain_time_parts.h"
#include "core/units/format.h"

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// Ranks of the collective.
double ranks_of(const Plan& plan, TimeId id) {
  const Zero& zero = plan.zero;
  if (zero.stage == 3 && zero.mics_shard_size > 0) return as_double(zero.mics_shard_size);
  if (id == TimeId::gather_backward && zero.zero_hpz_partition_size > 1)
    return as_double(zero.zero_hpz_partition_size);
  return std::max(1, zero_world(plan));
}

/// Of what a rank needs it receives all but its own part.
double ring_of(double ranks) { return ranks > 1 ? (ranks - 1) / ranks : 1; }
std::string ring_text(double ranks) {
  return format_count(std::llround(ranks) - 1) + "/" + format_count(std::llround(ranks));
}

/// "2 bytes · 6.74 B weights · 7/8", all that twice where it happens twice; the number of elements follows
/// from the bytes.
std::string shared_product(const TimeLine& line, double bytes, std::string_view of, int passes = 1) {
  const double ranks = ranks_of(line.plan, line.entry.id);
  const double elements = line.amount() / (passes * bytes * ring_of(ranks));
  return (passes == 2 ? "2 · " : "") + bytes_each(bytes) + " · " + elements_of(elements, of) + " · " +
         ring_text(ranks);
}

std::string where(const TimeLine& line) {
  if (line.entry.resource != Resource::network) return "";
  return " Rings leave each node through the network of all " +
         format_count(line.plan.cluster.gpus_per_node) + " of its GPUs.";
}

bool moves_quantized_weights(const TimeLine& line) {
  return line.plan.zero.stage == 3 && line.plan.zero.zero_quantized_weights;
}

constexpr std::string_view gather_source =
    "ZeRO, arXiv 1910.02054, section 7.2.2; DeepSpeed runtime/zero/partitioned_param_coordinator.py, "
    "fetch_sub_module";
constexpr std::string_view fsdp_source = "PyTorch FSDP, arXiv 2304.11277, sections 3.2 and 3.3";

std::string_view gather_lever(const TimeLine& line) {
  if (is_pytorch(line.plan))
    return "A larger micro batch with less accumulation: weights are gathered for every micro batch";
  if (line.entry.id == TimeId::gather_backward)
    return "zero.zero_hpz_partition_size (from the node itself); zero.zero_quantized_weights; stage 2 where "
           "it fits; less accumulation";
  return "zero.zero_quantized_weights; stage 2 where it fits; a larger micro batch with less accumulation";
}

std::string gather_meaning(const TimeLine& line, bool gathers_twice) {
  std::string text = "Every rank holds a part of each weight and gathers the rest before a block runs.";
  if (gathers_twice)
    text =
        "A block is longer than zero.stage3_max_reuse_distance: its weights are gathered for recomputation, "
        "dropped, and gathered again for backward.";
  else if (line.entry.id == TimeId::gather_backward)
    text =
        "The weights once more for the backward pass, but for the blocks still there from the forward pass.";
  if (line.times > 1) text += " Once for every micro batch.";
  return text;
}

TimeExplanation explain_gather(const TimeLine& line) {
  const Symbols& s = line.symbols;
  const double bytes = moves_quantized_weights(line) ? 1 : s.weight_bytes;
  const double all = as_double(s.sums.trainable + s.sums.frozen);
  const bool is_forward = line.entry.id == TimeId::gather_forward;
  const bool gathers_twice = line.amount() > 1.01 * bytes * all;
  return {is_forward ? "Weights gathered for the forward pass" : "Weights gathered for the backward pass",
          gather_meaning(line, gathers_twice) + where(line),
          worked_out(line, shared_product(line, bytes, "weights", gathers_twice ? 2 : 1)),
          is_pytorch(line.plan) ? fsdp_source : gather_source, gather_lever(line)};
}

std::string_view reduce_source(const Plan& plan) {
  if (is_pytorch(plan))
    return plan.zero.stage == 0 ? "PyTorch DistributedDataParallel, arXiv 2006.15704, section 3.2"
                                : fsdp_source;
  switch (plan.zero.stage) {
    case 0:
      return "DeepSpeed runtime/engine.py, buffered_allreduce_fallback";
    case 3:
      return "DeepSpeed runtime/zero/stage3.py; ZeRO, arXiv 1910.02054, section 7.2.2";
    default:
      return "DeepSpeed runtime/zero/stage_1_and_2.py, allreduce_and_scatter; ZeRO, arXiv 1910.02054, "
             "section 7.2.1";
  }
}

TimeExplanation explain_reduction(const TimeLine& line) {
  const Plan& plan = line.plan;
  const Symbols& s = line.symbols;
  const bool is_quantized = plan.zero.stage == 3 && plan.zero.zero_quantized_gradients;
  const double bytes = is_quantized ? 0.5 : s.communication_bytes;
  const double once = bytes * as_double(s.sums.trainable) * ring_of(ranks_of(plan, line.entry.id));
  const bool is_all_reduce = once > 0 && line.amount() / once > 1.5;
  std::string meaning = is_all_reduce
                            ? "Gradients of all ranks added up on every rank: a reduce-scatter and a gather."
                            : "Gradients of all ranks added up, each rank keeping its part.";
  if (plan.zero.stage >= 2 && line.times > 1) meaning += " After every micro batch.";
  if (plan.zero.stage < 2 && plan.training.gradient_accumulation_steps > 1)
    meaning += " Once a step, after the last micro batch.";
  const std::string product = shared_product(line, bytes, "gradients", is_all_reduce ? 2 : 1);
  std::string_view lever = "zero.overlap_comm; a faster network; more accumulation, below stage 2";
  if (plan.zero.stage == 3 || is_pytorch(plan))
    lever = "A larger micro batch with less accumulation; zero.zero_quantized_gradients (ZeRO++)";
  else if (plan.zero.stage == 2 && line.times > 1)
    lever = "zero.stage 1, which reduces once a step, where it fits; zero.overlap_comm";
  else if (plan.zero.stage == 0)
    lever = "zero.stage 1 with zero.overlap_comm; more accumulation";
  return {"Gradients reduced", meaning + where(line), worked_out(line, product), reduce_source(plan), lever};
}

}  // namespace

TimeExplanation explain_data_parallel(const TimeLine& line) {
  switch (line.entry.id) {
    case TimeId::reduce_gradients:
      return explain_reduction(line);
    case TimeId::gather_after_step:
      if (line.plan.zero.stage == 3)
        return {
            "Small tensors gathered after the step",
            "Tensors below the persistence threshold stay whole on every rank and get their new values at "
            "once." +
                where(line),
            worked_out(line, shared_product(line, line.symbols.weight_bytes, "weights")),
            "DeepSpeed runtime/zero/stage3.py, _post_step", "zero.stage3_param_persistence_threshold"};
      return {"Updated weights gathered",
              "Each rank has updated its part of the weights; all of them are gathered before the next "
              "forward pass, with nothing to hide behind." +
                  where(line),
              worked_out(line, shared_product(line, line.symbols.weight_bytes, "weights")),
              "DeepSpeed runtime/zero/stage_1_and_2.py, step; ZeRO, arXiv 1910.02054, section 7.2.1",
              "More accumulation, so that it happens for more tokens; a faster network"};
    default:
      return explain_gather(line);
  }
}

TimeExplanation explain_model_parallel(const TimeLine& line) {
  const Plan& plan = line.plan;
  const Training& training = plan.training;
  const Architecture& shape = plan.model.architecture;
  const double tokens =
      as_double(training.micro_batch_size) *
      std::ceil(as_double(training.sequence_length) / std::max(1, training.sequence_parallel));
  const double bytes = line.symbols.weight_bytes;
  if (line.entry.id == TimeId::tensor_parallel) {
    const double ranks = training.tensor_parallel;
    const double hidden = as_double(shape.hidden_size);
    const double calls = line.amount() / (2 * bytes * tokens * hidden * ring_of(ranks));
    return {
        "Tensor-parallel all-reduces",
        "The ranks that share a layer add up their parts after attention and after the MLP, in each pass.",
        worked_out(line, "2 · " + bytes_each(bytes) + " · " + times_count(tokens, "tokens") + " · " +
                             times_count(hidden, "wide") + " · " + times_count(calls, "calls") + " · " +
                             ring_text(ranks)),
        "Megatron-LM, arXiv 1909.08053, section 3", "training.tensor_parallel smaller, within one node"};
  }
  const double width =
      2 * as_double(shape.attention_heads * shape.head_dim) + 2 * as_double(shape.kv_heads * shape.head_dim);
  const double passes = line.amount() / (bytes * tokens * width * std::max(1.0, as_double(shape.layers)));
  return {"Sequence-parallel all-to-alls",
          "Queries, keys and values exchanged so that each rank has whole sequences of some heads, and "
          "attention's output back, in each pass.",
          worked_out(line, bytes_each(bytes) + " · " + times_count(tokens, "tokens") + " · " +
                               times_count(width, "wide") + " · " +
                               times_count(as_double(shape.layers), "blocks") + " · " +
                               format_number(passes) + " passes"),
          "DeepSpeed-Ulysses, arXiv 2309.14509, section 3.2",
          "training.sequence_parallel smaller, within one node"};
}

}  // namespace zp
