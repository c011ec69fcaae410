// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>

#include "core/catalog/repositories.h"
#include "core/plan_file/architecture_json.h"
#include "core/plan_file/carried_presets_json.h"
#include "core/plan_file/plan_reading.h"
#include "core/plan_file/vision_json.h"

namespace zp::plan_io {
namespace {

constexpr std::array<std::string_view, 4> ways = {"preset", "parameters", "architecture", "tensors"};

/// Returns the key with which `model` describes its network. Throws FileError unless there is exactly one.
std::string_view way_of(const Json& root) {
  const Json* model = member(&root, "model");
  if (model != nullptr) as_object(*model, "model");
  std::string_view way;
  for (std::string_view candidate : ways) {
    if (member(model, candidate) == nullptr) continue;
    if (!way.empty())
      fail(joined("model", way),
           "and model." + std::string(candidate) + " both name the model; keep one of the two.");
    way = candidate;
  }
  if (!way.empty()) return way;
  std::string advice;
  for (const auto& [key, value] : root.items())
    if (key.find('.') != std::string::npos && is_known_key(key))
      advice = " Keys stand nested in their sections: write {\"" + std::string(section_part(key)) +
               "\": {\"" + std::string(key_part(key)) + "\": …}} for \"" + key + "\".";
  if (root.contains("zero_optimization") || root.contains("train_micro_batch_size_per_gpu"))
    advice = " This looks like a ds_config.json, which \"zero-planner import\" turns into a plan.";
  else if (root.contains("model_type") || root.contains("architectures"))
    advice = " This looks like a Hugging Face config.json, which \"zero-planner import\" turns into a plan.";
  fail("model",
       "is not named; give model.preset, model.parameters, model.architecture or model.tensors." + advice);
}

/// Returns a shape with any number of dimensions as rows × columns, multiplying all dimensions but the first.
TensorKind kind_of_shape(const Json& shape, const std::string& path) {
  if (!shape.is_array())
    fail(path, "must be a list of whole numbers such as [4096, 4096], found " + found(shape) +
                   "; write it in brackets.");
  TensorKind kind{1, 1, 1, TensorRole::other, true};
  double product = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t size = read_count(shape[i], joined(path, std::to_string(i)), dimension_range);
    product *= static_cast<double>(size);
    if (!parameter_range.holds(product))
      fail(path, "has more elements than the 10^15 this planner counts; check it.");
    (i == 0 ? kind.rows : kind.columns) *= size;
  }
  return kind;
}

struct TensorLists {
  std::vector<TensorKind> kinds;
  Json names = Json::array();
  Json shapes = Json::object();
  Json unknown = Json::object();
  bool has_names = false;
};

void read_tensor(const Json& item, TensorLists& lists) {
  const std::string index = std::to_string(lists.kinds.size());
  const std::string path = "model.tensors." + index;
  as_object(item, path);
  const Json* shape = member(&item, "shape");
  if (shape == nullptr)
    fail(path, R"(has no shape; write for example {"shape": [4096, 4096], "count": 32}.)");
  TensorKind kind = kind_of_shape(*shape, path + ".shape");
  if (shape->size() != 1 && shape->size() != 2) lists.shapes[index] = *shape;
  Json name;
  for (const auto& [key, value] : item.get_ref<const Json::object_t&>()) {
    const std::string key_path = joined(path, key);
    if (key == "count") {
      kind.count = read_count(value, key_path, tensor_count_range);
    } else if (key == "trainable") {
      kind.trainable = read_flag(value, key_path);
    } else if (key == "name") {
      name = read_text(value, key_path);
      lists.has_names = true;
    } else if (key != "shape") {
      lists.unknown[index][key] = value;
    }
  }
  lists.kinds.push_back(kind);
  lists.names.push_back(std::move(name));
}

Model read_tensors(const Json& list, PlanText& text, Json& unknown) {
  if (!list.is_array())
    fail("model.tensors",
         "must be a list, found " + found(list) + R"(; write [{"shape": [4096, 4096], "count": 32}].)");
  if (list.empty()) fail("model.tensors", "is empty; list at least one tensor.");
  TensorLists lists;
  double total = 0;
  for (const Json& item : list) {
    read_tensor(item, lists);
    const TensorKind& kind = lists.kinds.back();
    total += static_cast<double>(kind.numel()) * static_cast<double>(kind.count);
  }
  if (!parameter_range.holds(total))
    fail("model.tensors", "adds up to more than the 10^15 parameters this planner counts; check the counts.");
  if (lists.has_names) text.tensor_names = lists.names.dump();
  text.tensor_shapes = text_of(lists.shapes);
  if (!lists.unknown.empty()) unknown["model"]["tensors"] = std::move(lists.unknown);
  return model_from_tensors(std::move(lists.kinds));
}

/// Returns [4096, 4096], [4096] for a vector, or the shape as it was read.
Json shape_of(const TensorKind& kind, const Json& kept) {
  if (kept.is_array()) {
    double product = 1;
    for (const Json& size : kept)
      product *= size.is_number() ? size.get<double>() : 0;
    if (product == static_cast<double>(kind.numel())) return kept;
  }
  return kind.columns == 1 ? Json::array({kind.rows}) : Json::array({kind.rows, kind.columns});
}

Json write_tensors(const PlanDocument& document) {
  const Json names =
      document.text.tensor_names.empty() ? Json::array() : parse_json(document.text.tensor_names);
  const Json shapes = object_of(document.text.tensor_shapes);
  Json list = Json::array();
  for (const TensorKind& kind : document.plan.model.tensors.kinds()) {
    const std::size_t index = list.size();
    const Json* shape = member(&shapes, std::to_string(index));
    Json item = {{"shape", shape_of(kind, shape != nullptr ? *shape : Json())}};
    if (kind.count != 1) item["count"] = kind.count;
    if (!kind.trainable) item["trainable"] = false;
    if (names.is_array() && index < names.size() && names[index].is_string()) item["name"] = names[index];
    list.push_back(std::move(item));
  }
  return list;
}

/// Reads model.vision, whose keys override those of the preset's tower.
void read_tower(const Json& root, std::string_view way, Model& model) {
  const Json* stated = value_at_path(root, "model.vision");
  if (stated == nullptr) return;
  if (way != "preset" && way != "architecture")
    fail("model.vision", "and model." + std::string(way) +
                             " cannot stand together; name the language model by preset or architecture.");
  model.vision = read_vision(*stated, model.vision);
  if (model.vision.is_present() && model.vision.projector_output_size == 0)
    model.vision.projector_output_size = model.architecture.hidden_size;
}

/// Writes model.vision if the tower differs from the preset's, or if the preset has none.
void write_tower(const Model& model, Json& section) {
  const VisionTower base = section.contains("preset") ? model.preset->vision : VisionTower();
  if (model.vision != base) section["vision"] = write_vision(model.vision, base);
}

Architecture without_frozen(Architecture shape) {
  shape.frozen_parameters = 0;
  return shape;
}

}  // namespace

