// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_keys.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "core/catalog/architecture_fields.h"
#include "core/plan/method_program.h"
#include "core/plan_file/key_rows.h"
#include "core/plan_file/program_defaults.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"

namespace zp {
namespace {

using plan_io::KeyRow;

constexpr std::string_view carried_prefix = "deepspeed_config.";
constexpr std::string_view zero_prefix = "zero.";
constexpr std::string_view between_keys = ", ";  // separates several ds_config keys in a row
constexpr std::int64_t sequence_length_most_people_run = 2048;

constexpr std::array format_keys = {KeyRow{.path = "format",
                                           .type = "text",
                                           .default_text = "zero-plan/1",
                                           .meaning = "Kind and version of the file."}};

constexpr std::array way_keys = {
    KeyRow{.path = "model.preset",
           .type = "preset id",
           .meaning = "A model of the catalog; \"zero-planner presets models\" lists them."},
    KeyRow{.path = "model.parameters",
           .kind = KeyKind::count,
           .type = "count",
           .range = parameter_range,
           .meaning = "A bare number of parameters: model states use it exactly; activations and the largest "
                      "tensor are those of a typical shape."},
    KeyRow{.path = "model.repository",
           .type = "text",
           .meaning =
               "Repository or folder of the weights, which exports name, where it is not the preset's: "
               "a fine-tuned version, your own checkpoint. A preset named by such a repository fills "
               "it in. It changes no figure."}};

constexpr std::array preset_keys_of_plan = {
    KeyRow{.path = "presets.models",
           .type = "list of presets",
           .meaning = "Models that model.preset or training.roles names and that are not shipped, as in "
                      "resources/catalog/models.json: they count before the catalog."},
    KeyRow{.path = "presets.gpus", .type = "list of presets", .meaning = "The same for cluster.gpu.preset."},
    KeyRow{
        .path = "presets.links", .type = "list of presets", .meaning = "The same for the presets of links."}};

constexpr std::array saved_keys = {KeyRow{
    .path = "saved_with",
    .type = "{version, keys, gpu_peak_bytes, host_bytes_per_node, step_s, bytes, seconds}",
    .meaning =
        "The program's version and the figures with which the file was last saved: opening the file reports "
        "what has changed since. Written by the program, and ignored if a key of the file was changed."}};

constexpr std::array tensor_keys = {
    KeyRow{.path = "model.tensors",
           .type = "list of {shape, count, trainable, name}",
           .meaning = "The weight tensors of any network: model states are exact, activations are unknown."},
    KeyRow{.path = "model.frozen_parameters",
           .kind = KeyKind::count,
           .type = "count",
           .range = {0, 1e15},
           .default_text = "0",
           .meaning = "Like model.architecture.frozen_parameters, for a preset or a count."}};

constexpr std::array config_keys = {
    KeyRow{.path = "deepspeed_config",
           .type = "object",
           .meaning = "All other ds_config keys, carried through to the export; keys that cost bytes are "
                      "also estimated."},
    KeyRow{.path = "imported_config",
           .type = "object",
           .meaning = "The ds_config.json the plan was read from; the export is that file with the plan's "
                      "later changes."},
    KeyRow{.path = "scenarios",
           .type = "list of {name, plan}",
           .meaning = "Named plans in one file, each whole; the one without a plan is the file's own."}};

constexpr std::array target_keys = {
    KeyRow{.path = "target.deepspeed_version",
           .type = "version",
           .default_text = "0.19.6",
           .meaning = "Release of DeepSpeed that keys and defaults are for."},
    plan_io::key<&Plan::target, &Target::flavour>(
        {.path = "target.flavour",
         .meaning = "Export numbers, or \"auto\" where Hugging Face's Trainer fills them in."})};

std::string listed(std::span<const std::string_view> words) {
  std::string text = "one of ";
  for (std::size_t i = 0; i < words.size(); ++i)
    text.append(i == 0 ? "" : ", ").append(words[i]);
  return text;
}

std::string text_of(bool flag) { return flag ? "true" : "false"; }

std::string type_of(KeyKind kind, std::string_view type, std::span<const std::string_view> words) {
  if (kind == KeyKind::flag) return "true or false";
  if (kind == KeyKind::word && !type.empty()) return std::string(type);
  return kind == KeyKind::word ? listed(words) : std::string(type);
}

/// Returns the ds_config path of a key below `zero` or `deepspeed_config`, which is the same there; "" for
/// other keys.
std::string place_in_config(std::string_view path) {
  if (path.starts_with(zero_prefix))
    return "zero_optimization." + std::string(path.substr(zero_prefix.size()));
  return std::string(path.starts_with(carried_prefix) ? path.substr(carried_prefix.size())
                                                      : std::string_view());
}

std::string config_key_of(const KeyRow& row) {
  return row.deepspeed_key.empty() ? place_in_config(row.path) : std::string(row.deepspeed_key);
}

PlanKey finished(const KeyRow& row) {
  static const Plan defaults;
  PlanKey key;
  key.path = row.path;
  key.kind = row.kind;
  key.range = row.range;
  key.words = row.listed != nullptr ? row.listed() : row.words;
  key.listing_command = row.listing_command;
  key.type = type_of(row.kind, row.type, key.words);
  key.value = row.value;
  key.set = row.set;
  const bool is_plain_default = row.value != nullptr && row.default_text.empty();
  key.default_value = is_plain_default ? value_text(row.value(defaults)) : std::string(row.default_text);
  key.deepspeed_key = config_key_of(row);
  key.enabling_key = row.enabling_key;
  key.written = row.written;
  key.is_translated = row.is_translated;
  key.decides = row.decides;
  key.meaning = row.meaning;
  return key;
}

std::string default_of(const ShapeField& field) {
  static const Architecture shape = default_architecture(Block::llama);
  if (field.is_required) return {};
  if (!field.default_text.empty()) return std::string(field.default_text);
  if (field.count != nullptr) return format_count(shape.*field.count);
  return field.flag != nullptr ? text_of(shape.*field.flag) : std::string(field.word.value(shape));
}

/// Returns the row of a shape's field below `section`. The model has its own reader for these keys.
template <class Shape>
PlanKey key_below(std::string_view section, const FieldOf<Shape>& field) {
  PlanKey key;
  key.path = std::string(section) + std::string(field.key);
  key.kind = field.count != nullptr ? KeyKind::count : field.flag != nullptr ? KeyKind::flag : KeyKind::word;
  key.words = field.word.words;
  key.type = type_of(key.kind, key.kind == KeyKind::word ? "" : "count", key.words);
  if (field.count != nullptr) key.range = field.range;
  key.meaning = field.meaning;
  return key;
}

PlanKey finished(const ShapeField& field) {
  PlanKey key = key_below("model.architecture.", field);
  key.default_value = default_of(field);
  return key;
}

PlanKey finished(const VisionField& field) {
  static const VisionTower tower;
  PlanKey key = key_below("model.vision.", field);
  if (field.is_required) return key;
  if (!field.default_text.empty())
    key.default_value = field.default_text;
  else if (field.count != nullptr)
    key.default_value = format_count(tower.*field.count);
  else
    key.default_value =
        field.flag != nullptr ? text_of(tower.*field.flag) : std::string(field.word.value(tower));
  return key;
}

struct Table {
  std::vector<PlanKey> keys;
  std::unordered_map<std::string_view, const PlanKey*> by_path, by_config;

