// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog_entries.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/catalog/architecture_fields.h"

namespace zp {
namespace {

using Json = nlohmann::json;

std::string text(const Json& entry, const char* key) { return entry.value(key, std::string()); }
double number(const Json& entry, const char* key) { return entry.value(key, 0.0); }

std::string_view known_word(const ShapeField& field, const std::string& word) {
  const auto& words = field.word.words;
  if (std::ranges::find(words, word) == words.end()) throw std::logic_error("unknown word \"" + word + "\"");
  return word;
}

void read_feature(Architecture& shape, const std::string& key, const Json& value) {
  const ShapeField* field = find_architecture_field(key);
  if (field == nullptr) throw std::logic_error("unknown key \"" + key + "\" in architecture");
  if (field->count != nullptr)
    shape.*field->count = value.get<std::int64_t>();
  else if (field->flag != nullptr)
    shape.*field->flag = value.get<bool>();
  else
    field->word.set(shape, known_word(*field, value.get_ref<const std::string&>()));
}

Architecture read_architecture(const Json& keys) {
  Architecture shape;
  read_feature(shape, "block", keys.at("block"));
  shape = default_architecture(shape.block);
  for (const auto& [key, value] : keys.items())
    read_feature(shape, key, value);
  complete(shape);
  return shape;
}

ModelPreset read_model(const Json& entry) {
  return {.id = {},
          .name = entry.at("name"),
          .hf_id = text(entry, "hf_id"),
          .architecture = read_architecture(entry.at("architecture")),
          .source = entry.at("source"),
          .note = text(entry, "note")};
}

GpuPreset read_gpu(const Json& entry) {
  GpuPreset gpu;
  gpu.name = entry.at("name");
  gpu.vendor = entry.at("vendor");
  gpu.generation = entry.at("generation");
  gpu.gpu_class = entry.at("class");
  gpu.release_year = entry.at("release_year");
  gpu.marketing_gb = entry.at("marketing_gb");
  gpu.memory_gib = entry.at("memory_gib");
  gpu.memory_basis = entry.at("memory_basis");
  gpu.memory_gb_per_s = entry.at("memory_gb_per_s");
  gpu.bf16_tflops = entry.contains("bf16_tflops") ? entry["bf16_tflops"] : entry.at("fp16_tflops");
  gpu.fp32_tflops = number(entry, "fp32_tflops");
  gpu.measured_tflops = number(entry, "measured_bf16_tflops");
  gpu.pcie_gb_per_s = entry.at("pcie_gb_per_s");
  gpu.host_gb_per_s = entry.value("host_gb_per_s", gpu.pcie_gb_per_s);
  gpu.link_type = entry.at("link_type");
  gpu.link_gb_per_s = number(entry, "link_gb_per_s");
  gpu.link_preset = text(entry, "link_preset");
  gpu.link_peers = entry.value("link_peers", 0);
  gpu.has_bf16 = entry.at("bf16_support") != "no";
  gpu.watts = entry.at("watts");
  gpu.note = text(entry, "note");
  gpu.source = entry.at("source");
  return gpu;
}

LinkKind link_kind(const std::string& word) {
  static constexpr std::pair<std::string_view, LinkKind> kinds[] = {{"host", LinkKind::host},
                                                                    {"gpu_fabric", LinkKind::gpu_fabric},
                                                                    {"inter_node", LinkKind::inter_node},
                                                                    {"nvme", LinkKind::nvme}};
  for (const auto& [name, kind] : kinds)
    if (name == word) return kind;
  throw std::logic_error("unknown kind of link \"" + word + "\"");
}

LinkPreset read_link(const Json& entry) {
  LinkPreset link;
  link.name = entry.at("name");
  link.kind = link_kind(entry.at("kind"));
  link.scope = entry.at("scope");
  link.shared_by_node = link.scope.starts_with("per node");
  link.gb_per_s = entry.at("gb_per_s");
  link.effective_gb_per_s = entry.at("effective_gb_per_s");
  link.write_gb_per_s = number(entry, "write_gb_per_s");
  link.latency_us = number(entry, "latency_us");
  link.note = text(entry, "note");
  link.source = entry.at("source");
  return link;
}

/// Throws naming the file.
Json parsed(std::string_view json, const std::string& key) {
  try {
    return Json::parse(json);
  } catch (const std::exception& error) {
    throw std::logic_error("resources/catalog/" + key + ".json: " + error.what());
  }
}

/// The entries under `key` of one file, each read by `read` and given its id.
template <class Preset>
std::vector<Preset> read_file(const Json& file, const std::string& key, Preset (*read)(const Json&)) {
  std::vector<Preset> presets;
  try {
    for (const Json& entry : file.at(key)) {
      presets.push_back(read(entry));
      Preset& preset = presets.back();
      preset.id = preset_id(preset.name);
      if (std::ranges::count(presets, preset.id, &Preset::id) > 1)
        throw std::logic_error("a second entry with the id \"" + preset.id + "\"");
    }
  } catch (const std::exception& error) {
    const std::string after = presets.empty() ? "" : " (after " + presets.back().name + ")";
    throw std::logic_error("resources/catalog/" + key + ".json, entry " + std::to_string(presets.size() + 1) +
                           after + ": " + error.what());
  }
  return presets;
}

/// "sustained" of gpus.json: the first entry that names nothing else than the GPU's generation and class.
void set_sustained_shares(std::vector<GpuPreset>& gpus, const Json& file) {
  const Json rules = file.value("sustained", Json::array());
  const auto fits = [](const Json& rule, const char* key, const std::string& word) {
    return !rule.contains(key) || rule[key] == word;
  };
  for (GpuPreset& gpu : gpus) {
    const auto rule = std::ranges::find_if(rules, [&](const Json& r) {
      return fits(r, "generation", gpu.generation) && fits(r, "class", gpu.gpu_class);
    });
    if (rule == rules.end())
      throw std::logic_error("resources/catalog/gpus.json, sustained: nothing for " + gpu.name);
    gpu.sustained_share = rule->at("share");
  }
}

}  // namespace

Catalog read_catalog(std::string_view models_json, std::string_view gpus_json, std::string_view links_json) {
  const Json gpus = parsed(gpus_json, "gpus");
  Catalog catalog{.models = read_file(parsed(models_json, "models"), "models", read_model),
                  .gpus = read_file(gpus, "gpus", read_gpu),
                  .links = read_file(parsed(links_json, "links"), "links", read_link)};
  set_sustained_shares(catalog.gpus, gpus);
  return catalog;
}

}  // namespace zp
