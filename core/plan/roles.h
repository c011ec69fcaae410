// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/plan/plan.h"
#include "core/plan/program.h"

/// The models that a plan's method takes beside the one it trains, each with what follows from the policy.
namespace zp {

struct Role {
  RoleName name{};
  bool is_trained = false;                     ///< in the policy's own engine (TRL's PolicyAndValueWrapper)
  int stage = 0;                               ///< 3: partitioned as the policy is; else whole on every GPU
  bool is_on_host = false;                     ///< frozen and partitioned: its weights wait in host memory
  Placement placement = Placement::colocated;  ///< never `automatic`
  RolePrecision precision = RolePrecision::automatic;

  [[nodiscard]] constexpr bool is_here() const { return placement == Placement::colocated; }
  bool operator==(const Role&) const = default;
};

class RoleList {
 public:
  void add(const Role& role) { roles_[size_++] = role; }
  [[nodiscard]] const Role* begin() const { return roles_.data(); }
  [[nodiscard]] const Role* end() const { return roles_.data() + size_; }
  [[nodiscard]] const Role* find(RoleName name) const&;
  const Role* find(RoleName name) const&& = delete;  ///< it would outlive the list

 private:
  std::array<Role, role_count> roles_;
  std::size_t size_ = 0;
};

/// In the order of their names.
RoleList roles_of(const Plan& plan);
/// The policy's, where the role names none of its own.
Model model_of_role(const Plan& plan, RoleName name);

/// As the plan says it, or the method's default: adapters are switched off where there are any. Never
/// `automatic`.
Reference reference_of(const Plan& plan);
/// As the plan says it, or the method's default, never `automatic`; `none` where the method generates
/// nothing.
Generation generation_of(const Plan& plan);

/// The program that trains by the plan's method, and what it does by default.
[[nodiscard]] inline const ProgramRow& program_of(const Training& training) {
  return row_of(training.method.program);
}
/// What training by the method computes log-probabilities with; `log_softmax` also where the loss is
/// transformers' own.
[[nodiscard]] inline LogProbabilities log_probabilities_of(const Training& training) {
  const ProgramRow& program = program_of(training);
  const bool is_asked = row_of(training.method.method).in_own_type || program.trains_by_log_probabilities;
  return is_asked ? program.log_probabilities : LogProbabilities::log_softmax;
}
/// Whether logits are asked of what was generated alone.
[[nodiscard]] inline bool asks_completions(const Training& training) {
  return training.method.method == Method::grpo && program_of(training).asks_completions;
}
/// Sequences of one forward pass on one rank: chosen and rejected are one batch.
[[nodiscard]] inline std::int64_t sequences_at_once(const Training& training) {
  return training.micro_batch_size * row_of(training.method.method).sequences_per_example;
}
/// Chosen and rejected: an example of the global batch is two sequences.
[[nodiscard]] inline bool is_of_pairs(const Training& training) {
  return row_of(training.method.method).sequences_per_example == 2;
}
/// Tokens that one example of the global batch brings: those of chosen and rejected both.
[[nodiscard]] inline std::int64_t tokens_per_example(const Training& training) {
  return training.sequence_length * row_of(training.method.method).sequences_per_example;
}
/// Sequences that a rank generates for one optimizer step (TRL: steps_per_generation is the accumulation).
[[nodiscard]] inline std::int64_t sequences_generated(const Training& training) {
  return training.micro_batch_size * training.gradient_accumulation_steps;
}
/// Whether evaluation is a pass of its own between steps: methods that generate do so to evaluate too, in
/// their own phases.
[[nodiscard]] inline bool evaluates(const Plan& plan) {
  const Training& training = plan.training;
  return training.eval_batch_size > 0 && plan.model.has_shape() && !row_of(training.method.method).generates;
}
/// Sequences of one evaluation batch on one rank.
[[nodiscard]] inline std::int64_t sequences_evaluated(const Training& training) {
  return training.eval_batch_size * row_of(training.method.method).sequences_per_example;
}
/// Models that read each sequence without being trained on it, the policy's own reading included.
int scoring_passes(const Plan& plan);

}  // namespace zp