  Table() {
    add(format_keys);
    add(way_keys);
    add(architecture_fields());
    add(vision_fields());
    add(tensor_keys);
    add(plan_io::cluster_keys());
    add(plan_io::measured_keys());
    add(plan_io::training_keys());
    add(plan_io::method_keys());
    add(plan_io::run_keys());
    add(plan_io::vision_keys());
    add(plan_io::zero_keys());
    add(config_keys);
    add(plan_io::carried_keys());
    add(target_keys);
    add(preset_keys_of_plan);
    add(saved_keys);
    for (const PlanKey& key : keys) {
      by_path.emplace(key.path, &key);
      std::string_view rest = key.deepspeed_key;
      while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(between_keys), rest.size());
        by_config.emplace(rest.substr(0, comma), &key);
        rest.remove_prefix(std::min(comma + between_keys.size(), rest.size()));
      }
      if (!key.enabling_key.empty()) by_config.emplace(key.enabling_key, &key);
    }
  }

 private:
  template <class Rows>
  void add(const Rows& rows) {
    for (const auto& row : rows)
      keys.push_back(finished(row));
  }
};

const Table& table() {
  static const Table made;
  return made;
}

const PlanKey* found(const std::unordered_map<std::string_view, const PlanKey*>& map, std::string_view path) {
  const auto place = map.find(path);
  return place == map.end() ? nullptr : place->second;
}

}  // namespace

