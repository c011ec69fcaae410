// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/compute.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/speed/elementwise.h"
#include "core/speed/time_symbols.h"

namespace zp {
namespace {

/// A product of few rows or columns leaves 128-wide tiles half empty at its edges, and one of few terms
/// spends its time filling and draining the pipeline of each tile: what each dimension counts more than it is
/// (CUTLASS, efficient_gemm.md).
constexpr double half_tile = 64, pipeline_terms = 256;

/// Going backward an elementwise kernel has its own counterpart, and every second a further one: the sum over
/// a weight's gradient, the addition where a tensor was used twice.
constexpr double backward_kernels = 1.5;

/// Kernels of one adapter beside its two products: dropout, scale, sum.
constexpr double adapter_kernels = 3;

/// What many products do and take together.
struct Products {
  double flop = 0, seconds = 0;
  Products& operator+=(const Products& other) {
    flop += other.flop;
    seconds += other.seconds;
    return *this;
  }
  friend Products operator+(Products a, const Products& b) { return a += b; }
  friend Products operator*(Products products, double factor) {
    return {products.flop * factor, products.seconds * factor};
  }
};

/// In words: what they do over the rate they reach together.
template <class N>
Work<N> work_of(const Products& products, const SymbolRow& flop, const SymbolRow& rate) {
  if constexpr (std::is_same_v<N, Words>)
    return {products.flop, products.seconds > 0 ? named<N>(flop, products.flop) /
                                                      named<N>(rate, products.flop / products.seconds)
                                                : N(0)};
  else
    return {products.flop, products.seconds};
}

template <class N>
Work<N> half_of(const Work<N>& work) {
  return {work.amount * 0.5, work.seconds * 0.5};
}

template <class N>
class PassWriter {
 public:
  PassWriter(const Plan& plan, const GpuRates& rates, const Symbols& symbols, const FrameworkTraits& traits)
      : shape_(plan.model.architecture),
        training_(plan.training),
        rates_(rates),
        parallel_(symbols.parallel),
        traits_(traits),
        zero_(plan.zero),
        leaf_(symbols.sums.leaf),
        element_(symbols.weight_bytes),
        layers_(as_double(shape_.layers)) {
    const double all = as_double(symbols.sums.trainable + symbols.sums.frozen);
    if (all > 0) trained_share_ = as_double(symbols.sums.trainable) / all;
    const N sequence = named<N>(sym::sequence, as_double(training_.sequence_length));
    work_.tokens = named<N>(sym::micro_batch, as_double(training_.micro_batch_size)) *
                   (parallel_.sequence.ranks > 1
                        ? ceil(sequence / named<N>(sym::sequence_parallel, parallel_.sequence.ranks))
                        : sequence);
  }

  ComputeWork<N> write(std::span<const TensorKind> kinds) {
    products(kinds);
    attention();
    elementwise();
    loss();
    hooks(kinds);
    recompute();
    waiting();
    return work_;
  }

 private:
  [[nodiscard]] N streaming() const {
    return streaming_rate(named<N>(sym::gpu_memory, rates_.memory_gb_per_s));
  }
  [[nodiscard]] N layers() const { return named<N>(sym::layers, layers_); }

  /// `count` products of m × k by k × n.
  [[nodiscard]] Products product(double m, double n, double k, double count) const {
    const double flops = 2 * m * n * k * count;
    const double padded = 2 * (m + half_tile) * (n + half_tile) * (k + pipeline_terms) * count;
    const double bytes = element_ * (m * k + k * n + m * n) * count;
    return {flops, std::max(padded / rates_.matmul, bytes / rates_.memory)};
  }

  [[nodiscard]] bool is_of_leaf(const TensorKind& kind) const {
    return leaf_ > 0 && is_of_expert_block(kind.role);
  }

  /// Gathered tensors whose products take that long together.
  void note_fetched(const TensorKind& kind, double seconds) {
    if (is_of_leaf(kind)) {
      leaf_seconds_ += seconds;
      return;
    }
    const LocalTensor mine = parallel_.local(kind);
    if (mine.numel > zero_.stage3_param_persistence_threshold) note_fetched(as_double(mine.count), seconds);
  }
  void note_fetched(double count, double seconds) {
    if (count > 0 && fetched_count_ < fetched_.size()) fetched_[fetched_count_++] = {count, seconds / count};
  }

