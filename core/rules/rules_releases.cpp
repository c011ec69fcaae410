// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/catalog/programs.h"
#include "core/rules/rule.h"
#include "core/sharding/edits.h"

/// DeepSpeed releases with a defect that costs memory, time or gradients, or that ends the run; one row per
/// defect. From DeepSpeed's tags: `since` is the first release with the faulty change, `fixed` the first with
/// its correction.
namespace zp {
namespace {

struct Defect {
  std::string_view code;
  Severity severity = Severity::slow;
  std::string_view key;  ///< the plan key that a finding on a file names; also a ds_config key
  DeepSpeedVersion since{0, 0, 0}, fixed{0, 0, 0};
  std::string_view description;
  std::string_view change, fix;  ///< how to get to the `fixed` release, as a change and as a sentence
  std::string_view source;
  bool (*meets)(const Subject&) = nullptr;
  unsigned needs = 0;
};

bool accumulates(const Subject& subject) { return subject.training.gradient_accumulation_steps > 1; }

constexpr std::array defects = {
    Defect{.code = "hooks_count_each_other",
           .severity = Severity::slow,
           .key = "zero.stage",
           .since = {0, 18, 5},
           .fixed = {0, 18, 7},
           .description =
               "In 0.18.5 and 0.18.6 the hook of each gradient counts all tensors that are trained. A "
               "backward pass takes the square of their number times 2 to 6 microseconds longer: 76 "
               "milliseconds with 147 tensors, minutes with the 10,000 of a mixture of experts.",
           .change = "DeepSpeed 0.18.7",
           .fix = "Use DeepSpeed 0.18.7 or newer.",
           .source =
               "DeepSpeed issue 7885; pull requests 7780 (the change at fault) and 7886 (the correction, "
               "with 126.5 and 50.5 ms measured); runtime/utils.py, count_used_parameters_in_backward",
           .meets = [](const Subject& subject) { return subject.zero.stage >= 1; }},
    Defect{.code = "gathered_weights_stay",
           .severity = Severity::wasteful,
           .key = "zero.stage",
           .since = {0, 16, 0},
           .fixed = {0, 16, 8},
           .description =
               "From 0.16.0 to 0.16.7 stage 3 keeps memory of gathered weights that it should free, "
               "with parameters offloaded or not. It is not in the estimate: training Qwen3 8B on eight "
               "H100 ran out of memory until 0.16.8.",
           .change = "DeepSpeed 0.16.8",
           .fix = "Use DeepSpeed 0.16.8 or newer, or 0.15.4.",
           .source =
               "DeepSpeed issue 7116; pull requests 6726 (the change at fault) and 7258 (the correction); "
               "huggingface/open-r1 pull request 653; Open-Reasoner-Zero issue 13",
           .meets = [](const Subject& subject) { return subject.zero.stage == 3; }},
    Defect{.code = "offloaded_gradients_dropped",
           .severity = Severity::ignored,
           .key = "zero.offload_optimizer",
           .since = {0, 15, 2},
           .fixed = {0, 19, 0},
           .description =
               "From 0.15.2 on, and before 0.19.0, stages 1 and 2 with the optimizer in host memory keep "
               "the gradients of one micro batch of each step and drop those of the others.",
           .change = "DeepSpeed 0.19.0",
           .fix = "Use DeepSpeed 0.19.0 or newer, or one micro batch a step.",
           .source = "DeepSpeed pull requests 6550 (the change at fault) and 7967 (the correction)",
           .meets =
               [](const Subject& subject) {
                 return subject.shards_optimizer() && subject.offloads_optimizer() && accumulates(subject);
               }},
    Defect{.code = "stage_2_gradients_too_small",
           .severity = Severity::ignored,
           .key = "zero.stage",
           .since = {0, 17, 6},
           .fixed = {0, 18, 3},
           .description =
               "From 0.17.6 to 0.18.2 stage 2 loses gradients where it accumulates them: their norm was a "
               "third of that at stage 3 or with an older release.",
           .change = "DeepSpeed 0.18.3",
           .fix = "Use DeepSpeed 0.18.3 or newer, or stage 1 or 3.",
           .source = "DeepSpeed issues 7718 and 7697; huggingface/accelerate issue 3877; corrected with pull "
                     "request 7665",
           .meets = [](const Subject& subject) { return subject.zero.stage == 2 && accumulates(subject); }},
    Defect{.code = "last_micro_batch_not_reduced",
           .severity = Severity::ignored,
           .key = "zero.stage",
           .since = {0, 18, 3},
           .fixed = {0, 19, 0},
           .description =
               "Before 0.19.0 stage 1 that accumulates bf16 gradients in fp32 adds those of the last micro "
               "batch after they are reduced: each rank steps with its own.",
           .change = "DeepSpeed 0.19.0",
           .fix = "Use DeepSpeed 0.19.0 or newer.",
           .source = "DeepSpeed pull request 7985",
           .meets =
               [](const Subject& subject) {
                 const Training& training = subject.training;
                 return subject.zero.stage == 1 && training.precision == Precision::bf16 &&
                        training.gradient_accumulation_dtype == AccumulationDtype::fp32;
               }},
    Defect{.code = "frozen_weights_get_masters",
           .severity = Severity::wasteful,
           .key = "zero.stage",
           .since = {0, 17, 6},
           .fixed = {0, 19, 2},
           .description =
               "From 0.17.6 on, and before 0.19.2, stage 0 makes an fp32 copy and a flat buffer of frozen "
               "weights too, which is not in the estimate: 37.9 GiB and out of memory where 15.4 are needed.",
           .change = "DeepSpeed 0.19.2",
           .fix = "Use DeepSpeed 0.19.2 or newer, or stage 1.",
           .source = "DeepSpeed pull requests 7515 (the change at fault) and 8029 (the correction)",
           .meets =
               [](const Subject& subject) {
                 const Training& training = subject.training;
                 return subject.zero.stage == 0 && training.precision != Precision::fp32 &&
                        (training.has_adapters() || subject.plan.model.architecture.frozen_parameters > 0);
               },
           .needs = Subject::model},
    Defect{
        .code = "gradient_norm_of_offloaded",
        .severity = Severity::fails_later,
        .key = "zero.offload_optimizer",
        .since = {0, 14, 1},
        .fixed = {0, 14, 3},
        .description =
            "In 0.14.1 and 0.14.2 the first step of stage 3 with an offloaded optimizer stops, where the "
            "norm of its gradients is computed.",
        .change = "DeepSpeed 0.14.3",
        .fix = "Use DeepSpeed 0.14.3 or newer, or 0.14.0.",
        .source = "DeepSpeed issue 5469; pull requests 5256 (the change at fault) and 5461 (the correction)",
        .meets =
            [](const Subject& subject) { return subject.zero.stage == 3 && subject.offloads_optimizer(); }},
    Defect{.code = "swapped_states_leak",
           .severity = Severity::fails_later,
           .key = "zero.offload_optimizer",
           .fixed = {0, 14, 5},
           .description =
               "Before 0.14.5 pipelined writes of optimizer states to drives never free their host memory: "
               "it grows each step until there is none.",
           .change = "DeepSpeed 0.14.5",
           .fix = "Use DeepSpeed 0.14.5 or newer, or set pipeline_write to false.",
           .source = "DeepSpeed pull request 5700",
           .meets =
               [](const Subject& subject) {
                 const OffloadOptimizer& offload = subject.zero.offload_optimizer;
                 return subject.zero.stage == 3 && offload.device == Device::nvme && offload.pipeline_write;
               }},
};

template <std::size_t Index>
void ask_defect(const Subject& subject, const FindingWriter& say) {
  const Defect& defect = defects[Index];
  if (defect.meets(subject)) say(std::string(defect.description), std::string(defect.fix));
}

template <std::size_t Index>
void use_fixed(Plan& plan) {
  plan = edits::set_deepspeed_version(plan, defects[Index].fixed);
}

template <std::size_t Index>
constexpr Rule rule_of_defect() {
  const Defect& defect = defects[Index];
  return {.code = defect.code,
          .severity = defect.severity,
          .keys = {"target.deepspeed_version", defect.key},
          .source = defect.source,
          .ask = ask_defect<Index>,
          .changes = {{{defect.change, use_fixed<Index>}}},
          .needs = defect.needs,
          .since = defect.since,
          .until = defect.fixed};
}

constexpr auto rules_of_releases = []<std::size_t... Index>(std::index_sequence<Index...>) {
  return std::array{rule_of_defect<Index>()...};
}
(std::make_index_sequence<defects.size()>());

/// Rules about programs, whose release a plan does not state.
constexpr std::array<Rule, 1> program_rules = {
    {{.code = "fsdp2_casts_frozen_weights",
      .severity = Severity::wasteful,
      .keys = {"training.lora.rank"},
      .source =
          "huggingface/accelerate issue 3844, corrected with pull request 3848 (1.13.0); FSDP2 came with "
          "pull request 3394 (1.6.0)",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Training& training = subject.training;
            constexpr int shards_weights = 2;  // lower stages are DDP
            if (training.program != Program() && !entry_of(training.program).is_on_trainer) return;
            if (training.framework == Framework::fsdp && subject.zero.stage >= shards_weights &&
                training.fsdp_version != 1 && training.lora.rank > 0 &&
                training.precision != Precision::fp32 && !training.quantizes_frozen())
              say("accelerate 1.6 to 1.12 turns frozen weights into fp32 under FSDP2, twice what the "
                  "estimate "
                  "counts for them.",
                  "Use accelerate 1.13 or newer, or FSDP1 (fsdp_version 1).");
          },
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> release_rules() { return rules_of_releases; }
std::span<const Rule> program_release_rules() { return program_rules; }

}  // namespace zp
