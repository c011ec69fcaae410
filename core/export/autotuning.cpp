// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/autotuning.h"

#include <algorithm>

#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;

constexpr std::string_view tuning_key = "autotuning";
constexpr std::string_view most_sizes = "num_tuning_micro_batch_sizes";
constexpr std::string_view smallest_micro_batch = "min_train_micro_batch_size_per_gpu";
constexpr std::string_view largest_micro_batch_key = "max_train_micro_batch_size_per_gpu";
constexpr std::string_view largest_batch = "max_train_batch_size";

/// Returns the number of ranks per model replica, by which DeepSpeed multiplies batches.
std::int64_t model_ranks(const Plan& plan) {
  return std::int64_t{plan.training.tensor_parallel} * plan.training.sequence_parallel;
}

/// Returns the lower end of the sizes that the autotuner tries, between the smallest and largest that run
/// (get_tuning_micro_batch_size_list).
std::int64_t lower_end(std::int64_t smallest, std::int64_t largest) {
  return smallest < largest / 2 ? largest / 2 : smallest;
}

/// Returns the arguments that give Trainer micro batch and accumulation (the autotuner's README).
Json trainer_arguments() {
  return {{"train_micro_batch_size_per_gpu", "--per_device_train_batch_size"},
          {"gradient_accumulation_steps", "--gradient_accumulation_steps"}};
}

Json autotuning_section(const Plan& plan, std::span<const Plan> shortlist) {
  std::vector<std::int64_t> sizes;
  for (const Plan& candidate : shortlist)
    sizes.push_back(candidate.training.micro_batch_size);
  const std::int64_t smallest = std::ranges::min(sizes), largest = std::ranges::max(sizes);
  const std::int64_t low = lower_end(plan.training.micro_batch_size, largest);
  const auto between =
      std::ranges::count_if(sizes, [&](std::int64_t size) { return size >= low && size < largest; });
  Json made = {{"enabled", true},
               {"fast", true},
               {std::string(largest_batch), train_batch_size(plan)},
               {std::string(smallest_micro_batch), smallest},
               {std::string(largest_micro_batch_key), largest},
               {std::string(most_sizes), std::max<std::int64_t>(between, 1)}};
  if (model_ranks(plan) > 1) made["mp_size"] = model_ranks(plan);
  if (plan.target.flavour == Flavour::hf_trainer) made["arg_mappings"] = trainer_arguments();
  return made;
}

/// Returns a count of the section, or `otherwise` if the section does not state it.
std::int64_t count_at(const Json& tuning, std::string_view key, std::int64_t otherwise) {
  const Json* value = text_io::member(&tuning, key);
  return value != nullptr && value->is_number_integer() ? value->get<std::int64_t>() : otherwise;
}

/// Returns the autotuning section; {} if there is none, also in text that the export reports as broken.
Json tuning_of(const PlanDocument& document) {
  const Json config = Json::parse(document.text.deepspeed_config, nullptr, false);
  const Json* found = text_io::member(&config, tuning_key);
  return found != nullptr && found->is_object() ? *found : Json::object();
}

}  // namespace

Plan as_autotuned(Plan plan, std::int64_t micro_batch, std::int64_t accumulation) {
  const int stage = plan.zero.stage;
  plan.zero = Zero();
  plan.zero.stage = stage;
  plan.training.micro_batch_size = micro_batch;
  plan.training.gradient_accumulation_steps = accumulation;
  return plan;
}

PlanDocument with_autotuning(const PlanDocument& document, std::span<const Plan> shortlist) {
  PlanDocument tuned = document;
  Json config = text_io::object_of(document.text.deepspeed_config);
  config[std::string(tuning_key)] = autotuning_section(document.plan, shortlist);
  tuned.text.deepspeed_config = text_io::text_of(config);
  return tuned;
}

bool is_autotuned(const PlanDocument& document) {
  const Json tuning = tuning_of(document);
  const Json* enabled = text_io::member(&tuning, "enabled");
  return enabled != nullptr && enabled->is_boolean() && enabled->get<bool>();
}

std::vector<AutotunerRun> autotuner_runs(const PlanDocument& document) {
  const Json tuning = tuning_of(document);
  const Training& training = document.plan.training;
  const std::int64_t first = training.micro_batch_size, accumulation = training.gradient_accumulation_steps;
  // The section overrides DeepSpeed's defaults (autotuning/constants.py).
  const std::int64_t largest = std::max(count_at(tuning, largest_micro_batch_key, 1024), first);
  const std::int64_t sizes = std::max<std::int64_t>(count_at(tuning, most_sizes, 3), 1);
  const std::int64_t ranks = document.plan.cluster.ranks();
  const std::int64_t batch = count_at(tuning, largest_batch, 0) * model_ranks(document.plan) / ranks;
  const std::int64_t per_replica = batch > 0 ? batch : largest * accumulation;

  std::vector<AutotunerRun> runs = {{first, accumulation}};
  const auto run = [&](std::int64_t micro_batch, std::int64_t steps) {
    const AutotunerRun autotuner_run{micro_batch, steps};
    if (std::ranges::find(runs, autotuner_run) == runs.end())
      runs.push_back(autotuner_run);  // otherwise its result is known already
  };
  run(largest, accumulation);
  const std::int64_t low = lower_end(first, largest);
  const std::int64_t stride = std::max<std::int64_t>((largest - low) / sizes, 1);
  std::int64_t last_below = first - 1;
  for (std::int64_t size = low; size < largest; size += stride)
    if (per_replica / size != per_replica / largest) run(last_below = size, per_replica / size);
  run(largest, per_replica / largest);
  // The autotuner then tries smaller sizes as long as each is 5 % better.
  const std::int64_t lowest = last_below + 1;
  const std::int64_t step = std::max<std::int64_t>((largest - lowest) / 3, 1);
  if (lowest < largest) {
    const std::int64_t next = lowest + (largest - 1 - lowest) / step * step;
    run(next, per_replica / next);
  }
  return runs;
}

}  // namespace zp
