// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/products.h"

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/plan/adapters.h"
#include "core/sharding/encoder.h"
#include "core/sharding/fp8.h"
#include "core/sharding/sequence_chunks.h"
#include "core/sharding/vision.h"
#include "core/speed/clock.h"
#include "core/speed/elementwise.h"

namespace zp {
namespace {

/// Amounts added to each dimension of a product. Products with few rows or columns leave 128-wide tiles half
/// empty at the edges; products with few terms spend their time filling and draining each tile's pipeline
/// (CUTLASS, efficient_gemm.md).
constexpr double half_tile = 64, pipeline_terms = 256;

Products product_at(const ClockInput& in, double m, double n, double k, double count, double element,
                    double rate) {
  const double flops = 2 * m * n * k * count;
  const double padded = 2 * (m + half_tile) * (n + half_tile) * (k + pipeline_terms) * count;
  const double bytes = element * (m * k + k * n + m * n) * count;
  return {flops, std::max(padded / rate, bytes / in.rates.memory)};
}

/// Kernels of one adapter other than its two products: dropout, scale, sum.
constexpr double adapter_kernels = 3;

class ProductWriter {
 public:
  ProductWriter(const ClockInput& in, const StackTokens& tokens, ModelProducts& out)
      : in_(in),
        shape_(in.plan.model.architecture),
        training_(in.plan.training),
        element_(bytes_between_products(in.symbols.types)),
        tokens_(tokens),
        backward_products_(products_per_forward(in)),
        chunks_(sequence_chunks(training_) > 0),
        has_head_(row_of(in.plan.training.method.method).has_head),
        fp8_(multiplies_in_fp8(in.plan) ? &fp8_recipe(in.plan) : nullptr),
        out_(out) {}

  void write() {
    for (const TensorKind& kind : in_.kinds)
      add(kind);
    if (in_.symbols.sums.leaf > 0) out_.fetched.add(as_double(shape_.expert_layers()), leaf_seconds_, false);
  }

 private:
  /// `count` products of m × k by k × n.
  [[nodiscard]] Products product(double m, double n, double k, double count) const {
    return product(m, n, k, count, element_, in_.rates.matmul);
  }
  [[nodiscard]] Products product(double m, double n, double k, double count, double element,
                                 double rate) const {
    return product_at(in_, m, n, k, count, element, rate);
  }

  /// `count` products of m × k by k × n with fp8 inputs and 16-bit outputs.
  [[nodiscard]] Products product_in_fp8(double m, double n, double k, double count) const {
    Products fp8 = product(m, n, k, count, bytes_of(Dtype::fp8), in_.rates.fp8);
    const double wider = (element_ - bytes_of(Dtype::fp8)) * m * n * count;
    fp8.seconds = std::max(fp8.seconds, ((m * k + k * n + m * n) * count + wider) / in_.rates.memory);
    return fp8;
  }

  /// Adds the bytes of casts to fp8. Compiled programs and Transformer Engine's fused layers cast an input
  /// shared by several products once, in the kernel that produces it. Weights gathered in fp8 are cast before
  /// gathering, and only their second layout is written here; Megatron-LM casts weights once per step.
  void add_casts_to_fp8(TensorRole role, double inputs, double outputs, double weights) {
    const bool is_fused = training_.is_compiled() || (fp8_->keeps_fp8 && training_.fused_norm);
    const bool is_cast = !(is_fused && shares_input(role));
    const bool is_gathered = gathers_in_fp8(in_.plan);
    const double of_micro_batches = is_megatrons(in_.plan) && fp8_->keeps_fp8 ? 1 / in_.micro_batches : 1;
    const double second_layout = 2 * bytes_of(Dtype::fp8);
    const double weight_forward = is_gathered ? fp8_->weight.forward / in_.parallel.shard.ranks
                                              : fp8_->weight.forward * of_micro_batches;
    const double weight_backward = is_gathered ? second_layout : fp8_->weight.backward * of_micro_batches;
    const double input_forward = is_fused ? fp8_->input_fused : fp8_->input.forward;
    out_.forward.weight_bytes += weights * weight_forward + (is_cast ? inputs * input_forward : 0);
    out_.backward.weight_bytes += weights * weight_backward + outputs * fp8_->gradient.backward +
                                  (is_cast ? inputs * fp8_->input.backward : 0);
  }

  /// Returns true if a product of another role has the same input, whose cast is counted there.
  [[nodiscard]] bool shares_input(TensorRole role) const {
    switch (role) {
      case TensorRole::k_proj:
      case TensorRole::v_proj:
      case TensorRole::kv_a_proj:
        return true;
      case TensorRole::up_proj:
      case TensorRole::expert_up:
      case TensorRole::shared_up:
        return shape_.gated_mlp;
      default:
        return false;
    }
  }

