// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/solve.h"

#include <array>
#include <functional>
#include <utility>

#include "core/rules/check_plan.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::int64_t most_layers = 1 << 16;
constexpr std::int64_t most_sequences = 1 << 16;
constexpr std::int64_t most_tokens = std::int64_t{1} << 30;
constexpr std::int64_t most_parameters = 1'000'000'000'000'000;
constexpr int most_gpus = 1 << 16;

using PlanOf = std::function<Plan(std::int64_t)>;

bool fits(const Plan& plan) { return is_usable(check(plan)) && estimate_memory(plan).fits(); }

/// The largest of 1 … `most` that fits, 0 for none; what fits is followed by what does not.
std::int64_t largest_that_fits(const PlanOf& plan_of, std::int64_t most) {
  std::int64_t low = 0, high = 1;
  while (high <= most && fits(plan_of(high)))
    low = std::exchange(high, high * 2);
  high = std::min(high, most + 1);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (fits(plan_of(middle)) ? low : high) = middle;
  }
  return low;
}

Plan with_layers(const Plan& plan, std::int64_t layers) {
  Architecture shape = plan.model.architecture;
  shape.layers = layers;
  Plan result = plan;
  result.model = model_from_architecture(shape);
  return result;
}

Plan with_gpus(const Plan& plan, int gpus) {
  Plan result = plan;
  const int per_node = std::max(1, plan.cluster.gpus_per_node);
  result.cluster.nodes = std::max(1, gpus / per_node);
  result.cluster.gpus_per_node = gpus < per_node ? gpus : per_node;
  return result;
}

std::optional<Solution> solution(Unknown unknown, std::int64_t value, std::int64_t refused,
                                 const Plan& plan) {
  if (value == 0) return std::nullopt;
  Solution solved{unknown, value, refused, candidate_of(plan, name_of(strategy_of(plan)))};
  solved.candidate.rank = 1;
  return solved;
}

std::optional<Solution> largest_model(const Plan& plan) {
  if (plan.model.source == ModelSource::parameters) {
    const PlanOf plan_of = [&](std::int64_t millions) {
      Plan trial = plan;
      trial.model = model_from_parameters(Params(millions * 1'000'000));
      return trial;
    };
    const std::int64_t millions = largest_that_fits(plan_of, most_parameters / 1'000'000);
    return solution(Unknown::parameters, millions * 1'000'000, (millions + 1) * 1'000'000,
                    plan_of(std::max<std::int64_t>(1, millions)));
  }
  const std::int64_t layers = largest_layers(plan);
  if (layers == 0) return std::nullopt;
  const auto count = [&](std::int64_t n) { return model_size(with_layers(plan, n)).parameters.value(); };
  return solution(Unknown::parameters, count(layers), count(layers + 1), with_layers(plan, layers));
}

std::optional<Solution> fewest_gpus(const Plan& plan) {
  std::int64_t refused = 0;
  const int per_node = std::max(1, plan.cluster.gpus_per_node);
  const auto next = [&](int gpus) {
    if (gpus < per_node) return std::min(gpus * 2, per_node);
    return gpus + per_node * std::max(1, gpus / per_node / 64);  // whole nodes, coarser when there are many
  };
  for (int gpus = 1; gpus <= most_gpus; gpus = next(gpus)) {
    const Plan trial = with_gpus(plan, gpus);
    if (fits(trial)) return solution(Unknown::gpus, gpus, refused, trial);
    refused = gpus;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Unknown unknown) {
  constexpr std::array<std::string_view, 4> names = {"max-parameters", "max-micro-batch",
                                                     "max-sequence-length", "min-gpus"};
  return names[static_cast<std::size_t>(unknown)];
}

std::int64_t largest_layers(const Plan& plan) {
  return largest_that_fits([&](std::int64_t layers) { return with_layers(plan, layers); }, most_layers);
}

std::optional<Solution> solve(const Plan& plan, Unknown unknown) {
  const bool knows_activations = plan.model.source != ModelSource::tensors;
  switch (unknown) {
    case Unknown::gpus:
      return fewest_gpus(plan);
    case Unknown::parameters:
      return knows_activations ? largest_model(plan) : std::nullopt;
    case Unknown::micro_batch:
    case Unknown::sequence_length:
      break;
  }
  if (!knows_activations) return std::nullopt;
  const bool is_batch = unknown == Unknown::micro_batch;
  const PlanOf plan_of = [&](std::int64_t value) {
    Plan trial = plan;
    (is_batch ? trial.training.micro_batch_size : trial.training.sequence_length) = value;
    return trial;
  };
  const std::int64_t most = is_batch ? most_sequences : most_tokens;
  const std::int64_t value = largest_that_fits(plan_of, most);
  return solution(unknown, value, value < most ? value + 1 : 0, plan_of(std::max<std::int64_t>(1, value)));
}

}  // namespace zp
