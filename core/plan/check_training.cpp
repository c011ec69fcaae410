// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan/checks.h"
#include "core/plan/validate.h"
#include "core/units/format.h"

namespace zp::plan_io {
namespace {

/// Tokens of one optimizer step that still count exactly, with room for a factor behind them.
constexpr double most_tokens = 1e15;

void check_ranks(const Plan& plan, Findings& issues) {
  const Training& training = plan.training;
  const std::int64_t shared = std::int64_t{training.tensor_parallel} * training.sequence_parallel;
  if (plan.cluster.ranks() % shared == 0) return;
  const bool is_both = training.tensor_parallel > 1 && training.sequence_parallel > 1;
  issues.add(Severity::refused, "ranks_do_not_divide",
             training.tensor_parallel > 1 ? "training.tensor_parallel" : "training.sequence_parallel",
             (is_both                        ? "Tensor times sequence parallel size "
              : training.tensor_parallel > 1 ? "Tensor parallel size "
                                             : "Sequence parallel size ") +
                 format_count(shared) + " does not divide " + format_count(plan.cluster.ranks()) + " GPUs.",
             "Choose sizes whose product divides nodes × gpus_per_node.");
}

void check_heads(const Plan& plan, std::string_view path, int size, std::string_view what, Findings& issues) {
  const std::int64_t heads = plan.model.architecture.attention_heads;
  if (plan.model.source == ModelSource::tensors || size <= 1 || heads % size == 0) return;
  issues.add(Severity::refused, "heads_do_not_divide", path,
             format_count(heads) + " attention heads cannot be spread over " + format_count(size) + " " +
                 std::string(what) + "-parallel ranks.",
             "Choose a size that divides the heads.");
}

/// Ulysses also spreads the key and value heads, or copies them: one count has to divide the other
/// (deepspeed/runtime/sequence_parallel/ulysses_sp.py).
void check_kv_heads(const Plan& plan, Findings& issues) {
  const std::int64_t heads = plan.model.architecture.kv_heads;
  const std::int64_t size = plan.training.sequence_parallel;
  if (plan.model.source == ModelSource::tensors || heads % size == 0 || size % heads == 0) return;
  issues.add(Severity::refused, "kv_heads_do_not_divide", "training.sequence_parallel",
             format_count(heads) + " key and value heads can be neither spread over " + format_count(size) +
                 " sequence-parallel ranks nor copied evenly.",
             "Choose a size that divides the key and value heads, or is a multiple of them.");
}

void check_sequence(const Plan& plan, Findings& issues) {
  const Training& training = plan.training;
  const Architecture& shape = plan.model.architecture;
  // UlyssesSPDataLoaderAdapter refuses it: deepspeed/runtime/sequence_parallel/ulysses_sp.py.
  if (training.sequence_length % training.sequence_parallel != 0)
    issues.add(Severity::refused, "sequence_does_not_divide", "training.sequence_length",
               "A sequence of " + format_count(training.sequence_length) + " tokens cannot be cut into " +
                   format_count(training.sequence_parallel) + " equal parts.",
               "Choose a length that is a multiple of training.sequence_parallel.");
  if (shape.learned_positions > 0 && training.sequence_length > shape.learned_positions)
    issues.add(Severity::fails_later, "sequence_exceeds_positions", "training.sequence_length",
               "A sequence of " + format_count(training.sequence_length) + " tokens needs more than the " +
                   format_count(shape.learned_positions) + " rows of the learned position table.",
               "Shorten the sequence, or enlarge the table.");
  else if (shape.max_position_embeddings > 0 && training.sequence_length > shape.max_position_embeddings)
    issues.add(Severity::style, "sequence_exceeds_model", "training.sequence_length",
               "The model was made for " + format_count(shape.max_position_embeddings) +
                   " tokens, the plan has " + format_count(training.sequence_length) + ".",
               "Shorten the sequence, or scale the model's positions.");
  if (static_cast<double>(train_batch_size(plan)) * static_cast<double>(training.sequence_length) >
      most_tokens)
    issues.add(Severity::refused, "too_many_tokens", "training.micro_batch_size",
               "One step would take more than 10^15 tokens.", "Make the batch or the sequence smaller.");
}

void check_precision(const Plan& plan, Findings& issues) {
  const int preset = plan.cluster.gpu.preset;
  if (plan.training.precision != Precision::bf16 || preset < 0) return;
  const GpuPreset& gpu = catalog().gpus.at(static_cast<std::size_t>(preset));
  if (!gpu.has_bf16)
    issues.add(
        Severity::refused, "no_bf16", "training.precision",
        "The " + gpu.name + " has no bf16, and DeepSpeed stops: Type bf16 is not supported on your device.",
        "Set training.precision to fp16.");
}

}  // namespace

void check_cluster(const Plan& plan, Findings& issues) {
  const Cluster& cluster = plan.cluster;
  check_ranks(plan, issues);
  if (plan.training.tensor_parallel > cluster.gpus_per_node)
    issues.add(Severity::slow, "tensor_parallel_between_nodes", "training.tensor_parallel",
               "Tensor parallelism over " + format_count(plan.training.tensor_parallel) +
                   " ranks leaves the node of " + format_count(cluster.gpus_per_node) +
                   " GPUs: every layer waits for the network.",
               "Keep training.tensor_parallel within cluster.gpus_per_node.");
  // presets: an NVLink bridge "only links GPU pairs: 4+ GPUs fall back to PCIe".
  const bool is_default_link = cluster.intra_node == default_intra_node(cluster.gpu);
  if (cluster.gpu.preset >= 0 && cluster.gpus_per_node > 2 && is_default_link &&
      catalog().gpus.at(static_cast<std::size_t>(cluster.gpu.preset)).link_type == "NVLink bridge")
    issues.add(Severity::style, "bridge_joins_pairs", "cluster.intra_node",
               "An NVLink bridge joins two GPUs; among " + format_count(cluster.gpus_per_node) +
                   " the slowest hop is PCIe, and the plan assumes the bridge.",
               "Set cluster.intra_node to the PCIe link.");
}

void check_training(const Plan& plan, Findings& issues) {
  const Training& training = plan.training;
  check_precision(plan, issues);
  if (is_usable(issues.list())) check_sequence(plan, issues);
  check_heads(plan, "training.tensor_parallel", training.tensor_parallel, "tensor", issues);
  check_heads(plan, "training.sequence_parallel", training.sequence_parallel, "sequence", issues);
  check_kv_heads(plan, issues);
  if (training.checkpoints_on_host && training.activation_checkpointing != Checkpointing::full)
    issues.add(Severity::ignored, "no_checkpoints_on_host", "training.checkpoints_on_host",
               "Only full checkpointing keeps block inputs that could go to the host.",
               "Set training.activation_checkpointing to full, or checkpoints_on_host to false.");
}

}  // namespace zp::plan_io
