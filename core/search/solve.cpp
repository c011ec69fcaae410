// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/solve.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>
#include <vector>

#include "core/memory/estimate.h"
#include "core/search/solver.h"
#include "core/sharding/edits.h"
#include "core/sharding/mixed_gpus.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::int64_t most_layers = 1 << 16;
constexpr std::int64_t most_sequences = 1 << 16;
constexpr std::int64_t most_tokens = std::int64_t{1} << 30;
constexpr std::int64_t most_parameters = 1'000'000'000'000'000;
constexpr std::int64_t most_gib = 1 << 16;
constexpr std::int64_t most_budget = 1'000'000'000'000'000;  // tokens of a run

constexpr std::array<UnknownRow, 8> unknowns = {{
    {Unknown::parameters, "max-parameters", "model.parameters", "Largest model",
     "layers are added at this one's width, or parameters to a stated count", "parameter", "parameters"},
    {Unknown::micro_batch, "max-micro-batch", "training.micro_batch_size", "Largest micro batch",
     "sequences that a GPU takes at once", "sequence a GPU", "sequences a GPU"},
    {Unknown::sequence_length, "max-sequence-length", "training.sequence_length", "Longest sequences",
     "tokens of each", "token a sequence", "tokens a sequence"},
    {Unknown::gpus, "min-gpus", "cluster.gpus_per_node", "Fewest GPUs",
     "1, 2, 4 … of one node, then whole nodes; the micro batch stays", "GPU", "GPUs", true},
    {Unknown::gpu_memory, "min-gpu-memory", "cluster.gpu.memory_gib", "Smallest GPU memory",
     "usable memory of each", "GiB usable on each GPU", "GiB usable on each GPU", true},
    {Unknown::host_memory, "min-host-memory", "cluster.cpu_memory_gib", "Smallest host memory",
     "memory of each node", "GiB of host memory on each node", "GiB of host memory on each node", true},
    {Unknown::network, "min-network", "cluster.inter_node.gb_per_s", "Slowest network",
     "bandwidth between nodes, of each GPU", "GB/s between nodes", "GB/s between nodes", true},
    {Unknown::tokens, "max-tokens", "training.tokens", "Largest token budget",
     "tokens of the whole run, done by the deadline and within the budget", "token", "tokens", false, true},
}};

using PlanOf = std::function<Plan(std::int64_t)>;

/// Returns the number of bisection steps between the two values.
int halvings(std::int64_t low, std::int64_t high) {
  return static_cast<int>(
      std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(1, high - low) - 1)));
}

/// Returns the largest value of 1 … `most` that runs; 0 if none does. Precondition: no value above one that
/// does not run runs, apart from small values that rules refuse, which are skipped.
std::int64_t largest_that_runs(Solver& answering, const PlanOf& plan_of, std::int64_t most) {
  std::int64_t low = 0, high = 1;
  while (high <= most) {
    if (answering.runs(plan_of(high), 1 + halvings(low, high)))
      low = high;
    else if (low > 0 || !answering.is_stopped_by_rules(plan_of(high)))
      break;
    high *= 2;
  }
  if (low == 0) return 0;
  high = std::min(high, most + 1);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (answering.runs(plan_of(middle), halvings(low, high)) ? low : high) = middle;
  }
  return low;
}

/// Returns the smallest value of 1 … `most` that runs, 0 if none does.
std::int64_t smallest_that_runs(Solver& answering, const PlanOf& plan_of, std::int64_t most) {
  if (!answering.runs(plan_of(most), 1 + halvings(0, most))) return 0;
  std::int64_t low = 0, high = most;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (answering.runs(plan_of(middle), halvings(low, high)) ? high : low) = middle;
  }
  return high;
}

Plan with_layers(const Plan& plan, std::int64_t layers) {
  Architecture shape = plan.model.architecture;
  shape.layers = layers;
  Plan result = plan;
  result.model = model_from_architecture(shape);
  return result;
}

