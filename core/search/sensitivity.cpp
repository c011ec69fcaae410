// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sensitivity.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/search/choice_words.h"
#include "core/search/resolution.h"
#include "core/search/wrong_tool.h"
#include "core/sharding/encoder.h"
#include "core/sharding/mixed_gpus.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// A GPU whose memory is larger by less than this share is not a change.
constexpr double larger_by = 0.05;
/// A saving of less memory than this is ignored.
constexpr Bytes worth_less = from_gib(1);

/// Bounds kept with more memory, because it makes no candidate faster or smaller.
constexpr MonotoneBounds all_kept = {
    .seconds = true, .least_seconds = true, .gpu = true, .host = true, .drive = true};

using MakeChange = std::optional<Change> (*)(const Plan& plan, const Freedom& freedom);

std::optional<Change> fused_loss(const Plan& plan, const Freedom& freedom) {
  if (freedom.fused_loss || plan.training.fused_loss == FusedLoss::fused || !is_decoder_alone(plan.model))
    return {};
  Change change{"fused_loss", "A fused loss (Liger-Kernel)", plan, freedom};
  change.of_the_program = true;
  change.plan.training.fused_loss = FusedLoss::fused;
  // with a pipeline, another stage may become the last to finish
  change.kept = {.beside_kernels = plan.training.pipeline_parallel == 1, .host = true, .drive = true};
  return change;
}

std::optional<Change> tiled_mlp(const Plan& plan, const Freedom& freedom) {
  if (freedom.tiled_mlp || plan.training.tiled_mlp || !plan.model.has_shape()) return {};
  Change change{"tiled_mlp", "A tiled MLP (DeepSpeed's TiledMLP)", plan, freedom};
  change.of_the_program = true;
  change.plan.training.tiled_mlp = true;
  change.kept = {.seconds = true, .least_seconds = true, .host = true, .drive = true};
  return change;
}

std::optional<Change> smaller_evaluation(const Plan& plan, const Freedom& freedom) {
  if (!evaluates(plan) || plan.training.eval_batch_size == 1) return {};
  Change change{"smaller_evaluation", "Evaluating one sequence at a time", plan, freedom};
  change.of_the_program = true;
  change.plan.training.eval_batch_size = 1;
  change.kept = {.seconds = true, .least_seconds = true, .host = true, .drive = true};
  return change;
}

/// Returns true if the plan names no program, or one of `ids`.
bool has_feature(const Plan& plan, std::span<const std::string_view> ids) {
  const Program program = plan.training.program;
  return program == Program::none || std::ranges::find(ids, entry_of(program).id) != ids.end();
}

/// Returns the change to Ulysses over the GPUs of a node, for sequences that are long enough that people
/// divide them; nullopt for others and for models whose heads do not divide.
std::optional<Change> divided_sequences(const Plan& plan, const Freedom& freedom) {
  constexpr std::int64_t long_sequence = 32'768;
  const Training& training = plan.training;
  const bool is_alone = training.sequence_parallel == 1 && training.context_parallel == 1 &&
                        training.tensor_parallel == 1 && training.pipeline_parallel == 1;
  // Trainer and TRL over accelerate (sp_size), and ms-swift (sequence_parallel_size); deepspeed
  // runtime/sequence_parallel/ulysses_sp.py is in releases since 0.17.0.
  constexpr std::array<std::string_view, 3> have_it = {"hf-trainer", "trl", "ms-swift"};
  if (freedom.sequence_parallel || !is_alone || !is_decoder_alone(plan.model) ||
      training.framework != Framework::deepspeed || training.sequence_length < long_sequence ||
      !has_feature(plan, have_it) || plan.target.deepspeed_version < DeepSpeedVersion{0, 17, 0})
    return {};
  const auto ranks =
      static_cast<int>(std::gcd(plan.model.architecture.attention_heads, plan.cluster.gpus_per_node));
  if (ranks < 2) return {};
  Change change{"sequence_parallel", "Sequences divided over " + std::to_string(ranks) + " GPUs (Ulysses)",
                plan, freedom};
  change.of_the_program = true;
  change.plan.training.sequence_parallel = ranks;
  if (change.freedom.sequences == 0) change.freedom.sequences = train_batch_size(plan);
  return change;
}

