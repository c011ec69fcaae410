// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/elementwise.h"

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/sharding/encoder.h"
#include "core/sharding/sequence_chunks.h"
#include "core/sharding/types_of.h"

namespace zp {
namespace {

/// Kernels of an expert that runs as a separate module, other than its products: selecting and gathering its
/// tokens, the gated MLP's activation and product, selecting, applying and casting the tokens' weights,
/// adding the result back (transformers 4, models/mixtral/modeling_mixtral.py, MixtralSparseMoeBlock and
/// MixtralBlockSparseTop2MLP).
constexpr double kernels_of_an_expert = 8;

constexpr double fp32 = 4;
/// Bytes per element read in 16 bits and written in 32, or vice versa.
constexpr double cast_bytes = 6;

/// Reads and writes of the MLP's inner tensor in FPDT's backward pass, which recomputes GELU and its
/// derivative kernel by kernel: bias 2, square 2, tanh 11, derivative 24, output 7, gradient 3, gradient of
/// the bias 1 (DeepSpeed sequence/fpdt_layer.py, FPDT_FFN.backward).
constexpr double mlp_backward_in_chunks = 50;

/// Sums up the kernels of one block. Widths are in elements per token, amounts in bytes per element (e: bytes
/// of the model's type).
class KernelList {
 public:
  KernelList(const Architecture& shape, const Training& training, const NumericTypes& types)
      : shape_(shape),
        training_(training),
        autocasts_(casts_products(types)),
        compiled_(training.is_compiled()),
        e(bytes_between_products(types)),
        stream_(bytes_of(types.residual)),
        tensor_parallel_(std::max(1, training.tensor_parallel)) {}

  Elementwise list() {
    const double hidden = as_double(shape_.hidden_size);
    const double query = as_double(shape_.attention_heads * shape_.head_dim) / tensor_parallel_;
    const double key = as_double(shape_.kv_heads * shape_.head_dim) / tensor_parallel_;
    const double norms = hidden * as_double(std::max<std::int64_t>(1, shape_.norms_per_layer));
    if (compiled_) {
      // One kernel adds the branch to the residual stream and normalises the sum, casting its input.
      work_.add(norms, 2 * stream_ + 2 * e, 3 * stream_ + 2 * e, 2);
    } else {
      add_norms(norms, stream_, norms / hidden);
      if (shape_.qk_norm != QkNorm::none) add_norms(query + key, e, 2);
      // Residual additions; backward adds the two branches' gradients.
      work_.add(2 * hidden, e + 2 * stream_, 3 * stream_, 2);
      if (autocasts_) add_casts(hidden);
    }
    if (shape_.learned_positions == 0 && !shape_.has_encoder()) {
      const double passes = training_.fused_norm ? 2 : 9;  // x·cos + rotate_half(x)·sin, step by step
      work_.add(query + key, passes * e, passes * e, training_.fused_norm ? 1 : 10);
    }
    // Attention and making its output contiguous; backward joins the gradients of queries, keys and values.
    work_.add(query, 2 * e, 2 * e, 2);
    work_.add(query + 2 * key, 0, 2 * e, 1);
    const double width = mlp_width() / tensor_parallel_;
    const bool in_chunks = sequence_chunks(training_) > 0;
    if (in_chunks) add_chunks(query, key);
    const double again = training_.tiled_mlp && !shape_.has_experts() ? 1 : 0;
    if (in_chunks && !shape_.has_experts())
      work_.add(width, 4 * e, mlp_backward_in_chunks * e, 2);  // bias, GELU
    else if (!shape_.gated_mlp)
      add_gelu(width);
    else if (training_.fuses_mlp())
      work_.add(width, 3 * e, 5 * e, 1);
    else if (shape_.has_position_bias())  // T5 uses the Python GELU instead of a single kernel
      work_.add(width, (18 + 3) * e, (27 + 6) * e, 8 + 1);
    else  // tiles recompute the activation in backward
      work_.add(width, 5 * e, (9 + 5 * again) * e, 2 + again);
    if (shape_.drops_out() && training_.dropout > 0) work_.add(2 * hidden, 2 * e + 1, 2 * e + 1, 2);
    if (shape_.has_experts())  // tokens are dispatched to experts and combined again
      work_.add(hidden * as_double(shape_.experts_per_token), 4 * e, 4 * e, 6);
    if (shape_.has_experts() && !training_.stacks_experts())
      work_.kernels += kernels_of_an_expert * as_double(shape_.experts * shape_.expert_layers()) /
                       as_double(std::max<std::int64_t>(1, shape_.layers));
    if (training_.attention == Attention::eager) {
      add_scores(training_.sequence_length);
      if (!compiled_ && !is_megatrons()) add_copies_for_products(query);
    }
    return work_;
  }

  /// Returns the kernels of a decoder's cross-attention, per token of the decoder.
  Elementwise list_of_cross_attention(std::int64_t encoder_tokens) {
    const double hidden = as_double(shape_.hidden_size);
    const double query = as_double(shape_.attention_heads * shape_.head_dim);
    add_norms(hidden, stream_, 1);
    work_.add(hidden, e + 2 * stream_, 3 * stream_, 1);  // residual addition
    work_.add(query, 2 * e, 2 * e, 2);
    if (training_.dropout > 0) work_.add(hidden, 2 * e + 1, 2 * e + 1, 1);
    if (training_.attention == Attention::eager) {
      add_scores(encoder_tokens);
      add_copies_for_products(query);
    }
    return work_;
  }

