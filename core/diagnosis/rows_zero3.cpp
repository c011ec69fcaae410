// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/row_readers.h"
#include "core/units/format.h"

namespace zp::diagnosis {
namespace {

using enum RemedyPlace;
using run::Lines;
using run::LogLine;

bool read_parameter(const Lines&, const LogLine& line, Incident& out) {
  out.subject = between(line.text, "size mismatch for ", ":");
  return true;
}

/// Reads "checkpoint being loaded used a DP world size of 8 but the current world size is 4".
bool read_world(const Lines&, const LogLine& line, Incident& out) {
  run::Scan scan(line.text);
  if (scan.find("world size of "))
    if (const std::optional<run::Number> number = scan.number()) out.subject = number->text;
  return true;
}

bool may_be_stage_3(const Case& sign) { return sign.plan == nullptr || sign.plan->zero.stage == 3; }
bool lower_stage(Plan& plan) {
  if (plan.zero.stage != 3 || plan.zero.offload_param.device != Device::none) return false;
  plan.zero.stage = 2;
  return true;
}
bool gather_on_save(Plan& plan) {
  if (plan.zero.stage != 3 || plan.zero.stage3_gather_16bit_weights_on_model_save) return false;
  return plan.zero.stage3_gather_16bit_weights_on_model_save = true;
}
bool set_expert_leaves(Plan& plan) {
  if (plan.model.architecture.experts == 0 || plan.zero.leaf_modules == LeafModules::experts) return false;
  plan.zero.leaf_modules = LeafModules::experts;
  return true;
}

constexpr RemedyRow gather_first{
    launch,
    "Read and change parameters inside deepspeed.zero.GatheredParameters, and call "
    "the engine that deepspeed.initialize returned, not the bare module"};
constexpr RemedyRow stage_2{plan, "Stage 2, which leaves the parameters whole", may_be_stage_3, lower_stage};
constexpr RemedyRow same_modules{launch,
                                 "Let every rank and step run the same modules in the same order, without "
                                 "skipping some by a condition"};
constexpr RemedyRow leaf{plan, "Make the module a leaf (set_z3_leaf_modules), so that it is gathered whole",
                         nullptr, set_expert_leaves};
constexpr RemedyRow map_nothing{
    launch, "No device_map and no low_cpu_mem_usage under stage 3: zero.Init loads part by part"};
constexpr RemedyRow gather_weights{plan, "stage3_gather_16bit_weights_on_model_save for the next save",
                                   nullptr, gather_on_save};

constexpr auto deaths_of_zero3 = std::to_array<DeathRow>({
    {.id = "zero3_empty_checkpoint",
     .kind = DeathKind::zero3_mismatch,
     .phase = RunPhase::loading,
     .marks = {"torch.Size([0]) from checkpoint", "torch.Size([1]) from checkpoint"},
     .source = "torch/nn/modules/module.py, load_state_dict",
     .read = read_parameter,
     .cause = "The checkpoint was saved from partitioned parameters: {subject_or_parameter} has no elements; "
              "the weights are not in this file.",
     .remedies = {{{launch,
                    "zero_to_fp32.py on the DeepSpeed checkpoint in that folder joins the partitions"},
                   gather_weights}}},
    {.id = "zero3_partitioned_model",
     .kind = DeathKind::zero3_mismatch,
     .phase = RunPhase::loading,
     .marks = {"the shape in current model is torch.Size([0])"},
     .source = "torch/nn/modules/module.py, load_state_dict",
     .read = read_parameter,
     .cause = "The weights are loaded into a model whose parameters stage 3 has partitioned: "
              "{subject_or_parameter} has "
              "no elements there.",
     .remedies = {{{launch,
                    "from_pretrained under the DeepSpeed configuration, or load_state_dict inside "
                    "deepspeed.zero.GatheredParameters on rank 0"},
                   {launch, "Load the weights before the model is partitioned"},
                   stage_2}}},
    {.id = "zero3_inflight",
     .kind = DeathKind::zero3_mismatch,
     .marks = {"still have inflight params", "inflight params"},
     .source = "deepspeed/runtime/zero/partitioned_param_coordinator.py, 0.5.6 to 0.19",
     .cause = "Parameters were fetched for a module that did not run: the order of modules differs from the "
              "recorded one.",
     .remedies = {{same_modules,
                   leaf,
                   {plan, "stage3_prefetch_bucket_size 0, which turns off prefetching", nullptr,
                    [](Plan& plan) {
                      if (plan.zero.stage != 3 || plan.zero.stage3_prefetch_bucket_size == 0) return false;
                      plan.zero.stage3_prefetch_bucket_size = 0;
                      return true;
                    }},
                   stage_2}}},
    {.id = "zero3_trace",
     .kind = DeathKind::zero3_mismatch,
     .phase = RunPhase::forward,
     .marks = {"tracing error at step", "disagreement between rank0", "pop from an empty deque",
               "disagreement error"},
     .source = "deepspeed/runtime/zero/partitioned_param_coordinator.py and utils.py, 0.5.6 to 0.19",
     .cause =
         "The modules did not run in the order that ZeRO-3 recorded, or not in the same order on all ranks.",
     .remedies = {{same_modules, leaf, stage_2}}},
    {.id = "zero3_not_gathered",
     .kind = DeathKind::zero3_mismatch,
     .phase = RunPhase::forward,
     .marks = {"'weight' must be 2-D", "tensors must be 2-D", "must be a matrix, got 1-D",
               "weight should have at least three dimensions", "invalid for input of size 0",
               "out of bounds for storage of size 0", "size of tensor a (0) must match",
               "mat2 must be a matrix", "tensor b (0)", "expected weight to be at least 1 at dimension 0"},
     .source = "aten of PyTorch 1.8 to 2.10, on a parameter that ZeRO-3 or FSDP has partitioned",
     .cause = "A parameter was used while ZeRO-3 had it partitioned, so it has no elements: its module ran "
              "outside "
              "the engine's hooks.",
     .remedies = {{gather_first,
                   {launch,
                    "Pass every model that takes part (reference, teacher) through deepspeed.initialize or "
                    "accelerator.prepare"},
                   leaf,
                   stage_2}}},
    {.id = "zero3_status",
     .kind = DeathKind::zero3_mismatch,
     .marks = {"NOT_AVAILABLE", "ZeroParamStatus.INFLIGHT", "ds_summary", "'ds_status'",
               "no attribute 'ds_id'", "no attribute 'ds_numel'", "no attribute 'ds_tensor'",
               "no attribute 'ds_shape'", "no attribute 'ds_", "already been reduced"},
     .source = "deepspeed/runtime/zero/partition_parameters.py, partitioned_param_coordinator.py and "
               "stage_1_and_2.py, "
               "0.3.15 to 0.19",
     .read = [](const Lines&, const LogLine& line,
                Incident&) { return !run::contains(line.text, "'ds_opt_"); },
     .cause = "DeepSpeed met a parameter in a state that it did not expect: not gathered, still being "
              "gathered, or not "
              "one that it partitions.",
     .remedies = {{{launch,
                    "Add and replace parameters (adapters, new tokens, tied weights) before "
                    "deepspeed.initialize"},
                   gather_first,
                   same_modules,
                   stage_2}}},
    {.id = "zero3_summary",
     .kind = DeathKind::zero3_mismatch,
     .marks = {"'ds_numel':", "'ds_shape':"},
     .source = "ds_summary() in failed assertions of deepspeed/runtime/zero, 0.5.6 to 0.19",
     .read = [](const Lines&, const LogLine& line, Incident&) { return mentions_failure(line.text); },
     .cause = "DeepSpeed met a parameter in a state that it did not expect: still being gathered, or in use "
              "by a module that has not finished.",
     .remedies = {{same_modules, gather_first, leaf, stage_2}}},
    {.id = "zero3_refuses_map",
     .kind = DeathKind::other,
     .phase = RunPhase::loading,
     .marks = {"not compatible with `low_cpu_mem_usage=True`", "with passing a `device_map`"},
     .source = "transformers/modeling_utils.py 4.20 to 4.57",
     .cause = "transformers refuses device_map and low_cpu_mem_usage under stage 3, whose own loading "
              "divides the model.",
     .remedies = {{map_nothing, stage_2}}},
    {.id = "zero3_meta",
     .kind = DeathKind::zero3_mismatch,
     .phase = RunPhase::loading,
     .marks = {"Cannot copy out of meta tensor", "is on the meta device"},
     .source = "torch/nn/modules/module.py, transformers/modeling_utils.py 4.20 to 4.57",
     .cause = "The model was built without memory (meta device, device_map or low_cpu_mem_usage), which is "
              "incompatible with ZeRO-3's own partitioned loading.",
     .remedies = {{map_nothing, stage_2}}},
    {.id = "zero_world_changed",
     .kind = DeathKind::zero3_mismatch,
     .phase = RunPhase::loading,
     .marks = {"DP world size of", "different dp world size", "dp_world_size"},
     .also = {"world size"},
     .source = "deepspeed/runtime/engine.py, _load_zero_checkpoint, and stage_1_and_2.py, 0.3 to 0.19",
     .read = [](const Lines& lines, const LogLine& line,
                Incident& out) { return mentions_failure(line.text) && read_world(lines, line, out); },
     .cause = "The checkpoint's optimizer states are divided for {subject_or_other} ranks, and the run has "
              "another number.",
     .remedies = {{{launch, "Resume on the number of ranks that wrote it"},
                   {launch, "Convert it to a universal checkpoint (ds_to_universal.py) and load that"}}}},
    {.id = "size_mismatch",
     .kind = DeathKind::zero3_mismatch,
     .phase = RunPhase::loading,
     .marks = {"size mismatch for "},
     .also = {"copying a param"},
     .source = "torch/nn/modules/module.py, load_state_dict",
     .read = read_parameter,
     .cause = "The checkpoint's {subject_or_parameter} has another shape than the model's: another model, "
              "vocabulary or "
              "division by tensor parallelism.",
     .remedies = {{{launch,
                    "Load with the configuration that the checkpoint was saved with; resize the embeddings "
                    "first if tokens were added"}}}},
});

}  // namespace

std::span<const DeathRow> zero3_rows() { return deaths_of_zero3; }

}  // namespace zp::diagnosis
