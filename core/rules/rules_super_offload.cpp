// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/sharding/offload_engine.h"

/// Rules about zero_optimization.offload_optimizer.super_offload.
namespace zp {
namespace {

constexpr std::string_view super_offload = "zero.offload_optimizer.super_offload";

/// Returns true if SuperOffload is requested and in effect.
bool has_super_offload(const Subject& subject) {
  return subject.zero.offload_optimizer.super_offload &&
         offload_engine(subject.plan) == OffloadEngine::super_offload;
}

void plain_offload(Plan& plan) { plan.zero.offload_optimizer.super_offload = false; }

void ask_cuda(const Subject& subject, const FindingWriter& say) {
  const GpuPreset* gpu = binding_preset(subject.plan.cluster);
  if (has_super_offload(subject) && gpu != nullptr && gpu->vendor != "NVIDIA")
    say("SuperOffload needs CUDA, and " + gpu->name + " is not an NVIDIA GPU.",
        "Set zero.offload_optimizer.super_offload to false.");
}

void ask_chip_link(const Subject& subject, const FindingWriter& say) {
  const GpuPreset* gpu = binding_preset(subject.plan.cluster);
  if (has_super_offload(subject) && gpu != nullptr && gpu->vendor == "NVIDIA" &&
      !has_chip_link(subject.plan.cluster))
    say(gpu->name +
            " reaches its host over PCIe; SuperOffload is made for the link between chips of GH200 and "
            "GB200, "
            "and was no faster than ZeRO-Offload without it.",
        "Leave it out, or choose a GPU with NVLink-C2C.");
}

void ask_clipping(const Subject& subject, const FindingWriter& say) {
  if (has_super_offload(subject) && subject.training.gradient_clipping > 0)
    say("With gradient clipping SuperOffload steps only after the backward pass, so nothing of it is hidden.",
        "Set deepspeed_config.gradient_clipping to 0 if the run does not need it.");
}

void ask_one_sub_group(const Subject& subject, const FindingWriter& say) {
  if (has_super_offload(subject) && !subject.has_several_sub_groups())
    say("A rank's partition is one sub-group, which SuperOffload steps after the backward pass.",
        "Lower zero.sub_group_size, so that some step during the backward pass.");
}

constexpr auto super_offload_rows = std::to_array<Rule>(
    {{.code = "super_offload_needs_cuda",
      .severity = Severity::fails_later,
      .keys = {super_offload},
      .source = "superoffload/superoffload_stage3.py:20-25",
      .ask = ask_cuda,
      .changes = {{{"Plain offload", plain_offload}}},
      .needs = Subject::cluster,
      .since = {0, 18, 0}},
     {.code = "super_offload_without_chip_link",
      .severity = Severity::style,
      .keys = {super_offload},
      .source = "DeepSpeed issue 7966; blogs/deepspeed-superoffload",
      .ask = ask_chip_link,
      .changes = {{{"Plain offload", plain_offload}}},
      .needs = Subject::cluster,
      .since = {0, 18, 0}},
     {.code = "super_offload_waits_for_norm",
      .severity = Severity::style,
      .keys = {super_offload, "deepspeed_config.gradient_clipping"},
      .source = "superoffload/superoffload_stage3.py:168, 232-252",
      .ask = ask_clipping,
      .changes = {{{"No clipping", [](Plan& plan) { plan.training.gradient_clipping = 0; }}}},
      .since = {0, 18, 0}},
     {.code = "super_offload_in_one_piece",
      .severity = Severity::style,
      .keys = {super_offload, "zero.sub_group_size"},
      .source = "superoffload/superoffload_stage3.py:63-92, 158-168",
      .ask = ask_one_sub_group,
      .needs = Subject::model,
      .since = {0, 18, 0}}});

}  // namespace

std::span<const Rule> super_offload_rules() { return super_offload_rows; }

}  // namespace zp
