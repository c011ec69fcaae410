// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/rules.h"
#include "core/memory/estimate.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

void note(std::string_view code, std::string_view path, std::string message, std::string fix,
          std::string_view source, List& list) {
  list.push_back({Severity::style, std::string(code), std::string(path), std::move(message), std::move(fix),
                  std::string(source)});
}

/// Adds notes on Hugging Face Trainer's features by stage. Checkpointing, clipping, "auto" and evaluation
/// work at every stage; for saving and push_to_hub at stage 3, the export adds the key and the finding
/// gather_on_save.
void trainer_features(const Plan& plan, List& list) {
  if (plan.target.flavour != Flavour::hf_trainer || plan.zero.stage == 3) return;
  note("evaluation_needs_stage_3", "zero.stage",
       "Trainer evaluates during training at every stage, but a run that only evaluates or predicts stops "
       "with a ValueError below stage 3.",
       "Evaluate while training, or start evaluation-only runs without DeepSpeed or at stage 3.",
       "transformers integrations/deepspeed.py (deepspeed_init, inference)", list);
}

/// Adds the program's duties at stage 3, which avoid "Expected size mismatch" and empty weights.
void program_at_stage_3(const Plan& plan, List& list) {
  if (plan.zero.stage != 3 || zero_world(plan) < 2) return;
  note("stage_3_program", "zero.stage",
       "At stage 3 a weight is whole only while its layer computes: code that reads or changes one elsewhere "
       "finds an empty tensor, and ranks that build different models end in size mismatches.",
       "Reach weights inside deepspeed.zero.GatheredParameters, and build the model alike on every rank.",
       "deepspeed/runtime/zero/partition_parameters.py (GatheredParameters)", list);
}

void precision(const Plan& plan, List& list) {
  const GpuPreset* gpu = binding_preset(plan.cluster);
  if (plan.training.precision != Precision::fp16 || gpu == nullptr || !gpu->has_bf16) return;
  Finding finding{
      Severity::style,
      "bf16_available",
      "training.precision",
      "The " + gpu->name + " has bf16, whose weights take two bytes too and which needs no loss scaling.",
      "Use bf16, unless the weights were trained in fp16.",
      "deepspeed/runtime/precision_config.py: bf16 has no loss scale"};
  Plan in_bf16 = plan;
  in_bf16.training.precision = Precision::bf16;
  // DeepSpeed's two engines store gradients differently, so a tight plan may fit with only one of the types.
  const bool stays_as_it_is = estimate_memory(in_bf16).fits() || !estimate_memory(plan).fits();
  if (!plan.training.low_precision_master && stays_as_it_is) finding.remedy = {"Precision bf16", in_bf16};
  list.push_back(std::move(finding));
}

void one_rank(const Plan& plan, List& list) {
  if (plan.zero.stage == 0 || zero_world(plan) > 1 || plan.zero.offload_optimizer.device != Device::none ||
      plan.zero.offload_param.device != Device::none)
    return;
  note("one_rank", "zero.stage",
       "ZeRO divides states among the ranks; with one rank and no offload there is nothing to divide.",
       "Use more GPUs, offload the optimizer, or stage 0.", "ZeRO paper, table 1 with N = 1", list);
}

}  // namespace

void about_accelerator(const Plan& plan, List& list) {
  const GpuPreset* gpu = binding_preset(plan.cluster);
  if (gpu == nullptr) return;
  const bool by_deepspeed = plan.training.framework == Framework::deepspeed;
  if (gpu->name.starts_with("Gaudi"))
    note("gaudi_software", "cluster.gpu.preset",
         "The " + gpu->name +
             " runs Intel's builds: PyTorch for Gaudi, optimum-habana in place of transformers' "
             "Trainer" +
             (by_deepspeed ? ", and HabanaAI's DeepSpeed." : "."),
         "Start from Intel's Gaudi image, whose version must be that of the driver.",
         "huggingface/optimum-habana README.md and docs/source/installation.mdx", list);
  else if (gpu->vendor == "AMD")
    note("rocm_software", "cluster.gpu.preset",
         "The " + gpu->name +
             " runs PyTorch's ROCm build, and kernels of other libraries (flash-attn, "
             "bitsandbytes" +
             (by_deepspeed ? ", DeepSpeed's own)" : ")") + " have to be built for it.",
         "Start from AMD's ROCm image of PyTorch.", "pytorch.org, Get Started: ROCm wheels", list);
}

void about_program(const Plan& plan, List& list) {
  precision(plan, list);
  one_rank(plan, list);
  trainer_features(plan, list);
  program_at_stage_3(plan, list);
}

}  // namespace zp::advice_rules
