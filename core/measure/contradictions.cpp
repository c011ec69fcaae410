// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/catalog/tensors.h"
#include "core/measure/measure_parts.h"
#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "core/sharding/mixed_gpus.h"
#include "core/text/json_text.h"

namespace zp {
namespace {

/// A value stated in the logs, with the first place that states it.
struct StatedValue {
  double value = 0;
  std::string word;
  LogPlace place;
};

/// Adds a value unless it is in the list; keeps the order of first statement.
void add(std::vector<StatedValue>& all, StatedValue stated_value) {
  constexpr std::size_t most = 16;
  const bool is_known = std::ranges::any_of(all, [&](const StatedValue& other) {
    return other.value == stated_value.value && other.word == stated_value.word;
  });
  if (!is_known && all.size() < most) all.push_back(std::move(stated_value));
}

std::vector<StatedValue> stated(std::span<const NamedLog> logs, ObservedQuantity quantity) {
  std::vector<StatedValue> all;
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const Observation& observation : logs[i].log.observations)
      if (observation.quantity == quantity)
        add(all, {observation.value, observation.word, {i, observation.line}});
  return all;
}

std::vector<StatedValue> stated(std::span<const NamedLog> logs, std::string_view path) {
  std::vector<StatedValue> all;
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const StatedSetting& stated_setting : logs[i].log.settings)
      if (stated_setting.path == path) add(all, {stated_setting.value, "", {i, stated_setting.line}});
  return all;
}

/// A numeric plan key, and the kind of observation or setting in logs that states it.
struct NumberRow {
  std::string_view path;
  std::optional<ObservedQuantity> quantity;  ///< nullopt: a setting with the same path
  double (*get)(const Plan& plan);
  bool (*is_read)(const Plan& plan);  ///< returns true if the plan uses the key
};

bool always(const Plan&) { return true; }
bool at_12(const Plan& plan) { return plan.zero.stage == 1 || plan.zero.stage == 2; }
bool at_3(const Plan& plan) { return plan.zero.stage == 3; }
bool at_123(const Plan& plan) { return plan.zero.stage > 0; }

constexpr auto numbers = std::to_array<NumberRow>({
    {"zero.stage", ObservedQuantity::stage,
     [](const Plan& plan) { return static_cast<double>(plan.zero.stage); }, always},
    {"training.micro_batch_size", ObservedQuantity::micro_batch,
     [](const Plan& plan) { return static_cast<double>(plan.training.micro_batch_size); }, always},
    {"training.gradient_accumulation_steps", ObservedQuantity::accumulation,
     [](const Plan& plan) { return static_cast<double>(plan.training.gradient_accumulation_steps); }, always},
    {"zero.reduce_bucket_size", std::nullopt,
     [](const Plan& plan) { return static_cast<double>(plan.zero.reduce_bucket_size); }, at_123},
    {"zero.allgather_bucket_size", std::nullopt,
     [](const Plan& plan) { return static_cast<double>(plan.zero.allgather_bucket_size); }, at_12},
    {"zero.stage3_prefetch_bucket_size", std::nullopt,
     [](const Plan& plan) { return static_cast<double>(plan.zero.stage3_prefetch_bucket_size); }, at_3},
    {"cluster.nodes", std::nullopt, [](const Plan& plan) { return static_cast<double>(plan.cluster.nodes); },
     always},
    {"cluster.gpus_per_node", std::nullopt,
     [](const Plan& plan) { return static_cast<double>(plan.cluster.gpus_per_node); }, always},
});

/// Returns the value that contradicts the plan: the last one stated, or nullptr if one of them equals the
/// plan's.
const StatedValue* contradicting(const std::vector<StatedValue>& all, double value) {
  if (all.empty() ||
      std::ranges::any_of(all, [&](const StatedValue& stated_value) { return stated_value.value == value; }))
    return nullptr;
  return &all.back();
}

