// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/fp8.h"

#include "core/catalog/programs.h"
#include "core/plan/adapters.h"

namespace zp {
namespace {

/// Returns true for Megatron-LM and programs built on it.
bool is_built_on_megatron(Program program) {
  static const Program megatron = program_named("megatron-lm");
  return program == megatron || (program != Program::none && entry_of(program).base == megatron);
}

}  // namespace

bool is_megatrons(const Plan& plan) {
  const Training& training = plan.training;
  if (is_built_on_megatron(training.program)) return true;
  const bool divides_model = training.tensor_parallel > 1 || training.pipeline_parallel > 1;
  return training.framework == Framework::deepspeed ? divides_model : plan.zero.stage == 1;
}

const Fp8Row& fp8_recipe(const Plan& plan) {
  const Fp8Recipe stated = plan.training.fp8_recipe;
  if (stated != Fp8Recipe::automatic) return row_of(stated);
  return row_of(is_megatrons(plan) ? Fp8Recipe::te_delayed : Fp8Recipe::tensorwise);
}

bool multiplies_in_fp8(const TensorKind& kind, const Plan& plan, const Fp8Row& recipe) {
  constexpr std::int64_t multiple = 16;  // torch._scaled_mm; Transformer Engine: 16 as well
  const TensorTraits& traits = traits_of(kind.role);
  const bool is_linear = traits.part == ModelPart::blocks && kind.columns > 1 &&
                         kind.role != TensorRole::router && kind.role != TensorRole::shared_expert_gate &&
                         kind.role != TensorRole::lora_a && kind.role != TensorRole::lora_b;
  if (!is_linear || kind.rows % multiple != 0 || kind.columns % multiple != 0) return false;
  if (traits.of_expert && plan.training.stacks_experts() && !recipe.multiplies_stacked_experts) return false;
  return !plan.training.quantizes_frozen();
}

}  // namespace zp
