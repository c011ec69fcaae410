// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/startable.h"

#include <algorithm>
#include <array>

#include "core/export/accelerate_json.h"
#include "core/export/megatron_deepspeed_limits.h"
#include "core/export/method_arguments.h"
#include "core/export/openrlhf_limits.h"
#include "core/export/setting_rows_json.h"
#include "core/export/torchtitan_limits.h"
#include "core/export/verl_limits.h"
#include "core/sharding/program_way.h"
#include "core/sharding/sharding.h"

namespace zp {
namespace {

bool is_axolotl(const ExportFlavour& flavour) { return flavour.name == "axolotl"; }
bool is_torchtitan(const ExportFlavour& flavour) { return flavour.name == "torchtitan"; }
bool is_verl(const ExportFlavour& flavour) { return flavour.name == "verl"; }
bool is_openrlhf(const ExportFlavour& flavour) { return flavour.name == "openrlhf"; }
bool is_megatron_deepspeed(const ExportFlavour& flavour) { return flavour.name == "megatron-deepspeed"; }
/// Returns true for a program with its own training loop, which target.flavour does not affect.
bool has_own_loop(const ExportFlavour& flavour) {
  return is_torchtitan(flavour) || is_verl(flavour) || is_openrlhf(flavour) || is_megatron_deepspeed(flavour);
}
bool is_for_trainer(const ExportFlavour& flavour, const Plan& plan) {
  return flavour.is_on_trainer || (plan.target.flavour == Flavour::hf_trainer && !has_own_loop(flavour));
}

/// Returns true if the flavour is started with accelerate's file: TRL, Trainer, and plain launches.
bool has_accelerate(const ExportFlavour& flavour) {
  constexpr std::array<std::string_view, 7> others = {
      "axolotl", "llama-factory", "ms-swift", "lightning", "verl", "openrlhf", "megatron-deepspeed"};
  return std::ranges::find(others, flavour.name) == others.end();
}

std::string_view words_for(ProgramFramework framework) {
  constexpr std::array<std::string_view, program_framework_count> words = {
      "a single process without a framework", "DDP", "FSDP1", "FSDP2", "DeepSpeed"};
  return words[static_cast<std::size_t>(framework)];
}

/// Returns true for files that start the user's own program, or an example for any model.
bool takes_any_model(const ExportFlavour& flavour) {
  constexpr auto names =
      std::to_array<std::string_view>({"launch", "hf-trainer", "lightning", "kubernetes", "slurm"});
  return std::ranges::find(names, flavour.name) != names.end();
}

/// Returns true if attention uses flash-attention's own library, not PyTorch's kernel.
bool has_flash_library(const Plan& plan) {
  const AttentionKernel kernel = plan.training.attention_kernel;
  return plan.training.attention == Attention::sdpa &&
         (kernel == AttentionKernel::flash_2 || kernel == AttentionKernel::flash_3);
}

/// Returns true if the program's files can name the optimizer that the program creates.
bool has_optimizer(const ExportFlavour& flavour, const Plan& plan) {
  if (flavour.name == "llama-factory" && plan.training.optimizer == Optimizer::adam_mini) return true;
  const auto row = std::ranges::find_if(setting_rows(), [](const SettingRow& candidate) {
    return candidate.plan_keys.starts_with("training.optimizer ");
  });
  return !row->value(plan).is_null();
}

/// The first release of DeepSpeed whose Ulysses accelerate starts (accelerator.py, _prepare_deepspeed).
constexpr DeepSpeedVersion ulysses_since{0, 18, 2};

/// A combination that the files of a flavour cannot start.
struct Obstacle {
  bool (*is_met)(const ExportFlavour&, const Plan&);
  std::string_view reason, fix;  ///< "%" = the flavour's title
};

constexpr auto obstacles = std::to_array<Obstacle>({
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.model.has_shape() && plan.model.architecture.has_encoder() && !takes_any_model(flavour);
     },
     "%'s files train only decoders, and this model has an encoder",
     "Export for hf-trainer, or for a launch of your own program."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.method.method == Method::classification && !takes_any_model(flavour);
     },
     "%'s files have no head for classes", "Export for hf-trainer, or for a launch of your own program."},
    {[](const ExportFlavour&, const Plan& plan) { return !is_deepspeed(plan) && plan.zero.stage == 1; },
     "no launcher starts a distributed optimizer without DeepSpeed",
     "Set training.sharding to none, gradients or full, or training.framework to deepspeed."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.pipeline_parallel > 1 && !is_torchtitan(flavour) &&
              (!is_deepspeed(plan) || is_for_trainer(flavour, plan) || flavour.name == "lightning" ||
               is_openrlhf(flavour));
     },
     "% runs the whole model on every rank, without a pipeline",
     "Export for a launch of DeepSpeed with target.flavour plain, or set training.pipeline_parallel to 1."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.sequence_parallel > 1 && !is_deepspeed(plan) &&
              plan.training.context_parallel == 1 && !is_verl(flavour);
     },
     "Ulysses is part of DeepSpeed and cannot be started without it",
     "Set training.framework to deepspeed, or training.context_parallel instead of sequence_parallel."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.sequence_parallel > 1 && is_for_trainer(flavour, plan) &&
              !has_accelerate(flavour);
     },
     "% hands Trainer's batch sizes to DeepSpeed, which refuses them with Ulysses",
     "Export for TRL or Hugging Face Trainer, whose files give accelerate a parallelism_config, or set "
     "training.sequence_parallel to 1."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.sequence_parallel > 1 && is_for_trainer(flavour, plan) &&
              plan.target.deepspeed_version < ulysses_since;
     },
     "accelerate starts Ulysses with DeepSpeed 0.18.2 and newer",
     "Set target.deepspeed_version to 0.18.2 or newer."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.sequence_parallel > 1 && is_for_trainer(flavour, plan) &&
              plan.training.attention == Attention::eager;
     },
     "Ulysses replaces the attention of transformers by sdpa or a flash kernel",
     "Set training.attention to sdpa."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       const bool is_fsdp2 = fsdp_version_of(plan) == 2;
       return plan.training.context_parallel > 1 && !is_openrlhf(flavour) &&
              !(is_fsdp2 && (has_accelerate(flavour) || is_axolotl(flavour) || is_torchtitan(flavour)));
     },
     "context parallelism is started only by accelerate, Axolotl or torchtitan with FSDP2",
     "Set training.fsdp_version to 2, or training.context_parallel to 1."},
    // trl trainer/grpo_config.py, __post_init__; ms-swift arguments/rlhf_args.py, rlhf_trainers/args_mixin.py
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return flavour.name == "trl" && plan.training.method.method == Method::grpo &&
              sequence_ranks(plan.training) > 1;
     },
     "TRL's GRPO does not support sequence or context parallelism",
     "Set training.sequence_parallel and training.context_parallel to 1."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return (flavour.name == "trl" || flavour.name == "ms-swift") &&
              plan.training.method.method == Method::grpo && !divides_groups(plan, samples_of_prompt(plan));
     },
     "%'s GRPO works on whole groups of completions, at least two for each prompt",
     "Set training.rl.samples to a divisor of the sequences of a step and of an evaluation."},
    // axolotl utils/schemas/validation.py: check_context_parallel_size, check_fsdp2_base_model_quant_rl,
    // check_fsdp_offload_w_8bit_optimizer
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return is_axolotl(flavour) && plan.training.context_parallel > 1 && !has_flash_library(plan);
     },
     "Axolotl's context parallelism is ring-flash-attn's",
     "Set training.attention_kernel to flash_2, and training.attention to sdpa."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return is_axolotl(flavour) && plan.training.context_parallel > 1 &&
              plan.training.attends_within_examples() && plan.training.micro_batch_size > 1;
     },
     "Axolotl shares packed sequences among ranks with a micro batch of 1",
     "Set training.micro_batch_size to 1."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       constexpr std::array<Method, 3> of_rl = {Method::dpo, Method::kto, Method::orpo};
       return is_axolotl(flavour) && fsdp_version_of(plan) == 2 && plan.training.quantizes_frozen() &&
              std::ranges::find(of_rl, plan.training.method.method) != of_rl.end();
     },
     "Axolotl has no quantised base with FSDP2 for this method",
     "Set training.fsdp_version to 1, or training.framework to deepspeed."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       const std::string_view word = row_of(plan.training.optimizer).trainer_word;
       return is_axolotl(flavour) && fsdp_version_of(plan) == 1 && homes_of(plan).weights != Device::none &&
              word.find("8bit") != std::string_view::npos;
     },
     "Axolotl has no 8-bit optimizer with FSDP1's offload",
     "Set training.optimizer to adamw, or training.fsdp_version to 2."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.tensor_parallel > 1 && !is_deepspeed(plan) && !is_torchtitan(flavour);
     },
     "only torchtitan's files start tensor parallelism with DDP or FSDP: other programs divide the layers "
     "themselves",
     "Export for torchtitan, set training.tensor_parallel to 1, or training.framework to deepspeed."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return plan.training.expert_parallel > 1 && !is_deepspeed(plan) && !is_torchtitan(flavour);
     },
     "only torchtitan's files start expert parallelism with DDP or FSDP",
     "Export for torchtitan, or set training.expert_parallel to 1."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       const Sharding sharding = sharding_of(plan);
       return fsdp_version_of(plan) == 1 && !is_verl(flavour) && sharding.replicas > 1 &&
              sharding.ranks != plan.cluster.gpus_per_node;
     },
     "FSDP1 shards over the GPUs of a node or over all ranks",
     "Set training.shard_ranks to the GPUs of a node or to 0, or training.fsdp_version to 2."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return flavour.name == "llama-factory" && fsdp_version_of(plan) == 2 && sharding_of(plan).replicas > 1;
     },
     "LLaMA-Factory has no key for replicas with FSDP2",
     "Export for TRL or Axolotl, or set training.shard_ranks to 0."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       return fsdp_version_of(plan) > 0 && plan.training.fsdp_wrap == FsdpWrap::all && !has_own_loop(flavour);
     },
     "accelerate wraps the blocks, and leaves embedding and head in the outermost unit",
     "Set training.fsdp_wrap to blocks."},
    {[](const ExportFlavour& flavour, const Plan& plan) {
       const bool is_built_by_engine = is_deepspeed(plan) && !row_of(plan.training.optimizer).type.empty();
       return !is_built_by_engine && is_for_trainer(flavour, plan) && !has_optimizer(flavour, plan);
     },
     "Trainer has no name for this optimizer, and builds AdamW without a name",
     "Set training.optimizer to adamw."},
});

