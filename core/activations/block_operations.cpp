// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/activations/activations.h"
#include "core/formula/arithmetic.h"
#include "core/plan/adapters.h"
#include "core/sharding/encoder.h"
#include "core/sharding/fp8.h"
#include "core/sharding/sequence_chunks.h"
#include "core/sharding/types_of.h"

namespace zp {
namespace {

double sum_of(std::span<const SavedByOperation> operations) {
  double sum = 0;
  for (const SavedByOperation& operation : operations)
    sum += operation.bytes_per_token;
  return sum;
}

/// Writes the operations of one block to a list, or adds them up. Sizes are in elements per token on one
/// rank: heads and MLP widths are divided by the tensor-parallel size, the residual stream only if it is
/// scattered. Parts of the stream that are gathered for a layer are saved (nanotron
/// parallel/tensor_parallel/nn.py, REDUCE_SCATTER).
template <class Out>
class BlockWriter {
 public:
  BlockWriter(const Architecture& shape, const Training& training, const NumericTypes& types,
              bool keeps_scores = true)
      : shape_(shape),
        training_(training),
        casts_(casts_products(types)),
        keeps_fp8_(types.keeps_fp8),
        element_(bytes_between_products(types)),
        factor_(keeps_fp8_ ? bytes_of(Dtype::fp8) + scale_bytes(training.fp8_recipe).factor : element_),
        residual_(bytes_of(types.residual)),
        tensor_parallel_(std::max(1, training.tensor_parallel)),
        hidden_(as_double(shape.hidden_size)),
        stream_(hidden_ / (training.scatter_stream ? tensor_parallel_ : 1)),
        heads_(as_double(shape.attention_heads) / tensor_parallel_),
        keeps_scores_(keeps_scores),
        chunks_(sequence_chunks(training) > 0),
        moves_chunks_(offloads_chunks(training)) {}

  Out write(BlockKind kind) {
    if (shape_.norms_per_layer > 0) norm("attention norm", residual_, stream_);
    if (!moves_chunks_)
      input("attention input", shape_.has_latent_attention() ? 2 : shape_.block == Block::gpt ? 1 : 3);
    if (shape_.has_latent_attention())
      latent_projections();
    else
      query_key_norms();
    attention();
    out_.end_attention();
    for (int i = 1; i < shape_.norms_per_layer; ++i)
      norm("MLP norm", residual_, stream_);
    if (shape_.norms_per_layer > 1) input("MLP input", shape_.gated_mlp ? 2 : 1);
    if (kind == BlockKind::experts)
      experts();
    else if (!training_.tiled_mlp && !chunks_)  // in tiles or chunks only its input is saved (DeepSpeed
                                                // ulysses_sp.py, TiledMLP; fpdt_layer.py, FPDT_FFN)
      mlp("MLP", shape_.has_experts() ? shape_.dense_intermediate_size : shape_.intermediate_size, 1);
    residual_dropout();
    if (training_.has_adapters()) [[unlikely]]
      adapters(kind);
    return out_;
  }

  /// Writes the tensors that a decoder's attention to an encoder saves for one token of the decoder; keys and
  /// values belong to tokens of the encoder (transformers models/t5/modeling_t5.py, T5LayerCrossAttention).
  Out write_cross(std::int64_t encoder_tokens) {
    norm("cross-attention norm", residual_, stream_);
    input("cross-attention input", 1);
    out_.add("cross-attention query", "of every head", element_ * query_width());
    attention_output();
    if (training_.attention == Attention::eager && keeps_scores_) scores(encoder_tokens);
    if (training_.dropout > 0) out_.add("residual dropout", "a mask, one byte each", stream_);
    return out_;
  }
  [[nodiscard]] double cross_keys_and_values() const { return element_ * 2 * key_value_width(); }

  /// Writes the tensors that selective checkpointing saves with a fused attention kernel.
  Out write_selective(BlockKind kind) {
    out_.add("block input", "from which the rest is recomputed", residual_ * stream_);
    attention_output();
    keep_product("q", query_width());
    keep_product("k", key_value_width());
    keep_product("v", key_value_width());
    keep_product("attention output projection", hidden_);
    if (kind == BlockKind::experts) {
      keep_product("router", as_double(shape_.experts));  // the policy does not list grouped products
      if (shape_.shared_expert_intermediate_size > 0) keep_mlp(shape_.shared_expert_intermediate_size);
    } else {
      keep_mlp(shape_.has_experts() ? shape_.dense_intermediate_size : shape_.intermediate_size);
    }
    return out_;
  }