std::string number_text(double value) {
  return std::abs(value) < 9e15 && value == std::floor(value) ? json_number(static_cast<std::int64_t>(value))
                                                              : json_number(value);
}

void add_numbers(const Plan& plan, std::span<const NamedLog> logs, std::vector<Contradiction>& out) {
  for (const NumberRow& row : numbers) {
    if (!row.is_read(plan)) continue;
    const std::vector<StatedValue> all = row.quantity ? stated(logs, *row.quantity) : stated(logs, row.path);
    const StatedValue* stated_value = contradicting(all, row.get(plan));
    if (stated_value == nullptr || stated_value->value < 0) continue;
    const std::string log = number_text(stated_value->value);
    out.push_back({std::string(row.path),
                   "",
                   number_text(row.get(plan)),
                   log,
                   stated_value->place,
                   {{std::string(row.path), log}},
                   ""});
  }
}

bool contradicts(const std::vector<Contradiction>& all, std::string_view path) {
  return std::ranges::any_of(all,
                             [&](const Contradiction& contradiction) { return contradiction.path == path; });
}

constexpr std::string_view gpus_subject = "GPUs of the run";

/// Returns the contradiction of a run on `world` ranks, with the change of nodes or of GPUs per node.
Contradiction other_world(const Plan& plan, double ranks, LogPlace place) {
  const int world = static_cast<int>(std::min(ranks, 1e9));
  const int per_node = plan.cluster.gpus_per_node;
  Contradiction found{.path = "cluster.gpus_per_node",
                      .subject = std::string(gpus_subject),
                      .plan = number_text(plan.cluster.ranks()),
                      .log = number_text(world),
                      .place = place,
                      .set = {},
                      .reason = ""};
  if (world > per_node && world % per_node == 0) {
    found.path = "cluster.nodes";
    found.set = {{"cluster.nodes", number_text(world / per_node)}};
  } else if (world > 0 && world < per_node) {
    found.set = {{"cluster.nodes", "1"}, {"cluster.gpus_per_node", number_text(world)}};
  }
  return found;
}

/// Adds the number of ranks, unless nodes or GPUs per node are already contradicted. NCCL also reports
/// communicators of subgroups, so the largest number counts.
void add_world(const Plan& plan, std::span<const NamedLog> logs, std::vector<Contradiction>& out) {
  const std::vector<StatedValue> all = stated(logs, ObservedQuantity::world_size);
  if (contradicting(all, plan.cluster.ranks()) == nullptr || contradicts(out, "cluster.nodes") ||
      contradicts(out, "cluster.gpus_per_node"))
    return;
  const StatedValue& stated_value = *std::ranges::max_element(all, {}, &StatedValue::value);
  out.push_back(other_world(plan, stated_value.value, stated_value.place));
}

std::string sequences_words(double batch) { return number_text(batch) + " sequences per optimizer step"; }

/// Returns the contradiction of a key that the logs do not state: its value makes the global batch of the
/// logs. The change is left out if no whole number does.
Contradiction of_batch(std::string_view path, std::int64_t of_plan, const StatedValue& batch,
                       std::int64_t batch_of_plan) {
  const double needed = batch.value * static_cast<double>(of_plan) / static_cast<double>(batch_of_plan);
  Contradiction found{.path = std::string(path),
                      .subject = "",
                      .plan = number_text(static_cast<double>(of_plan)),
                      .log = number_text(needed),
                      .place = batch.place,
                      .set = {},
                      .reason = sequences_words(batch.value)};
  if (needed >= 1 && needed == std::floor(needed)) found.set = {{found.path, found.log}};
  return found;
}

