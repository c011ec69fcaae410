// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/compute.h"

#include <algorithm>
#include <cmath>

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// A product of few rows or columns leaves 128-wide tiles half empty at its edges, and one of few terms
/// spends its time filling and draining the pipeline of each tile: what each dimension counts more than it is
/// (CUTLASS, efficient_gemm.md).
constexpr double half_tile = 64, pipeline_terms = 256;

/// Host time for one tensor's hooks at DeepSpeed's stage 3: fetch, wait, prefetch, release
/// (partitioned_param_coordinator.py). From DeepSpeedExamples' bf16_master_weight (512 tokens on H100, where
/// little else is left) and the Mixtral rows of DeepCompile's blog: 0.3 and 0.6 ms.
constexpr double fetch_seconds = 0.3e-3;

class PassWriter {
 public:
  PassWriter(const Plan& plan, const GpuRates& rates, double trained_share)
      : shape_(plan.model.architecture),
        training_(plan.training),
        rates_(rates),
        trained_share_(trained_share),
        fetches_(plan.zero.stage == 3 && training_.framework == Framework::deepspeed && zero_world(plan) > 1),
        element_(training_.precision == Precision::fp32 ? 4 : 2),
        tensor_parallel_(std::max(1, training_.tensor_parallel)),
        tokens_(as_double(training_.micro_batch_size) *
                std::ceil(as_double(training_.sequence_length) / std::max(1, training_.sequence_parallel))),
        layers_(as_double(shape_.layers)) {}

  ComputeWork write(std::span<const TensorKind> kinds) {
    work_.tokens = tokens_;
    products(kinds);
    attention();
    elementwise();
    loss();
    recompute();
    host(kinds);
    return work_;
  }

 private:
  /// `count` products of m × k by k × n.
  [[nodiscard]] Work product(double m, double n, double k, double count) const {
    const double flops = 2 * m * n * k * count;
    const double padded = 2 * (m + half_tile) * (n + half_tile) * (k + pipeline_terms) * count;
    const double bytes = element_ * (m * k + k * n + m * n) * count;
    return {flops, std::max(padded / rates_.matmul, bytes / rates_.memory)};
  }

  void products(std::span<const TensorKind> kinds) {
    for (const TensorKind& kind : kinds) {
      const auto [role, cut, part, of_expert, lora] = traits_of(kind.role);
      const bool is_head =
          part == ModelPart::head || (role == TensorRole::embedding && shape_.tied_embeddings);
      if (kind.columns <= 1 || (part == ModelPart::tables && !is_head)) continue;
      const double n = as_double(kind.rows) / (cut == Cut::outputs ? tensor_parallel_ : 1);
      const double k = as_double(kind.columns) / (cut == Cut::inputs ? tensor_parallel_ : 1);
      double m = tokens_;
      double count = as_double(kind.count);
      if (of_expert)
        m = tokens_ * as_double(shape_.experts_per_token) / std::max(1.0, as_double(shape_.experts));
      const Work forward = product(m, n, k, count);
      // Backward: the gradient of the input, and that of the weight where it is trained.
      const double products = 1 + trained_share_;
      const Work backward = forward * products;
      (is_head ? work_.forward.head : work_.forward.matmul) += forward;
      (is_head ? work_.backward.head : work_.backward.matmul) += backward;
      if (!is_head) {
        work_.forward.kernels += of_expert ? layers_ : count;
        work_.backward.kernels += (of_expert ? layers_ : count) * products;
      }
    }
  }

  /// Two products of s × s scores for every head: QKᵀ and PV. A fused kernel skips the half above the
  /// diagonal and computes the scores again in backward, five products instead of two (FlashAttention-2,
  /// arXiv 2307.08691, section 3.1); written out, all of them are computed.
  void attention() {
    if (layers_ <= 0) return;
    const double key_dim = as_double(
        shape_.has_latent_attention() ? shape_.qk_nope_head_dim + shape_.qk_rope_head_dim : shape_.head_dim);
    const double value_dim = as_double(shape_.has_latent_attention() ? shape_.v_head_dim : shape_.head_dim);
    const double heads = as_double(shape_.attention_heads) / tensor_parallel_;
    const double scores = tokens_ * as_double(training_.sequence_length) * heads * layers_;
    const double full = 2 * scores * (key_dim + value_dim);
    if (training_.attention == Attention::eager) {
      work_.forward.attention = {full, full / rates_.matmul};
      work_.backward.attention = {2 * full, 2 * full / rates_.matmul};
      return;
    }
    work_.forward.attention = {full / 2, full / 2 / rates_.attention_forward};
    work_.backward.attention = {2.5 * full / 2, 2.5 * full / 2 / rates_.attention_backward};
  }

  /// What kernels without a matrix product read and write, in bytes per token and block of each pass.
  struct Elementwise {
    double forward = 0, backward = 0;
    double kernels = 0;
    void add(double width, double forward_each, double backward_each, double kernel_count) {
      forward += width * forward_each;
      backward += width * backward_each;
      kernels += kernel_count;
    }
  };

