// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/speed/compute.h"
#include "core/speed/explain_time_parts.h"
#include "core/units/format.h"

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

constexpr std::string_view product_source =
    "2 FLOP a weight and token (Kaplan et al., arXiv 2001.08361, section 2.1); the rate is what the GPU "
    "sustains (resources/catalog/gpus.json), less for small products, whose tiles are part empty (CUTLASS, "
    "efficient_gemm.md)";
constexpr std::string_view attention_source =
    "FlashAttention-2, arXiv 2307.08691, section 3.1 and figures 4 to 6: a causal kernel skips half of the "
    "scores, and computes them again going backward";
constexpr std::string_view eager_source =
    "Two products of all s × s scores (Korthikanti et al., arXiv 2205.05198, appendix A)";
constexpr std::string_view memory_source =
    "Tensors each kernel reads and writes (transformers, modeling_llama.py); bandwidth that streaming "
    "kernels reach (mli/transformers-benchmarks, micro_bench)";
constexpr std::string_view loss_source =
    "2 FLOP a weight and token; the loss as in transformers, loss/loss_utils.py";
constexpr std::string_view recompute_source =
    "Chen et al., arXiv 1604.06174; selective: Korthikanti et al., arXiv 2205.05198, section 5, and "
    "torchtitan, activation_checkpoint.py";

/// Tokens of one rank and micro batch.
double tokens_of(const Plan& plan) {
  const Training& training = plan.training;
  return as_double(training.micro_batch_size) *
         std::ceil(as_double(training.sequence_length) / std::max(1, training.sequence_parallel));
}

std::string tokens_text(const Plan& plan) { return times_count(tokens_of(plan), "tokens"); }
std::string blocks_text(const Plan& plan) {
  return times_count(as_double(plan.model.architecture.layers), "blocks");
}

/// "2 FLOP · 6.48 B weights · 4,096 tokens": the weights follow from the amount, so that experts count as
/// often as they are chosen.
std::string weight_product(const TimeLine& line, double flop_each) {
  const double weights = line.amount() / (flop_each * std::max(1.0, tokens_of(line.plan)));
  return format_number(flop_each) + " FLOP · " +
         elements_of(weights, line.plan.model.architecture.has_experts() ? "active weights" : "weights") +
         " · " + tokens_text(line.plan);
}

double trained_share(const Symbols& s) {
  const double all = as_double(s.sums.trainable + s.sums.frozen);
  return all > 0 ? as_double(s.sums.trainable) / all : 1;
}

/// Backward makes the gradient of every input, and that of the weights which are trained.
double backward_flop(const Symbols& s) { return 2 * (1 + trained_share(s)); }

std::string attention_product(const TimeLine& line) {
  const Plan& plan = line.plan;
  const Architecture& shape = plan.model.architecture;
  const bool is_latent = shape.has_latent_attention();
  const double width = is_latent
                           ? as_double(shape.qk_nope_head_dim + shape.qk_rope_head_dim + shape.v_head_dim)
                           : 2 * as_double(shape.head_dim);
  const double heads = as_double(shape.attention_heads) / std::max(1, plan.training.tensor_parallel);
  const double positions = as_double(plan.training.sequence_length);
  const double each = line.amount() / (tokens_of(plan) * positions * heads * width * as_double(shape.layers));
  return format_number(each) + " FLOP · " + tokens_text(plan) + " · " + times_count(positions, "positions") +
         " · " + format_number(heads) + " heads · " + format_number(width) + " elements · " +
         blocks_text(plan);
}

/// "1.21 MB a token and block · 4,096 tokens · 32 blocks".
std::string memory_product(const TimeLine& line) {
  const double layers = as_double(line.plan.model.architecture.layers);
  const double each = line.amount() / (tokens_of(line.plan) * std::max(1.0, layers));
  return format_gb(each) + " a token and block · " + tokens_text(line.plan) + " · " + blocks_text(line.plan);
}

std::string head_product(const TimeLine& line, double flop_each) {
  return weight_product(line, flop_each) + ", loss included,";
}

/// Seconds the host needs for all passes over one micro batch.
double host_seconds(const TimeLine& line) {
  TensorList storage;
  const ComputeWork work = compute_work(line.plan, tensors_of(line.plan.model, storage), gpu_rates(line.plan),
                                        trained_share(line.symbols));
  return work.forward.host + work.backward.host + work.recompute.host;
}