std::string filled(std::string_view text, std::string_view title) {
  std::string out(text);
  for (std::size_t at = out.find('%'); at != std::string::npos; at = out.find('%', at + title.size()))
    out.replace(at, 1, title);
  return out;
}

}  // namespace

std::string reason_not_started(const ExportFlavour& flavour, const Plan& plan) {
  const std::string start = "The files for " + std::string(flavour.title) + " would not start this plan: ";
  const ProgramFramework framework = program_way(plan).framework;
  if (!flavour.starts(framework)) {
    std::string others;
    for (const ExportFlavour& other : export_flavours())
      if (other.starts(framework)) others += (others.empty() ? "" : ", ") + std::string(other.title);
    return start + "it trains with " + std::string(words_for(framework)) +
           ", which they do not start. Export for one of these: " + others +
           ", or change training.framework.";
  }
  for (const Obstacle& obstacle : obstacles)
    if (obstacle.is_met(flavour, plan))
      return start + filled(obstacle.reason, flavour.title) + ". " + filled(obstacle.fix, flavour.title);
  const std::string limit = is_torchtitan(flavour)           ? torchtitan_limit(plan)
                            : is_verl(flavour)               ? verl_limit(plan)
                            : is_openrlhf(flavour)           ? openrlhf_limit(plan)
                            : is_megatron_deepspeed(flavour) ? megatron_deepspeed_limit(plan)
                                                             : "";
  return limit.empty() ? "" : start + limit;
}

