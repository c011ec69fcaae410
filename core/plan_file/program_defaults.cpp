// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/program_defaults.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/plan_file/plan_keys.h"
#include "core/plan_file/trainer_keys.h"
#include "core/sharding/program_way.h"
#include "core/text/letters.h"

namespace zp {
namespace {

constexpr std::string_view rank_path = "training.lora.rank";

bool is_plan_path(std::string_view name) { return name.find('.') != std::string_view::npos; }

std::uint8_t targets_of(const std::vector<std::string>& names) {
  unsigned targets = 0;
  for (const LoraTargetName& row : lora_target_names())
    if (std::ranges::find(names, row.name) != names.end()) targets |= row.target;
  return static_cast<std::uint8_t>(targets);
}

/// Returns the accumulation that results in the program's global batch, at least 1.
std::int64_t accumulation_for(const Plan& plan) {
  const ProgramValue* batch = program_setting(plan.training.program, program_way(plan), "global_batch");
  const std::int64_t at_once = plan.training.micro_batch_size * std::max(data_parallel_world(plan), 1);
  const std::int64_t wanted = batch != nullptr ? std::get<std::int64_t>(*batch) : 1;
  return std::max<std::int64_t>((wanted + at_once - 1) / at_once, 1);
}

/// Returns the model's maximum sequence length, or the general default if it has none.
std::int64_t longest_sequence(const Model& model) {
  const std::int64_t longest = model.architecture.max_position_embeddings;
  return longest > 0 ? longest : default_sequence_length(model);
}

/// Returns the value of a word that refers to another value of the plan; nullopt if the plan has none.
std::optional<std::int64_t> decided_by_plan(std::string_view word, const PlanKey& key, const Plan& plan) {
  if (word == "global_batch") return accumulation_for(plan);
  const TrainerKey* row = word == "auto" ? find_trainer_key(key.deepspeed_key) : nullptr;
  return row != nullptr ? trainer_size(*row, plan) : std::nullopt;
}

/// Returns the setting's value in the key's type; nullopt if it depends on a value that the plan does not
/// have.
std::optional<KeyValue> value_for(const PlanKey& key, const ProgramValue& value, const Plan& plan) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    const auto word = std::ranges::find(key.words, *text);
    if (word != key.words.end()) return *word;
    if (const auto count = decided_by_plan(*text, key, plan)) return *count;
    return std::nullopt;
  }
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  const std::int64_t count = std::get<std::int64_t>(value);
  if (key.kind == KeyKind::real) return static_cast<double>(count);
  // A program's sequence length is an upper limit; the model's maximum may be smaller.
  if (key.path == "training.sequence_length") return std::min(count, longest_sequence(plan.model));
  return count;
}

void put(const ProgramSetting& setting, const Plan& plan, Plan& into) {
  if (setting.name == lora_targets_path) {
    into.training.lora.targets = targets_of(std::get<std::vector<std::string>>(setting.value));
  } else if (setting.name == overlap_comm_path) {
    into.zero.overlap_comm = std::get<bool>(setting.value);
  } else if (const PlanKey* key = find_plan_key(setting.name)) {
    if (const auto value = value_for(*key, setting.value, plan)) key->set(into, *value);
  }
}

/// Returns the program's settings that correspond to plan keys. Excludes the LoRA rank, whose presence means
/// that there are adapters.
std::vector<DecidedSetting> plan_settings(const Plan& plan) {
  std::vector<DecidedSetting> settings = program_settings(plan.training.program, program_way(plan));
  std::erase_if(settings, [](const DecidedSetting& decided) {
    return !is_plan_path(decided.setting->name) || decided.setting->name == rank_path;
  });
  return settings;
}

/// Copies the value at `path` from one plan to another.
void copy(std::string_view path, const Plan& from, Plan& to) {
  if (path == lora_targets_path)
    to.training.lora.targets = from.training.lora.targets;
  else if (path == overlap_comm_path)
    to.zero.overlap_comm = from.zero.overlap_comm;
  else if (const PlanKey* key = find_plan_key(path))
    key->set(to, key->value(from));
}

std::string text_at(std::string_view path, const Plan& plan) {
  if (path == lora_targets_path) {
    std::string names;
    for (const LoraTargetName& row : lora_target_names())
      if ((plan.training.lora.targets & row.target) != 0)
        names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
  }
  if (path == overlap_comm_path) return plan.zero.overlaps() ? "true" : "false";
  return value_text(find_plan_key(path)->value(plan));
}