  [[nodiscard]] bool has_adapter(const TensorTraits& traits) const {
    return training_.lora.rank > 0 && (traits.lora_targets & training_.lora.targets) != 0;
  }

  /// What an adapter's other kernels read and write, of `inputs` and `outputs` elements (PEFT,
  /// tuners/lora/layer.py, Linear.forward): the input dropped out, the product scaled and added.
  void adapters(double inputs, double outputs) {
    const double dropout = 2 * element_ + 1;
    adapters_forward_ += inputs * dropout + outputs * 5 * element_;
    adapters_backward_ += inputs * (dropout + 3 * element_) + outputs * 2 * element_;
  }

  void products(std::span<const TensorKind> kinds) {
    const double tokens = value_of(work_.tokens);
    // Backward: the gradient of the input, and that of the weight where it is trained.
    const double per_forward = training_.lora.rank > 0 ? 1 : 1 + trained_share_;
    const double shared_by = parallel_.tensor.ranks;
    Products blocks, blocks_backward, head, head_backward;
    for (const TensorKind& kind : kinds) {
      const TensorTraits& traits = traits_of(kind.role);
      const bool is_head =
          traits.part == ModelPart::head || (kind.role == TensorRole::embedding && shape_.tied_embeddings);
      if (kind.columns <= 1 || (traits.part == ModelPart::tables && !is_head)) continue;
      const double n = as_double(kind.rows) / (traits.cut == Cut::outputs ? shared_by : 1);
      const double k = as_double(kind.columns) / (traits.cut == Cut::inputs ? shared_by : 1);
      // A rank's experts work on the tokens of all ranks that divide them.
      const double divided = parallel_.divides_experts(kind) ? parallel_.expert.ranks : 1;
      const double count = as_double(kind.count) / divided;
      const double m = traits.of_expert ? tokens * divided * as_double(shape_.experts_per_token) /
                                              std::max(1.0, as_double(shape_.experts))
                                        : tokens;
      const Products forward = product(m, n, k, count);
      (is_head ? head : blocks) += forward;
      if (traits_.has_tensor_hooks) note_fetched(kind, forward.seconds);
      (is_head ? head_backward : blocks_backward) += forward * per_forward;
      if (is_head) continue;
      if (has_adapter(traits)) {
        const double rank = as_double(training_.lora.rank);
        const Products adapter = product(m, rank, k, count) + product(m, n, rank, count);
        blocks += adapter;
        blocks_backward += adapter * 2;
        adapters(m * k * count, m * n * count);
        work_.forward.calls.kernels += (2 + adapter_kernels) * count;
        work_.backward.calls.kernels += (4 + backward_kernels * adapter_kernels) * count;
      }
      // Stacked experts are one grouped product.
      const double kernels =
          traits.of_expert && parallel_.expert_layers > 0 ? as_double(parallel_.expert_layers) : count;
      work_.forward.calls.kernels += kernels;
      work_.backward.calls.kernels += kernels * per_forward;
    }
    if (leaf_ > 0) note_fetched(as_double(shape_.expert_layers()), leaf_seconds_);
    work_.forward.matmul = work_of<N>(blocks, sym::product_flop_forward, sym::product_rate_forward);
    work_.forward.head = work_of<N>(head, sym::head_flop_forward, sym::head_rate_forward);
    work_.backward.matmul =
        work_of<N>(blocks_backward, sym::product_flop_backward, sym::product_rate_backward);
    work_.backward.head = work_of<N>(head_backward, sym::head_flop_backward, sym::head_rate_backward);
  }

  /// Two products of s × s scores for every head: QKᵀ and PV. A fused kernel skips the half above the
  /// diagonal and computes the scores again in backward, five products instead of two (FlashAttention-2,
  /// arXiv 2307.08691, section 3.1); written out, all of them are computed.
  void attention() {
    if (layers_ <= 0) return;
    const N heads = local(parallel_, named<N>(sym::heads, as_double(shape_.attention_heads)));
    const N scores =
        work_.tokens * named<N>(sym::sequence, as_double(training_.sequence_length)) * heads * layers();
    const N full = 2 * scores * (key_dim() + value_dim());
    const double flop = value_of(full);
    if (training_.attention == Attention::eager) {
      const N rate = named<N>(sym::product_rate, rates_.matmul);
      work_.forward.attention = {flop, full / rate};
      work_.backward.attention = {2 * flop, 2 * full / rate};
      return;
    }
    work_.forward.attention = {flop / 2,
                               full / 2 / named<N>(sym::attention_rate_forward, rates_.attention_forward)};
    work_.backward.attention = {
        2.5 * flop / 2, 2.5 * full / 2 / named<N>(sym::attention_rate_backward, rates_.attention_backward)};
  }