ExportStart export_start(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const std::string_view program =
      plan.training.program == Program::none ? "" : std::string_view(entry_of(plan.training.program).id);
  const auto of_program = std::ranges::find(export_flavours(), program, &ExportFlavour::program);
  const bool is_named = !program.empty() && of_program != export_flavours().end();
  ExportStart best;
  const auto is_of_other = [&](const ExportFlavour& flavour) {
    // verl and OpenRLHF have loops for RL, which are no way to start the plan of another program.
    return !program.empty() && !is_named && (is_verl(flavour) || is_openrlhf(flavour));
  };
  for (const ExportFlavour& flavour : export_flavours()) {
    if ((is_named && &flavour != &*of_program) || is_of_other(flavour)) continue;
    std::string reason = reason_not_started(flavour, plan);
    if (!reason.empty()) {
      if (best.flavour == nullptr && best.reason.empty()) best.reason = std::move(reason);
      continue;
    }
    const ProgramExport made = flavour.write(document);
    if (best.flavour != nullptr && best.by_hand.size() <= made.left_out.size()) continue;
    best = {&flavour, made.left_out_sentence(), {}};
    for (const LeftOut& left_out : made.left_out)
      best.by_hand.push_back(left_out.plan_key);
  }
  return best;
}

}  // namespace zp