  /// Each kernel reads its inputs and writes its outputs once; backward reads what was saved and the incoming
  /// gradient. Widths in elements per token, amounts in bytes per element (e: bytes of the model's type).
  void elementwise() {
    const double hidden = as_double(shape_.hidden_size);
    const double e = element_;
    const double query = as_double(shape_.attention_heads * shape_.head_dim) / tensor_parallel_;
    const double key = as_double(shape_.kv_heads * shape_.head_dim) / tensor_parallel_;
    Elementwise work;
    add_norms(work, hidden * as_double(std::max<std::int64_t>(1, shape_.norms_per_layer)));
    if (shape_.qk_norm != QkNorm::none) add_norms(work, query + key);
    work.add(2 * hidden, 3 * e, 3 * e, 2);  // residual additions; backward adds the two branches' gradients
    if (shape_.learned_positions == 0 && shape_.block == Block::llama) {
      const double passes = training_.fused_norm ? 2 : 9;  // x·cos + rotate_half(x)·sin, step by step
      work.add(query + key, passes * e, passes * e, training_.fused_norm ? 1 : 5);
    }
    // Attention's output made contiguous; the gradients of queries, keys and values put together.
    work.add(query, 2 * e, 2 * e, 1);
    work.add(query + 2 * key, 0, 2 * e, 1);
    const double width = mlp_width() / tensor_parallel_;
    if (!shape_.gated_mlp)
      work.add(width, 2 * e, 3 * e, 1);
    else if (training_.fuses_mlp())
      work.add(width, 3 * e, 5 * e, 1);
    else
      work.add(width, 5 * e, 9 * e, 2);
    if (shape_.block == Block::gpt && training_.dropout > 0) work.add(2 * hidden, 2 * e + 1, 2 * e + 1, 2);
    if (shape_.has_experts())  // dispatched and put together again
      work.add(hidden * as_double(shape_.experts_per_token), 4 * e, 4 * e, 6);
    if (training_.attention == Attention::eager) add_scores(work);
    const double times = tokens_ * layers_;
    work_.forward.memory = {work.forward * times, work.forward * times / rates_.memory};
    work_.backward.memory = {work.backward * times, work.backward * times / rates_.memory};
    work_.forward.kernels += work.kernels * layers_;
    work_.backward.kernels += 1.5 * work.kernels * layers_;
  }

  /// Hugging Face's RMSNorm computes in fp32, step by step: cast, square, mean, scale, cast back, weight.
  void add_norms(Elementwise& work, double width) const {
    const double e = element_;
    if (shape_.norm == Norm::rmsnorm && !training_.fused_norm)
      work.add(width, 4 * e + 28, 6 * e + 44, 6);
    else
      work.add(width, 2 * e, 5 * e, 1);  // backward runs two kernels, for the input and for the weight
  }

  /// Scores written out: scaled, masked, softmax in fp32 and back, dropout; fused (Megatron-LM) in one pass.
  void add_scores(Elementwise& work) const {
    const double e = element_;
    const double scores =
        as_double(shape_.attention_heads) / tensor_parallel_ * as_double(training_.sequence_length);
    const double dropout = training_.dropout > 0 ? 2 * e + 1 : 0;
    if (training_.fused_norm || shape_.block == Block::gpt)
      work.add(scores, 2 * e + dropout, 3 * e + dropout, 2);
    else
      work.add(scores, 6 * e + 8 + dropout, 6 * e + 8 + dropout, 6);
  }

  /// The host starts kernel after kernel, and at DeepSpeed's stage 3 runs its hooks for every tensor.
  void host(std::span<const TensorKind> kinds) {
    double tensors = 0;
    if (fetches_)
      for (const TensorKind& kind : kinds)
        tensors += as_double(kind.count);
    for (PassWork* pass : {&work_.forward, &work_.backward, &work_.recompute})
      if (pass->kernels > 0) pass->host = pass->kernels * rates_.launch + tensors * fetch_seconds;
  }

  [[nodiscard]] double mlp_width() const {
    if (!shape_.has_experts()) return as_double(shape_.intermediate_size);
    return as_double(shape_.expert_intermediate_size * shape_.experts_per_token +
                     shape_.shared_expert_intermediate_size);
  }

  /// Cross entropy over the vocabulary: the logits cast to fp32, their log-softmax, and both again backward
  /// (transformers, loss/loss_utils.py); compiled or fused it reads them once and writes their gradient.
  void loss() {
    const double logits = tokens_ * as_double(shape_.vocab_size) / tensor_parallel_;
    const bool is_whole =
        training_.fused_loss == FusedLoss::none || training_.fused_loss == FusedLoss::chunked;
    const double forward = logits * (is_whole ? element_ + 4 + 8 : element_);
    const double backward = logits * (is_whole ? 12 + 4 + element_ : 2 * element_);
    work_.forward.head.seconds += forward / rates_.memory;
    work_.backward.head.seconds += backward / rates_.memory;
  }

  /// Full checkpointing runs the blocks' forward pass again; selective with a fused kernel all but attention
  /// and every second product (torchtitan's policy, see memory/activations.h); written out, only attention's
  /// scores (Korthikanti et al., arXiv 2205.05198, section 5).
  void recompute() {
    const PassWork& f = work_.forward;
    PassWork& again = work_.recompute;
    switch (training_.activation_checkpointing) {
      case Checkpointing::none:
        return;
      case Checkpointing::full:
        again = {f.matmul, f.attention, f.memory, {}, f.kernels};
        return;
      case Checkpointing::selective:
        if (training_.attention == Attention::eager)
          again = {{}, f.attention, f.memory * 0.5, {}, 0};
        else
          again = {f.matmul * 0.5, {}, f.memory, {}, f.kernels};
        return;
    }
  }

  const Architecture& shape_;
  const Training& training_;
  const GpuRates& rates_;
  double trained_share_;
  bool fetches_;
  double element_, tensor_parallel_, tokens_, layers_;
  ComputeWork work_;
};

}  // namespace

double seconds_of(const PassWork& pass) {
  return pass.matmul.seconds + pass.attention.seconds + pass.memory.seconds + pass.head.seconds;
}

double waiting_for_launches(const PassWork& pass) { return std::max(0.0, pass.host - seconds_of(pass)); }

ComputeWork compute_work(const Plan& plan, std::span<const TensorKind> kinds, const GpuRates& rates,
                         double trained_share) {
  return PassWriter(plan, rates, trained_share).write(kinds);
}

}  // namespace zp