 private:
  /// Adds the input of a block's first `products` projections. They share it, unless each saves it in fp8, or
  /// autocast casts it for each (ATen/autocast_mode.cpp caches only casts of weights).
  void input(std::string_view operation, int products) {
    if (keeps_fp8_)  // fused layers cast only once (TransformerEngine pytorch/module/layernorm_linear.py)
      out_.add(operation, "input of the projections, in fp8",
               factor_ * (training_.fused_norm ? 1 : products) * hidden_);
    else if (casts_)
      out_.add(operation, "a separate cast for each projection", element_ * products * hidden_);
    else
      out_.add(operation, "input of the projections, in the model's type", element_ * hidden_);
  }

  /// Adds the tensors that adapters save in addition to their targets (PEFT tuners/lora/layer.py,
  /// Linear.forward; dora.py): the product with A; with dropout, the mask and its output, else the adapter's
  /// input if it was cast; with DoRA, the outputs of target and adapter, which the magnitudes' gradient
  /// needs.
  void adapters(BlockKind kind) {
    const Lora& lora = training_.lora;
    const bool has_experts = kind == BlockKind::experts;
    const double mlp =
        as_double(shape_.has_experts() ? shape_.dense_intermediate_size : shape_.intermediate_size) /
        tensor_parallel_;
    double targets = 0, inputs = 0, outputs = 0;
    const auto add = [&](unsigned target, double input, double output, double copies = 1) {
      if ((lora.targets & target) == 0) return;
      targets += copies;
      inputs += input;
      outputs += output;
    };
    add(lora_q, hidden_, query_width());
    add(lora_k, hidden_, key_value_width());
    add(lora_v, hidden_, key_value_width());
    add(lora_o, query_width(), hidden_);
    const auto add_mlp = [&](double width, double copies) {
      if (shape_.gated_mlp) add(lora_gate, copies * hidden_, copies * width, copies);
      add(lora_up, copies * hidden_, copies * width, copies);
      add(lora_down, copies * width, copies * hidden_, copies);
    };
    if (!has_experts) add_mlp(mlp, 1);
    if (has_experts && !stacks_experts(training_, shape_))  // a token visits only some of them
      add_mlp(as_double(shape_.expert_intermediate_size) / tensor_parallel_,
              as_double(shape_.experts_per_token));
    if (has_experts && shape_.shared_expert_intermediate_size > 0)
      add_mlp(as_double(shape_.shared_expert_intermediate_size) / tensor_parallel_, 1);
    const double element = training_.multiplies_adapters_in_fp32() ? 4 : element_;
    out_.add("adapters", "product with A, of each target", element * targets * as_double(lora.rank));
    if (lora.dropout > 0)
      out_.add("adapter dropout", "mask and output, of each target", (1 + element) * inputs);
    else if (training_.has_fp32_adapters())
      out_.add("adapter input", "a separate copy for each target", element * inputs);
    if (lora.dora) out_.add("DoRA", "output of each target, and of its adapter", 2 * element_ * outputs);
  }

  [[nodiscard]] double query_width() const {
    return shape_.has_latent_attention()
               ? as_double(shape_.q_lora_rank > 0 ? shape_.q_lora_rank : shape_.hidden_size)
               : heads_ * as_double(shape_.head_dim);
  }
  [[nodiscard]] double key_value_width() const {
    return shape_.has_latent_attention() ? as_double(shape_.kv_lora_rank + shape_.qk_rope_head_dim)
                                         : as_double(shape_.kv_heads * shape_.head_dim) / tensor_parallel_;
  }

  /// Adds the output of every second product of a block: the first, third, fifth …
  void keep_product(std::string_view operation, double width) {
    if (++products_ % 2 == 1) out_.add(operation, "output of a matrix product", element_ * width);
  }

  void keep_mlp(std::int64_t width) {
    const double f = as_double(width) / tensor_parallel_;
    if (shape_.gated_mlp) keep_product("gate", f);
    keep_product("up", f);
    keep_product("down", hidden_);
  }

  /// Adds a norm over `width` elements of `each` bytes. RMSNorm computes in fp32 as in transformers and saves
  /// an fp32 copy, one rsqrt, and the normalised value in its input's type; T5's norm multiplies the input
  /// itself, and saves it too (modeling_t5.py, T5LayerNorm). A fused kernel (Liger, Apex) saves its input and
  /// the statistics.
  void norm(std::string_view operation, double each, double width, double groups = 1) {
    if (shape_.norm == Norm::rmsnorm && !training_.fused_norm && shape_.has_encoder())
      out_.add(operation, "input and its fp32 copy, rsqrt, normalised", (4 + 2 * each) * width + 4 * groups);
    else if (shape_.norm == Norm::rmsnorm && !training_.fused_norm)
      out_.add(operation, "fp32 copy, rsqrt, normalised", (4 + each) * width + 4 * groups);
    else if (shape_.norm == Norm::rmsnorm)
      out_.add(operation, "input, rsqrt (fused kernel)", each * width + 4 * groups);
    else
      out_.add(operation, "input, mean, rstd", each * width + 8 * groups);
  }

