// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/vision_work.h"

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/formula/vision_symbols.h"
#include "core/memory/basis.h"
#include "core/sharding/vision.h"
#include "core/speed/clock.h"
#include "core/speed/products.h"

namespace zp {
namespace {

/// Kernels of a block's forward pass other than products: two norms, rotation, attention, activation
/// function, two additions, and the reshaping between them (transformers modeling_qwen2_5_vl.py,
/// Qwen2_5_VLVisionBlock).
constexpr double kernels_beside_products = 12;

/// Bytes per element in which norms and rotations compute.
constexpr double wide_bytes = 4;

/// Returns the mean number of keys that a patch attends to, over the blocks.
double mean_keys(const VisionTower& tower, double segment) {
  if (tower.window_size == 0 || tower.layers == 0) return segment;
  const double window = std::min(segment, as_double(tower.window_size * tower.window_size));
  const double full = as_double(tower.full_layers) / as_double(tower.layers);
  return full * segment + (1 - full) * window;
}

/// Returns the FLOP of scores and their product with the values over all blocks; there is no causal mask.
double attention_flop(const VisionTower& tower, const VisualWork& work) {
  return 4 * as_double(tower.layers) * as_double(tower.hidden_size) * work.patches *
         mean_keys(tower, work.segment);
}

double rows_of(const TensorKind& kind, const VisualWork& work) {
  return is_of_projector(kind.role) ? work.projected : work.patches;
}

/// Returns the bytes per patch that a block's elementwise kernels read and write: norms, additions, the
/// rotation in fp32, the activation function.
double elementwise_bytes(const VisionTower& tower, const Training& training, double element) {
  const double h = as_double(tower.hidden_size), inner = as_double(tower.intermediate_size);
  const bool is_written_out = tower.norm == Norm::rmsnorm && !training.fused_norm;
  // RMSNorm as in transformers: cast, square, mean, product, cast back, product with the weight.
  const double norm = is_written_out ? 4 * element + 6 * wide_bytes : 2 * element;
  const double rotation = tower.rotary ? 2 * (2 * element + 4 * wide_bytes) : 0;
  const double activation = (tower.gated_mlp ? 5 : 2) * element;
  return h * (2 * norm + 2 * 3 * element + rotation) + inner * activation;
}

template <class N>
class VisionWriter {
 public:
  VisionWriter(const ClockInput& in, ComputeWork<N>& out)
      : in_(in),
        tower_(in.plan.model.vision),
        training_(in.plan.training),
        element_(bytes_between_products(in.symbols.types)),
        work_(visual_work(in.plan)),
        out_(out) {}

  void write() {
    if (!in_.parallel.stage.has_embedding || !(work_.patches > 0)) return;
    sum_products();
    const double kernels =
        products_ + (kernels_beside_products + (tower_.gated_mlp ? 2 : 0)) * as_double(tower_.layers);
    out_.forward.vision = pass(1, 1);
    out_.forward.calls.kernels += kernels;
    if (!records_tower(training_)) {
      if (trains_projector(training_)) out_.backward.vision = projector_backward();
      return;
    }
    const double products = trains_tower(training_) ? 2 : 1;
    out_.backward.vision = pass(products, attention_backward());
    out_.backward.calls.kernels += products * kernels;
    if (!checkpoints_tower(training_)) return;
    out_.recompute.vision = pass(1, 1);
    out_.recompute.calls.kernels += kernels;
  }

 private:
  void sum_products() {
    for (const TensorKind& kind : in_.kinds) {
      if (traits_of(kind.role).part != ModelPart::vision) continue;
      const double count = as_double(kind.count), rows = rows_of(kind, work_);
      Products product;
      if (kind.columns > 1 && kind.role != TensorRole::vision_table) {
        product = product_of(in_, rows, as_double(kind.rows), as_double(kind.columns), count);
        products_ += count;
      } else if (is_of_projector(kind.role)) {
        // Further matrices of the projector, whose shapes are not stated.
        const double flop = 2 * rows * as_double(kind.total());
        product = {flop, flop / in_.rates.matmul};
      }
      all_ += product;
      if (is_of_projector(kind.role)) projector_ += product;
    }
  }

  /// Returns a pass with the given multiples of a forward pass's products and attention.
  [[nodiscard]] Work<N> pass(double products, double attention) const {
    const N flop = named<N>(sym::product_flop_tower, all_.flop);
    const N rate = named<N>(sym::product_rate_tower, all_.seconds > 0 ? all_.flop / all_.seconds : 1);
    const double scores = attention_flop(tower_, work_);
    const N attended = named<N>(sym::attention_flop_tower, scores) / attention_rate();
    const double bytes =
        elementwise_bytes(tower_, training_, element_) * work_.patches * as_double(tower_.layers);
    const N moved = named<N>(sym::elementwise_tower, bytes) /
                    streaming_rate(named<N>(sym::gpu_memory, in_.rates.memory_gb_per_s),
                                   in_.rates.memory_share, in_.rates.measured);
    const N times = named<N>(sym::tower_passes, products);
    if (products == 1 && attention == 1) return {all_.flop + scores, flop / rate + attended + moved};
    return {
        products * all_.flop + attention * scores,
        times * (flop / rate) + named<N>(sym::tower_attention_passes, attention) * attended + times * moved};
  }

  [[nodiscard]] N attention_rate() const {
    return training_.attention == Attention::eager
               ? named<N>(sym::product_rate, in_.rates.matmul)
               : named<N>(sym::attention_rate_forward, in_.rates.attention_forward);
  }
  /// Returns a backward pass of attention as a multiple of a forward pass: five products instead of two, at
  /// the backward rate (FlashAttention-2, arXiv 2307.08691, section 3.1); four if unfused.
  [[nodiscard]] double attention_backward() const {
    if (training_.attention == Attention::eager) return 2;
    return 2.5 * in_.rates.attention_forward / in_.rates.attention_backward;
  }

  [[nodiscard]] Work<N> projector_backward() const {
    const N seconds =
        named<N>(sym::product_flop_tower, projector_.flop) /
        named<N>(sym::product_rate_tower, projector_.seconds > 0 ? projector_.flop / projector_.seconds : 1);
    return {2 * projector_.flop, 2 * seconds};
  }

  const ClockInput& in_;
  const VisionTower& tower_;
  const Training& training_;
  double element_;
  VisualWork work_;
  Products all_, projector_;
  double products_ = 0;  ///< products of a forward pass
  ComputeWork<N>& out_;
};

}  // namespace

template <class N>
void add_vision_work(const ClockInput& in, ComputeWork<N>& work) {
  VisionWriter<N>(in, work).write();
}
template void add_vision_work(const ClockInput&, ComputeWork<double>&);
template void add_vision_work(const ClockInput&, ComputeWork<Words>&);

double tower_flop(const Plan& plan) {
  const VisualWork work = visual_work(plan);
  TensorList list;
  add_vision_tensors(list, plan.model.vision);
  double flop = attention_flop(plan.model.vision, work);
  for (const TensorKind& kind : list.kinds()) {
    const bool multiplies = kind.columns > 1 && kind.role != TensorRole::vision_table;
    if (multiplies || is_of_projector(kind.role)) flop += 2 * rows_of(kind, work) * as_double(kind.total());
  }
  return flop;
}

}  // namespace zp