bool is_stated(const PlanText& text, std::string_view path) {
  return std::ranges::binary_search(text.stated_defaults, path);
}

}  // namespace

bool has_same_value(std::string_view path, const Plan& a, const Plan& b) {
  if (path == lora_targets_path) return a.training.lora.targets == b.training.lora.targets;
  if (path == overlap_comm_path) return a.zero.overlap_comm == b.zero.overlap_comm;
  const PlanKey* key = find_plan_key(path);
  return key == nullptr || key->value(a) == key->value(b);
}

std::vector<FilledKey> keys_of_program(const Plan& plan) {
  std::vector<FilledKey> keys;
  for (const DecidedSetting& decided : plan_settings(plan))
    keys.push_back({decided.setting->name, &decided.rule->facts});
  return keys;
}

void put_program_defaults(const Plan& plan, Plan& defaults) {
  for (const DecidedSetting& decided : plan_settings(plan))
    put(*decided.setting, plan, defaults);
  // An attention kernel stated by the plan replaces unfused attention.
  if (plan.training.attention_kernel != AttentionKernel::automatic)
    defaults.training.attention = Attention::sdpa;
}

void fill_in_program(Plan& plan, const std::function<bool(std::string_view path)>& is_stated) {
  // The first pass sets stage and micro batch, on which other values depend.
  for (int pass = 0; pass < 2; ++pass) {
    const Plan defaults = defaults_for(plan);
    for (const FilledKey& key : keys_of_program(plan))
      if (!is_stated(key.path)) copy(key.path, defaults, plan);
  }
}

std::int64_t program_rank(const Plan& plan) {
  ProgramWay way = program_way(plan);
  if (way.tuning == Tuning::full) way.tuning = Tuning::lora;
  const ProgramValue* rank = program_setting(plan.training.program, way, rank_path);
  return rank != nullptr ? std::get<std::int64_t>(*rank) : 0;
}

Plan with_program_defaults(const PlanDocument& before, Plan next) {
  std::set<std::string> paths;
  Plan moved = next;  // with the default stage for one GPU or for several
  moved.zero.stage = defaults_without_program(next).zero.stage;
  for (const Plan& plan : {before.plan, next, moved})
    if (plan.training.program != Program::none)
      for (const FilledKey& key : keys_of_program(plan))
        paths.insert(key.path);
  if (default_precision(before.plan.cluster) != default_precision(next.cluster))
    paths.insert("training.precision");
  if (defaults_without_program(before.plan).zero.stage != moved.zero.stage) paths.insert("zero.stage");
  if (paths.empty()) return next;
  const Plan old_defaults = defaults_for(before.plan);
  const Plan edited = next;
  for (int pass = 0; pass < 2; ++pass) {
    const Plan defaults = defaults_for(next);
    for (const std::string& path : paths)
      if (!is_stated(before.text, path) && has_same_value(path, before.plan, old_defaults) &&
          has_same_value(path, before.plan, edited))
        copy(path, defaults, next);
  }
  return next;
}

void mark_stated_rates(const std::vector<std::string>& stated_defaults, Cluster& cluster) {
  for (const std::string& path : stated_defaults) {
    if (path == "cluster.inter_node.gb_per_s") cluster.stated_defaults.network = true;
    if (path == "cluster.cpu_memory_gb_per_s") cluster.stated_defaults.host_memory = true;
  }
}

std::vector<FilledValue> filled_values(const PlanDocument& document) {
  const Plan& plan = document.plan;
  if (plan.training.program == Program::none) return {};
  const Plan defaults = defaults_for(plan);
  std::vector<FilledValue> values;
  for (const FilledKey& key : keys_of_program(plan)) {
    if (is_stated(document.text, key.path) || !has_same_value(key.path, plan, defaults)) continue;
    const ProgramFact& fact = *find_program_fact(key.facts->front());
    values.push_back({key.path, text_at(key.path, plan), entry_of(plan.training.program).name, fact.text,
                      fact.sources.front()});
  }
  const auto place = [](const FilledValue& value) { return find_plan_key(value.path); };
  std::ranges::stable_sort(values, {}, place);
  return values;
}

std::optional<FilledValue> filled_value(const PlanDocument& document, std::string_view path) {
  for (FilledValue& value : filled_values(document))
    if (value.path == path) return std::move(value);
  return std::nullopt;
}

}  // namespace zp
