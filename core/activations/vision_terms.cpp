// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/activations/vision_terms.h"

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/formula/ledger_symbols.h"
#include "core/formula/named.h"
#include "core/formula/vision_symbols.h"
#include "core/sharding/types_of.h"
#include "core/sharding/vision.h"

namespace zp {
namespace {

constexpr double fp32_bytes = 4;

template <class Out>
class TowerWriter {
 public:
  TowerWriter(const VisionTower& tower, const Training& training, const NumericTypes& types,
              const TowerRun& run)
      : tower_(tower),
        training_(training),
        run_(run),
        casts_(casts_products(types)),
        element_(bytes_between_products(types)),
        residual_(bytes_of(types.residual)),
        hidden_(as_double(tower.hidden_size)),
        inner_(as_double(tower.intermediate_size)) {}

  Out write() {
    norm("attention norm", residual_, 1);
    input("attention input", tower_.fused_qkv ? 1 : 3, hidden_);
    query_key_value();
    attention_output();
    out_.end_attention();
    norm("MLP norm", residual_, 1);
    input("MLP input", tower_.gated_mlp ? 2 : 1, hidden_);
    mlp();
    if (tower_.layer_scale && run_.trained)
      out_.add("layer scale", "outputs of attention and MLP", 2 * element_ * hidden_);
    return out_;
  }

 private:
  /// RMSNorm computes in fp32 as in transformers; the normalised tensor is saved for the gradient of a
  /// trained weight.
  void norm(std::string_view operation, double each, double times) {
    const bool is_rms = tower_.norm == Norm::rmsnorm;
    if (is_rms && !training_.fused_norm)
      out_.add(operation, "fp32 copy, rsqrt, normalised",
               times * ((fp32_bytes + (run_.trained ? each : 0)) * hidden_ + fp32_bytes));
    else
      out_.add(operation, is_rms ? "input, rsqrt (fused kernel)" : "input, mean, rstd",
               times * (each * hidden_ + (is_rms ? 1 : 2) * fp32_bytes));
  }

  /// Adds the input of matrix products, saved for their weight gradients.
  void input(std::string_view operation, double products, double width) {
    if (run_.trained)
      out_.add(operation, "input of the projections", element_ * (casts_ ? products : 1) * width);
  }

  void query_key_value() {
    const bool makes_new = tower_.rotary || tower_.qk_norm;
    if (tower_.fused_qkv) {
      out_.add("q, k, v", "the whole output of their one matrix", 3 * element_ * hidden_);
      if (makes_new) out_.add("q, k", "rotated or normalised", 2 * element_ * hidden_);
    } else {
      out_.add("q, k, v", "as attention reads them", 3 * element_ * hidden_);
    }
    if (tower_.qk_norm) norm("query and key norms", element_, 2);
  }

  void attention_output() {
    out_.add("attention output", "the input of the output projection", element_ * hidden_);
    if (training_.attention != Attention::sdpa) return;
    out_.add("log-sum-exp", "of the fused attention kernel", fp32_bytes * as_double(tower_.attention_heads));
    if (run_.has_segments && run_.trained)
      out_.add("attention output, joined", "of all images, for the output projection", element_ * hidden_);
  }

  void mlp() {
    if (tower_.gated_mlp)
      out_.add("MLP", "gate, its activation, up, their product", (run_.trained ? 4 : 3) * element_ * inner_);
    else
      out_.add("MLP", "input and output of the activation function",
               (run_.trained ? 2 : 1) * element_ * inner_);
  }

  const VisionTower& tower_;
  const Training& training_;
  TowerRun run_;
  bool casts_;
  double element_, residual_, hidden_, inner_;
  Out out_;
};

/// Attention runs on one image after another unless the kernel accepts sequence boundaries (transformers
/// modeling_qwen2_5_vl.py, Qwen2_5_VLVisionAttention.forward).
TowerRun run_of(const Plan& plan) {
  const Training& training = plan.training;
  const VisionTower& tower = plan.model.vision;
  const bool told_ends = training.attention_kernel == AttentionKernel::flash_2 ||
                         training.attention_kernel == AttentionKernel::flash_3;
  return {trains_tower(training),
          tower.fused_qkv && tower.rotary && training.attention == Attention::sdpa && !told_ends};
}

template <class N>
class VisionTermsWriter {
 public:
  VisionTermsWriter(const Plan& plan, const Parallelism& parallel)
      : plan_(plan),
        tower_(plan.model.vision),
        training_(plan.training),
        parallel_(parallel),
        types_(types_of(plan)),
        work_(visual_work(plan)),
        element_(named<N>(sym::element_bytes, bytes_between_products(types_))),
        residual_(named<N>(types_.residual == types_.products ? sym::element_bytes : sym::residual_bytes,
                           bytes_of(types_.residual))),
        hidden_(named<N>(sym::tower_hidden, as_double(tower_.hidden_size))),
        patches_(named<N>(sym::patches, work_.patches)),
        visual_(named<N>(sym::projected, work_.projected)),
        in_flight_(parallel.stage.is_whole() ? N(1.0)
                                             : named<N>(sym::in_flight, parallel.stage.in_flight())) {}