Plan with_gpus(const Plan& plan, int gpus) {
  const int per_node = std::max(1, plan.cluster.gpus_per_node);
  Plan result = edits::set_gpus_per_node(plan, std::min(gpus, per_node));
  result.cluster.nodes = std::max(1, gpus / per_node);
  return result;
}

/// Returns the solution for the plan `achieved` with `value`; nullopt if `value` is 0. `beyond` is the plan
/// of `refused`.
std::optional<Solution> solution(Solver& answering, Unknown unknown, std::int64_t value, std::int64_t refused,
                                 const Plan& achieved, const Plan& beyond) {
  if (value == 0) return std::nullopt;
  const Plan plan = answering.answer(achieved);
  Unsolved next{{"range", "the last value that is asked about"}, ""};
  if (refused > 0) next = answering.why_not(beyond);
  Solution solved{
      unknown, value, refused, next.why, next.binding_limit, candidate_of(plan, name_of(strategy_of(plan)))};
  solved.candidate.rank = 1;
  return solved;
}

/// Returns the number of which every value must be a multiple, so that a sequence divides evenly.
std::int64_t unit_of(const Plan& plan, Unknown unknown) {
  switch (unknown) {
    case Unknown::sequence_length:
      return std::max(1, plan.training.sequence_parallel);
    default:
      return 1;
  }
}

std::optional<Solution> largest_model(Solver& answering, const Plan& plan) {
  if (plan.model.source == ModelSource::parameters) {
    const PlanOf plan_of = [&](std::int64_t millions) {
      Plan trial = plan;
      trial.model = model_from_parameters(Params(millions * 1'000'000));
      return trial;
    };
    const std::int64_t most = most_parameters / 1'000'000;
    const std::int64_t millions = largest_that_runs(answering, plan_of, most);
    return solution(answering, Unknown::parameters, millions * 1'000'000,
                    millions < most ? (millions + 1) * 1'000'000 : 0,
                    plan_of(std::max<std::int64_t>(1, millions)), plan_of(millions + 1));
  }
  const PlanOf plan_of = [&](std::int64_t layers) { return with_layers(plan, layers); };
  const std::int64_t layers = largest_that_runs(answering, plan_of, most_layers);
  if (layers == 0) return std::nullopt;
  const auto count = [&](std::int64_t n) { return model_size(plan_of(n)).parameters.value(); };
  return solution(answering, Unknown::parameters, count(layers), layers < most_layers ? count(layers + 1) : 0,
                  plan_of(layers), plan_of(layers + 1));
}

/// Returns 1, 2, 4 … GPUs of one node, then whole nodes in steps that get coarser, up to `most`.
std::vector<int> cluster_sizes(int per_node, int most) {
  std::vector<int> sizes;
  for (int gpus = 1; gpus <= most;) {
    sizes.push_back(gpus);
    gpus =
        gpus < per_node ? std::min(gpus * 2, per_node) : gpus + per_node * std::max(1, gpus / per_node / 64);
  }
  return sizes;
}

std::optional<Solution> fewest_gpus(Solver& answering, const Plan& plan, int most) {
  std::int64_t refused = 0;
  const std::vector<int> sizes = cluster_sizes(std::max(1, plan.cluster.gpus_per_node), most);
  int left = static_cast<int>(sizes.size());
  for (const int gpus : sizes) {
    const Plan trial = with_gpus(plan, gpus);
    if (answering.runs(trial, left--))
      return solution(answering, Unknown::gpus, gpus, refused, trial,
                      with_gpus(plan, static_cast<int>(refused)));
    refused = gpus;
  }
  return std::nullopt;
}

