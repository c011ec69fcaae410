// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/plan/method_program.h"
#include "core/plan/plan.h"
#include "core/sharding/encoder.h"

/// The models that a plan's method uses in addition to the trained one, each with settings derived from the
/// policy's.
namespace zp {

struct Role {
  RoleName name{};
  bool is_trained = false;  ///< trained in the policy's own engine (TRL's PolicyAndValueWrapper)
  int stage = 0;            ///< 3: partitioned like the policy; 0: whole on every GPU
  bool is_on_host = false;  ///< frozen and partitioned, with weights in host memory while unused
  Placement placement = Placement::colocated;  ///< resolved; never `automatic`
  RolePrecision precision = RolePrecision::automatic;

  [[nodiscard]] constexpr bool is_colocated() const { return placement == Placement::colocated; }
  bool operator==(const Role&) const = default;
};

class RoleList {
 public:
  void add(const Role& role) { roles_[size_++] = role; }
  [[nodiscard]] const Role* begin() const { return roles_.data(); }
  [[nodiscard]] const Role* end() const { return roles_.data() + size_; }
  [[nodiscard]] const Role* find(RoleName name) const&;
  const Role* find(RoleName name) const&& = delete;  ///< deleted: the result would outlive the list

 private:
  std::array<Role, role_count> roles_;
  std::size_t size_ = 0;
};

/// Returns the plan's roles in the order of their names.
RoleList roles_of(const Plan& plan);
/// Returns the model of the role; the policy's model if the role names none.
Model model_of_role(const Plan& plan, RoleName name);

/// Returns how the reference's log-probabilities are computed: as the plan states, or by the method's
/// default, which switches off adapters if there are any. Never returns `automatic`.
Reference reference_of(const Plan& plan);
/// Returns where sequences are generated: as the plan states, or the program's default; `automatic` only if
/// the method generates nothing.
Generation generation_of(const Plan& plan);

/// Returns how the plan's program implements the method; TRL's row if the plan names no program.
[[nodiscard]] inline const MethodProgram& program_of(const Training& training) {
  return method_program(training.program);
}
/// Returns how the method's training computes log-probabilities; `log_softmax` also for transformers' own
/// loss.
[[nodiscard]] inline LogProbabilities log_probabilities_of(const Training& training) {
  const MethodProgram& program = program_of(training);
  const bool is_asked = row_of(training.method.method).in_own_type || program.trains_by_log_probabilities;
  return is_asked ? program.log_probabilities : LogProbabilities::log_softmax;
}
/// Returns true if batches differ in length; false for packed sequences.
[[nodiscard]] inline bool batches_vary(const Training& training) {
  if (training.batch_lengths != BatchLengths::automatic)
    return training.batch_lengths == BatchLengths::varying;
  const bool is_packed = training.example_length > 0 && training.example_length < training.sequence_length;
  return training.program != Program::none && entry_of(training.program).pads_to_longest && !is_packed;
}
/// Returns the sequences per forward pass on one rank; chosen and rejected are in one batch.
[[nodiscard]] inline std::int64_t sequences_at_once(const Training& training) {
  return training.micro_batch_size * row_of(training.method.method).sequences_per_example;
}
/// Returns true if PyTorch's attention gets a mask: because the training says so, or because the sequences of
/// a batch are padded to the longest.
[[nodiscard]] inline bool masks_attention(const Training& training) {
  const bool takes_mask =
      training.attention == Attention::sdpa && training.attention_kernel == AttentionKernel::automatic;
  return training.masks_attention() ||
         (takes_mask && batches_vary(training) && sequences_at_once(training) > 1);
}
/// Returns true if logits are computed only for completions.
[[nodiscard]] inline bool asks_completions(const Training& training) {
  return training.method.method == Method::grpo && program_of(training).asks_completions;
}
/// Returns true if an example of the global batch is a pair of sequences, chosen and rejected.
[[nodiscard]] inline bool is_of_pairs(const Training& training) {
  return row_of(training.method.method).sequences_per_example == 2;
}
/// Returns the tokens of one example of the global batch, chosen and rejected together.
[[nodiscard]] inline std::int64_t tokens_per_example(const Plan& plan) {
  return tokens_per_sequence(plan) * row_of(plan.training.method.method).sequences_per_example;
}
/// Returns the sequences that a rank generates per optimizer step (TRL: steps_per_generation equals the
/// accumulation).
[[nodiscard]] inline std::int64_t sequences_generated(const Training& training) {
  return training.micro_batch_size * training.gradient_accumulation_steps;
}
/// Returns the sequences of one generation over all ranks: the samples of the stated prompts, or, where none
/// are stated, the global batch. A generation of more than the global batch serves several steps.
[[nodiscard]] inline std::int64_t sequences_of_generation(const Plan& plan) {
  const Rollout& rollout = plan.training.method.rollout;
  if (rollout.prompts == 0) return train_batch_size(plan);
  return rollout.prompts * std::max<std::int64_t>(1, rollout.samples);
}
/// Returns true if evaluation is a separate pass between steps. Methods that generate also generate to
/// evaluate, which their own phases cover.
[[nodiscard]] inline bool evaluates(const Plan& plan) {
  const Training& training = plan.training;
  return training.eval_batch_size > 0 && plan.model.has_shape() && !row_of(training.method.method).generates;
}
/// Returns the sequences of one evaluation batch on one rank.
[[nodiscard]] inline std::int64_t sequences_evaluated(const Training& training) {
  return training.eval_batch_size * row_of(training.method.method).sequences_per_example;
}
/// Returns the number of models that read each sequence without training on it, including the policy itself.
int scoring_passes(const Plan& plan);

}  // namespace zp
