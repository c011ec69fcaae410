// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/plan/plan.h"
#include "core/sharding/parallelism.h"
#include "core/units/quantity.h"

/// The tensors that autograd saves for the backward pass, operation by operation. A storage shared by several
/// operations counts once; parameters and integer tensors are excluded. The sums reproduce bytes counted in
/// PyTorch with saved-tensor hooks (tests/data/saved-activations.csv).
namespace zp {

/// One operation of a block and the bytes that it saves per token.
struct SavedByOperation {
  std::string_view operation;  ///< "attention norm"
  std::string_view tensors;    ///< "fp32 copy, rsqrt, normalised"
  double bytes_per_token = 0;
};

/// The operations of one block; fixed size, so that building one allocates nothing.
class BlockOperations {
 public:
  static constexpr std::size_t capacity = 24;
  void add(std::string_view operation, std::string_view tensors, double bytes_per_token) {
    if (bytes_per_token > 0 && size_ < capacity) operations_[size_++] = {operation, tensors, bytes_per_token};
  }
  [[nodiscard]] std::span<const SavedByOperation> operations() const { return {operations_.data(), size_}; }
  [[nodiscard]] double bytes_per_token() const;
  /// Ends the block's first half, its attention: all operations so far belong to it.
  void end_attention() { attention_ = size_; }
  /// Returns the bytes per token of that first half, which remain when the backward pass reaches attention.
  [[nodiscard]] double attention_bytes_per_token() const;

 private:
  std::array<SavedByOperation, capacity> operations_;
  std::size_t size_ = 0, attention_ = 0;
};

/// The sums of a block's operations, without the list of them.
class BlockBytes {
 public:
  void add(std::string_view /*operation*/, std::string_view /*tensors*/, double bytes_per_token) {
    if (bytes_per_token > 0) all_ += bytes_per_token;
  }
  [[nodiscard]] double bytes_per_token() const { return all_; }
  void end_attention() { attention_ = all_; }
  [[nodiscard]] double attention_bytes_per_token() const { return attention_; }

 private:
  double all_ = 0, attention_ = 0;
};

/// Returns the number of key and value heads in the attention of one sequence: as many as query heads if
/// PyTorch's own kernel or unfused attention repeats them, else one for each group.
double key_value_heads(const Architecture& shape, const Training& training);

enum class BlockKind { dense, experts };
/// Returns the tensors that one block saves without recomputation, as BlockOperations or BlockBytes.
template <class Out = BlockOperations>
Out block_operations(const Architecture& shape, const Training& training, const NumericTypes& types,
                     BlockKind kind);
/// Bytes that a decoder block's attention to an encoder saves without recomputation.
struct CrossAttentionBytes {
  double per_token = 0;          ///< per token of the decoder: norm, query, scores, output
  double per_encoder_token = 0;  ///< per token of the encoder: keys and values
};
CrossAttentionBytes cross_attention_bytes(const Architecture& shape, const Training& training,
                                          const NumericTypes& types);
/// Returns the tensors that one block saves under the plan's checkpointing. With `full` it is the block's
/// input. With `selective` and a fused attention kernel it is the input, the attention output, and the output
/// of every second matrix product (torch.utils.checkpoint's selective contexts with torchtitan's policy,
/// distributed/activation_checkpoint.py); with `selective` and eager attention, all but the score matrix
/// (Korthikanti et al., arXiv 2205.05198, section 5).
template <class Out = BlockOperations>
Out kept_operations(const Architecture& shape, const Training& training, const NumericTypes& types,
                    BlockKind kind);

/// The memory of activations and loss, in bytes of one rank for one micro batch. N is double or Words.
template <class N>
struct ActivationTermsIn {
  N tokens = 0.0;           ///< micro batch × sequence / ranks that share it
  N block_input = 0.0;      ///< bytes of one block's input in the form that full checkpointing saves
  N blocks_saved = 0.0;     ///< bytes saved for all blocks under the plan's checkpointing
  N live_block = 0.0;       ///< bytes of the active block: recomputed tensors, or all without checkpointing
  N block_gradients = 0.0;  ///< bytes of a block's backward pass in addition to its saved tensors
  N leaving = 0.0;          ///< bytes of saved tensors that wait on the GPU for their copy to the host
  N moved = 0.0;            ///< bytes of `blocks_saved` that DeepCompile moves to the host
  N chunks_on_host = 0.0;   ///< bytes of FPDT's chunks in host memory
  N in_flight = 0.0;        ///< bytes that a pipeline stage saves for the other micro batches in flight
  N boundaries = 0.0;       ///< bytes of a pipeline stage's received and sent tensors
  N context = 0.0;          ///< bytes of the other ranks' keys and values, gathered for one attention
  N cache = 0.0;            ///< keys and values that the forward pass returns
  N final_norm = 0.0;       ///< final (and embedding) norm, rotary tables
  N logits_saved = 0.0;     ///< log-softmax and head input, or their gradients from a fused loss
  N logits_output = 0.0;    ///< logits in the model's type
  N logits_capped = 0.0;    ///< output of the tanh that caps the logits
  N logits_fp32 = 0.0;      ///< fp32 copy of the logits
  N logits_shifted = 0.0;   ///< second copy, without each sequence's last position
  N logits_gradient = 0.0;  ///< gradients of loss and log-softmax
};
using ActivationTerms = ActivationTermsIn<double>;

template <class N>
ActivationTermsIn<N> activation_terms(const Plan& plan, const Parallelism& parallel);
inline ActivationTerms activation_terms(const Plan& plan) {
  return activation_terms<double>(plan, parallelism_of(plan));
}
/// The bytes of one evaluation batch on one rank: the tensors of one block at a time, at most those that
/// autograd would save; and the logits with the loss's tensors. Nothing is saved for a backward pass.
template <class N>
struct EvaluationTermsIn {
  N block = 0.0, logits = 0.0;
  N output = 0.0;  ///< bytes of the logits in the model's type
};
template <class N>
EvaluationTermsIn<N> evaluation_terms(const Plan& plan, const Parallelism& parallel);

/// Returns `block_input` of the activation terms, in bytes, without computing the others.
double block_input(const Plan& plan, const Parallelism& parallel);

}  // namespace zp