/// Adds the global batch, unless a part of it is already contradicted. The factor of the batch that the logs
/// do not state is the one that differs: the GPUs where they state micro batch and accumulation.
void add_batch(const Plan& plan, std::span<const NamedLog> logs, std::vector<Contradiction>& out) {
  const std::vector<StatedValue> all = stated(logs, ObservedQuantity::global_batch);
  const std::int64_t batch = train_batch_size(plan);
  const StatedValue* stated_value = contradicting(all, static_cast<double>(batch));
  if (stated_value == nullptr || batch <= 0) return;
  for (const Contradiction& other : out)
    if (other.path.starts_with("cluster.") || other.path.starts_with("training.")) return;
  const auto is_stated = [&](ObservedQuantity quantity) { return !stated(logs, quantity).empty(); };
  const bool has_micro_batch = is_stated(ObservedQuantity::micro_batch);
  if (!is_stated(ObservedQuantity::accumulation)) {
    out.push_back(of_batch("training.gradient_accumulation_steps", plan.training.gradient_accumulation_steps,
                           *stated_value, batch));
    return;
  }
  if (!has_micro_batch) {
    out.push_back(
        of_batch("training.micro_batch_size", plan.training.micro_batch_size, *stated_value, batch));
    return;
  }
  const double ranks = stated_value->value * plan.cluster.ranks() / static_cast<double>(batch);
  if (!is_stated(ObservedQuantity::world_size) && ranks >= 1 && ranks == std::floor(ranks)) {
    Contradiction found = other_world(plan, ranks, stated_value->place);
    found.reason = sequences_words(stated_value->value) + ", micro batch " +
                   number_text(static_cast<double>(plan.training.micro_batch_size)) + ", accumulation " +
                   number_text(static_cast<double>(plan.training.gradient_accumulation_steps));
    out.push_back(std::move(found));
    return;
  }
  out.push_back({.path = "training.gradient_accumulation_steps",
                 .subject = "Sequences per optimizer step",
                 .plan = number_text(static_cast<double>(batch)),
                 .log = number_text(stated_value->value),
                 .place = stated_value->place,
                 .set = {},
                 .reason = ""});
}

void add_words(const PlanDocument& document, std::span<const NamedLog> logs,
               std::vector<Contradiction>& out) {
  const Plan& plan = document.plan;
  const auto differs = [&](ObservedQuantity quantity, std::string_view word) -> std::optional<StatedValue> {
    const std::vector<StatedValue> all = stated(logs, quantity);
    if (all.empty() ||
        std::ranges::any_of(all, [&](const StatedValue& stated_value) { return stated_value.word == word; }))
      return {};
    return all.back();
  };
  if (const std::optional<StatedValue> one =
          differs(ObservedQuantity::dtype, name_of(plan.training.precision)))
    out.push_back({"training.precision",
                   "",
                   json_string(name_of(plan.training.precision)),
                   json_string(one->word),
                   one->place,
                   {{"training.precision", json_string(one->word)}},
                   ""});
  const std::string version = name_of(plan.target.deepspeed_version);
  if (const std::optional<StatedValue> one = differs(ObservedQuantity::deepspeed_version, version);
      one && parse_version(one->word) != plan.target.deepspeed_version)
    out.push_back({"target.deepspeed_version",
                   "",
                   json_string(version),
                   json_string(one->word),
                   one->place,
                   {{"target.deepspeed_version", json_string(one->word)}},
                   ""});
}

/// Returns the first model of the catalog with exactly that many parameters; nullptr if there is none.
const ModelPreset* preset_of_size(double parameters) {
  for (const SharedModelPreset& preset : catalog().models)
    if (preset->vision.layers == 0 &&
        static_cast<double>(total_parameters(tensors_of(preset->architecture).kinds()).value()) == parameters)
      return preset.get();
  return nullptr;
}

/// Adds to the contradiction of a model's size the model that has it.
void name_model(Contradiction& contradiction, double parameters) {
  const ModelPreset* preset = preset_of_size(parameters);
  if (preset == nullptr) return;
  contradiction.reason = "the size of " + preset->name;
  contradiction.set = {{"model.preset", json_string(preset->id)}};
}

/// Largest relative difference of parameter counts that still counts as the same model, because logs print
/// few digits.
constexpr double same_model = 0.01;
constexpr const char* model_size_path = "model.parameters";

