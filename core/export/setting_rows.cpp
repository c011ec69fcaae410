// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/export/accelerate_json.h"
#include "core/export/launch_parts.h"
#include "core/export/method_arguments.h"
#include "core/export/setting_rows_json.h"
#include "core/export/verl_limits.h"
#include "core/sharding/fp8.h"
#include "core/sharding/framework.h"
#include "core/sharding/roles.h"
#include "core/sharding/types_of.h"
#include "core/sharding/vision.h"

/// Keys of transformers 5 (training_args.py; examples/pytorch/language-modeling/run_clm.py), TRL 1.10
/// (trainer/*_config.py), Axolotl 0.18 (utils/schemas), LLaMA-Factory (hparams), ms-swift 4.5
/// (swift/arguments), Lightning 2.6 (pytorch/trainer/trainer.py), torchtitan 0.2.2 (config/job_config.py, key
/// prefixed with its section), verl 0.8 (trainer/config: ppo_trainer.yaml, sft_trainer.yaml) and OpenRLHF
/// 0.11 (cli/train_*.py; "model." prefixes the policy's section).
namespace zp {
namespace {

using text_io::Json;

Json nothing() { return {}; }
bool is(const Plan& plan, Method method) { return plan.training.method.method == method; }

Json type_of(const Plan& plan) { return torch_type(plan.training.precision); }
Json is_bf16(const Plan& plan) { return plan.training.precision == Precision::bf16; }
Json is_fp16(const Plan& plan) { return plan.training.precision == Precision::fp16; }
/// Returns true or null, because the default of Trainer's arguments is false.
Json only_true(bool on) { return on ? Json(true) : nothing(); }
Json lightning_precision(const Plan& plan) {
  // The module has the type of its weights, as in DeepSpeed's engine; DDP keeps it in fp32.
  const Precision precision = plan.training.precision;
  if (precision == Precision::fp32) return "32-true";
  const bool is_true = is_deepspeed(plan) || plan.training.low_precision_master;
  return std::string(precision == Precision::bf16 ? "bf16" : "16") + (is_true ? "-true" : "-mixed");
}

Json sequence_length(const Plan& plan) { return plan.training.sequence_length; }
Json unless_generated(const Plan& plan) { return is(plan, Method::grpo) ? nothing() : sequence_length(plan); }

/// Returns the number of steps for the token budget; null if the plan states none.
Json max_steps(const Plan& plan) {
  const double steps = optimizer_steps(plan);
  return steps > 0 ? Json(static_cast<std::int64_t>(steps)) : nothing();
}
Json save_strategy(const Plan& plan) { return plan.training.save_steps > 0 ? "steps" : "no"; }
Json saves_checkpoints(const Plan& plan) { return plan.training.save_steps > 0; }
Json save_steps(const Plan& plan) {
  return plan.training.save_steps > 0 ? Json(plan.training.save_steps) : nothing();
}
Json data_workers(const Plan& plan) {
  return plan.training.data_workers > 0 ? Json(plan.training.data_workers) : nothing();
}

/// Returns the sequences per pass through torchtitan's model; a pipeline divides them into micro batches.
Json batch_of_a_pass(const Plan& plan) {
  const Training& training = plan.training;
  return training.micro_batch_size *
         (training.pipeline_parallel > 1 ? training.gradient_accumulation_steps : 1);
}
Json pipeline_batch(const Plan& plan) {
  return plan.training.pipeline_parallel > 1 ? Json(plan.training.micro_batch_size) : nothing();
}

Json word_of(Dtype type) {
  return torch_type(type == Dtype::bf16   ? Precision::bf16
                    : type == Dtype::fp16 ? Precision::fp16
                                          : Precision::fp32);
}
/// Returns the type of the stored weights if it is stated or differs from torchtitan's default.
Json kept_type(const Plan& plan) {
  const Dtype type = types_of(plan).weights;
  const bool is_stated = plan.training.types.weights != StatedType::automatic;
  return is_stated || type != Dtype::fp32 ? word_of(type) : nothing();
}
/// Returns the type in which gradients are reduced if it is stated; torchtitan supports only fp32.
Json reduced_type(const Plan& plan) {
  return plan.training.types.reduced == StatedType::fp32 ? Json("float32") : nothing();
}
/// Returns torchtitan's fp8 converter; null for Transformer Engine's recipes, which it lacks.
Json converters(const Plan& plan) {
  if (!multiplies_in_fp8(plan) || fp8_recipe(plan).keeps_fp8) return nothing();
  const bool is_mx = fp8_recipe(plan).recipe == Fp8Recipe::mxfp8;
  return Json::array({is_mx ? "quantize.linear.mx" : "quantize.linear.float8"});
}
/// Returns the name of torchao's recipe; null for tensorwise, the section's default.
Json float8_recipe(const Plan& plan) {
  const bool has_name = multiplies_in_fp8(plan) && (fp8_recipe(plan).recipe == Fp8Recipe::rowwise ||
                                                    fp8_recipe(plan).recipe == Fp8Recipe::rowwise_with_gw_hp);
  return has_name ? Json(name_of(fp8_recipe(plan).recipe)) : nothing();
}
Json float8_gathers(const Plan& plan) { return only_true(gathers_in_fp8(plan)); }
/// Returns the modules excluded from fp8: the head.
Json float8_filter(const Plan& plan) {
  const Json converter = converters(plan);
  return converter.is_null() || converter[0] == "quantize.linear.mx" ? nothing() : Json::array({"output"});
}
Json mx_recipe(const Plan& plan) {
  const bool is_mx = multiplies_in_fp8(plan) && fp8_recipe(plan).recipe == Fp8Recipe::mxfp8;
  return is_mx ? Json("mxfp8_cublas") : nothing();
}
Json mx_filter(const Plan& plan) { return mx_recipe(plan).is_null() ? nothing() : Json::array({"output"}); }
/// Axolotl's fp8 is torchao's, scaled by tensor (utils/config and accelerate's AORecipeKwargs).
Json axolotl_fp8(const Plan& plan) {
  return only_true(multiplies_in_fp8(plan) && fp8_recipe(plan).recipe == Fp8Recipe::tensorwise);
}

Json class_of_optimizer(const Plan& plan) {
  return plan.training.optimizer == Optimizer::adam ? "Adam" : "AdamW";
}
Json step_kernel(const Plan& plan) {
  const OptimizerKernel kernel = plan.training.optimizer_kernel;
  return kernel == OptimizerKernel::automatic ? nothing() : Json(name_of(kernel));
}

/// Returns Trainer's name of the optimizer; DeepSpeed's own optimizers are in ds_config.json. (transformers
/// training_args.py, OptimizerNames)
Json optim(const Plan& plan) {
  const Training& training = plan.training;
  const OptimizerRow& row = row_of(training.optimizer);
  if (is_deepspeed(plan) && !row.type.empty()) return nothing();
  if (row.is_adam)
    return training.optimizer_kernel == OptimizerKernel::foreach ? "adamw_torch" : "adamw_torch_fused";
  return row.trainer_word.empty() ? nothing() : Json(row.trainer_word);
}
/// Returns the arguments of an optimizer that projects gradients.
Json optim_args(const Plan& plan) {
  std::string text(row_of(plan.training.optimizer).trainer_args);
  if (text.empty()) return nothing();
  if (const std::size_t rank = text.find('%'); rank != std::string::npos)
    text.replace(rank, 1, std::to_string(plan.training.optimizer_rank));
  return text;
}
/// Returns the modules whose gradients are projected: those of the blocks, as a regular expression.
Json optim_targets(const Plan& plan) {
  return row_of(plan.training.optimizer).trainer_args.empty() ? nothing() : Json(".*(attn|mlp).*");
}

/// LLaMA-Factory selects low-rank optimizers and Adam-mini by its own keys, and uses Trainer's optimizer name
/// for the one that GaLore and APOLLO modify (train/trainer_utils.py, create_custom_optimizer).
Json optim_of_llama_factory(const Plan& plan) {
  if (row_of(plan.training.optimizer).trainer_args.empty()) return optim(plan);
  return plan.training.optimizer == Optimizer::galore8bit ? "adamw_8bit" : "adamw_torch";
}
bool is_galore(const Plan& plan) {
  return plan.training.optimizer == Optimizer::galore || plan.training.optimizer == Optimizer::galore8bit;
}
bool is_apollo(const Plan& plan) {
  return plan.training.optimizer == Optimizer::apollo || plan.training.optimizer == Optimizer::apollo_mini;
}
Json uses_galore(const Plan& plan) { return only_true(is_galore(plan)); }
Json uses_apollo(const Plan& plan) { return only_true(is_apollo(plan)); }
Json uses_adam_mini(const Plan& plan) { return only_true(plan.training.optimizer == Optimizer::adam_mini); }
Json galore_rank(const Plan& plan) {
  return is_galore(plan) ? Json(plan.training.optimizer_rank) : nothing();
}
Json apollo_rank(const Plan& plan) {
  const bool is_mini = plan.training.optimizer == Optimizer::apollo_mini;
  return is_apollo(plan) ? Json(is_mini ? 1 : plan.training.optimizer_rank) : nothing();
}
Json apollo_scale_type(const Plan& plan) {
  return plan.training.optimizer == Optimizer::apollo_mini ? Json("tensor") : nothing();
}

/// Axolotl refuses bitsandbytes' 8-bit AdamW with FSDP2, so torchao's is named (schemas/validation.py,
/// check_fsdp2_w_8bit_optimizer).
Json axolotl_optimizer(const Plan& plan) {
  const Json word = optim(plan);
  return word == "adamw_bnb_8bit" && fsdp_version_of(plan) == 2 ? Json("adamw_torch_8bit") : word;
}

Json attention(const Plan& plan) {
  const Training& training = plan.training;
  if (training.attention == Attention::eager) return "eager";
  if (training.attention_kernel == AttentionKernel::flash_2) return "flash_attention_2";
  return training.attention_kernel == AttentionKernel::flash_3 ? "flash_attention_3" : "sdpa";
}
Json factory_attention(const Plan& plan) {
  const Json word = attention(plan);
  if (word == "eager") return "disabled";
  return word == "flash_attention_2" ? Json("fa2") : word == "flash_attention_3" ? Json("fa3") : word;
}
/// Returns whether LLaMA-Factory freezes a part of a vision-language model; null without a tower.
Json freezes_tower(const Plan& plan) {
  return plan.model.has_vision() ? Json(!trains_tower(plan.training)) : nothing();
}
Json freezes_projector(const Plan& plan) {
  return plan.model.has_vision() ? Json(!trains_projector(plan.training)) : nothing();
}
Json freezes_language_model(const Plan& plan) {
  return plan.model.has_vision() ? Json(!trains_language_model(plan.training)) : nothing();
}
Json packs(const Plan& plan) { return only_true(plan.training.attends_within_examples()); }
Json plain_packs(const Plan& plan) { return plan.training.method.is_plain() ? packs(plan) : nothing(); }
/// LLaMA-Factory separates packed examples only in one of its stages (hparams/parser.py, neat_packing).
Json sft_packs(const Plan& plan) { return is(plan, Method::sft) ? packs(plan) : nothing(); }

/// Returns true if the program checkpoints activations. If accelerate's fsdp_activation_checkpointing is set,
/// FSDP wraps the blocks itself.
bool recomputes(const Plan& plan) {
  const Training& training = plan.training;
  const bool by_fsdp = !is_deepspeed(plan) && training.checkpoint_unit == CheckpointUnit::children;
  return training.activation_checkpointing == Checkpointing::full && !by_fsdp;
}
Json checkpointing(const Plan& plan) { return recomputes(plan); }
Json no_checkpointing(const Plan& plan) { return !recomputes(plan); }
/// Returns false for checkpointing of parts of a block, which these keys cannot state.
bool is_all_or_none(const Plan& plan) {
  const Checkpointing checkpointing = plan.training.activation_checkpointing;
  return checkpointing == Checkpointing::none || checkpointing == Checkpointing::full;
}
bool has_memory_budget(const Plan& plan) {
  return plan.training.activation_checkpointing == Checkpointing::memory_budget;
}
Json memory_budget(const Plan& plan) {
  return has_memory_budget(plan) ? Json(plan.training.memory_budget) : nothing();
}
/// Returns torchtitan's word for the plan's selective checkpointing: every second product (op), not every
/// n-th block.
Json selection(const Plan& plan) {
  const bool selects = plan.training.activation_checkpointing == Checkpointing::selective;
  return selects ? Json("op") : nothing();
}
/// Returns whether recomputation stops once nothing more is needed, which must be set explicitly in 0.2.2.
Json stops_early(const Plan& plan) {
  const bool by_wrapper =
      plan.training.activation_checkpointing != Checkpointing::none && !has_memory_budget(plan);
  return by_wrapper ? Json(traits_of(plan).recomputes_needed) : nothing();
}
/// Returns false for a kernel that transformers cannot name in any release.
bool has_attention_word(const Plan& plan) {
  return plan.training.attention == Attention::eager ||
         plan.training.attention_kernel != AttentionKernel::flash_1;
}
/// Returns true if TRL's hooks offload what the plan offloads: all saved tensors, or checkpoints.
Json trl_offloads(const Plan& plan) {
  const Training& training = plan.training;
  const bool generates = row_of(training.method.method).generates;
  const bool is_streamed = training.activation_offload == ActivationOffload::streamed;
  return only_true((is_streamed || training.moves_checkpoints()) && !generates);
}
/// Axolotl's `true` offloads all saved tensors and replaces checkpointing; its other values offload
/// checkpoints (docs/gradient_checkpointing.qmd).
Json axolotl_offloads(const Plan& plan) {
  const Training& training = plan.training;
  if (training.moves_saved_tensors()) return true;
  if (!training.moves_checkpoints()) return nothing();
  switch (training.activation_offload) {
    case ActivationOffload::streamed:
      return "hidden_states";
    case ActivationOffload::disk:
      return "disk";
    case ActivationOffload::none:
      break;
  }
  return "legacy";
}
/// Axolotl refuses activation_offloading without gradient_checkpointing, which it replaces.
Json axolotl_checkpointing(const Plan& plan) {
  return recomputes(plan) || plan.training.moves_saved_tensors();
}
/// Returns false for offload to files, for which TRL has no key.
bool is_not_on_disk(const Plan& plan) { return plan.training.activation_offload != ActivationOffload::disk; }

/// Returns true if the plan has what Liger's single switch enables: norms, MLP, and for next-token training
/// the loss fused with the head.
bool has_all_liger(const Plan& plan) {
  const Training& training = plan.training;
  return training.fused_norm && training.fuses_mlp() && training.fused_loss == FusedLoss::fused;
}
bool is_compiled(const Plan& plan) { return plan.training.is_compiled(); }
bool has_some_liger(const Plan& plan) {
  const Training& training = plan.training;
  return training.fused_norm || training.fused_mlp == FusedMlp::fused ||
         training.fused_loss == FusedLoss::fused;
}
/// Returns the value of the one switch for all kernels. A plan that fuses only the loss needs it too: fused
/// norms and MLP come with it and need less memory (ProgramFile::note_liger_switch).
Json liger(const Plan& plan) {
  return only_true(plan.training.fused_loss == FusedLoss::fused && !is_compiled(plan));
}
Json some_liger(const Plan& plan) { return only_true(has_some_liger(plan) && !is_compiled(plan)); }
/// Returns which of Liger's kernels are enabled, unless all of them are.
Json liger_kernels(const Plan& plan) {
  const Training& training = plan.training;
  if (!has_some_liger(plan) || has_all_liger(plan) || is_compiled(plan)) return nothing();
  const bool fuses_loss = training.fused_loss == FusedLoss::fused;
  return {{"rope", training.fused_norm},
          {"rms_norm", training.fused_norm},
          {"swiglu", training.fuses_mlp()},
          {"cross_entropy", false},
          {"fused_linear_cross_entropy", fuses_loss}};
}
/// LLaMA-Factory's switch excludes the loss for methods that need the logits (model_utils/liger_kernel.py).
Json factory_liger(const Plan& plan) {
  const Training& training = plan.training;
  if (training.method.is_plain()) return liger(plan);
  return only_true(training.fused_norm && training.fuses_mlp() && training.fused_loss == FusedLoss::none);
}
Json compiles(const Plan& plan) { return only_true(is_compiled(plan)); }

/// torchtitan compiles the model, which fuses norms and MLP, the loss, or both.
bool compiles_model(const Plan& plan) { return plan.training.fused_norm && plan.training.fuses_mlp(); }
bool compiles_loss(const Plan& plan) { return plan.training.fused_loss == FusedLoss::compiled; }
Json compiled_parts(const Plan& plan) {
  if (compiles_model(plan) == compiles_loss(plan)) return nothing();
  return Json::array({compiles_model(plan) ? "model" : "loss"});
}

/// Returns TRL's word for the next-token loss; its default is the chunked loss.
Json trl_loss(const Plan& plan) {
  if (!plan.training.method.is_plain()) return nothing();
  switch (plan.training.fused_loss) {
    case FusedLoss::chunked:
      return "chunked_nll";
    case FusedLoss::none:
    case FusedLoss::native:
    case FusedLoss::fused:
      return "nll";
    default:
      return {};
  }
}
Json is_chunked(const Plan& plan) { return only_true(plan.training.fused_loss == FusedLoss::chunked); }
/// Axolotl refuses Liger's norm and loss with tensor parallelism (integrations/liger/args.py).
Json liger_loss(const Plan& plan) {
  return only_true(plan.training.fused_loss == FusedLoss::fused && plan.training.tensor_parallel == 1);
}
Json liger_norm(const Plan& plan) {
  return only_true(plan.training.fused_norm && !is_compiled(plan) && plan.training.tensor_parallel == 1);
}
Json liger_mlp(const Plan& plan) { return only_true(plan.training.fuses_mlp() && !is_compiled(plan)); }
Json tiles(const Plan& plan) { return only_true(plan.training.tiled_mlp); }
Json grouped(const Plan& plan) {
  return plan.training.experts == Experts::grouped ? Json("grouped_mm") : nothing();
}
Json precomputes(const Plan& plan) {
  const Method method = plan.training.method.method;
  if (method != Method::dpo && method != Method::kto) return nothing();
  return reference_of(plan) == Reference::precomputed;
}
Json axolotl_precomputes(const Plan& plan) {
  return only_true(plan.training.method.method == Method::dpo &&
                   reference_of(plan) == Reference::precomputed);
}

Json evaluates_by_steps(const Plan& plan) { return evaluates(plan) ? Json("steps") : nothing(); }
Json eval_batch(const Plan& plan) {
  return evaluates(plan) ? Json(plan.training.eval_batch_size) : nothing();
}
Json eval_kept(const Plan& plan) {
  const std::int64_t kept = plan.training.eval_kept_batches;
  return evaluates(plan) && kept > 0 ? Json(kept) : nothing();
}

/// Returns verl's maximum prompt length in tokens.
Json verl_prompt_length(const Plan& plan) {
  return std::max<std::int64_t>(plan.training.sequence_length - plan.training.method.completion_length, 1);
}
/// Returns verl's mini batch, counted in prompts, each with all its completions.
Json verl_mini_batch(const Plan& plan) { return rollout_batch_of(plan).mini_batch; }
/// Returns the steps of verl's trainer, one per generated batch.
Json verl_steps(const Plan& plan) {
  const double steps = optimizer_steps(plan);
  const RolloutBatch batch = rollout_batch_of(plan);
  const std::int64_t in_one = std::max<std::int64_t>(batch.prompts / batch.mini_batch, 1);
  return steps > 0 ? Json((static_cast<std::int64_t>(steps) + in_one - 1) / in_one) : nothing();
}
/// Returns the type in which verl computes, if it differs from its default.
Json verl_type(const Plan& plan) {
  return plan.training.precision == Precision::fp16 ? type_of(plan) : nothing();
}
/// Returns the type in which verl stores weights, gradients and states, if it differs from its default.
Json verl_kept_type(const Plan& plan) {
  const NumericTypes types = types_of(plan);
  const bool is_bf16_alone =
      types.weights == Dtype::bf16 && types.gradients == Dtype::bf16 && types.states == Dtype::bf16;
  if (is_bf16_alone) return "bf16";
  const bool is_stated = plan.training.types.weights == StatedType::fp32;
  return is_stated ? Json("fp32") : nothing();
}
Json verl_optimizer(const Plan& plan) {
  const VerlOptimizer* const row = verl_optimizer_of(plan);
  return row != nullptr ? Json(row->name) : nothing();
}
Json verl_optimizer_module(const Plan& plan) {
  const VerlOptimizer* const row = verl_optimizer_of(plan);
  return row != nullptr && row->module != "torch.optim" ? Json(row->module) : nothing();
}
/// Returns the setting for PyTorch's fused optimizer kernel; the default is foreach.
Json verl_kernel(const Plan& plan) {
  const VerlOptimizer* const row = verl_optimizer_of(plan);
  const bool is_of_torch = row != nullptr && row->module == "torch.optim";
  return is_of_torch && plan.training.optimizer_kernel == OptimizerKernel::fused ? Json(true) : nothing();
}
/// Returns verl's word for the attention, if it differs from its default.
Json verl_attention(const Plan& plan) {
  const Json word = attention(plan);
  return word == "flash_attention_2" ? nothing() : word;
}
Json verl_offloads(const Plan& plan) {
  return only_true(plan.training.activation_offload == ActivationOffload::streamed);
}
/// verl's switch enables Liger's norms and MLP; its trainers pass no labels to the model, so the loss is not
/// fused.
Json verl_liger(const Plan& plan) { return only_true(plan.training.fused_norm && plan.training.fuses_mlp()); }
Json verl_fused_loss(const Plan& plan) { return only_true(plan.training.fused_loss == FusedLoss::fused); }
Json verl_save(const Plan& plan) { return plan.training.save_steps > 0 ? plan.training.save_steps : -1; }
Json verl_sequence_ranks(const Plan& plan) {
  return plan.training.sequence_parallel > 1 ? Json(plan.training.sequence_parallel) : nothing();
}
/// Returns the steps between verl's evaluations, which use the micro batch.
Json verl_test(const Plan& plan) {
  constexpr int steps = 100;
  return evaluates(plan) ? Json(steps) : nothing();
}
/// Returns true if whole blocks are recomputed, as with reentrant checkpointing.
Json recomputes_whole(const Plan& plan) {
  return recomputes(plan) && plan.training.recompute != Recompute::automatic
             ? Json(plan.training.recompute == Recompute::whole)
             : nothing();
}
Json accumulation_type(const Plan& plan) {
  const AccumulationDtype type = plan.training.gradient_accumulation_dtype;
  return type == AccumulationDtype::automatic ? nothing() : Json(name_of(type));
}
Json ring_ranks(const Plan& plan) {
  return plan.training.context_parallel > 1 ? Json(plan.training.context_parallel) : nothing();
}
Json tensor_ranks(const Plan& plan) {
  return plan.training.tensor_parallel > 1 ? Json(plan.training.tensor_parallel) : nothing();
}
bool evaluates_micro_batch(const Plan& plan) {
  return plan.training.eval_batch_size == plan.training.micro_batch_size;
}

constexpr SettingCell none_of(std::string_view instead) { return {no_setting_key, nullptr, instead}; }

constexpr auto rows = std::to_array<SettingRow>({
    {.plan_keys = "training.micro_batch_size",
     .value = [](const Plan& plan) { return Json(plan.training.micro_batch_size); },
     .arguments = {"per_device_train_batch_size"},
     .axolotl = {"micro_batch_size"},
     .torchtitan = {"training.local_batch_size", batch_of_a_pass},
     .verl = {"actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu"},
     .verl_sft = {"data.micro_batch_size_per_gpu"},
     .openrlhf = {"train.micro_batch_size"}},
    {.plan_keys = "training.micro_batch_size",
     .value = pipeline_batch,
     .torchtitan = {"parallelism.pipeline_parallel_microbatch_size"}},
    {.plan_keys = "training.gradient_accumulation_steps",
     .value = [](const Plan& plan) { return Json(plan.training.gradient_accumulation_steps); },
     .arguments = {"gradient_accumulation_steps"},
     .axolotl = {"gradient_accumulation_steps"},
     .lightning = {"accumulate_grad_batches"},
     .torchtitan = {"training.global_batch_size",
                    [](const Plan& plan) { return Json(train_batch_size(plan)); }},
     .verl = {"actor_rollout_ref.actor.ppo_mini_batch_size", verl_mini_batch},
     .verl_sft = {"data.train_batch_size", [](const Plan& plan) { return Json(train_batch_size(plan)); }},
     .openrlhf = {"train.batch_size", [](const Plan& plan) { return Json(train_batch_size(plan)); }}},
    {.plan_keys = "training.sequence_length",
     .value = sequence_length,
     .run_clm = {"block_size"},
     .trl = {"max_length", unless_generated},
     .axolotl = {"sequence_len"},
     .llama_factory = {"cutoff_len"},
     .ms_swift = {"max_length", unless_generated},
     .torchtitan = {"training.seq_len"},
     .verl = {"data.max_prompt_length", verl_prompt_length},
     .verl_sft = {"data.max_length"},
     .openrlhf = {"data.max_len"}},
    {.plan_keys = "training.precision",
     .value = type_of,
     .run_clm = {"dtype"},
     .trl = {"dtype"},
     .llama_factory = no_key,
     .ms_swift = {"torch_dtype"},
     .lightning = {"precision", lightning_precision},
     .torchtitan = {"training.mixed_precision_param"},
     .verl = {"actor_rollout_ref.actor.fsdp_config.dtype", verl_type},
     .openrlhf = {"ds.param_dtype", [](const Plan& plan) { return Json(name_of(plan.training.precision)); }}},
    {.plan_keys = "training.types.weights", .value = kept_type, .torchtitan = {"training.dtype"}},
    {.plan_keys = "training.types.weights training.types.gradients training.types.states",
     .value = verl_kept_type,
     .verl = {"actor_rollout_ref.actor.fsdp_config.model_dtype"},
     .verl_sft = {"model.fsdp_config.model_dtype"}},
    {.plan_keys = "training.types.products training.fp8_recipe",
     .value = converters,
     .axolotl = {"fp8", axolotl_fp8},
     .torchtitan = {"model.converters"}},
    {.plan_keys = "training.fp8_recipe",
     .value = float8_recipe,
     .torchtitan = {"quantize.linear.float8.recipe_name"}},
    {.plan_keys = "training.types.gathered",
     .value = float8_gathers,
     .axolotl = {"fp8_enable_fsdp_float8_all_gather"},
     .torchtitan = {"quantize.linear.float8.enable_fsdp_float8_all_gather"}},
    {.plan_keys = "training.types.products",
     .value = float8_filter,
     .torchtitan = {"quantize.linear.float8.filter_fqns"}},
    {.plan_keys = "training.fp8_recipe",
     .value = mx_recipe,
     .torchtitan = {"quantize.linear.mx.recipe_name"}},
    {.plan_keys = "training.types.products",
     .value = mx_filter,
     .torchtitan = {"quantize.linear.mx.filter_fqns"}},
    {.plan_keys = "training.types.reduced",
     .value = reduced_type,
     .torchtitan = {"training.mixed_precision_reduce"}},
    {.plan_keys = "training.precision",
     .value = is_bf16,
     .arguments = {"bf16", [](const Plan& plan) { return only_true(is_bf16(plan) == true); }},
     .trl = {"bf16"},  // default: true
     .axolotl = {"bf16"}},
    {.plan_keys = "training.precision",
     .value = is_fp16,
     .arguments = {"fp16", [](const Plan& plan) { return only_true(is_fp16(plan) == true); }},
     .axolotl = {"fp16"}},
    {.plan_keys = "training.optimizer training.optimizer_kernel",
     .value = optim,
     .arguments = {"optim"},
     .axolotl = {"optimizer", axolotl_optimizer},
     .llama_factory = {"optim", optim_of_llama_factory}},
    {.plan_keys = "training.optimizer training.optimizer_rank",
     .value = optim_args,
     .arguments = {"optim_args"},
     .axolotl = {"optim_args"},
     .llama_factory = no_key},
    {.plan_keys = "training.optimizer",
     .value = optim_targets,
     .arguments = {"optim_target_modules"},
     .axolotl = {"optim_target_modules"},
     .llama_factory = no_key},
    {.plan_keys = "training.optimizer", .value = uses_galore, .llama_factory = {"use_galore"}},
    {.plan_keys = "training.optimizer training.optimizer_rank",
     .value = galore_rank,
     .llama_factory = {"galore_rank"}},
    {.plan_keys = "training.optimizer", .value = uses_apollo, .llama_factory = {"use_apollo"}},
    {.plan_keys = "training.optimizer training.optimizer_rank",
     .value = apollo_rank,
     .llama_factory = {"apollo_rank"}},
    {.plan_keys = "training.optimizer", .value = apollo_scale_type, .llama_factory = {"apollo_scale_type"}},
    {.plan_keys = "training.optimizer", .value = uses_adam_mini, .llama_factory = {"use_adam_mini"}},
    {.plan_keys = "training.optimizer", .value = class_of_optimizer, .torchtitan = {"optimizer.name"}},
    {.plan_keys = "training.optimizer_kernel",
     .value = step_kernel,
     .torchtitan = {"optimizer.implementation"}},
    {.plan_keys = "training.optimizer",
     .value = verl_optimizer,
     .verl = {"actor_rollout_ref.actor.optim.optimizer"},
     .verl_sft = {"optim.optimizer"}},
    {.plan_keys = "training.optimizer",
     .value = verl_optimizer_module,
     .verl = {"actor_rollout_ref.actor.optim.optimizer_impl"},
     .verl_sft = {"optim.optimizer_impl"}},
    {.plan_keys = "training.optimizer_kernel",
     .value = verl_kernel,
     .verl = {"actor_rollout_ref.actor.optim.override_optimizer_config.fused"},
     .verl_sft = {"optim.override_optimizer_config.fused"}},
    {.plan_keys = "training.sequence_parallel",
     .value = verl_sequence_ranks,
     .verl = {"actor_rollout_ref.actor.ulysses_sequence_parallel_size"},
     .verl_sft = {"ulysses_sequence_parallel_size"}},
    {.plan_keys = "training.optimizer_in_backward",
     .value = [](const Plan& plan) { return only_true(plan.training.optimizer_in_backward); },
     .torchtitan = {"optimizer.early_step_in_backward"}},
    {.plan_keys = "training.example_length",
     .value = packs,
     .trl = {"packing", plain_packs},
     .axolotl = {"sample_packing", plain_packs},
     .llama_factory = {"packing", sft_packs},
     .ms_swift = {"packing", plain_packs}},
    {.plan_keys = "training.example_length", .value = packs, .llama_factory = {"neat_packing", sft_packs}},
    {.plan_keys = "training.vision.tower",
     .value = freezes_tower,
     .llama_factory = {"freeze_vision_tower"},
     .ms_swift = {"freeze_vit"}},
    {.plan_keys = "training.vision.projector",
     .value = freezes_projector,
     .llama_factory = {"freeze_multi_modal_projector"},
     .ms_swift = {"freeze_aligner"}},
    {.plan_keys = "training.vision.language_model",
     .value = freezes_language_model,
     .llama_factory = {"freeze_language_model"},
     .ms_swift = {"freeze_llm"}},
    {.plan_keys = "training.attention training.attention_kernel",
     .value = attention,
     .is_exact = has_attention_word,
     .arguments = none_of("PyTorch's own is used"),
     .trl = {"attn_implementation", nullptr, "PyTorch's own is used"},
     .axolotl = {"attn_implementation", nullptr, "PyTorch's own is used"},
     .llama_factory = {"flash_attn", factory_attention, "PyTorch's own is used"},
     .ms_swift = {"attn_impl", nullptr, "PyTorch's own is used"},
     .torchtitan = none_of("PyTorch's own is used"),
     .verl = {"actor_rollout_ref.model.override_config.attn_implementation", verl_attention,
              "flash_attention_2 is used"},
     .verl_sft = none_of("flash_attention_2 is used"),
     .openrlhf = {"ds.attn_implementation", nullptr, "PyTorch's own is used"}},
    {.plan_keys = "training.activation_checkpointing",
     .value = checkpointing,
     .is_exact = is_all_or_none,
     .arguments = {"gradient_checkpointing", nullptr, "nothing is recomputed"},
     .axolotl = {"gradient_checkpointing", axolotl_checkpointing, "nothing is recomputed"},
     .llama_factory = {"disable_gradient_checkpointing", no_checkpointing, "nothing is recomputed"},
     .verl = {"actor_rollout_ref.model.enable_gradient_checkpointing", nullptr, "nothing is recomputed"},
     .verl_sft = {"model.enable_gradient_checkpointing", nullptr, "nothing is recomputed"},
     .openrlhf = {"model.gradient_checkpointing_enable", nullptr, "nothing is recomputed"}},
    {.plan_keys = "training.recompute",
     .value = recomputes_whole,
     .openrlhf = {"model.gradient_checkpointing_reentrant"}},
    {.plan_keys = "training.activation_checkpointing",
     .value = [](const Plan& plan) { return Json(name_of(plan.training.activation_checkpointing)); },
     .torchtitan = {"activation_checkpoint.mode"}},
    {.plan_keys = "training.activation_checkpointing",
     .value = selection,
     .torchtitan = {"activation_checkpoint.selective_ac_option"}},
    {.plan_keys = "training.memory_budget",
     .value = memory_budget,
     .torchtitan = {"activation_checkpoint.memory_budget"}},
    {.plan_keys = "training.recompute",
     .value = stops_early,
     .torchtitan = {"activation_checkpoint.early_stop"}},
    {.plan_keys = "training.checkpoints_on_host training.activation_offload",
     .value = trl_offloads,
     .is_exact = is_not_on_disk,
     .trl = {"activation_offloading"}},
    {.plan_keys = "training.checkpoints_on_host training.activation_offload",
     .value = axolotl_offloads,
     .axolotl = {"activation_offloading"}},
    {.plan_keys = "training.activation_offload",
     .value = verl_offloads,
     .verl = {"actor_rollout_ref.model.enable_activation_offload"}},
    {.plan_keys = "training.fused_norm training.fused_mlp training.fused_loss",
     .value = compiles,
     .arguments = {"torch_compile"},
     .axolotl = {"torch_compile"}},
    {.plan_keys = "training.fused_norm training.fused_mlp",
     .value = [](const Plan& plan) { return only_true(compiles_model(plan)); },
     .torchtitan = {"compile.enable"}},
    {.plan_keys = "training.fused_loss",
     .value = [](const Plan& plan) { return only_true(compiles_loss(plan)); },
     .torchtitan = {"compile.enable", nullptr, "the logits are copied whole to fp32"}},
    {.plan_keys = "", .value = compiled_parts, .torchtitan = {"compile.components"}},
    {.plan_keys = "training.fused_norm training.fused_mlp training.fused_loss",
     .value = liger,
     .arguments = {"use_liger_kernel"},
     .trl = {"use_liger_kernel", some_liger},
     .llama_factory = {"enable_liger_kernel", factory_liger}},
    {.plan_keys = "training.fused_norm training.fused_mlp",
     .value = verl_liger,
     .verl = {"actor_rollout_ref.model.use_liger"},
     .verl_sft = {"model.use_liger"},
     .openrlhf = {"ds.use_liger_kernel"}},
    {.plan_keys = "training.fused_norm training.fused_mlp",
     .value = liger_kernels,
     .trl = {"liger_kernel_config"}},
    {.plan_keys = "training.fused_loss",
     .value = trl_loss,
     .trl = {"loss_type"},
     .axolotl = {"chunked_cross_entropy", is_chunked}},
    {.plan_keys = "training.fused_loss",
     .value = liger_loss,
     .axolotl = {"liger_fused_linear_cross_entropy"}},
    {.plan_keys = "training.fused_loss",
     .value = verl_fused_loss,
     .verl = {"actor_rollout_ref.model.use_fused_kernels"}},
    {.plan_keys = "training.fused_norm", .value = liger_norm, .axolotl = {"liger_rms_norm"}},
    {.plan_keys = "training.fused_mlp", .value = liger_mlp, .axolotl = {"liger_glu_activation"}},
    {.plan_keys = "training.tiled_mlp",
     .value = tiles,
     .axolotl = {"tiled_mlp"},
     .verl = {"actor_rollout_ref.model.tiled_mlp.enabled"}},
    {.plan_keys = "training.experts",
     .value = grouped,
     .arguments = none_of("the experts run as the program has them"),
     .axolotl = {"experts_implementation"},
     .openrlhf = {"ds.experts_implementation"}},
    {.plan_keys = "training.reference",
     .value = precomputes,
     .trl = {"precompute_ref_log_probs"},
     .axolotl = {"precompute_ref_log_probs", axolotl_precomputes}},
    {.plan_keys = "training.tokens",
     .value = max_steps,
     .arguments = {"max_steps"},
     .axolotl = {"max_steps"},
     .lightning = {"max_steps"},
     .torchtitan = {"training.steps"},
     .verl = {"trainer.total_training_steps", verl_steps},
     .verl_sft = {"trainer.total_training_steps"}},
    {.plan_keys = "training.save_steps",
     .value = save_strategy,
     .arguments = {"save_strategy"},
     .axolotl = {"save_strategy"},
     .torchtitan = {"checkpoint.enable", saves_checkpoints}},
    {.plan_keys = "training.save_steps",
     .value = save_steps,
     .arguments = {"save_steps"},
     .axolotl = {"save_steps"},
     .torchtitan = {"checkpoint.interval"},
     .verl = {"trainer.save_freq", verl_save},
     .verl_sft = {"trainer.save_freq", verl_save},
     .openrlhf = {"ckpt.save_steps", verl_save}},
    {.plan_keys = "training.data_workers",
     .value = data_workers,
     .arguments = {"dataloader_num_workers"},
     .axolotl = {"dataloader_num_workers"},
     .torchtitan = {"training.dataloader.num_workers"},
     .verl = none_of("one loader reads for all ranks"),
     .verl_sft = none_of("8 of them read for each rank"),
     .openrlhf = {"data.dataloader_num_workers"}},
    {.plan_keys = "training.eval_batch_size",
     .value = verl_test,
     .is_exact = evaluates_micro_batch,
     .verl_sft = {"trainer.test_freq", nullptr, "it evaluates with the micro batch"},
     .openrlhf = {"eval.steps", nullptr, "it evaluates with the micro batch"}},
    {.plan_keys = "training.gradient_accumulation_dtype",
     .value = accumulation_type,
     .openrlhf = {"ds.grad_accum_dtype"}},
    {.plan_keys = "training.context_parallel", .value = ring_ranks, .openrlhf = {"ds.ring_attn_size"}},
    {.plan_keys = "training.tensor_parallel", .value = tensor_ranks, .openrlhf = {"ds.tensor_parallel_size"}},
    {.plan_keys = "training.eval_batch_size",
     .value = evaluates_by_steps,
     .arguments = {"eval_strategy"},
     .axolotl = {"eval_strategy"},
     .torchtitan = {"validation.enable", [](const Plan& plan) { return only_true(evaluates(plan)); }}},
    {.plan_keys = "training.eval_batch_size",
     .value = eval_batch,
     .arguments = {"per_device_eval_batch_size"},
     .axolotl = {"eval_batch_size"},
     .torchtitan = {"validation.local_batch_size"}},
    {.plan_keys = "training.eval_kept_batches", .value = eval_kept, .arguments = {"eval_accumulation_steps"}},
});

const SettingCell& own_cell(const SettingRow& row, SettingColumn column) {
  switch (column) {
    case SettingColumn::run_clm:
      return row.run_clm;
    case SettingColumn::trl:
      return row.trl;
    case SettingColumn::axolotl:
      return row.axolotl;
    case SettingColumn::llama_factory:
      return row.llama_factory;
    case SettingColumn::ms_swift:
      return row.ms_swift;
    case SettingColumn::lightning:
      return row.lightning;
    case SettingColumn::torchtitan:
      return row.torchtitan;
    case SettingColumn::verl:
      return row.verl;
    case SettingColumn::verl_sft:
      return row.verl_sft;
    case SettingColumn::openrlhf:
      return row.openrlhf;
    case SettingColumn::none:
    case SettingColumn::arguments:
      break;
  }
  return row.arguments;
}

}  // namespace

std::span<const SettingRow> setting_rows() { return rows; }

const SettingCell& cell_of(const SettingRow& row, SettingColumn column) {
  if (column == SettingColumn::none) return no_key;
  const SettingCell& own = own_cell(row, column);
  if (!own.key.empty()) return own;
  constexpr std::array without_arguments = {SettingColumn::lightning, SettingColumn::torchtitan,
                                            SettingColumn::verl, SettingColumn::verl_sft,
                                            SettingColumn::openrlhf};
  const bool has_arguments = std::ranges::find(without_arguments, column) == without_arguments.end();
  return has_arguments ? row.arguments : no_key;
}

std::string_view key_of_argument(std::string_view argument, SettingColumn column) {
  const auto* const row = std::ranges::find_if(
      rows, [&](const SettingRow& candidate) { return candidate.arguments.key == argument; });
  return row == rows.end() ? argument : cell_of(*row, column).key;
}

}  // namespace zp
