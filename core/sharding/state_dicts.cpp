// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/state_dicts.h"

#include "core/catalog/programs.h"
#include "core/sharding/pipeline.h"
#include "core/units/quantity.h"

namespace zp {
namespace {

bool is_deepspeed(const Plan& plan) { return plan.training.framework == Framework::deepspeed; }
bool is_fsdp(const Plan& plan) { return !is_deepspeed(plan) && plan.zero.stage >= 2; }
bool is_swift(const Plan& plan) {
  if (plan.training.program == Program::none) return false;
  static const Program swift = program_named("ms-swift");
  return plan.training.program == swift;
}

}  // namespace

bool runs_on_accelerate(const Plan& plan) {
  if (plan.target.flavour == Flavour::hf_trainer || is_swift(plan)) return true;
  const Program program = plan.training.program;
  if (program == Program::none) return !plan.training.method.is_plain();  // as in TRL
  return entry_of(program).is_on_trainer;
}

Unreduced unreduced_gradients(const Plan& plan) {
  const Training& training = plan.training;
  if (!is_fsdp(plan) || training.gradient_accumulation_steps <= 1 || training.pipeline_parallel > 1)
    return Unreduced::none;
  static const Program litgpt = program_named("litgpt");
  if (training.program == Program::none || training.program != litgpt) return Unreduced::none;
  // FSDP1 has one flat gradient per block, with or without adapters (torch distributed/fsdp/_flat_param.py,
  // _use_unsharded_grad_views).
  return training.fsdp_version == 1 ? Unreduced::all : Unreduced::trained;
}

bool is_made_by_zero_init(const Plan& plan) {
  return plan.training.zero_init && !plan.training.quantizes_frozen();
}

Loading loading_of(const Plan& plan) {
  const Training& training = plan.training;
  if (training.loading != Loading::automatic) return training.loading;
  const bool partitions = is_deepspeed(plan) && plan.zero.stage == 3;
  // zero.Init does not build quantised models; without zero.Init they are quantised on the GPU while being
  // read (transformers modeling_utils.py, _load_state_dict_into_meta_model).
  if (training.quantizes_frozen()) return partitions ? Loading::every_rank : Loading::by_file;
  if (partitions) return training.zero_init ? Loading::by_file : Loading::every_rank;
  // cpu_ram_efficient_loading, which `accelerate launch` switches on (accelerate commands/launch.py:578-593).
  // The other FSDP programs also read on the first rank or on the meta device.
  if (is_fsdp(plan)) return Loading::first_rank;
  // ms-swift swift/model/utils.py, get_default_device_map: loads to the rank's own GPU.
  return is_swift(plan) ? Loading::gpu : Loading::every_rank;
}

Saving saving_of(const Plan& plan) {
  const Training& training = plan.training;
  if (training.saving != Saving::automatic) return training.saving;
  if (training.save_steps == 0) return Saving::none;
  if (training.pipeline_parallel > 1) return Saving::shards;
  // accelerate accelerator.py, get_state_dict: at stage 3 the engine's consolidated state dict on rank 0, at
  // lower stages clone_tensors_for_torch_save of the whole state dict on every rank. DeepSpeed itself gathers
  // weights only on request (runtime/engine.py, save_16bit_model).
  if (is_deepspeed(plan)) {
    if (plan.zero.stage == 3) {
      const bool collects = plan.zero.stage3_gather_16bit_weights_on_model_save || runs_on_accelerate(plan);
      return collects ? Saving::first_rank : Saving::shards;
    }
    return runs_on_accelerate(plan) ? Saving::every_rank : Saving::shards;
  }
  // accelerate dataclasses.py, set_state_dict_type: FULL_STATE_DICT on rank 0, except under FSDP2, which
  // ms-swift uses (swift/config/fsdp2.json: SHARDED_STATE_DICT).
  return is_fsdp(plan) && runs_on_accelerate(plan) && !is_swift(plan) ? Saving::first_rank : Saving::shards;
}

// accelerate utils/fsdp_utils.py, fsdp2_prepare_model (since 1.13): with mixed precision, trained parameters
// are cast to fp32 before the model is sharded.
bool upcasts_before_sharding(const Plan& plan) {
  return is_fsdp(plan) && is_swift(plan) && plan.training.precision != Precision::fp32 &&
         !plan.training.low_precision_master;
}

bool flattens_on_host(const Plan& plan, std::int64_t weight_bytes) {
  constexpr DeepSpeedVersion flattens_on_gpu{0, 19, 0};
  const bool flattens = plan.zero.stage == 1 || plan.zero.stage == 2 || partitions_at_stage0(plan);
  if (!is_deepspeed(plan) || !flattens) return false;
  if (plan.target.deepspeed_version < flattens_on_gpu) return true;
  return 2 * weight_bytes > from_gib(binding_gpu(plan.cluster).memory_gib).value();
}

// transformers trainer.py, save_model: at stage 3 frozen weights under PEFT are not gathered.
bool saves_adapters_alone(const Plan& plan) {
  return is_deepspeed(plan) && plan.zero.stage == 3 && plan.training.has_adapters() &&
         runs_on_accelerate(plan);
}

// torch/utils/data/dataloader.py without persistent_workers: each epoch forks new workers; Trainer's default
// is three epochs (transformers training_args.py, num_train_epochs).
bool forks_workers_again(const Plan& plan) { return runs_on_accelerate(plan); }

}  // namespace zp
