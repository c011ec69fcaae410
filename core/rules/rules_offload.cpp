// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/rules/rule.h"
#include "core/sharding/swap_buffers.h"
#include "core/units/format.h"

/// Rules about host memory and drives.
namespace zp {
namespace {

constexpr RuleChange stage_3 = {"Stage 3", [](Plan& plan) { plan.zero.stage = 3; }};
constexpr RuleChange optimizer_on_gpu = {
    "Optimizer on GPU", [](Plan& plan) { plan.zero.offload_optimizer.device = Device::none; }};

void ask_optimizer_buffers(const Subject& subject, const FindingWriter& say) {
  const OffloadOptimizer& offload = subject.zero.offload_optimizer;
  if (subject.zero.stage != 3 || offload.device != Device::nvme || !subject.knows(Subject::optimizer)) return;
  const std::int64_t needed =
      optimizer_buffers_needed(subject.plan, subject.has_several_sub_groups() ? 2 : 1);
  if (offload.buffer_count < needed)
    say("Swapping this optimizer takes " + format_count(needed) + " buffers at a time, there are " +
            format_count(offload.buffer_count) + ".",
        "Set zero.offload_optimizer.buffer_count to " + format_count(needed) + ".");
}

void give_optimizer_buffers(Plan& plan) {
  constexpr std::int64_t of_a_pipeline = 2;  // sub-groups: one is stepped while another is transferred
  plan.zero.offload_optimizer.buffer_count =
      std::max(plan.zero.offload_optimizer.buffer_count, optimizer_buffers_needed(plan, of_a_pipeline));
}

void ask_param_offload(const Subject& subject, const FindingWriter& say) {
  if (subject.zero.stage < 3 && subject.zero.offload_param.device != Device::none)
    say("DeepSpeed accepts offload_param at stage " + format_count(subject.zero.stage) +
            " and ignores it: weights are not partitioned.",
        "Set zero.stage to 3, or zero.offload_param to none.");
}

/// Reports large pinned buffers, which every rank allocates whatever the model's size
/// (swap_tensor/partitioned_param_swapper.py:104-131).
void ask_large_buffers(const Subject& subject, const FindingWriter& say) {
  const OffloadParam& param = subject.zero.offload_param;
  if (subject.zero.stage != 3 || param.device != Device::nvme) return;
  constexpr double much = 8e9, most = 9e18;
  const double element = subject.training.precision == Precision::fp32 ? 4 : 2;
  const double pinned =
      static_cast<double>(param.buffer_count) * static_cast<double>(param.buffer_size) * element;
  if (pinned < much) return;
  say("Every rank pins " + format_bytes(Bytes(static_cast<std::int64_t>(std::min(pinned, most)))) +
          " of host memory: buffer_count × buffer_size elements of " + format_number(element) + " bytes.",
      "Lower zero.offload_param.buffer_size to the largest tensor's share of one rank; the default is "
      "100000000.");
}

constexpr std::array<Rule, 9> rules_of_offload = {
    {{.code = "offload_param_needs_stage_3",
      .severity = Severity::ignored,
      .keys = {"zero.offload_param", "zero.offload_param.device"},
      .source = "zero/config.py:157",
      .ask = ask_param_offload,
      .changes = {stage_3,
                  {"Parameters on GPU", [](Plan& plan) { plan.zero.offload_param.device = Device::none; }}},
      .at_export = ExportEffect::left_out},
     {.code = "offload_needs_zero",
      .severity = Severity::fails_later,
      .keys = {"zero.offload_optimizer", "zero.offload_optimizer.device"},
      .source = "runtime/engine.py:1232-1235, 2108; ops/adam/cpu_adam.py, step",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 0 && subject.uses_cpu_optimizer())
              say("At stage 0 DeepSpeed builds a CPU optimizer for weights on the GPU and stops at the first "
                  "step.",
                  "Set zero.stage to 1, 2 or 3, or zero.offload_optimizer to none.");
          },
      .changes = {optimizer_on_gpu},
      .at_export = ExportEffect::left_out},
     {.code = "nvme_needs_stage_3",
      .severity = Severity::ignored,
      .keys = {"zero.offload_optimizer", "zero.offload_optimizer.device"},
      .source = "zero/stage_1_and_2.py:186",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.shards_optimizer() && subject.zero.offload_optimizer.device == Device::nvme)
              say("At stage 1 and 2 DeepSpeed treats nvme as cpu: no file is written.",
                  "Set zero.offload_optimizer to cpu, or zero.stage to 3.");
          },
      .changes = {{{"Optimizer in CPU memory",
                    [](Plan& plan) { plan.zero.offload_optimizer.device = Device::cpu; }},
                   stage_3}},
      .at_export = ExportEffect::corrected},
     {.code = "ratio_needs_stage_3",
      .severity = Severity::refused,
      .keys = {"zero.offload_optimizer.ratio"},
      .source = "zero/config.py:388-393",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage < 3 && subject.zero.offload_optimizer.ratio < 1)
              say("Offloading a part of the optimizer is supported only at stage 3.",
                  "Set zero.offload_optimizer.ratio to 1, or zero.stage to 3.",
                  "Assertion failed, Partial offloading only supported for ZeRO Stage 3.");
          },
      .changes = {{{"The whole optimizer", [](Plan& plan) { plan.zero.offload_optimizer.ratio = 1; }},
                   stage_3}},
      .at_export = ExportEffect::left_out,
      .parser_code = "pydantic",
      .since = {0, 15, 0}},
     {.code = "ratio_without_effect",
      .severity = Severity::ignored,
      .keys = {"zero.offload_optimizer.ratio"},
      .source = "zero/stage3.py, _set_subgroup_optimizer: whole sub-groups stay or go",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 3 && subject.offloads_optimizer() &&
                subject.zero.offload_optimizer.ratio < 1 && !subject.has_several_sub_groups())
              say("The ratio divides whole sub-groups, and a rank has only one: all of it stays on the CPU.",
                  "Make zero.sub_group_size smaller than the rank's part of the parameters.");
          },
      .changes = {{{"The whole optimizer", [](Plan& plan) { plan.zero.offload_optimizer.ratio = 1; }}}},
      .needs = Subject::model},
     {.code = "too_few_buffers",
      .severity = Severity::fails_later,
      .keys = {"zero.offload_optimizer.buffer_count"},
      .source = "swap_tensor/pipelined_optimizer_swapper.py:215, partitioned_optimizer_swapper.py",
      .ask = ask_optimizer_buffers,
      .changes = {{{"Enough optimizer buffers", give_optimizer_buffers}}}},
     {.code = "buffer_too_small",
      .severity = Severity::fails_later,
      .keys = {"zero.offload_param.buffer_size"},
      .source = "swap_tensor/partitioned_param_swapper.py:357",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const OffloadParam& param = subject.zero.offload_param;
            if (subject.zero.stage == 3 && param.device == Device::nvme &&
                subject.largest_part() > param.buffer_size)
              say("A rank's part of the largest weight has " + format_count(subject.largest_part()) +
                      " elements, a buffer holds " + format_count(param.buffer_size) + ".",
                  "Set zero.offload_param.buffer_size to at least that.");
          },
      .changes = {{{"Buffers of the largest weight's part",
                    [](Plan& plan) { plan.zero.offload_param.buffer_size = Subject(plan).largest_part(); }}}},
      .needs = Subject::model | Subject::ranks},
     {.code = "large_buffers",
      .severity = Severity::wasteful,
      .keys = {"zero.offload_param.buffer_size", "zero.offload_param.buffer_count"},
      .source = "swap_tensor/partitioned_param_swapper.py:104-131",
      .ask = ask_large_buffers},
     {.code = "nvme_not_described",
      .severity = Severity::style,
      .keys = {"cluster.nvme"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Zero& zero = subject.zero;
            const Nvme& nvme = subject.plan.cluster.nvme;
            const bool uses_drive =
                zero.offload_optimizer.device == Device::nvme || zero.offload_param.device == Device::nvme;
            if (zero.stage == 3 && uses_drive &&
                (nvme.capacity_gib <= 0 || nvme.read_gb_per_s <= 0 || nvme.write_gb_per_s <= 0))
              say("The plan offloads to NVMe, but does not state the drive's free space and speed.",
                  "Give capacity_gib, read_gb_per_s and write_gb_per_s in cluster.nvme.");
          },
      .needs = Subject::cluster,
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> offload_rules() { return rules_of_offload; }

}  // namespace zp