  [[nodiscard]] N key_dim() const {
    return shape_.has_latent_attention()
               ? named<N>(sym::key_dim, as_double(shape_.qk_nope_head_dim + shape_.qk_rope_head_dim))
               : named<N>(sym::head_dim, as_double(shape_.head_dim));
  }
  [[nodiscard]] N value_dim() const {
    return shape_.has_latent_attention() ? named<N>(sym::value_dim, as_double(shape_.v_head_dim))
                                         : named<N>(sym::head_dim, as_double(shape_.head_dim));
  }

  void elementwise() {
    const Elementwise kernels = elementwise_kernels(shape_, training_);
    const N times = work_.tokens * layers();
    const double all = std::max(1.0, value_of(times));
    const double forward = kernels.forward + adapters_forward_ / all;
    const double backward = kernels.backward + adapters_backward_ / all;
    work_.forward.memory = {forward * value_of(times),
                            named<N>(sym::elementwise_forward, forward) * times / streaming()};
    work_.backward.memory = {backward * value_of(times),
                             named<N>(sym::elementwise_backward, backward) * times / streaming()};
    work_.forward.calls.kernels += kernels.kernels * layers_;
    work_.backward.calls.kernels += backward_kernels * kernels.kernels * layers_;
  }

  /// Cross entropy over the vocabulary: the logits cast to fp32, their log-softmax, and both again backward
  /// (transformers, loss/loss_utils.py); compiled or fused it reads them once and writes their gradient.
  void loss() {
    const N logits = local(parallel_, work_.tokens * named<N>(sym::vocabulary, as_double(shape_.vocab_size)));
    const bool is_whole = training_.fused_loss == FusedLoss::none ||
                          training_.fused_loss == FusedLoss::chunked ||
                          training_.fused_loss == FusedLoss::tiled;
    const N element = named<N>(sym::weight_bytes, element_);
    work_.forward.head.seconds += logits * (is_whole ? element + 4 + 8 : element) / streaming();
    work_.backward.head.seconds += logits * (is_whole ? 12 + 4 + element : 2 * element) / streaming();
  }

  /// Full checkpointing runs the blocks' forward pass again; selective with a fused kernel all but attention
  /// and every second product (torchtitan's policy, see memory/activations.h); written out, only attention's
  /// scores (Korthikanti et al., arXiv 2205.05198, section 5).
  void recompute() {
    const PassWork<N>& f = work_.forward;
    PassWork<N>& again = work_.recompute;
    switch (training_.activation_checkpointing) {
      case Checkpointing::none:
        return;
      case Checkpointing::full:
        again = {f.matmul, f.attention, f.memory, {}, f.calls};
        return;
      case Checkpointing::selective:
        if (training_.attention == Attention::eager)
          again = {{}, f.attention, half_of(f.memory), {}, {}};
        else
          again = {half_of(f.matmul), {}, f.memory, {}, f.calls};
        return;
    }
  }

  /// What the framework runs in Python beside the model.
  void hooks(std::span<const TensorKind> kinds) {
    // A leaf has one hook for all its tensors.
    double tensors = leaf_ > 0 ? as_double(shape_.expert_layers()) : 0, trained = 0, together = 0;
    for (const TensorKind& kind : kinds) {
      const LocalTensor mine = parallel_.local(kind);
      const double count = as_double(mine.count);
      const double adapters = has_adapter(traits_of(kind.role)) ? 2 * count : 0;
      if (!is_of_leaf(kind)) tensors += count + adapters;
      if (gathered_with_others(zero_, mine.numel, is_of_leaf(kind))) together += count;
      trained += training_.lora.rank > 0 ? adapters : kind.trainable ? count : 0;
    }
    HostCalls &f = work_.forward.calls, &b = work_.backward.calls;
    if (traits_.has_tensor_hooks) f.fetches = b.fetches = tensors;
    if (traits_.partitions_weights && traits_.gathers_by == MessageUnit::block)
      f.units = b.units = layers_ + 1;
    if (!traits_.has_gradient_hooks) return;
    const double times =
        traits_.reduces_every_micro_batch
            ? 1
            : 1 / as_double(std::max<std::int64_t>(1, training_.gradient_accumulation_steps));
    b.reductions = trained * times;
    if (traits_.has_tensor_hooks) {
      const double ranks = parallel_.shard.ranks;
      f.pieces = ranks > 1 ? together * ranks : 0;
      b.pieces = f.pieces + (ranks > 1 ? trained * ranks : 0);
    }
    if (traits_.counts_gradient_hooks) b.recounts = trained * trained;
  }

