// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog_entries.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/catalog/architecture_fields.h"
#include "core/catalog/preset_fields.h"
#include "core/text/ordered_json.h"
#include "core/text/utf8.h"
#include "core/units/format.h"

namespace zp {
namespace {

using text_io::Json;
using text_io::member;

/// Origin of an entry, which determines its required keys.
enum class Origin : std::uint8_t { shipped, own };

constexpr std::size_t longest_name = 100;

[[noreturn]] void fail(std::string_view key, const std::string& rest) {
  throw FileError(std::string(key), std::string(key) + " " + rest);
}

std::string shown(const Json& value) {
  if (value.is_array()) return "a list";
  return value.is_object() ? "an object" : shortened(value.dump());
}

const std::string& read_text(const Json& value, std::string_view key) {
  if (!value.is_string()) fail(key, "must be a text in double quotes, found " + shown(value) + ".");
  const auto& text = value.get_ref<const std::string&>();
  if (std::ranges::any_of(text, is_control))
    fail(key, "holds a line break or another control character; take it out.");
  return text;
}

double read_number(const Json& value, std::string_view key, const Range& range, std::string_view unit) {
  const std::string of = unit.empty() ? "" : " of " + std::string(unit);
  if (!value.is_number() || !range.holds(value.get<double>()))
    fail(key, "must be a number" + of + " from " + format_number(range.low, 17) + " to " +
                  format_number(range.high, 17) + ", found " + shown(value) + ".");
  return value.get<double>();
}

std::int64_t read_count(const Json& value, std::string_view key, const Range& range) {
  const double real = read_number(value, key, range, "");
  if (real != std::floor(real)) fail(key, "must be a whole number, found " + shown(value) + ".");
  return static_cast<std::int64_t>(real);
}

std::string_view read_word(const Json& value, std::string_view key, std::span<const std::string_view> words) {
  const auto known = std::ranges::find(words, read_text(value, key));
  if (known != words.end()) return *known;
  std::string list;
  for (const std::string_view word : words)
    list += (list.empty() ? "" : ", ") + std::string(word);
  fail(key, "is " + shown(value) + ", an unknown word; it is one of " + list + ".");
}

template <class Preset>
void read_field(const Json& value, const PresetField<Preset>& field, Preset& preset) {
  if (field.text != nullptr)
    preset.*field.text = read_text(value, field.key);
  else if (field.number != nullptr)
    preset.*field.number = read_number(value, field.key, field.range, field.unit);
  else if (field.count != nullptr)
    preset.*field.count = static_cast<int>(read_count(value, field.key, field.range));
  else
    field.set_word(preset, read_word(value, field.key, field.words));
}

template <class Preset>
Preset read_fields(const Json& entry, std::span<const PresetField<Preset>> fields, Origin origin) {
  if (!entry.is_object())
    throw FileError("", "the entry must be an object in braces, found " + shown(entry) + ".");
  Preset preset;
  for (const PresetField<Preset>& field : fields) {
    const Json* value = member(&entry, field.key);
    if (value == nullptr && field.key == "bf16_tflops") value = member(&entry, "fp16_tflops");
    if (value != nullptr)
      read_field(*value, field, preset);
    else if (field.stated == Stated::always ||
             (field.stated == Stated::where_shipped && origin == Origin::shipped))
      fail(field.key, "is missing: " + std::string(field.meaning));
  }
  preset.id = preset_id(preset.name);
  if (preset.id.empty() || preset.name.size() > longest_name)
    fail("name", "must have a letter or a digit of ASCII in it, and at most " + std::to_string(longest_name) +
                     " characters.");
  return preset;
}

template <class Shape>
void read_feature(Shape& shape, const FieldOf<Shape>* field, const std::string& path, const Json& value) {
  if (field == nullptr) fail(path, "is an unknown key of a shape.");
  if (field->count != nullptr) {
    shape.*field->count = read_count(value, path, field->range);
  } else if (field->flag != nullptr) {
    if (!value.is_boolean()) fail(path, "must be true or false, found " + shown(value) + ".");
    shape.*field->flag = value.get<bool>();
  } else {
    field->word.set(shape, read_word(value, path, field->word.words));
  }
}
void read_feature(Architecture& shape, const std::string& key, const Json& value) {
  read_feature(shape, find_architecture_field(key), "architecture." + key, value);
}

/// Returns the vision tower of an entry; a tower without layers if the entry has none.
VisionTower read_tower(const Json& entry) {
  VisionTower tower;
  const Json* keys = member(&entry, "vision");
  if (keys == nullptr) return tower;
  if (!keys->is_object()) fail("vision", "must be an object in braces, with the keys of model.vision.");
  for (const auto& [key, value] : keys->items())
    read_feature(tower, find_vision_field(key), "vision." + key, value);
  for (const VisionField& field : vision_fields())
    if (field.is_required && member(keys, field.key) == nullptr)
      fail("vision." + std::string(field.key), "is missing: " + std::string(field.meaning));
  complete(tower);
  return tower;
}

Architecture read_shape(const Json& entry) {
  const Json* keys = member(&entry, "architecture");
  if (keys == nullptr || !keys->is_object())
    fail("architecture", "is missing: the shape, with the keys of model.architecture of a plan.");
  Architecture shape;
  if (const Json* block = member(keys, "block"))
    read_feature(shape, "block", *block);
  else
    fail("architecture.block", "is missing: the family, llama or gpt.");
  shape = default_architecture(shape.block);
  for (const auto& [key, value] : keys->items())
    read_feature(shape, key, value);
  for (const ShapeField& field : architecture_fields())
    if (field.is_always_written && member(keys, field.key) == nullptr)
      fail("architecture." + std::string(field.key), "is missing: " + std::string(field.meaning));
  if (shape.has_experts() && member(keys, "experts_per_token") == nullptr)
    shape.experts_per_token = std::min<std::int64_t>(2, shape.experts);
  // A fractional head size is not rounded but left at 0, so that the rules report it.
  const bool is_whole = shape.head_dim > 0 || shape.hidden_size % shape.attention_heads == 0;
  complete(shape);
  if (!is_whole) shape.head_dim = 0;
  return shape;
}

ModelPreset read_model(const Json& entry, Origin origin) {
  ModelPreset model = read_fields(entry, model_fields(), origin);
  model.architecture = read_shape(entry);
  model.vision = read_tower(entry);
  return model;
}

GpuPreset read_gpu(const Json& entry, Origin origin) {
  GpuPreset gpu = read_fields(entry, gpu_fields(), origin);
  if (gpu.host_gb_per_s == 0) gpu.host_gb_per_s = gpu.pcie_gb_per_s;
  if (gpu.marketing_gb == 0) gpu.marketing_gb = std::ceil(gpu.memory_gib);
  if (gpu.gpu_class.empty()) gpu.gpu_class = "datacenter";
  return gpu;
}

LinkPreset read_link(const Json& entry, Origin origin) {
  LinkPreset link = read_fields(entry, link_fields(), origin);
  if (link.scope.empty()) link.scope = "per GPU";
  link.shared_by_node = link.scope.starts_with("per node") || link.scope.starts_with("per port");
  return link;
}

/// Parses one shipped file. Throws std::logic_error, naming the file and the position, if it is malformed.
Json parsed(std::string_view text, const std::string& key) {
  try {
    return text_io::parse_json(text);
  } catch (const FileError& error) {
    throw std::logic_error("resources/catalog/" + key + ".json: " + error.what());
  }
}

/// Returns the entries under `key` of one file, each parsed by `read`. Throws if two entries have the same
/// id.
template <class Preset>
std::vector<Preset> read_file(const Json& file, const std::string& key, Preset (*read)(const Json&, Origin)) {
  std::vector<Preset> presets;
  try {
    for (const Json& entry : file.at(key)) {
      Preset preset = read(entry, Origin::shipped);
      if (std::ranges::find(presets, preset.id, &Preset::id) != presets.end())
        throw std::logic_error("a second entry with the id \"" + preset.id + "\"");
      presets.push_back(std::move(preset));
    }
  } catch (const std::exception& error) {
    throw std::logic_error("resources/catalog/" + key + ".json, entry " + std::to_string(presets.size() + 1) +
                           (presets.empty() ? "" : " (after " + presets.back().name + ")") + ": " +
                           error.what());
  }
  return presets;
}

template <class Preset>
std::vector<SharedPreset<Preset>> shared(std::vector<Preset> presets) {
  std::vector<SharedPreset<Preset>> all;
  all.reserve(presets.size());
  for (Preset& preset : presets)
    all.emplace_back(std::move(preset));
  return all;
}

std::vector<SustainedRule> read_rules(const Json& file) {
  const auto word = [](const Json& rule, std::string_view key) {
    const Json* named = member(&rule, key);
    return named != nullptr ? named->get<std::string>() : std::string();
  };
  std::vector<SustainedRule> rules;
  if (const Json* stated = member(&file, "sustained"))
    for (const Json& rule : *stated)
      rules.push_back({word(rule, "generation"), word(rule, "class"), rule.at("share").get<double>(),
                       rule.value("fp8_over_16_bit", 1.0)});
  return rules;
}

/// Sets the shares from the first rule that matches the generation and class of the GPU, unless the GPU
/// states its own share for 16-bit matrix products.
void set_sustained_share(GpuPreset& gpu, const std::vector<SustainedRule>& rules) {
  const auto fits = [](const std::string& named, const std::string& word) {
    return named.empty() || named == word;
  };
  const auto rule = std::ranges::find_if(rules, [&](const SustainedRule& each) {
    return fits(each.generation, gpu.generation) && fits(each.gpu_class, gpu.gpu_class);
  });
  if (rule == rules.end())
    throw std::logic_error("resources/catalog/gpus.json, sustained: nothing for " + gpu.name);
  if (gpu.sustained_share <= 0) gpu.sustained_share = rule->share;
  gpu.fp8_share = gpu.sustained_share * rule->fp8_over_16_bit;
}

template <class Preset>
Preset read_own(const std::string& row, Preset (*read)(const Json&, Origin)) {
  return read(text_io::parse_json(row), Origin::own);
}

}  // namespace

Catalog read_catalog(std::string_view models, std::string_view gpus, std::string_view links) {
  Catalog catalog;
  const Json gpu_file = parsed(gpus, "gpus");
  catalog.models = shared(read_file(parsed(models, "models"), "models", read_model));
  std::vector<GpuPreset> cards = read_file(gpu_file, "gpus", read_gpu);
  catalog.links = shared(read_file(parsed(links, "links"), "links", read_link));
  catalog.sustained = read_rules(gpu_file);
  for (GpuPreset& card : cards)
    set_sustained_share(card, catalog.sustained);
  catalog.gpus = shared(std::move(cards));
  return catalog;
}

ModelPreset read_own_model(const std::string& row) { return read_own(row, read_model); }
GpuPreset read_own_gpu(const std::string& row, const std::vector<SustainedRule>& rules) {
  GpuPreset gpu = read_own(row, read_gpu);
  set_sustained_share(gpu, rules);
  return gpu;
}
LinkPreset read_own_link(const std::string& row) { return read_own(row, read_link); }

}  // namespace zp