void add_model(const Plan& plan, std::span<const NamedLog> logs, std::vector<Contradiction>& out) {
  const ModelSize size = model_size(plan);
  const auto check_count = [&](ObservedQuantity quantity, Params count, const auto& path_of) {
    const std::vector<StatedValue> all = stated(logs, quantity);
    const auto value = static_cast<double>(count.value());
    const auto is_same = [&](const StatedValue& stated_value) {
      return std::abs(stated_value.value - value) <= same_model * value;
    };
    if (all.empty() || std::ranges::any_of(all, is_same)) return;
    const StatedValue& stated_value = all.back();
    const char* path = path_of(stated_value.value);
    if (contradicts(out, path)) return;
    out.push_back(
        {path, "", number_text(value), number_text(stated_value.value), stated_value.place, {}, ""});
    if (out.back().path == model_size_path) name_model(out.back(), stated_value.value);
  };
  const auto whole = static_cast<double>(size.parameters.value());
  check_count(ObservedQuantity::parameters, size.parameters, [](double) { return model_size_path; });
  // A run that trains more parameters than the plan's model has uses a larger model, with or without
  // adapters.
  check_count(ObservedQuantity::trainable, size.trainable, [&](double trained) {
    return trained > (1 + same_model) * whole ? model_size_path : "training.lora";
  });
}

/// Returns the plan key of the memory that a message refers to.
const char* key_of_capacity(const OutOfMemory& message) {
  return message.where == ExhaustedMemory::host ? "cluster.cpu_memory_gib" : "cluster.gpu.memory_gib";
}

/// Returns true if the plan has memory of that size where the message says it ran out.
bool has_capacity(const Cluster& cluster, const OutOfMemory& message, double gib) {
  constexpr double same_size = 0.03;
  const auto is_it = [&](double of_plan) { return std::abs(gib - of_plan) <= same_size * of_plan; };
  if (message.where == ExhaustedMemory::host) return is_it(cluster.cpu_memory_gib);
  return std::ranges::any_of(mixed_gpus(cluster).kinds,
                             [&](const GpuKind& kind) { return is_it(kind.gpu.memory_gib); });
}

/// Adds GPU and host memory sizes if an out-of-memory message states others than the plan: PyTorch states the
/// GPU's, Ray the node's.
void add_capacity(const Plan& plan, std::span<const NamedLog> logs, std::vector<Contradiction>& out) {
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const OutOfMemory& message : logs[i].log.out_of_memory) {
      if (!message.capacity) continue;
      const double gib = *message.capacity / static_cast<double>(bytes_per_gib);
      const char* path = key_of_capacity(message);
      if (has_capacity(plan.cluster, message, gib) || contradicts(out, path)) continue;
      const std::string stated_gib = json_number(std::round(gib * 100) / 100);
      const double of_plan =
          message.where == ExhaustedMemory::host ? plan.cluster.cpu_memory_gib : plan.cluster.gpu.memory_gib;
      out.push_back(
          {path, "", json_number(of_plan), stated_gib, {i, message.line}, {{path, stated_gib}}, ""});
    }
}

/// Returns false for a value that no plan file can have, such as "stage 7" from a damaged log.
bool can_follow(const PlanDocument& plan, const Contradiction& contradiction) {
  try {
    with_settings(plan, settings_of(contradiction.set));
    return true;
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace

std::vector<Contradiction> contradictions_of(const PlanDocument& plan, std::span<const NamedLog> logs) {
  std::vector<Contradiction> all;
  add_numbers(plan.plan, logs, all);
  add_world(plan.plan, logs, all);
  add_batch(plan.plan, logs, all);
  add_words(plan, logs, all);
  add_model(plan.plan, logs, all);
  add_capacity(plan.plan, logs, all);
  for (Contradiction& contradiction : all)
    if (!can_follow(plan, contradiction)) contradiction.set.clear();
  return all;
}

}  // namespace zp
