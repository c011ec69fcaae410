// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include <nlohmann/json.hpp>

#include "core/catalog/architecture_fields.h"
#include "core/catalog/programs.h"
#include "core/catalog/tensors.h"
#include "core/plan_file/plan_keys.h"
#include "core/report/json.h"
#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

template <class Shape>
Json shape_object(const Shape& shape, std::span<const FieldOf<Shape>> fields) {
  Json object = Json::object();
  for (const FieldOf<Shape>& field : fields) {
    Json& value = object[std::string(field.key)];
    if (field.count != nullptr)
      value = shape.*field.count;
    else if (field.flag != nullptr)
      value = shape.*field.flag;
    else
      value = field.word.value(shape);
  }
  return object;
}

Json model_object(const ModelPreset& model) {
  const TensorList tensors = tensors_of(model.architecture);
  const VisionParameters vision = parameters_of(model.vision);
  Json object = {{"id", model.id},
                 {"name", model.name},
                 {"hf_id", model.hf_id},
                 {"parameters", (total_parameters(tensors.kinds()) + vision.total()).value()},
                 {"active", active_parameters(model.architecture).value()},
                 {"architecture", shape_object(model.architecture, architecture_fields())},
                 {"source", model.source},
                 {"note", model.note},
                 {"shipped", model.row.empty()}};
  if (model.vision.is_present()) {
    object["vision"] = shape_object(model.vision, vision_fields());
    object["vision_parameters"] = {{"tower", vision.tower.value()}, {"projector", vision.projector.value()}};
  }
  return object;
}

Json gpu_object(const GpuPreset& gpu) {
  return {{"id", gpu.id},
          {"name", gpu.name},
          {"vendor", gpu.vendor},
          {"generation", gpu.generation},
          {"class", gpu.gpu_class},
          {"release_year", gpu.release_year},
          {"marketing_gb", gpu.marketing_gb},
          {"memory_gib", gpu.memory_gib},
          {"memory_basis", gpu.memory_basis},
          {"memory_gb_per_s", gpu.memory_gb_per_s},
          {"bf16_tflops", gpu.bf16_tflops},
          {"fp32_tflops", gpu.fp32_tflops},
          {"measured_tflops", gpu.measured_tflops},
          {"has_bf16", gpu.has_bf16},
          {"pcie_gb_per_s", gpu.pcie_gb_per_s},
          {"link_type", gpu.link_type},
          {"link_gb_per_s", gpu.link_gb_per_s},
          {"watts", gpu.watts},
          {"source", gpu.source},
          {"note", gpu.note},
          {"shipped", gpu.row.empty()}};
}

Json link_object(const LinkPreset& link) {
  return {{"id", link.id},
          {"name", link.name},
          {"kind", std::string(name_of(link.kind))},
          {"scope", link.scope},
          {"shared_by_node", link.shared_by_node},
          {"gb_per_s", link.gb_per_s},
          {"effective_gb_per_s", link.effective_gb_per_s},
          {"latency_us", link.latency_us},
          {"source", link.source},
          {"note", link.note},
          {"shipped", link.row.empty()}};
}