  void add(const TensorKind& kind) {
    const TensorTraits& traits = traits_of(kind.role);
    const bool is_head =
        traits.part == ModelPart::head || (kind.role == TensorRole::embedding && shape_.tied_embeddings);
    if (is_head && !(has_head_ && in_.parallel.stage.has_head)) return;
    if (traits.part == ModelPart::vision) return;  // processes patches (vision_work.cpp)
    if (kind.columns <= 1 || (traits.part == ModelPart::tables && !is_head)) return;
    const double shared_by = in_.parallel.tensor.ranks;
    const double n = as_double(kind.rows) / (traits.split == TensorSplit::outputs ? shared_by : 1);
    const double k = as_double(kind.columns) / (traits.split == TensorSplit::inputs ? shared_by : 1);
    // A rank's experts process the tokens of all ranks that the experts are divided among.
    const double divided = in_.parallel.divides_experts(kind) ? in_.parallel.expert.ranks : 1;
    const PipelineStage& stage = in_.parallel.stage;
    const double count = as_double(stage.is_whole() ? kind.count : stage.count(kind)) / divided;
    if (count <= 0) return;  // the tensors are on another stage
    const double m = traits.of_expert ? tokens_.decoder * divided * as_double(shape_.experts_per_token) /
                                            std::max(1.0, as_double(shape_.experts))
                                      : tokens_through(kind.role, shape_, tokens_);
    const bool is_fp8 = fp8_ != nullptr && multiplies_in_fp8(kind, in_.plan, *fp8_);
    const Products forward = is_fp8 ? product_in_fp8(m, n, k, count) : product(m, n, k, count);
    if (in_.traits.autocasts && !is_fp8) add_casts(n * k * count, count);
    if (is_fp8) [[unlikely]]
      add_casts_to_fp8(kind.role, m * k * count, m * n * count, n * k * count);
    if (in_.traits.has_tensor_hooks) note_fetched(kind, forward.seconds, is_head);
    if (is_head) {
      const bool is_saved = training_.has_adapters() && training_.lora.saves_head();
      out_.forward.head += forward;
      out_.backward.head += forward * (is_saved ? 2 : backward_products_);
      if (chunks_) out_.backward.head += forward;  // FPDT_LogitsLoss.backward recomputes the logits
      return;
    }
    out_.forward.blocks += forward;
    if (is_fp8 && fp8_->has_16_bit_weight_gradient)
      out_.backward.blocks += forward + product(m, n, k, count) * (backward_products_ - 1);
    else
      out_.backward.blocks += forward * backward_products_;
    if (has_adapter(training_, shape_, kind.role)) add_adapters(m, n, k, count);
    if (in_.parallel.quantizes(kind)) [[unlikely]]
      add_dequantization(n * k * count, count);
    // Stacked experts run as one grouped product.
    const double kernels = traits.of_expert && in_.parallel.expert_layers > 0
                               ? as_double(in_.parallel.stage.expert_layers)
                               : count;
    out_.forward.kernels += kernels;
    out_.backward.kernels += kernels * backward_products_;
    if (runs_again(kind.role)) [[unlikely]] {
      out_.backward.blocks += forward;
      out_.backward.kernels += kernels;
    }
    if (ends_block(kind.role)) {
      out_.forward.last += forward;
      out_.forward.last_kernels += kernels;
    }
  }

  /// Returns true if the backward pass of an MLP in tiles or chunks repeats products of this role, in
  /// addition to checkpointing: all of them with tiles (DeepSpeed runtime/sequence_parallel/ulysses_sp.py,
  /// TiledMLP.backward), those before the activation with FPDT's chunks (sequence/fpdt_layer.py,
  /// FPDT_FFN.backward).
  [[nodiscard]] bool runs_again(TensorRole role) const {
    const bool ends = role == TensorRole::down_proj;
    if (!ends && role != TensorRole::gate_proj && role != TensorRole::up_proj) return false;
    return chunks_ ? !ends : training_.tiled_mlp;
  }

  /// Returns true if products of this role end a block and backward does not need their outputs. False if
  /// dropout keeps a mask of the output, a norm after the MLP keeps it as its input, adapters are added to
  /// it, or it is an output of routed experts, which gets weighted.
  [[nodiscard]] bool ends_block(TensorRole role) const {
    const bool is_dropped_out = shape_.block == Block::gpt && training_.dropout > 0;
    const bool is_normed = shape_.norms_per_layer > 2;
    return role == TensorRole::down_proj && !is_dropped_out && !is_normed && !training_.has_adapters();
  }

  /// Adds autocast's casts: weights and biases once per pass, and their gradients back (torch
  /// ATen/autocast_mode.cpp, cached_cast).
  void add_casts(double weights, double products) {
    const double bytes = weights * (4 + element_);
    const double kernels = products * (shape_.block == Block::gpt ? 2 : 1);
    for (ProductPass* pass : {&out_.forward, &out_.backward}) {
      pass->weight_bytes += bytes;
      pass->kernels += kernels;
    }
  }

