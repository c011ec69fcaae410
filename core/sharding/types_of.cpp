// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/types_of.h"

#include <optional>

namespace zp {
namespace {

std::optional<Dtype> stated(AccumulationDtype dtype) {
  switch (dtype) {
    case AccumulationDtype::fp32:
      return Dtype::fp32;
    case AccumulationDtype::bf16:
      return Dtype::bf16;
    case AccumulationDtype::fp16:
      return Dtype::fp16;
    case AccumulationDtype::automatic:
      break;
  }
  return std::nullopt;
}
std::optional<Dtype> stated(StatedType type) {
  switch (type) {
    case StatedType::fp32:
      return Dtype::fp32;
    case StatedType::bf16:
      return Dtype::bf16;
    case StatedType::fp16:
      return Dtype::fp16;
    case StatedType::automatic:
      break;
  }
  return std::nullopt;
}

/// Returns the type of torch.autocast under DeepSpeed; its `auto` is fp16 (torch/amp/autocast_mode.py).
Dtype autocast_type(const Training& training) {
  return stated(training.autocast_dtype).value_or(Dtype::fp16);
}

/// DeepSpeed casts every parameter to its own type (engine.py, _configure_distributed_model), and its
/// optimizer wrappers keep an fp32 master.
NumericTypes deepspeed_types(const Plan& plan, const StatedTypes& said) {
  const Training& training = plan.training;
  NumericTypes types;
  const Dtype own = stated(said.weights).value_or(dtype_of(training.precision));
  types.weights = types.frozen = types.adapters = types.gathered = own;
  types.master = training.low_precision_master ? own : Dtype::fp32;
  types.gradients = stated(training.gradient_accumulation_dtype).value_or(own);
  types.reduced = stated(training.communication_dtype).value_or(own);
  if (training.sequence_parallel > 1 && plan.zero.stage > 0 && plan.zero.stage < 3)
    types.reduced = Dtype::fp32;  // allreduce_bucket reduces in fp32 under sequence parallelism
  const bool has_16_bit_states = training.low_precision_states && is_fused_adam(training);
  types.states = has_16_bit_states ? dtype_of(training.precision) : Dtype::fp32;
  types.products = own == Dtype::fp32 && training.autocasts ? autocast_type(training) : own;
  types.residual = own;
  return types;
}

/// PyTorch's own data parallelism: parameters are their own master, fp32 under mixed precision; gradients and
/// states are made in the parameters' type (torch/optim/adamw.py, _init_group). FSDP's mixed precision
/// gathers and reduces in 16 bits; without it, autocast casts the factors of products.
NumericTypes pytorch_types(const Plan& plan, const StatedTypes& said) {
  const Training& training = plan.training;
  const Dtype precision = dtype_of(training.precision);
  const bool is_pure = training.low_precision_master;
  const bool is_distributed_optimizer = plan.zero.stage == 1;
  const bool is_sharded = plan.zero.stage >= 2;
  // Megatron-LM, which divides models, keeps 16-bit weights beside a master.
  const bool divides_model = training.tensor_parallel > 1 || training.pipeline_parallel > 1;
  NumericTypes types;
  types.weights = is_pure ? precision : Dtype::fp32;
  if (is_distributed_optimizer) types.weights = precision;
  types.weights = stated(said.weights).value_or(types.weights);
  types.frozen = stated(said.frozen).value_or(training.has_adapters() ? precision : types.weights);
  types.adapters = training.lora.in_fp32 ? Dtype::fp32 : is_pure ? precision : Dtype::fp32;
  types.adapters = stated(said.adapters).value_or(types.adapters);
  const Dtype trained = training.has_adapters() ? types.adapters : types.weights;
  types.master = is_distributed_optimizer ? (is_pure ? precision : Dtype::fp32) : trained;
  types.master = stated(said.master).value_or(types.master);
  types.gradients =
      is_distributed_optimizer ? stated(training.gradient_accumulation_dtype).value_or(precision) : trained;
  types.states = is_distributed_optimizer ? Dtype::fp32 : types.master;
  if (training.low_precision_states && !training.lora.in_fp32) types.states = precision;
  // The base decides the type of the residual stream: its embedding is the first module.
  const Dtype base = training.has_adapters() ? types.frozen : types.weights;
  types.gathered = is_sharded || divides_model ? precision : base;
  types.gathered = stated(said.gathered).value_or(types.gathered);
  types.reduced = stated(training.communication_dtype)
                      .value_or(is_sharded || is_distributed_optimizer ? precision
                                : divides_model                        ? precision
                                                                       : trained);
  types.products = precision;
  types.residual = types.gathered;
  return types;
}

}  // namespace

ResolvedTypes resolved_types(const Plan& plan) {
  const StatedTypes& said = plan.training.types;
  ResolvedTypes resolved;
  resolved.types = plan.training.framework == Framework::deepspeed ? deepspeed_types(plan, said)
                                                                   : pytorch_types(plan, said);
  resolved.types.products = stated(said.products).value_or(resolved.types.products);
  resolved.types.logits = resolved.types.products;
  for (const TensorTypeRow& row : tensor_type_rows)
    if (const auto type = stated(said.*row.stated)) {
      resolved.types.*row.resolved = *type;
      resolved.origins.*row.origin = TypeOrigin::plan;
    }
  return resolved;
}

NumericTypes types_of(const Plan& plan) { return resolved_types(plan).types; }

}  // namespace zp
