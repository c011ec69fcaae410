// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/rules.h"
#include "core/sharding/encoder.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

constexpr double much = 1.0 / 3;  // share of the peak above which a single change is worthwhile

Bytes at_peak(const MemoryEstimate& estimate, Component component) {
  return estimate.gpu.components[static_cast<std::size_t>(component)];
}

double share(Bytes part, Bytes whole) {
  return whole.value() > 0 ? static_cast<double>(part.value()) / static_cast<double>(whole.value()) : 0;
}

/// A change that saves memory, and its text.
struct Step {
  Plan plan;
  std::string label, subject;
};

void add_step(const Plan& plan, const MemoryEstimate& estimate, const Step& step, std::string_view code,
              std::string_view path, const std::string& message, std::string_view source, List& list) {
  const MemoryEstimate then = estimate_memory(step.plan);
  if (step.plan == plan || then.gpu.peak >= estimate.gpu.peak) return;
  list.push_back({Severity::wasteful, std::string(code), std::string(path), message,
                  step.subject + " needs " + format_bytes(then.gpu.needed()) + " instead" +
                      (then.gpu.fits ? ", which fits." : ", which does not fit yet."),
                  std::string(source), Remedy{step.label, step.plan}});
}

/// Adds advice if memory is short or tight: the usual cause is activations, else the logits or the micro
/// batch. The activation_checkpointing section of a ds_config, which guides recommend, has no effect on
/// Hugging Face models.
void activations(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  if (!plan.model.has_shape()) return;  // activations are unknown
  const GpuMemory& gpu = estimate.gpu;
  if (gpu.fits && fit_odds(plan, estimate).gpu >= FitDemand().confidence) return;
  const Bytes peak = gpu.needed();
  const Bytes saved = at_peak(estimate, Component::activations);
  const Bytes loss = at_peak(estimate, Component::logits_and_loss);
  const std::string of_peak = " of the " + format_bytes(peak) + " at the peak.";
  if (plan.training.activation_checkpointing != Checkpointing::full && share(saved, peak) >= much) {
    Step step{
        plan, "Full activation checkpointing",
        "Recomputing them (full checkpointing; for Hugging Face models gradient_checkpointing_enable(), "
        "not the section of ds_config.json)"};
    step.plan.training.activation_checkpointing = Checkpointing::full;
    add_step(plan, estimate, step, "activations_dominate", "training.activation_checkpointing",
             "Saved activations take " + format_bytes(saved) + of_peak,
             "deepspeed/runtime/engine.py never applies activation_checkpointing; "
             "activation_checkpointing/checkpointing.py:1131-1241",
             list);
  } else if (plan.training.has_whole_loss() && is_decoder_alone(plan.model) && share(loss, peak) >= much) {
    Step step{plan, "Loss in chunks", "Computing the loss in chunks of tokens"};
    step.plan.training.fused_loss = FusedLoss::chunked;
    add_step(plan, estimate, step, "logits_dominate", "training.fused_loss",
             "Logits and loss take " + format_bytes(loss) + of_peak,
             "the ledger's logits entries: tokens × vocabulary", list);
  } else if (plan.training.micro_batch_size > 1 && share(saved + loss, peak) >= much) {
    Step step{plan, "Half the micro batch, twice the accumulation",
              "Half the micro batch and twice the accumulation, the same global batch,"};
    step.plan.training.micro_batch_size = (plan.training.micro_batch_size + 1) / 2;
    step.plan.training.gradient_accumulation_steps *= 2;
    add_step(plan, estimate, step, "micro_batch_dominates", "training.micro_batch_size",
             "Activations, logits and loss of " + format_count(plan.training.micro_batch_size) +
                 " sequences take " + format_bytes(saved + loss) + of_peak,
             "the ledger's activation entries grow with the micro batch", list);
  }
}

/// Adds a finding if zero.Init is off at stage 3. It is controlled by zero3_init_flag of accelerate and
/// HfDeepSpeedConfig of transformers.
void initialisation(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  if (plan.zero.stage != 3 || plan.training.zero_init) return;
  if (plan.training.quantizes_frozen()) return;  // zero.Init does not apply to quantised models
  const Bytes whole = estimate.ledger.bytes(EntryId::init_whole_model);
  Finding finding{Severity::wasteful,
                  "zero_init_off",
                  "training.zero_init",
                  "Without zero.Init the whole model comes to every GPU before it is partitioned: " +
                      format_bytes(whole) + '.',
                  "Build it under zero.Init: zero3_init_flag in accelerate, or TrainingArguments made before "
                  "from_pretrained.",
                  "deepspeed/runtime/zero/partition_parameters.py (Init); accelerate utils/dataclasses.py",
                  Remedy{"Build under zero.Init", plan}};
  finding.remedy->plan.training.zero_init = true;
  list.push_back(std::move(finding));
}

}  // namespace

void about_memory(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  activations(plan, estimate, list);
  initialisation(plan, estimate, list);
}

}  // namespace zp::advice_rules
