// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/ladder.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "core/rules/check_plan.h"
#include "core/sharding/encoder.h"

namespace zp {
namespace {

bool is_deepspeed(const Plan& plan) { return plan.training.framework == Framework::deepspeed; }

void take_one_sequence(Plan& plan) { plan.training.micro_batch_size = 1; }

void checkpoint(Plan& plan) { plan.training.activation_checkpointing = Checkpointing::full; }

void fuse_loss(Plan& plan) {
  if (plan.training.fused_loss != FusedLoss::tiled && is_decoder_alone(plan.model))
    plan.training.fused_loss = FusedLoss::fused;
}

void tile(Plan& plan) {
  if (!is_deepspeed(plan) || !is_decoder_alone(plan.model)) return;
  plan.training.fused_loss = FusedLoss::tiled;
  plan.training.tiled_mlp = true;
}

void keep_checkpoints_on_host(Plan& plan) { plan.training.checkpoints_on_host = true; }

/// Distributes a sequence over as many ranks as the number of heads and the GPUs not used for tensor and
/// pipeline parallelism allow; heads are divided evenly.
void share_sequence(Plan& plan, int gpus) {
  Training& training = plan.training;
  const std::int64_t heads = plan.model.architecture.attention_heads / std::max(1, training.tensor_parallel);
  const std::int64_t of_layers = std::int64_t{training.tensor_parallel} * training.pipeline_parallel;
  const std::int64_t ranks = gpus / std::max<std::int64_t>(1, of_layers);
  training.sequence_parallel = std::max(
      training.sequence_parallel,
      static_cast<int>(std::gcd(std::max<std::int64_t>(1, ranks), std::max<std::int64_t>(1, heads))));
}

void share_in_node(Plan& plan) {
  if (is_deepspeed(plan)) share_sequence(plan, plan.cluster.gpus_per_node);
}

void double_nodes(Plan& plan) {
  if (!is_deepspeed(plan)) return;
  plan.cluster.nodes *= 2;
  share_sequence(plan, plan.cluster.ranks());
}

struct Step {
  std::string_view name, title;
  void (*take)(Plan&) = nullptr;
  std::string_view needs;
};

constexpr std::string_view sharing =
    "sequence_parallel_size {gpus}, UlyssesSPAttentionHF.register_with_transformers and its data loader "
    "adapter (deepspeed.runtime.sequence_parallel.ulysses_sp, 0.17.0 or newer)";
constexpr std::string_view more_nodes_words = "{nodes} nodes, a sequence over {gpus} GPUs";
constexpr std::string_view hosts = "{nodes} nodes in the hostfile; {sharing}";

/// The steps of the ladder. Sources: DeepSpeed's pull requests 7268 (Ulysses for Hugging Face models,
/// TiledMLP) and 7437 (TiledFusedLogitsLoss); transformers training_args.py (the switches use_liger_kernel
/// and gradient_checkpointing).
constexpr std::array<Step, 9> steps = {{
    {"plan", "The plan as it stands", [](Plan&) {}, ""},
    {"micro-batch", "One sequence at a time", take_one_sequence, "train_micro_batch_size_per_gpu 1"},
    {"checkpointing", "Full activation checkpointing", checkpoint, "model.gradient_checkpointing_enable()"},
    {"fused-loss", "Loss fused with the head", fuse_loss,
     "Liger-Kernel: use_liger_kernel=True of transformers' TrainingArguments"},
    {"tiled", "Loss and MLP in tiles", tile,
     "TiledFusedLogitsLoss and TiledMLP (deepspeed.runtime.sequence_parallel.ulysses_sp, 0.17.4 or newer)"},
    {"host-checkpoints", "Checkpoints on the host", keep_checkpoints_on_host,
     "a checkpoint function that copies its input to the host: ArcticTraining's "
     "CheckpointFunctionWithCPUOffload, or DeepSpeed's with cpu_checkpointing"},
    {"sequence-parallel", "A sequence over {gpus} GPUs", share_in_node, sharing},
    {"nodes-2", more_nodes_words, double_nodes, hosts},
    {"nodes-4", more_nodes_words, double_nodes, hosts},
}};

/// Replaces placeholders in the text by the plan's figures.
std::string with_figures(std::string_view text, const Plan& plan) {
  std::string filled(text);
  const auto fill = [&filled](std::string_view mark, std::string_view with) {
    if (const auto at = filled.find(mark); at != std::string::npos) filled.replace(at, mark.size(), with);
  };
  fill("{sharing}", sharing);
  fill("{nodes}", std::to_string(plan.cluster.nodes));
  fill("{gpus}", std::to_string(plan.training.sequence_parallel));
  return filled;
}

Wall wall_at(const Plan& plan, std::int64_t tokens) {
  Plan longer = plan;
  longer.training.sequence_length = tokens;
  const MemoryEstimate estimate = estimate_memory(longer);
  return !estimate.gpu.fits ? Wall::gpu : !estimate.cpu.fits ? Wall::host : Wall::time;
}

LadderStep rung_of(const Step& step, const Plan& plan, const SolveOver& over) {
  LadderStep rung;
  rung.name = step.name;
  rung.title = with_figures(step.title, plan);
  rung.needs = with_figures(step.needs, plan);
  const std::optional<Solution> solution = solve(plan, Unknown::sequence_length, over);
  if (!solution) {
    rung.refused = 1;
    rung.wall = wall_at(plan, 1);
    return rung;
  }
  // A sequence is divided equally among the ranks.
  rung.longest = solution->value - solution->value % plan.training.sequence_parallel;
  if (rung.longest == 0) rung.longest = solution->value;
  rung.refused = solution->refused;
  rung.why_refused = solution->why_refused;
  if (rung.refused > 0) rung.wall = wall_at(plan, rung.refused);
  Plan at_longest = plan;
  at_longest.training.sequence_length = rung.longest;
  rung.candidate = candidate_of(at_longest, std::string(step.name));
  return rung;
}

}  // namespace

std::vector<LadderStep> sequence_ladder(const Plan& plan, const Requirements& requirements) {
  std::vector<LadderStep> rungs;
  if (!is_usable(plan)) return rungs;
  const bool stops_anyway = stops(check(plan));
  SolveOver over{false, requirements};
  over.asks_rules = !stops_anyway;
  Plan reached = plan;
  for (const Step& step : steps) {
    Plan next = reached;
    step.take(next);
    if (!rungs.empty() && next == reached) continue;
    if (!is_usable(next) || (!stops_anyway && stops(check(next)))) continue;
    reached = next;
    rungs.push_back(rung_of(step, reached, over));
  }
  return rungs;
}

}  // namespace zp