/// Returns the change to DeepSpeed's AutoEP, which divides a layer's experts among as many ranks as divide
/// them; nullopt if the model has no experts or they are divided.
std::optional<Change> divided_experts(const Plan& plan, const Freedom& freedom) {
  const Training& training = plan.training;
  const Architecture& shape = plan.model.architecture;
  constexpr DeepSpeedVersion first{0, 19, 2};  // engine.py, _configure_expert_parallel
  constexpr std::array<std::string_view, 2> have_it = {"hf-trainer", "trl"};
  if (freedom.expert_parallel || !shape.has_experts() || training.expert_parallel > 1 ||
      training.quantizes_frozen() || training.framework != Framework::deepspeed ||
      !has_feature(plan, have_it) || plan.target.deepspeed_version < first)
    return {};
  const auto ranks =
      static_cast<int>(std::gcd<std::int64_t>(shape.experts, std::max(1, data_parallel_world(plan))));
  if (ranks < 2) return {};
  Change change{"expert_parallel", "Experts divided over " + std::to_string(ranks) + " GPUs (AutoEP)", plan,
                freedom};
  change.of_the_program = true;
  change.plan.training.expert_parallel = ranks;
  return change;
}

/// Returns the change to FSDP for adapters over a quantised base: FSDP shards a base of 4-bit weights, which
/// zero.Init of DeepSpeed builds whole on every GPU (transformers' guide to bitsandbytes and FSDP-QLoRA).
/// nullopt if the program trains with DeepSpeed alone.
std::optional<Change> fsdp(const Plan& plan, const Freedom& freedom) {
  const Training& training = plan.training;
  if (training.framework != Framework::deepspeed || !training.quantizes_frozen()) return {};
  if (training.program != Program::none) {
    const ProgramEntry& program = entry_of(training.program);
    if (!program.trains_with(ProgramFramework::fsdp1) && !program.trains_with(ProgramFramework::fsdp2))
      return {};
  }
  Change change{"fsdp", "FSDP in place of DeepSpeed", plan, freedom};
  change.of_the_program = true;
  change.plan.training.framework = Framework::fsdp;
  change.plan.zero.stage = 3;
  return change;
}

std::optional<Change> host_memory(const Plan& plan, const Freedom& freedom) {
  if (!freedom.offload) return {};
  Change change{"host_memory", "Twice the host memory", plan, freedom};
  change.plan.cluster.cpu_memory_gib *= 2;
  change.kept = {.is_same = true};
  return change;
}

std::optional<Change> network(const Plan& plan, const Freedom& freedom) {
  if (plan.cluster.nodes < 2) return {};
  Change change{"network", "Twice the network", plan, freedom};
  change.plan.cluster.inter_node = {{}, 2 * plan.cluster.inter_node.gb_per_s};
  change.kept = {.least_seconds = true, .gpu = true, .host = true, .drive = true};
  return change;
}

/// Returns the change to the next larger memory size among GPUs on the market; nullopt if there is none.
std::optional<Change> gpu_memory(const Plan& plan, const Freedom& freedom) {
  const double least = binding_gpu(plan.cluster).memory_gib * (1 + larger_by);
  const GpuPreset* larger = nullptr;
  for (const SharedGpuPreset& gpu : catalog().gpus)
    if (gpu->memory_gib > least && (larger == nullptr || gpu->memory_gib < larger->memory_gib))
      larger = gpu.get();
  if (larger == nullptr) return {};
  Change change{"gpu_memory", "GPUs of " + format_number(larger->marketing_gb) + " GB", plan, freedom};
  set_gpu_memory(change.plan.cluster, larger->memory_gib);
  change.kept = all_kept;
  change.kept->host = false;  // a larger GPU may hold two copies and so load with less host memory
  return change;
}

/// Returns the change to `nodes` nodes. The global batch stays the same if the ranks divide it.
Change with_nodes(const Plan& plan, const Freedom& freedom, int nodes, std::string id, std::string title) {
  Change change{std::move(id), std::move(title), plan, freedom};
  change.plan.cluster.nodes = nodes;
  if (change.freedom.sequences == 0) change.freedom.sequences = train_batch_size(plan);
  return change;
}
std::optional<Change> fewer_nodes(const Plan& plan, const Freedom& freedom) {
  if (plan.cluster.nodes < 2) return {};
  return with_nodes(plan, freedom, plan.cluster.nodes - 1, "one_node_less", "One node less");
}
std::optional<Change> more_nodes(const Plan& plan, const Freedom& freedom) {
  return with_nodes(plan, freedom, plan.cluster.nodes + 1, "one_node_more", "One node more");
}
std::optional<Change> twice_the_nodes(const Plan& plan, const Freedom& freedom) {
  if (plan.cluster.nodes < 2) return {};
  return with_nodes(plan, freedom, 2 * plan.cluster.nodes, "twice_the_nodes", "Twice the nodes");
}

constexpr std::array changes = {smaller_evaluation, fused_loss,  tiled_mlp,   divided_sequences,
                                divided_experts,    fsdp,        host_memory, network,
                                gpu_memory,         fewer_nodes, more_nodes,  twice_the_nodes};