  void query_key_norms() {
    if (shape_.qk_norm == QkNorm::none) return;
    const double dim = as_double(shape_.head_dim);
    const double kv = as_double(shape_.kv_heads) / tensor_parallel_;
    const bool each_head = shape_.qk_norm == QkNorm::head;
    norm("query norm", element_, heads_ * dim, each_head ? heads_ : 1);
    norm("key norm", element_, kv * dim, each_head ? kv : 1);
  }

  /// Adds MLA's compressed query and key-value, their norms, and the inputs of their up-projections.
  void latent_projections() {
    const double q_rank = as_double(shape_.q_lora_rank), kv_rank = as_double(shape_.kv_lora_rank);
    if (q_rank > 0) {
      norm("compressed query norm", element_, q_rank);
      out_.add("query up-projection", "input", factor_ * q_rank);
    }
    norm("compressed key-value norm", element_, kv_rank);
    out_.add("key-value up-projection", "input", factor_ * kv_rank);
  }

  void attention() {
    const double key_dim = as_double(
        shape_.has_latent_attention() ? shape_.qk_nope_head_dim + shape_.qk_rope_head_dim : shape_.head_dim);
    const double value_dim = as_double(shape_.has_latent_attention() ? shape_.v_head_dim : shape_.head_dim);
    if (moves_chunks_) {
      out_.add("attention output, exchanged", "the input of the output projection",
               element_ * heads_ * value_dim);
      return;
    }
    const double repeated = key_value_heads(shape_, training_) / tensor_parallel_;
    out_.add("q, k, v", repeated < heads_ ? "keys and values once for each group of heads" : "of every head",
             element_ * (heads_ * key_dim + repeated * (key_dim + value_dim)));
    attention_output();
    if (training_.sequence_parallel > 1)  // DeepSpeed ulysses_sp.py, _partition_global_sequence
      out_.add("attention output, exchanged", "of all heads, for the part of the sequence",
               element_ * heads_ * value_dim);
    if (training_.attention == Attention::eager && keeps_scores_) scores(training_.sequence_length);
  }

  void attention_output() {
    const double value_dim = as_double(shape_.has_latent_attention() ? shape_.v_head_dim : shape_.head_dim);
    // A kernel saves its output for its own backward pass; unfused attention does not.
    const bool is_apart = keeps_fp8_ && training_.attention == Attention::sdpa;
    out_.add("attention output", is_apart ? "as the kernel keeps it" : "the input of the output projection",
             (is_apart ? element_ : factor_) * heads_ * value_dim);
    if (is_apart)
      out_.add("attention output in fp8", "the input of the output projection", factor_ * heads_ * value_dim);
    if (training_.attention == Attention::sdpa)
      out_.add("log-sum-exp", "of the fused attention kernel", 4 * heads_);
  }

  /// Adds the scores of one token with `attended` others.
  void scores(std::int64_t attended) {
    const double scores = heads_ * as_double(attended);
    if (shape_.has_encoder() && !shape_.has_position_bias()) {  // modeling_bert.py, BertSelfAttention
      out_.add("attention scores", "softmax in the model's type", element_ * scores);
      if (training_.dropout > 0)
        out_.add("attention dropout", "mask, one byte each, and output", (1 + element_) * scores);
      return;
    }
    if (element_ == 2)
      out_.add("attention scores", "softmax in fp32 and its copy in the model's type", 6 * scores);
    else
      out_.add("attention scores", "softmax", 4 * scores);
    if (training_.dropout <= 0) return;
    out_.add("attention dropout", "mask, one byte each", scores);
    if (element_ == 4) out_.add("attention dropout output", "in addition to the softmax output", 4 * scores);
  }

  void mlp(std::string_view operation, std::int64_t width, double visits) {
    const double f = as_double(width) / tensor_parallel_ * visits;
    if (shape_.has_position_bias() && training_.dropout > 0)  // modeling_t5.py, T5DenseActDense
      out_.add("MLP dropout", shape_.gated_mlp ? "mask, one byte each" : "mask, one byte each, and output",
               (shape_.gated_mlp ? 1 : 1 + element_) * f);
    if (shape_.gated_mlp && training_.fuses_mlp())  // Liger-Kernel, ops/swiglu.py
      out_.add(operation, "gate, up, their product (fused kernel)", (2 * element_ + factor_) * f);
    else if (shape_.gated_mlp && shape_.has_position_bias())  // activations.py, NewGELUActivation
      out_.add(operation, "gate, its GELU with three factors of it, up, their product",
               (6 * element_ + factor_) * f);
    else if (shape_.gated_mlp)
      out_.add(operation, "gate, its activation, up, their product", (3 * element_ + factor_) * f);
    else if (shape_.has_position_bias())
      out_.add(operation, "output of the ReLU, which needs no other tensor", factor_ * f);
    else
      out_.add(operation, "input and output of the activation function", (element_ + factor_) * f);
  }