  /// Stage 3's host runs at most a few fetches ahead (partitioned_param_coordinator.py: two events may be
  /// outstanding), so the GPU waits at every tensor whose kernels are shorter than its hooks, and what longer
  /// ones leave over does not help. `products`: of a forward pass's that this pass runs.
  [[nodiscard]] double waiting_between_fetches(const PassWork<N>& pass, double products) const {
    double tensors = 0, busy = 0;
    for (std::size_t i = 0; i < fetched_count_; ++i) {
      tensors += fetched_[i].count;
      busy += fetched_[i].count * fetched_[i].seconds;
    }
    if (tensors <= 0) return 0;
    const double host = value_of(pass.host) / tensors;
    const double others = std::max(0.0, value_of(pass.busy()) - busy * products) / tensors;
    double waits = 0;
    for (std::size_t i = 0; i < fetched_count_; ++i)
      waits += fetched_[i].count * std::max(0.0, host - others - fetched_[i].seconds * products);
    return waits;
  }

  void waiting() {
    const auto wait = [this](PassWork<N>& pass, const SymbolRow& kernels, const SymbolRow& pieces,
                             double each, const SymbolRow& gpu, const SymbolRow& waits, double products) {
      if (pass.calls.kernels <= 0) return;
      pass.host = host_seconds<N>(pass.calls, kernels, pieces, each);
      pass.waiting = max(0.0, pass.host - named<N>(gpu, value_of(pass.busy())));
      if (const double between = waiting_between_fetches(pass, products); between > value_of(pass.waiting))
        pass.waiting = named<N>(waits, between);
    };
    wait(work_.forward, sym::kernels_forward, sym::pieces_forward, operation_seconds, sym::gpu_forward,
         sym::waits_forward, 1);
    wait(work_.recompute, sym::kernels_recompute, sym::pieces_forward, operation_seconds, sym::gpu_recompute,
         sym::waits_recompute, 1);
    wait(work_.backward, sym::kernels_backward, sym::pieces_backward, gradient_seconds, sym::gpu_backward,
         sym::waits_backward, training_.lora.rank > 0 ? 1 : 1 + trained_share_);
  }

  /// Tensors gathered for their products, equal ones together.
  struct Fetched {
    double count, seconds;
  };
  std::array<Fetched, TensorList::capacity> fetched_;
  std::size_t fetched_count_ = 0;
  const Architecture& shape_;
  const Training& training_;
  const GpuRates& rates_;
  const Parallelism& parallel_;
  const FrameworkTraits& traits_;
  const Zero& zero_;
  std::int64_t leaf_;  ///< elements of an expert block that is gathered at once
  double element_;     ///< bytes of the model's type
  double layers_, trained_share_ = 1;
  double leaf_seconds_ = 0;                              ///< of the products of all leaves
  double adapters_forward_ = 0, adapters_backward_ = 0;  ///< bytes of LoRA's elementwise kernels
  ComputeWork<N> work_;
};

}  // namespace

template <class N>
ComputeWork<N> compute_work(const Plan& plan, std::span<const TensorKind> kinds, const GpuRates& rates,
                            const Symbols& symbols, const FrameworkTraits& traits) {
  return PassWriter<N>(plan, rates, symbols, traits).write(kinds);
}
template ComputeWork<double> compute_work(const Plan&, std::span<const TensorKind>, const GpuRates&,
                                          const Symbols&, const FrameworkTraits&);
template ComputeWork<Words> compute_work(const Plan&, std::span<const TensorKind>, const GpuRates&,
                                         const Symbols&, const FrameworkTraits&);

}  // namespace zp