  /// Adds an adapter's products and the bytes of its other kernels (PEFT, tuners/lora/layer.py,
  /// Linear.forward): dropout of the input, scaling and addition of the product.
  void add_adapters(double m, double n, double k, double count) {
    if (training_.has_fp32_adapters()) return add_fp32_adapters(m, n, k, count);
    const double rank = as_double(training_.lora.rank);
    add_adapter_products(product(m, rank, k, count) + product(m, n, rank, count));
    const double inputs = m * k * count, outputs = m * n * count;
    const double dropout = training_.lora.dropout > 0 ? 2 * element_ + 1 : 0;
    add_adapter_kernels(count, inputs * dropout + outputs * 5 * element_,
                        inputs * (dropout + 3 * element_) + outputs * 2 * element_);
  }
  void add_adapter_products(const Products& adapter) {
    out_.forward.blocks += adapter;
    out_.backward.blocks += adapter * 2;
  }
  void add_adapter_kernels(double count, double bytes_forward, double bytes_backward) {
    out_.forward.weight_bytes += bytes_forward;
    out_.backward.weight_bytes += bytes_backward;
    out_.forward.kernels += (2 + adapter_kernels) * count;
    out_.backward.kernels += (4 + backward_kernels * adapter_kernels) * count;
  }

  /// Adds fp32 adapters. The input is cast to fp32 and dropout runs in fp32 (_cast_input_dtype). Under
  /// autocast it is cast back for the product, and everything after that has 16 bits; otherwise the product,
  /// its scaling and its sum with the target's output are fp32 until the sum is cast back, and torch
  /// multiplies fp32 without tensor cores (torch.backends.cuda.matmul.allow_tf32 is off).
  void add_fp32_adapters(double m, double n, double k, double count) {
    const double inputs = m * k * count, outputs = m * n * count, e = element_;
    const double cast = e + 4, dropout = training_.lora.dropout > 0 ? 4 + 4 + 1 : 0;
    const double rank = as_double(training_.lora.rank);
    if (!training_.multiplies_adapters_in_fp32()) {
      add_adapter_products(product(m, rank, k, count) + product(m, n, rank, count));
      add_adapter_kernels(count, inputs * (2 * cast + dropout) + outputs * 5 * e,
                          inputs * (2 * cast + dropout + 3 * e) + outputs * 2 * e);
      return;
    }
    const double rate = in_.rates.unaligned;
    add_adapter_products(product(m, rank, k, count, 4, rate) + product(m, n, rank, count, 4, rate));
    const double scaled = 4 + 4, summed = e + 4 + 4;
    add_adapter_kernels(count, inputs * (cast + dropout) + outputs * (scaled + summed + cast),
                        inputs * (dropout + cast + 3 * e) + outputs * (cast + cast + scaled));
  }

  /// Adds the kernels that dequantise weights: they read quantised weights and write them in the model's type
  /// before each product (bitsandbytes autograd/_functions.py, MatMul4Bit; MatMul8bitLt only in backward).
  void add_dequantization(double weights, double kernels) {
    const FrozenPrecision precision = training_.frozen_precision;
    const double bytes = weights * (bits_of(precision) / 8.0 + element_);
    if (precision == FrozenPrecision::nf4) {
      out_.forward.weight_bytes += bytes;
      out_.forward.kernels += kernels;
    }
    out_.backward.weight_bytes += bytes;
    out_.backward.kernels += kernels;
  }

  void note_fetched(const TensorKind& kind, double seconds, bool is_head) {
    if (in_.symbols.sums.leaf > 0 && is_of_expert_block(kind.role)) {
      leaf_seconds_ += seconds;
      return;
    }
    const LocalTensor mine = in_.parallel.local(kind);
    if (mine.numel > in_.plan.zero.stage3_param_persistence_threshold)
      out_.fetched.add(as_double(mine.count), seconds, is_head);
  }

  const ClockInput& in_;
  const Architecture& shape_;
  const Training& training_;
  double element_;      ///< bytes per element of the model's type
  StackTokens tokens_;  ///< per micro batch on one rank
  double backward_products_;
  bool chunks_;              ///< FPDT: MLP and loss process chunks of tokens
  bool has_head_;            ///< the training method uses a head over the vocabulary
  const Fp8Row* fp8_;        ///< recipe of fp8 products; nullptr if there are none
  double leaf_seconds_ = 0;  ///< seconds of all leaf modules' products
  ModelProducts& out_;
};

}  // namespace

double products_per_forward(const ClockInput& in) {
  if (in.plan.training.lora.rank > 0) return 1;
  if (in.plan.model.has_vision()) [[unlikely]]
    return trains_language_model(in.plan.training) ? 2 : 1;
  const TensorSums& sums = in.symbols.sums;
  const double all = as_double(sums.trainable + sums.frozen);
  return 1 + (all > 0 ? as_double(sums.trainable) / all : 1);
}

Products product_of(const ClockInput& in, double m, double n, double k, double count) {
  return product_at(in, m, n, k, count, bytes_between_products(in.symbols.types), in.rates.matmul);
}

ModelProducts products_of(const ClockInput& in, const StackTokens& tokens) {
  ModelProducts products;
  ProductWriter(in, tokens, products).write();
  return products;
}

}  // namespace zp