std::string value_text(const KeyValue& value) {
  if (const auto* count = std::get_if<std::int64_t>(&value)) return format_count(*count);
  if (const auto* real = std::get_if<double>(&value)) return format_number(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return text_of(*flag);
  return std::string(std::get<std::string_view>(value));
}

bool PlanKey::is_carried() const { return path.starts_with(carried_prefix); }

std::span<const PlanKey> plan_keys() { return table().keys; }

const PlanKey* find_plan_key(std::string_view path) { return found(table().by_path, path); }

const PlanKey* plan_key_of_config(std::string_view deepspeed_key) {
  return found(table().by_config, deepspeed_key);
}

std::string config_path_of(std::string_view plan_path) {
  const PlanKey* key = find_plan_key(plan_path);
  if (key == nullptr) return place_in_config(plan_path);
  return key->deepspeed_key.substr(0, key->deepspeed_key.find(between_keys));
}

std::int64_t default_sequence_length(const Model& model) {
  const std::int64_t longest = model.architecture.max_position_embeddings;
  return longest > 0 ? std::min(longest, sequence_length_most_people_run) : sequence_length_most_people_run;
}

namespace {

/// Returns the default stage: 0 with DeepSpeed; FULL_SHARD with FSDP, which is its own default
/// (torch/distributed/fsdp/fully_sharded_data_parallel.py, sharding_strategy; fully_shard has
/// reshard_after_forward=True). Exceptions are programs without FSDP, and on one GPU those that also train
/// without it: their single-device recipes wrap nothing (torchtune lora_finetune_single_device.py), and FSDP
/// shards nothing over one rank (torch/distributed/fsdp/_init_utils.py: switching to NO_SHARD), although it
/// offloads. DDP is training.sharding none.
int default_stage(const Plan& plan) {
  constexpr int full_shard = 3;
  const Training& training = plan.training;
  if (training.framework == Framework::deepspeed) return 0;
  if (training.program == Program::none) return full_shard;
  const ProgramEntry& entry = entry_of(training.program);
  const bool offloads =
      plan.zero.offload_optimizer.device != Device::none || plan.zero.offload_param.device != Device::none;
  if (plan.cluster.ranks() == 1 && entry.trains_with(ProgramFramework::single) && !offloads) return 0;
  const bool has_fsdp =
      entry.trains_with(ProgramFramework::fsdp1) || entry.trains_with(ProgramFramework::fsdp2);
  return has_fsdp ? full_shard : 0;
}

/// Sets defaults of models with an encoder, in any program: dropout 0.1 as in dropout_rate and
/// hidden_dropout_prob of their configurations (transformers configuration_t5.py, configuration_bert.py), and
/// unfused attention if they have a trained position bias. transformers has fused kernels for these since
/// pull request 47014 of July 2026, but not in earlier releases, including the one of the program's entry.
void put_encoder_defaults(const Model& model, Training& training) {
  if (!model.has_shape() || !model.architecture.has_encoder()) return;
  training.dropout = 0.1;
  if (model.architecture.has_position_bias()) training.attention = Attention::eager;
}

}  // namespace

Plan defaults_without_program(const Plan& plan) {
  Plan defaults;
  defaults.model = plan.model;
  defaults.target.deepspeed_version = plan.target.deepspeed_version;
  Cluster& cluster = defaults.cluster;
  if (plan.cluster.gpu.preset) cluster.gpu = gpu_from_preset(plan.cluster.gpu.preset);
  cluster.gpu.preset = plan.cluster.gpu.preset;
  cluster.other_gpus = plan.cluster.other_gpus;
  const auto link = [&](const Link& stated, const Link& otherwise) {
    return stated.preset && stated != otherwise ? link_from_preset(stated.preset, plan.cluster.gpus_per_node)
                                                : otherwise;
  };
  cluster.intra_node = link(plan.cluster.intra_node, default_intra_node(cluster));
  cluster.inter_node = link(plan.cluster.inter_node, default_inter_node());
  cluster.host_link = link(plan.cluster.host_link, default_host_link(cluster));
  set_host(cluster, default_host(cluster.gpu, plan.cluster.gpus_per_node));
  defaults.training.sequence_length = default_sequence_length(plan.model);
  defaults.training.framework = default_framework(plan.training.program);
  defaults.training.precision = default_precision(cluster);
  defaults.zero.stage = default_stage(plan);
  const MethodProgram& program = program_of(plan.training);
  MethodSettings& method = defaults.training.method;
  method.engine_share = program.engine_share;
  method.engine_ranks = program.engine_ranks;
  method.engine_sleeps = program.engine_sleeps;
  method.rests_on_host = program.rests_on_host;
  const bool pins = pins_by_default(plan.target.deepspeed_version);
  defaults.zero.offload_optimizer.pin_memory = pins;
  defaults.zero.offload_param.pin_memory = pins;
  put_encoder_defaults(plan.model, defaults.training);
  return defaults;
}

Plan defaults_for(const Plan& plan) {
  Plan defaults = defaults_without_program(plan);
  put_program_defaults(plan, defaults);
  put_encoder_defaults(plan.model, defaults.training);
  return defaults;
}

}  // namespace zp