Json value_object(const ProgramValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json types_object(const ProgramTypes& types) {
  Json object = Json::object();
  for (const ProgramTypeKey& key : program_type_keys())
    object[std::string(key.name)] = std::string(name_of(types.*key.type));
  object["autocasts"] = types.autocasts ? Json(*types.autocasts) : Json();
  return object;
}

/// Returns the defaults of the newest releases, by framework and kind of tuning.
Json ways_array(Program program) {
  Json array = Json::array();
  for (std::size_t framework = 0; framework < program_framework_count; ++framework)
    for (std::size_t tuning = 0; tuning < tuning_count; ++tuning) {
      const ProgramWay way{static_cast<ProgramFramework>(framework), static_cast<Tuning>(tuning)};
      const std::optional<ProgramTypes> types = program_types(program, way);
      if (!types) continue;
      Json settings = Json::array();
      for (const DecidedSetting& decided : program_settings(program, way))
        settings.push_back({{"name", decided.setting->name},
                            {"value", value_object(decided.setting->value)},
                            {"facts", decided.rule->facts}});
      array.push_back({{"framework", std::string(name_of(way.framework))},
                       {"tuning", std::string(name_of(way.tuning))},
                       {"types", types_object(*types)},
                       {"settings", std::move(settings)}});
    }
  return array;
}

Json programs_array() {
  Json array = Json::array();
  for (const ProgramEntry& entry : program_entries()) {
    Json facts = Json::array();
    for (const ProgramFact& fact : entry.facts)
      facts.push_back({{"id", fact.id}, {"text", fact.text}, {"sources", fact.sources}});
    array.push_back({{"id", entry.id},
                     {"name", entry.name},
                     {"title", entry.title},
                     {"version", entry.version},
                     {"repository", entry.repository},
                     {"commit", entry.commit},
                     {"date", entry.date},
                     {"over", entry.base == Program::none ? Json() : Json(std::string(name_of(entry.base)))},
                     {"keys", entry.keys},
                     {"commands", entry.commands},
                     {"facts", std::move(facts)},
                     {"ways", ways_array(program_named(entry.id))}});
  }
  return array;
}

template <class Preset>
Json list(const std::vector<SharedPreset<Preset>>& presets, Json (*object)(const Preset&),
          const std::string& user_file) {
  Json array = Json::array();
  for (const SharedPreset<Preset>& preset : presets) {
    array.push_back(object(*preset));
    if (!preset->row.empty()) array.back()["file"] = user_file;
  }
  return array;
}

std::string or_dash(double value, std::string (*format)(double)) { return value > 0 ? format(value) : "–"; }

std::string teraflops(double value) { return format_number(value); }

Table model_table(const Catalog& presets) {
  Table table{{"id", "Name", "Parameters", "Layers", "Hidden", "Heads", "Vocabulary"}, {}, "llrrrrr"};
  for (const SharedModelPreset& model : presets.models) {
    const Architecture& shape = model->architecture;
    const TensorList tensors = tensors_of(shape);
    const Params all = total_parameters(tensors.kinds()) + parameters_of(model->vision).total();
    table.rows.push_back({model->id, model->name, format_params(all), format_count(shape.layers),
                          format_count(shape.hidden_size), format_count(shape.attention_heads),
                          format_count(shape.vocab_size)});
  }
  return table;
}

Table gpu_table(const Catalog& presets) {
  Table table{{"id", "Name", "Usable", "Bandwidth", "bf16 TFLOP/s", "Link in node", "PCIe"}, {}, "llrrrrr"};
  for (const SharedGpuPreset& gpu : presets.gpus)
    table.rows.push_back({gpu->id, gpu->name, format_gib(from_gib(gpu->memory_gib)),
                          or_dash(gpu->memory_gb_per_s, format_gb_per_s),
                          or_dash(gpu->bf16_tflops, teraflops), or_dash(gpu->link_gb_per_s, format_gb_per_s),
                          or_dash(gpu->pcie_gb_per_s, format_gb_per_s)});
  return table;
}

Table link_table(const Catalog& presets) {
  Table table{{"id", "Name", "Kind", "Nominal", "Measured", "Scope"}, {}, "lllrrl"};
  for (const SharedLinkPreset& link : presets.links)
    table.rows.push_back({link->id, link->name, for_people(name_of(link->kind)),
                          or_dash(link->gb_per_s, format_gb_per_s),
                          or_dash(link->effective_gb_per_s, format_gb_per_s), link->scope});
  return table;
}

Table program_table() {
  Table table{{"id", "Name", "Read", "Repository", "Trains with"}, {}, "lllll"};
  for (const ProgramEntry& entry : program_entries()) {
    std::string frameworks;
    for (std::size_t i = 0; i < program_framework_count; ++i)
      if (const auto framework = static_cast<ProgramFramework>(i); entry.trains_with(framework))
        frameworks += (frameworks.empty() ? "" : ", ") + std::string(name_of(framework));
    table.rows.push_back({entry.id, entry.title, entry.version.empty() ? entry.date : entry.version,
                          entry.repository + '@' + entry.commit, frameworks});
  }
  return table;
}

}  // namespace

std::string presets_json(const Catalog& presets, const CatalogParts& parts) {
  Json json = {{"format", "zero-presets/1"}};
  if (parts.models) json["models"] = list(presets.models, model_object, parts.user_file);
  if (parts.gpus) json["gpus"] = list(presets.gpus, gpu_object, parts.user_file);
  if (parts.links) json["links"] = list(presets.links, link_object, parts.user_file);
  if (parts.programs) json["programs"] = programs_array();
  return text_of(json);
}

std::string plan_keys_json() {
  Json keys = Json::array();
  for (const PlanKey& key : plan_keys())
    keys.push_back({{"path", std::string(key.path)},
                    {"type", std::string(key.type)},
                    {"default", std::string(key.default_value)},
                    {"deepspeed_key", std::string(key.deepspeed_key)},
                    {"meaning", std::string(key.meaning)}});
  return text_of({{"format", "zero-plan-keys/1"}, {"keys", std::move(keys)}});
}

std::string presets_text(const Catalog& presets, const CatalogParts& parts) {
  std::string text, own;
  const auto add = [&](bool is_wanted, std::string_view title, Table (*table)(const Catalog&),
                       const auto& list) {
    if (!is_wanted) return;
    text += (text.empty() ? "" : "\n") + std::string(title) + "\n" + aligned_table(table(presets));
    for (const auto& preset : list)
      if (!preset->row.empty()) own += (own.empty() ? "" : ", ") + preset->id;
  };
  add(parts.models, "Models (model.preset)", model_table, presets.models);
  add(parts.gpus, "GPUs (cluster.gpu.preset)", gpu_table, presets.gpus);
  add(parts.links, "Links (cluster.intra_node.preset, .inter_node, .host_link); GB/s in one direction",
      link_table, presets.links);
  if (parts.programs)
    text += (text.empty() ? "" : "\n") + std::string("Training programs (training.program)\n") +
            aligned_table(program_table());
  return own.empty() ? text : text + "\nYours, of " + parts.user_file + ": " + own + ".\n";
}

std::string plan_keys_text() {
  std::string text =
      "Keys of a plan file (*.zplan.json). All are optional except one way of naming the model: "
      "model.preset,\n"
      "model.parameters, model.architecture or model.tensors.\n\n";
  for (const PlanKey& key : plan_keys()) {
    text += std::string(key.path) + "  (" + std::string(key.type) + ")";
    if (!key.default_value.empty()) text += "  default: " + std::string(key.default_value);
    text += "\n    " + wrapped(key.meaning, 96, 4) + "\n";
    if (!key.deepspeed_key.empty()) text += "    ds_config: " + std::string(key.deepspeed_key) + "\n";
  }
  return text;
}

}  // namespace zp