Plan with_value(Plan plan, Unknown unknown, std::int64_t value) {
  switch (unknown) {
    case Unknown::micro_batch:
      plan.training.micro_batch_size = value;
      break;
    case Unknown::sequence_length:
      plan.training.sequence_length = value;
      break;
    case Unknown::gpu_memory:
      set_gpu_memory(plan.cluster, static_cast<double>(value));
      break;
    case Unknown::host_memory:
      plan.cluster.cpu_memory_gib = static_cast<double>(value);
      break;
    case Unknown::network:
      plan.cluster.inter_node = {{}, static_cast<double>(value)};
      break;
    case Unknown::tokens:
      plan.training.tokens = static_cast<double>(value);
      break;
    case Unknown::parameters:
    case Unknown::gpus:
      break;
  }
  return plan;
}

}  // namespace

std::span<const UnknownRow> unknown_rows() { return unknowns; }

const UnknownRow& row_of(Unknown unknown) { return unknowns[static_cast<std::size_t>(unknown)]; }

std::string counted(Unknown unknown, std::int64_t value) {
  const UnknownRow& row = row_of(unknown);
  return format_count(value) + " " + std::string(value == 1 ? row.singular : row.plural);
}

std::int64_t largest_layers(const Plan& plan) {
  SolveOver over = SolveOver::plan_alone();
  over.requirements.fit = FitDemand::with_margin(0);
  over.asks_rules = false;
  const Watch nobody;
  Solver answering(over, nobody);
  return largest_that_runs(
      answering, [&](std::int64_t layers) { return with_layers(plan, layers); }, most_layers);
}

std::optional<Solution> solve(const Plan& plan, Unknown unknown, const SolveOver& over, const Watch& watch) {
  SolveOver asked = over;
  if (unknown == Unknown::micro_batch) asked.requirements.freedom.micro_batch = false;  // it is the unknown
  Solver answering(asked, watch);
  const bool knows_activations = plan.model.has_shape();
  if (unknown == Unknown::gpus) return fewest_gpus(answering, plan, over.most_gpus);
  if (!knows_activations && !row_of(unknown).is_smallest) return std::nullopt;
  if (unknown == Unknown::parameters) return largest_model(answering, plan);
  const PlanOf plan_of = [&](std::int64_t value) { return with_value(plan, unknown, value); };
  if (row_of(unknown).is_smallest) {
    const std::int64_t value = smallest_that_runs(answering, plan_of, most_gib);
    return solution(answering, unknown, value, value - 1, plan_of(std::max<std::int64_t>(1, value)),
                    plan_of(std::max<std::int64_t>(1, value - 1)));
  }
  const std::int64_t unit = unit_of(plan, unknown);
  const std::int64_t most = (unknown == Unknown::tokens        ? most_budget
                             : unknown == Unknown::micro_batch ? most_sequences
                                                               : most_tokens) /
                            unit;
  const PlanOf of_units = [&](std::int64_t units) { return plan_of(units * unit); };
  const std::int64_t units = largest_that_runs(answering, of_units, most);
  return solution(answering, unknown, units * unit, units < most ? (units + 1) * unit : 0,
                  of_units(std::max<std::int64_t>(1, units)), of_units(units + 1));
}

Unsolved why_unsolved(const Plan& plan, Unknown unknown, const SolveOver& over) {
  if (!plan.model.has_shape() && !row_of(unknown).is_smallest)
    return {{"activations", "activations that are not known"},
            "A list of tensors has no activations: their memory is unknown."};
  SolveOver asked = over;
  if (unknown == Unknown::micro_batch) asked.requirements.freedom.micro_batch = false;
  const Watch nobody;
  Solver answering(asked, nobody);
  if (unknown == Unknown::gpus)
    return answering.why_not(
        with_gpus(plan, cluster_sizes(std::max(1, plan.cluster.gpus_per_node), over.most_gpus).back()));
  if (row_of(unknown).is_smallest) return answering.why_not(with_value(plan, unknown, most_gib));
  if (unknown != Unknown::parameters)
    return answering.why_not(with_value(plan, unknown, unit_of(plan, unknown)));
  if (plan.model.source != ModelSource::parameters) return answering.why_not(with_layers(plan, 1));
  Plan least = plan;
  least.model = model_from_parameters(Params(1'000'000));
  return answering.why_not(least);
}

}  // namespace zp
