// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/rules.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

/// Returns the bytes of the frozen base on a rank, including its scales.
Bytes weights_of(const MemoryEstimate& estimate) {
  return estimate.ledger.bytes(EntryId::states_weights) + estimate.ledger.bytes(EntryId::states_quantization);
}

/// Advises stage 3 for a frozen base that every GPU keeps whole: stages 1 and 2 partition only trained
/// tensors, which are few with adapters.
void whole_base(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  if (plan.zero.stage >= 3 || zero_world(plan) < 2) return;
  if (plan.training.pipeline_parallel > 1) return;  // DeepSpeed does not support a pipeline at stage 3
  Plan partitioned = plan;
  partitioned.zero.stage = 3;
  const MemoryEstimate then = estimate_memory(partitioned);
  if (then.gpu.peak >= estimate.gpu.peak) return;
  Finding finding{
      estimate.gpu.fits ? Severity::style : Severity::wasteful,
      "frozen_base_whole",
      "zero.stage",
      "Below stage 3 every GPU keeps the whole frozen base: " + format_bytes(weights_of(estimate)) +
          " of the " + format_bytes(estimate.gpu.peak) + " at the peak.",
      "Stage 3 keeps " + format_bytes(weights_of(then)) + " of it on each, and needs " +
          format_bytes(then.gpu.peak) + ", at the price of gathering it in every pass.",
      "deepspeed/runtime/zero/stage_1_and_2.py: trainable parameters alone are partitioned"};
  const bool works = plan.training.frozen_precision != FrozenPrecision::int8;
  if (works) finding.remedy = Remedy{"Stage 3", partitioned};
  list.push_back(std::move(finding));
}

/// Advises the storage type with which stage 3 can partition the base.
void storage(const Plan& plan, List& list) {
  if (plan.zero.stage != 3 || plan.training.frozen_precision != FrozenPrecision::nf4) return;
  list.push_back({Severity::style, "quantized_storage", "training.frozen_precision",
                  "Stage 3 partitions a base in 4 bits if it is stored in the type of the other weights, "
                  "since bitsandbytes 0.43.3, transformers 4.45, accelerate 1.0.1 and peft 0.14.",
                  "Load the model with bnb_4bit_quant_storage and dtype the same, " +
                      std::string(name_of(plan.training.precision)) + '.',
                  "PEFT docs/source/accelerate/deepspeed.md"});
}

}  // namespace

void about_adapters(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  if (!plan.training.has_adapters()) return;
  whole_base(plan, estimate, list);
  if (plan.training.quantizes_frozen()) storage(plan, list);
}

}  // namespace zp::advice_rules
