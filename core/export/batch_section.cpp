// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/schema.h"
#include "core/export/sections.h"

namespace zp {
namespace {

/// Returns true if elasticity decides the batch: DeepSpeed then computes the three sizes and refuses a file
/// that states them (runtime/config.py:757-769).
bool elasticity_sets_batch(const ConfigDraft& draft) {
  const auto is = [&](std::string_view path, std::string_view value) {
    const ConfigNode* node = find_node(draft.carried, path);
    return node && node->value == value;
  };
  return is("elasticity.enabled", "true") && !is("elasticity.ignore_non_elastic_batch_info", "true");
}

bool divides_world(const ConfigDraft& draft) {
  const SchemaKey* key = schema().find("sequence_parallel_size");
  return draft.plan.training.sequence_parallel == 1 || (key && known_to(*key, draft.version()));
}

/// Writes the total batch, or omits it and adds a finding. DeepSpeed checks total = micro · accumulation ·
/// world while reading the file, before AutoTP creates its groups (runtime/config.py:709-727,
/// runtime/engine.py:666-680): with tensor parallelism, world is all ranks under AutoTP, and ranks / size
/// under an mpu object such as a PipelineModule's. An omitted total is inferred correctly in both cases.
void write_total(ConfigDraft& draft) {
  const Training& training = draft.plan.training;
  const bool is_whole = training.tensor_parallel == 1 && training.pipeline_parallel == 1;
  if ((is_whole && divides_world(draft)) || draft.for_trainer()) {
    draft.set("train_batch_size", json_number(train_batch_size(draft.plan)), "training.micro_batch_size");
    return;
  }
  draft.report(Severity::style, "total_batch_left_out",
               training.pipeline_parallel > 1 ? "training.pipeline_parallel"
               : training.tensor_parallel > 1 ? "training.tensor_parallel"
                                              : "training.sequence_parallel",
               "train_batch_size is left out: only the program knows by what DeepSpeed divides the ranks "
               "here, and DeepSpeed infers the total from the other two sizes.",
               "Nothing to do.");
}

}  // namespace

void write_batch(ConfigDraft& draft) {
  const Training& training = draft.plan.training;
  if (elasticity_sets_batch(draft)) {
    draft.report(
        Severity::ignored, "elasticity_sets_batch", "deepspeed_config.elasticity",
        "Elastic training computes the batch sizes and refuses a file that states them; they are left out, "
        "so the run may differ from this plan.",
        "Set elasticity.ignore_non_elastic_batch_info, or remove elasticity.");
  } else {
    write_total(draft);
    draft.set("train_micro_batch_size_per_gpu", json_number(training.micro_batch_size),
              "training.micro_batch_size");
    draft.set("gradient_accumulation_steps", json_number(training.gradient_accumulation_steps),
              "training.gradient_accumulation_steps");
  }
  // DeepSpeed's default became 1.0 in 0.19.3 (0.0 before); an explicit value behaves the same in every
  // version.
  carry(draft, "gradient_clipping");
  const double clipping = draft.plan.training.gradient_clipping;
  if (clipping != 1 && !find_node(draft.out, "gradient_clipping"))
    draft.set("gradient_clipping", json_number(clipping), "deepspeed_config.gradient_clipping");
  draft.set_default("gradient_clipping", "1.0");
  // accelerate creates the sequence groups for Trainer and computes the total from them (accelerator.py,
  // _prepare_deepspeed); this key would divide the ranks a second time.
  if (training.sequence_parallel > 1 && divides_world(draft) && !draft.for_trainer())
    draft.set("sequence_parallel_size", std::to_string(training.sequence_parallel),
              "training.sequence_parallel");
  if (training.tensor_parallel > 1 && training.pipeline_parallel == 1) {
    const SchemaKey* key = schema().find("tensor_parallel.autotp_size");
    if (key && known_to(*key, draft.version()))
      draft.set("tensor_parallel.autotp_size", std::to_string(training.tensor_parallel),
                "training.tensor_parallel");
    else
      draft.report(Severity::fails_later, "needs_mpu", "training.tensor_parallel",
                   "DeepSpeed " + name_of(draft.version()) +
                       " has no tensor parallelism for training itself; the program has to pass an mpu.",
                   "Use DeepSpeed 0.16.4 or newer, or Megatron-DeepSpeed.");
  }
  carry(draft, "tensor_parallel");
  if (training.pipeline_parallel > 1 && training.activation_checkpointing == Checkpointing::full)
    draft.set_default("pipeline.activation_checkpoint_interval", "1");  // number of modules per checkpoint
}

}  // namespace zp
