// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/types_of.h"

#include <optional>

#include "core/sharding/fp8.h"
#include "core/sharding/pipeline.h"
#include "core/sharding/program_way.h"

namespace zp {
namespace {

std::optional<Dtype> dtype_of(AccumulationDtype dtype) {
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
std::optional<Dtype> dtype_of(StatedType type) {
  switch (type) {
    case StatedType::fp32:
      return Dtype::fp32;
    case StatedType::bf16:
      return Dtype::bf16;
    case StatedType::fp16:
      return Dtype::fp16;
    case StatedType::fp8:
      return Dtype::fp8;
    case StatedType::automatic:
      break;
  }
  return std::nullopt;
}
std::optional<Dtype> dtype_of(ProgramDtype dtype, Dtype precision) {
  switch (dtype) {
    case ProgramDtype::fp32:
      return Dtype::fp32;
    case ProgramDtype::bf16:
      return Dtype::bf16;
    case ProgramDtype::fp16:
      return Dtype::fp16;
    case ProgramDtype::precision:
      return precision;
    case ProgramDtype::fp32_of_bf16:
      return precision == Dtype::bf16 ? Dtype::fp32 : precision;
    case ProgramDtype::unknown:
    case ProgramDtype::none:
      break;
  }
  return std::nullopt;
}

/// One kind of tensor, as a member of each struct that can state its type; programs never state the last two.
struct Kind {
  Dtype NumericTypes::*type;
  StatedType StatedTypes::*stated;
  TypeOrigin TypeOrigins::*origin;
  ProgramDtype ProgramTypes::*by_program;
};
namespace kind {
constexpr Kind weights{&NumericTypes::weights, &StatedTypes::weights, &TypeOrigins::weights,
                       &ProgramTypes::weights};
constexpr Kind frozen{&NumericTypes::frozen, &StatedTypes::frozen, &TypeOrigins::frozen,
                      &ProgramTypes::frozen};
constexpr Kind adapters{&NumericTypes::adapters, &StatedTypes::adapters, &TypeOrigins::adapters,
                        &ProgramTypes::adapters};
constexpr Kind master{&NumericTypes::master, &StatedTypes::master, &TypeOrigins::master,
                      &ProgramTypes::master};
constexpr Kind gathered{&NumericTypes::gathered, &StatedTypes::gathered, &TypeOrigins::gathered,
                        &ProgramTypes::gathered};
constexpr Kind gradients{&NumericTypes::gradients, &StatedTypes::gradients, &TypeOrigins::gradients,
                         &ProgramTypes::gradients};
constexpr Kind reduced{&NumericTypes::reduced, &StatedTypes::reduced, &TypeOrigins::reduced,
                       &ProgramTypes::reduced};
constexpr Kind states{&NumericTypes::states, &StatedTypes::states, &TypeOrigins::states,
                      &ProgramTypes::states};
constexpr Kind products{&NumericTypes::products, &StatedTypes::products, &TypeOrigins::products, nullptr};
constexpr Kind residual{&NumericTypes::residual, &StatedTypes::residual, &TypeOrigins::residual, nullptr};
constexpr Kind logits{&NumericTypes::logits, &StatedTypes::logits, &TypeOrigins::logits, nullptr};
}  // namespace kind

class TypesResolver {
 public:
  explicit TypesResolver(const Plan& plan)
      : plan_(plan),
        training_(plan.training),
        precision_(zp::dtype_of(plan.training.precision)),
        program_(program_types(plan)) {}

  ResolvedTypes resolve() {
    if (training_.framework == Framework::deepspeed)
      resolve_deepspeed();
    else
      resolve_pytorch();
    if (multiplies_in_fp8(plan_)) [[unlikely]]
      resolved_.types.keeps_fp8 = fp8_recipe(plan_).keeps_fp8;
    return resolved_;
  }

 private:
  /// Resolves and returns the type of a kind: the plan's value, else the value of an older key of the plan,
  /// else the program's, else the framework's.
  Dtype decide(const Kind& kind, Dtype by_framework, std::optional<Dtype> by_older_word = std::nullopt) {
    const auto by_plan = [&] {
      const auto stated = dtype_of(training_.types.*kind.stated);
      return stated ? stated : by_older_word;
    }();
    const auto by_program = program_ && kind.by_program != nullptr
                                ? dtype_of((*program_).*kind.by_program, precision_)
                                : std::nullopt;
    resolved_.origins.*kind.origin = by_plan      ? TypeOrigin::plan
                                     : by_program ? TypeOrigin::program
                                                  : TypeOrigin::framework;
    return resolved_.types.*kind.type = by_plan ? *by_plan : by_program.value_or(by_framework);
  }

  [[nodiscard]] std::optional<Dtype> if_stated(bool is_stated, Dtype type) const {
    return is_stated ? std::optional(type) : std::nullopt;
  }

  /// DeepSpeed casts every parameter to its configured type (engine.py, _configure_distributed_model); its
  /// optimizer wrappers keep an fp32 master copy.
  void resolve_deepspeed() {
    const Dtype own = decide(kind::weights, precision_);
    decide(kind::frozen, own);
    decide(kind::adapters, own);
    decide(kind::gathered, own);
    decide(kind::master, Dtype::fp32, if_stated(training_.low_precision_master, own));
    // BF16_Optimizer accumulates in fp32 by default (engine.py of 0.17.1, get_data_types).
    const bool is_old = plan_.target.deepspeed_version < DeepSpeedVersion{0, 17, 6};
    decide(kind::gradients, is_old && partitions_at_stage0(plan_) ? Dtype::fp32 : own,
           dtype_of(training_.gradient_accumulation_dtype));
    // torch_autocast's `auto` is fp16 (torch/amp/autocast_mode.py).
    const Dtype cast = dtype_of(training_.autocast_dtype).value_or(Dtype::fp16);
    const Dtype multiplied = own == Dtype::fp32 && training_.autocasts ? cast : own;
    decide_reduced(own, multiplied);
    decide(kind::states, Dtype::fp32,
           if_stated(training_.low_precision_states && is_fused_adam(training_), precision_));
    decide(kind::products, multiplied);
    decide(kind::residual, own);
    resolved_.types.around_fp8 = multiplied;
    decide(kind::logits, outside_fp8(resolved_.types.products, multiplied));
  }

  /// Sequence parallelism sends gradients in its own type, fp32 by default (engine.py,
  /// _configure_distributed_model; runtime/constants.py, SEQ_PARALLEL_COMMUNICATION_DATA_TYPE_DEFAULT), which
  /// stages 1 and 2 always use (stage_1_and_2.py, allreduce_bucket). Under torch_autocast, ZeRO reduces the
  /// gradients of linear layers in the autocast type and ignores communication_data_type (stage_1_and_2.py
  /// and stage3.py, ipg_buckets).
  void decide_reduced(Dtype own, Dtype multiplied) {
    if (training_.sequence_parallel <= 1 && multiplied != own && plan_.zero.stage > 0)
      decide(kind::reduced, multiplied);
    else if (training_.sequence_parallel <= 1)
      decide(kind::reduced, own, dtype_of(training_.communication_dtype));
    else if (plan_.zero.stage == 1 || plan_.zero.stage == 2)
      decide(kind::reduced, Dtype::fp32);
    else
      decide(kind::reduced, Dtype::fp32, dtype_of(training_.sequence_communication_dtype));
  }

  /// PyTorch's own data parallelism: parameters are their own master copy, fp32 under mixed precision;
  /// gradients and states have the parameters' type (torch/optim/adamw.py, _init_group). FSDP's mixed
  /// precision gathers and reduces in 16 bits; without it, autocast casts the inputs of matrix products.
  void resolve_pytorch() {
    const bool is_pure = training_.low_precision_master;
    const bool is_distributed_optimizer = plan_.zero.stage == 1;
    const bool is_sharded = plan_.zero.stage >= 2;
    // Megatron-LM, which is assumed if the model is divided, keeps 16-bit weights and a master copy.
    const bool divides_model = training_.tensor_parallel > 1 || training_.pipeline_parallel > 1;
    const bool has_adapters = training_.has_adapters();

    const auto pure = if_stated(is_pure, precision_);
    const Dtype weights = decide(kind::weights, is_distributed_optimizer ? precision_ : Dtype::fp32, pure);
    const Dtype frozen = decide(kind::frozen, has_adapters ? precision_ : weights);
    const Dtype adapters =
        decide(kind::adapters, Dtype::fp32, training_.lora.in_fp32 ? if_stated(true, Dtype::fp32) : pure);
    const Dtype trained = has_adapters ? adapters : weights;
    const Dtype master = decide(kind::master, is_distributed_optimizer ? Dtype::fp32 : trained,
                                is_distributed_optimizer ? pure : std::nullopt);
    // autograd creates gradients in the weights' type, which the plan may override
    // (torch/csrc/autograd/functions/accumulate_grad.h).
    const TypeOrigin origin = has_adapters ? resolved_.origins.adapters : resolved_.origins.weights;
    decide(kind::gradients, is_distributed_optimizer ? precision_ : trained,
           is_distributed_optimizer ? dtype_of(training_.gradient_accumulation_dtype)
                                    : if_stated(origin == TypeOrigin::plan, trained));
    decide(kind::states, is_distributed_optimizer ? Dtype::fp32 : master,
           if_stated(training_.low_precision_states && !training_.lora.in_fp32, precision_));
    // The base model decides the type of the residual stream, which starts at its embedding.
    const Dtype base = has_adapters ? frozen : weights;
    const Dtype gathered = decide(kind::gathered, is_sharded || divides_model ? precision_ : base);
    const bool reduces_16_bit = is_sharded || is_distributed_optimizer || divides_model;
    decide(kind::reduced, reduces_16_bit ? precision_ : trained, dtype_of(training_.communication_dtype));
    const bool runs_as_gathered = program_ && program_->autocasts == false;
    const Dtype used = outside_fp8(gathered, precision_);
    const Dtype multiplied = runs_as_gathered ? used : precision_;
    decide(kind::products, multiplied);
    decide(kind::residual, used);
    resolved_.types.around_fp8 = multiplied;
    decide(kind::logits, outside_fp8(resolved_.types.products, multiplied));
  }

  /// Returns `type`, or `without` if it is fp8, because embeddings, norms and head are excluded from fp8.
  static constexpr Dtype outside_fp8(Dtype type, Dtype without) {
    return type == Dtype::fp8 ? without : type;
  }

  const Plan& plan_;
  const Training& training_;
  Dtype precision_;
  std::optional<ProgramTypes> program_;
  ResolvedTypes resolved_;
};

}  // namespace

ResolvedTypes resolved_types(const Plan& plan) { return TypesResolver(plan).resolve(); }

NumericTypes types_of(const Plan& plan) { return resolved_types(plan).types; }

}  // namespace zp