 private:
  /// Adds `count` norms with `width` elements in total. Hugging Face's RMSNorm runs in fp32, step by step:
  /// cast, square, mean, scale, cast back, weight.
  void add_norms(double width, double element, double count) {
    if (shape_.norm == Norm::rmsnorm && !training_.fused_norm)
      work_.add(width, 4 * element + 28, 6 * element + 44, 8 * count);
    else
      work_.add(width, 2 * element, 5 * element, count);  // backward: a kernel for input and for weight
  }

  /// Each product casts its input separately: attention has one fused product or three, the MLP one or two.
  void add_casts(double hidden) {
    const double products = (shape_.block == Block::gpt ? 1 : 3) + (shape_.gated_mlp ? 2 : 1);
    work_.add(products * hidden, cast_bytes, cast_bytes, products);
  }

  /// Adds GELU: one kernel of PyTorch or Megatron-LM, or eight in Python (transformers, activations.py,
  /// NewGELUActivation): a power, a tanh, three products with a number, two sums, one product.
  void add_gelu(double width) {
    if (training_.fused_mlp == FusedMlp::none &&
        autocasts_)  // the power runs in fp32, so input and output are cast
      work_.add(width, 18 * fp32 + 2 * cast_bytes, 27 * fp32 + 2 * cast_bytes, 10);
    else if (training_.fused_mlp == FusedMlp::none)
      work_.add(width, 18 * e, 27 * e, 8);
    else
      work_.add(width, 2 * e, 3 * e, 1);
  }

  /// Adds the kernels that FPDT's attention runs for each chunk of queries and each chunk of keys up to it.
  /// In forward, the pair's output and log-sum-exp are merged into the running result in fp32, step by step;
  /// in backward, three gradients are zeroed and accumulated in fp32 (DeepSpeed sequence/fpdt_layer.py,
  /// update_out_and_lse and _FPDTGPUOffloadingAttentionImpl_.backward).
  void add_chunks(double query, double key) {
    const double chunks = sequence_chunks(training_), pairs = (chunks + 1) / 2, joined = pairs - 1;
    const double join = cast_bytes + 2 * (fp32 + fp32) + 3 * fp32;  // cast, two products, their sum
    const double outputs =
        3 * cast_bytes;  // casts: of the first pair, back for the exchange, and for the host
    const double added = e + e + 2 * fp32;  // zeroed; then read and added to fp32
    work_.add(query, outputs + joined * join, pairs * added, chunks * pairs * 4);
    work_.add(2 * key, 0, pairs * added, 0);
  }

  /// Adds the kernels over unfused scores: scale, mask, softmax in fp32 and cast back, dropout. Megatron-LM
  /// fuses them into one pass. Each token attends to `attended` tokens.
  void add_scores(std::int64_t attended) {
    const double scores = as_double(shape_.attention_heads) / tensor_parallel_ * as_double(attended);
    const double in_softmax = autocasts_ ? fp32 : e;
    const double dropout = training_.dropout > 0 ? 2 * in_softmax + 1 : 0;
    if (compiled_)  // one kernel, which regenerates the dropout mask in backward
      work_.add(scores, 2 * e, 3 * e, 1);
    else if (training_.fused_norm || is_megatrons())
      work_.add(scores, 2 * e + dropout, 3 * e + dropout, 2);
    else if (autocasts_)  // scale, mask in the type of the fp32 weights, softmax, dropout, cast
      work_.add(scores, 2 * e + cast_bytes + 2 * fp32 + cast_bytes + dropout,
                2 * e + 2 * cast_bytes + 3 * fp32 + dropout, 6);
    else if (shape_.block == Block::gpt)  // scale, mask, softmax, dropout
      work_.add(scores, 6 * e + dropout, 5 * e + dropout, 4);
    else
      work_.add(scores, 6 * e + 8 + dropout, 6 * e + 8 + dropout, 6);
  }

  /// Adds the copies of queries, keys and values that a batched product needs with heads in consecutive
  /// memory: torch folds batch and head into one dimension, which a view can do only for a batch of one
  /// sequence (torch ATen/native/LinearAlgebra.cpp, matmul's expand and reshape). Two products replace the
  /// fused kernel.
  void add_copies_for_products(double query) {
    work_.kernels += 1;
    if (training_.micro_batch_size > 1) work_.add(3 * query, 2 * e, 2 * e, 3);
  }

  /// Returns true if Megatron-LM is assumed to run the model: under DeepSpeed only it supports tensor and
  /// pipeline parallelism.
  [[nodiscard]] bool is_megatrons() const {
    return shape_.block == Block::gpt && (training_.tensor_parallel > 1 || training_.pipeline_parallel > 1);
  }

  [[nodiscard]] double mlp_width() const {
    if (!shape_.has_experts()) return as_double(shape_.intermediate_size);
    return as_double(shape_.expert_intermediate_size * shape_.experts_per_token +
                     shape_.shared_expert_intermediate_size);
  }

  const Architecture& shape_;
  const Training& training_;
  bool autocasts_, compiled_;
  double e, stream_, tensor_parallel_;
  Elementwise work_;
};

}  // namespace

Elementwise elementwise_kernels(const Architecture& shape, const Training& training,
                                const NumericTypes& types) {
  return KernelList(shape, training, types).list();
}

Elementwise cross_attention_kernels(const Architecture& shape, const Training& training,
                                    const NumericTypes& types) {
  return KernelList(shape, training, types).list_of_cross_attention(encoder_length(training));
}

}  // namespace zp