/// The GPU waits for what is left of the host's work once it has done its own.
std::string launch_formula(const TimeLine& line) {
  const TimeEntry& entry = line.entry;
  const double each = entry.rate > 0 ? 1 / entry.rate : 0;
  const double once = entry.busy / line.times;
  const double starting = line.amount() * each;
  const double host = std::max(host_seconds(line), starting);
  std::string text = times_count(line.amount(), "kernels") + " · " + format_seconds(each);
  if (host > 1.0001 * starting) text += " + " + format_seconds(host - starting) + " in stage 3's hooks";
  text += " − " + format_seconds(host - once) + " the GPU works meanwhile = " + format_seconds(once);
  if (line.times > 1)
    text += " per micro batch × " + times_count(line.times, "=") + " " + format_seconds(entry.busy);
  return text;
}

constexpr std::string_view faster_gpu =
    "A GPU with more TFLOPS; more GPUs for the same batch; training.tensor_parallel cuts the products";

TimeExplanation explain_forward(const TimeLine& line) {
  const bool is_eager = line.plan.training.attention == Attention::eager;
  switch (line.entry.id) {
    case TimeId::forward_matmul:
      return {"Matrix products, forward",
              "Attention's and the MLP's weights times the tokens, in every block.",
              worked_out(line, weight_product(line, 2)), product_source, faster_gpu};
    case TimeId::forward_attention:
      return {"Attention, forward",
              is_eager ? "Scores of every query and key, and their product with the values, written out."
                       : "Scores and their product with the values in one kernel, below the diagonal only.",
              worked_out(line, attention_product(line)), is_eager ? eager_source : attention_source,
              is_eager ? "training.attention sdpa" : "training.attention_kernel; training.sequence_length"};
    case TimeId::forward_memory:
      return {"Elementwise kernels, forward",
              "Norms, activation functions, rotary positions and additions: they read and write tensors and "
              "compute next to nothing.",
              worked_out(line, memory_product(line)), memory_source,
              "training.fused_norm, training.fused_mlp: kernels that read each tensor once"};
    default:
      return {"Head and loss, forward", "Logits over the vocabulary, and their cross entropy.",
              worked_out(line, head_product(line, 2)), loss_source, "training.fused_loss"};
  }
}

TimeExplanation explain_backward(const TimeLine& line) {
  const bool is_eager = line.plan.training.attention == Attention::eager;
  const double flop = backward_flop(line.symbols);
  switch (line.entry.id) {
    case TimeId::backward_matmul:
      return {"Matrix products, backward",
              "For every product of the forward pass one for the gradient of its input, and one for that of "
              "its weight where the weight is trained.",
              worked_out(line, weight_product(line, flop)), product_source, faster_gpu};
    case TimeId::backward_attention:
      return {"Attention, backward",
              is_eager
                  ? "Gradients of queries, keys and values from the scores kept in memory."
                  : "The scores computed again, and gradients of queries, keys and values: five products "
                    "instead of two.",
              worked_out(line, attention_product(line)), is_eager ? eager_source : attention_source,
              is_eager ? "training.attention sdpa" : "training.attention_kernel; training.sequence_length"};
    case TimeId::backward_memory:
      return {"Elementwise kernels, backward", "Gradients of norms, activation functions and additions.",
              worked_out(line, memory_product(line)), memory_source,
              "training.fused_norm, training.fused_mlp: kernels that read each tensor once"};
    default:
      return {"Head and loss, backward", "Gradients of the logits, of the head's weight and of its input.",
              worked_out(line, head_product(line, flop)), loss_source, "training.fused_loss"};
  }
}

}  // namespace

TimeExplanation explain_compute(const TimeLine& line) {
  const bool is_full = line.plan.training.activation_checkpointing == Checkpointing::full;
  switch (line.entry.id) {
    case TimeId::recompute:
      return {"Recomputation",
              is_full ? "The forward pass of every block once more, because only its input was kept."
                      : "What selective checkpointing did not keep, computed again in the backward pass.",
              worked_out(line, format_flop(line.amount()) + ", elementwise kernels included,"),
              recompute_source, "training.activation_checkpointing, where memory allows less of it"};
    case TimeId::launches:
      return {"Waiting for kernel launches",
              line.plan.zero.stage == 3
                  ? "The host starts kernels one after another, and at stage 3 runs hooks that fetch and "
                    "release every tensor; where the GPU is done sooner, it waits."
                  : "The host starts kernels one after another; where the GPU is done sooner, it waits.",
              launch_formula(line),
              "PyTorch's host time for one operation, taken as constant; hooks: DeepSpeed "
              "runtime/zero/partitioned_param_coordinator.py",
              "training.micro_batch_size: the same kernels for more tokens"};
    case TimeId::backward_matmul:
    case TimeId::backward_attention:
    case TimeId::backward_memory:
    case TimeId::backward_head:
      return explain_backward(line);
    default:
      return explain_forward(line);
  }
}

}  // namespace zp