  /// Adds the router probabilities in fp32, the dispatched tokens, the experts' inner tensors, and their
  /// outputs, which the gradient of the routing weights needs. Shared experts read the block's own input.
  void experts() {
    const double visits = as_double(shape_.experts_per_token);
    out_.add("router", "softmax over the experts, fp32", 4 * as_double(shape_.experts));
    out_.add("dispatched tokens", "one copy for each expert visited", factor_ * visits * hidden_);
    mlp("experts", shape_.expert_intermediate_size, visits);
    // AutoEP weights them in fp32 (module_inject/auto_ep_layer.py, combine_from_routed).
    out_.add("expert outputs", "and their weights",
             visits * ((training_.expert_parallel > 1 ? 4 : element_) * hidden_ + 4));
    if (shape_.shared_expert_intermediate_size > 0)
      mlp("shared experts", shape_.shared_expert_intermediate_size, 1);
    if (shape_.shared_expert_gate) out_.add("shared expert output", "for its gate", element_ * hidden_);
  }

  /// Adds two one-byte masks: the gpt block and encoders apply dropout to the attention output and the MLP
  /// output.
  void residual_dropout() {
    if (shape_.drops_out() && training_.dropout > 0)
      out_.add("residual dropout", "two masks, one byte each", 2 * stream_);
  }

  const Architecture& shape_;
  const Training& training_;
  bool casts_;       ///< matrix products cast their factors
  bool keeps_fp8_;   ///< autograd saves factors of matrix products in fp8
  double element_;   ///< bytes of one activation
  double factor_;    ///< bytes of an activation that only a matrix product saves
  double residual_;  ///< bytes of one element of the residual stream
  double tensor_parallel_, hidden_;
  double stream_;  ///< elements of one token's residual stream on one rank
  double heads_;
  bool keeps_scores_;
  bool chunks_;        ///< FPDT
  bool moves_chunks_;  ///< FPDT with chunks on the host
  int products_ = 0;
  Out out_;
};

}  // namespace

double BlockOperations::bytes_per_token() const { return sum_of(operations()); }

double BlockOperations::attention_bytes_per_token() const { return sum_of(operations().first(attention_)); }

double key_value_heads(const Architecture& shape, const Training& training) {
  const bool is_grouped = training.attention == Attention::sdpa &&
                          training.attention_kernel != AttentionKernel::automatic &&
                          !shape.has_latent_attention();
  if (!is_grouped) return as_double(shape.attention_heads);
  // Each rank of a sequence has at least one head (ulysses_sp.py, kv_replication_factor).
  return as_double(std::max<std::int64_t>(shape.kv_heads, training.sequence_parallel));
}

template <class Out>
Out block_operations(const Architecture& shape, const Training& training, const NumericTypes& types,
                     BlockKind kind) {
  return BlockWriter<Out>(shape, training, types).write(kind);
}
template BlockOperations block_operations(const Architecture&, const Training&, const NumericTypes&,
                                          BlockKind);
template BlockBytes block_operations(const Architecture&, const Training&, const NumericTypes&, BlockKind);

CrossAttentionBytes cross_attention_bytes(const Architecture& shape, const Training& training,
                                          const NumericTypes& types) {
  BlockWriter<BlockBytes> writer(shape, training, types);
  return {writer.write_cross(encoder_length(training)).bytes_per_token(), writer.cross_keys_and_values()};
}

template <class Out>
Out kept_operations(const Architecture& shape, const Training& training, const NumericTypes& types,
                    BlockKind kind) {
  Out kept;
  switch (training.activation_checkpointing) {
    case Checkpointing::none:
    case Checkpointing::memory_budget:  // the budget's share of all tensors (activations.cpp)
      return block_operations<Out>(shape, training, types, kind);
    case Checkpointing::selective:
      return training.attention == Attention::eager
                 ? BlockWriter<Out>(shape, training, types, false).write(kind)
                 : BlockWriter<Out>(shape, training, types).write_selective(kind);
    case Checkpointing::full:
      kept.add("block input", "from which the block is recomputed",
               bytes_of(types.residual) * as_double(shape.hidden_size));
      break;
  }
  return kept;
}
template BlockOperations kept_operations(const Architecture&, const Training&, const NumericTypes&,
                                         BlockKind);
template BlockBytes kept_operations(const Architecture&, const Training&, const NumericTypes&, BlockKind);

}  // namespace zp