void read_model(const PlanSource& source, PlanDocument& document, Json& unknown) {
  const Json& root = source.root;
  const std::string_view way = way_of(root);
  const Json& value = *value_at_path(root, joined("model", way));
  Model& model = document.plan.model;
  if (way == "preset") {
    model = model_from_preset(*read_preset(source, "model.preset", value, PresetKind::model).model());
    document.text.repository = repository_beside(value.get_ref<const std::string&>(), *model.preset);
  } else if (way == "parameters") {
    model = model_from_parameters(Params(read_count(value, "model.parameters", parameter_range)));
  } else if (way == "architecture") {
    model = model_from_architecture(read_architecture(value, "model.architecture"));
  } else {
    model = read_tensors(value, document.text, unknown);
  }
  read_tower(root, way, model);
  const Json* frozen = value_at_path(root, "model.frozen_parameters");
  if (frozen == nullptr) return;
  if (way == "tensors")
    fail("model.frozen_parameters",
         "and model.tensors cannot stand together; mark single tensors trainable: false.");
  if (value_at_path(root, "model.architecture.frozen_parameters") != nullptr)
    fail("model.frozen_parameters",
         "and model.architecture.frozen_parameters are the same; keep one of the two.");
  model.architecture.frozen_parameters =
      read_count(*frozen, "model.frozen_parameters", find_plan_key("model.frozen_parameters")->range);
}

void write_model(const PlanDocument& document, CarriedPresets& presets, Json& root) {
  const Model& model = document.plan.model;
  Json& section = root["model"];
  section = Json::object();
  if (!model.has_shape()) {
    section["tensors"] = write_tensors(document);
    return;
  }
  if (model.source == ModelSource::parameters) {
    section["parameters"] = model.stated_parameters.value();
  } else if (model.preset &&
             without_frozen(model.architecture) == without_frozen(model.preset->architecture)) {
    section["preset"] = presets.name(AnyPreset(model.preset));
  } else {
    section["architecture"] = write_architecture(model.architecture);
    write_tower(model, section);
    return;
  }
  write_tower(model, section);
  if (model.architecture.frozen_parameters > 0)
    section["frozen_parameters"] = model.architecture.frozen_parameters;
}

}  // namespace zp::plan_io