/// Returns the largest global batch of a changed plan whose batch is open: as many sequences a rank as the
/// best plan has, and at least a usual batch.
std::int64_t limit_of_changed(const Option& best, const Plan& plan, const Plan& changed) {
  const std::int64_t ranks = std::max(1, data_parallel_world(with_pick(plan, best.pick)));
  const std::int64_t changed_ranks = std::max(1, data_parallel_world(changed));
  return std::max((best.batch + ranks - 1) / ranks * changed_ranks, usual_sequences(plan));
}

Search search_of(const Change& change, const Requirements& requirements, const Search& search,
                 const Watch& watch) {
  if (change.kept) return {search, change.plan, *change.kept, watch};
  return {change.plan, change.freedom, requirements.fit, watch, search.limits()};
}

/// Returns true if `after`, on other hardware or with other kernels, is better than `before` by more than the
/// estimate's resolution. The same plan on two machines is compared like two plans with different kernels.
bool is_better(const Option& after, const Option& before, Objective objective) {
  const double cost = cost_of(after, objective), cost_before = cost_of(before, objective);
  if (objective == Objective::memory) return after.gpu + worth_less < before.gpu;
  if (!row_of(objective).is_estimated_time()) return cost < cost_before;
  const double told = std::max(resolution_between(after.pick, before.pick), error_of(DimensionKind::kernels));
  return cost > 0 && cost_before / cost > 1 + told;
}

}  // namespace

const Sensitivity* SensitivityTable::way_out() const {
  const Sensitivity* found = nullptr;
  const auto key = [](const Sensitivity& change) { return std::pair(change.of_the_program, change.gain); };
  for (const Sensitivity& change : changes)
    if (change.best && !change.is_wrong_tool && (found == nullptr || key(change) > key(*found)))
      found = &change;
  return found;
}

std::string way_out_words(const Sensitivity& change, VerdictKind kind) {
  std::string words = (kind == VerdictKind::wrong_tool ? "Better with: " : "Runs with: ") + change.change +
                      ": " + change.title;
  if (change.tokens_per_s > 0) words += ", " + format_per_s(change.tokens_per_s, "tokens");
  return words + ".";
}

std::vector<Change> possible_changes(const Plan& plan, const Freedom& freedom) {
  std::vector<Change> possible;
  for (const MakeChange make : changes)
    if (std::optional<Change> change = make(plan, freedom)) possible.push_back(std::move(*change));
  return possible;
}

SensitivityTable outlook_of(const PlanChoice& choice, const Search& search, const Watch& watch) {
  SensitivityTable outlook;
  const Plan& plan = search.origin();
  outlook.nearest_fix.resize(choice.families.size());
  const Objective objective = choice.requirements.objective;
  const std::vector<Change> possible = possible_changes(plan, choice.requirements.freedom);
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, possible.size()));
  for (const Change& change : possible) {
    Requirements changed = choice.requirements;
    changed.freedom = change.freedom;
    const double before = share * static_cast<double>(outlook.changes.size());
    Search anew = search_of(change, changed, search, part_of(watch, before, share));
    if (changed.freedom.open_batch && choice.best)
      anew.limit_batch(limit_of_changed(*choice.best, search.origin(), change.plan));
    Chooser chooser(anew, changed);
    for (std::size_t i = 0; i < choice.families.size(); ++i)
      if (!choice.families[i].fastest && outlook.nearest_fix[i].empty() &&
          chooser.any(choice.families[i].strategy))
        outlook.nearest_fix[i] = change.title;
    const bool chooses_batch = changed.freedom.open_batch && !choice.best;
    Sensitivity sensitivity{
        change.id, change.title, chooses_batch ? chooser.best() : chooser.plainest(), "", 0, 0, false};
    sensitivity.of_the_program = change.of_the_program;
    if (sensitivity.best) {
      sensitivity.plan = with_pick(change.plan, sensitivity.best->pick);
      sensitivity.title = title_of(*sensitivity.best, pick_of(plan));
      if (sensitivity.best->batch != (choice.best ? *choice.best : choice.present).batch)
        sensitivity.title += " · global batch " + format_count(sensitivity.best->batch);
      sensitivity.is_wrong_tool = !why_wrong_tool(sensitivity.plan).empty();
      sensitivity.tokens_per_s = tokens_per_s(*sensitivity.best, change.plan);
      sensitivity.is_gain = !choice.plainest || is_better(*sensitivity.best, *choice.plainest, objective);
      if (choice.plainest && choice.plainest->seconds > 0)
        sensitivity.gain = choice.plainest->seconds / sensitivity.best->seconds - 1;
    }
    outlook.changes.push_back(std::move(sensitivity));
  }
  return outlook;
}

}  // namespace zp
