// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "core/memory/activations.h"
#include "core/memory/explain_parts.h"
#include "core/units/format.h"

namespace zp {

namespace {

BlockKind kind_of(const Plan& plan) {
  return plan.model.architecture.expert_layers() > 0 ? BlockKind::experts : BlockKind::dense;
}

std::string block_formula(const BlockOperations& operations, const ActivationTerms& terms) {
  std::string text;
  for (const SavedByOperation& saved : operations.operations()) {
    if (!text.empty()) text += " + ";
    text += std::string(saved.operation) + " " + figure(saved.bytes_per_token);
  }
  return format_count(std::llround(terms.tokens)) + " tokens × (" + text + ") bytes";
}

constexpr std::string_view autograd_source =
    "Tensors PyTorch's autograd saves, by operation; bytes counted with saved-tensor hooks";

}  // namespace

Explanation explain_activations(const Plan& plan, const Entry& entry) {
  const ActivationTerms terms = activation_terms(plan);
  const Architecture& shape = plan.model.architecture;
  switch (entry.id) {
    case EntryId::activations_saved_blocks:
    case EntryId::host_checkpoints:
      if (plan.training.activation_checkpointing == Checkpointing::full)
        return {"Checkpointed activations",
                "The input of every block; the rest is computed again in backward.",
                format_count(shape.layers) + " blocks × " + figure(terms.block_input) + result(entry),
                autograd_source, entry.id == EntryId::host_checkpoints ? "" : "training.checkpoints_on_host"};
      return {"Saved activations", "What autograd keeps of every block until its backward has run.",
              format_count(shape.layers) + " blocks × " +
                  block_formula(kept_operations(shape, plan.training, kind_of(plan)), terms) + result(entry),
              autograd_source, "training.activation_checkpointing"};
    case EntryId::activations_live_block:
      return {"The block at work",
              plan.training.activation_checkpointing == Checkpointing::none
                  ? "One block's tensors, whole, while its backward runs."
                  : "One block's tensors, recomputed for its backward, beyond what was kept of it.",
              block_formula(block_operations(shape, plan.training, kind_of(plan)), terms) + result(entry),
              autograd_source, "training.micro_batch_size"};
    case EntryId::activations_gradients:
      return {"Gradients of activations",
              "The residual stream's gradient twice, and the widest one inside the block.",
              "tokens × element size × (2·h + widest)" + result(entry),
              "PyTorch autograd: a gradient lives until its last consumer has run",
              "training.micro_batch_size"};
    default:
      return {"Final norm and rotary tables", "What is kept between the last block and the head.",
              figure(terms.tokens) + " tokens" + result(entry), autograd_source, "training.micro_batch_size"};
  }
}

Explanation explain_loss(const Plan& plan, const Entry& entry) {
  const std::string vocabulary = format_count(plan.model.architecture.vocab_size);
  switch (entry.id) {
    case EntryId::logits_saved:
      return {"Saved by head and loss", "The log-softmax over the vocabulary in fp32, and the head's input.",
              "4·V·b·(s − 1) + 4 + 2·h·b·s, V = " + vocabulary + result(entry), autograd_source,
              "training.fused_loss"};
    case EntryId::logits_output:
      return {"Logits", "The head's output in the model's type.",
              "tokens × V × element size, V = " + vocabulary + result(entry), autograd_source,
              "training.fused_loss"};
    case EntryId::logits_fp32:
      return {"Logits in fp32", "The loss is computed in fp32: a whole copy.",
              "4·V per token, V = " + vocabulary + result(entry),
              "transformers: logits.float() in the causal LM loss", "training.fused_loss"};
    default:
      return {"Gradient of the loss",
              "The gradients of loss and log-softmax in fp32, both alive for a moment.",
              "(4 + 4)·V per predicted token, V = " + vocabulary + result(entry),
              "PyTorch aten: nll_loss_backward, _log_softmax_backward_data", "training.fused_loss"};
  }
}

}  // namespace zp