  VisionTermsIn<N> write() {
    VisionTermsIn<N> terms;
    if (!parallel_.stage.has_embedding || !(work_.patches > 0)) return terms;
    const bool records = records_tower(training_);
    const N values = patches_ * named<N>(sym::patch_pixels, pixels_of_patch());
    terms.pixels = in_flight_ * values * (trains_tower(training_) ? fp32_bytes + element_ : N(fp32_bytes));
    if (records) blocks(terms);
    if (records || trains_projector(training_)) terms.projector = in_flight_ * kept_of_projectors();
    terms.features = element_ * named<N>(sym::hidden, as_double(tower_.projector_output_size)) *
                     projector_count() * visual_;
    return terms;
  }

 private:
  [[nodiscard]] double pixels_of_patch() const {
    constexpr double colours = 3;
    return colours * as_double(tower_.temporal_patch_size * tower_.patch_size * tower_.patch_size);
  }
  [[nodiscard]] N projector_count() const { return named<N>(sym::projectors, as_double(tower_.projectors)); }

  void blocks(VisionTermsIn<N>& terms) {
    const double each =
        tower_operations<BlockBytes>(tower_, training_, types_, run_of(plan_)).bytes_per_token();
    const N saved = named<N>(sym::saved_patch, each);
    const N layers = named<N>(sym::tower_layers, as_double(tower_.layers));
    const N gradients = (2 * residual_ * hidden_ + element_ * named<N>(sym::tower_inner, inner())) * patches_;
    if (!checkpoints_tower(training_)) {
      terms.blocks = in_flight_ * layers * saved * patches_;
      if (writes_scores())
        terms.blocks += in_flight_ * named<N>(sym::saved_scores, scores_of_all()) * patches_;
      terms.at_work = gradients;
      return;
    }
    const N input = residual_ * hidden_ * patches_;
    terms.blocks = in_flight_ * layers * input;
    // The checkpoint is itself the tensor that the first norm saves, unless the norm saves a copy.
    const bool norm_keeps_input = tower_.norm != Norm::rmsnorm || training_.fused_norm;
    terms.at_work = (norm_keeps_input ? saved * patches_ - input : saved * patches_) + gradients;
    if (writes_scores()) terms.at_work += named<N>(sym::block_scores, scores_of(work_.segment)) * patches_;
  }

  /// Returns the widest inner gradient of a block: of the MLP, or of queries, keys and values.
  [[nodiscard]] double inner() const {
    return std::max((tower_.gated_mlp ? 2 : 1) * as_double(tower_.intermediate_size),
                    3 * as_double(tower_.hidden_size));
  }

  [[nodiscard]] bool writes_scores() const { return training_.attention == Attention::eager; }
  /// Returns the bytes of unfused scores of one patch that attends to `keys` patches: softmax in fp32, and
  /// its copy in the model's type.
  [[nodiscard]] double scores_of(double keys) const {
    const double element = bytes_between_products(types_);
    return as_double(tower_.attention_heads) * keys * (element == fp32_bytes ? fp32_bytes : 4 + element);
  }
  [[nodiscard]] double scores_of_all() const {
    const double window = as_double(tower_.window_size * tower_.window_size);
    if (tower_.window_size == 0) return as_double(tower_.layers) * scores_of(work_.segment);
    return as_double(tower_.full_layers) * scores_of(work_.segment) +
           as_double(tower_.layers - tower_.full_layers) * scores_of(std::min(window, work_.segment));
  }

  /// Returns the tensors that autograd saves of all projectors: the norm's input, with trained weights the
  /// inputs of both matrix products, and the activation function's input.
  [[nodiscard]] N kept_of_projectors() const {
    const bool trained = trains_projector(training_);
    const double input = as_double(tower_.projector_input_size);
    const double hidden = as_double(tower_.projector_hidden_size);
    const double element = bytes_between_products(types_);
    const double each = element * ((trained ? 2 : 1) * input + (trained ? 2 : 1) * hidden);
    return projector_count() * named<N>(sym::saved_visual, each) * visual_;
  }

  const Plan& plan_;
  const VisionTower& tower_;
  const Training& training_;
  const Parallelism& parallel_;
  NumericTypes types_;
  VisualWork work_;
  N element_, residual_, hidden_, patches_, visual_, in_flight_;
};

}  // namespace

template <class Out>
Out tower_operations(const VisionTower& tower, const Training& training, const NumericTypes& types,
                     const TowerRun& run) {
  return TowerWriter<Out>(tower, training, types, run).write();
}
template BlockOperations tower_operations(const VisionTower&, const Training&, const NumericTypes&,
                                          const TowerRun&);
template BlockBytes tower_operations(const VisionTower&, const Training&, const NumericTypes&,
                                     const TowerRun&);

template <class N>
VisionTermsIn<N> vision_terms(const Plan& plan, const Parallelism& parallel) {
  return VisionTermsWriter<N>(plan, parallel).write();
}
template VisionTermsIn<double> vision_terms(const Plan&, const Parallelism&);
template VisionTermsIn<Words> vision_terms(const Plan&, const Parallelism&);

}  // namespace zp
