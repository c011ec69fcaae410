// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>
#include <optional>

#include "core/catalog/tensors.h"
#include "core/import/hf_families_json.h"
#include "core/import/import_parts_json.h"
#include "core/plan_file/plan_file.h"
#include "core/units/format.h"

namespace zp::import_io {
namespace {

int bytes_of_dtype(const std::string& dtype) {
  if (dtype.find("float32") != std::string::npos) return 4;
  return dtype.find("float8") != std::string::npos ? 1 : 2;
}

std::string dtype_of(const Json& config) {
  for (const char* key : {"torch_dtype", "dtype"})
    if (config.contains(key) && config[key].is_string()) return config[key].get<std::string>();
  return "";
}

/// Returns the number of elements by the safetensors index: total_parameters if stated, else total_size in
/// bytes divided by the type's size.
std::optional<std::int64_t> counted_by(const std::string& index, const std::string& dtype) {
  if (index.empty()) return std::nullopt;
  const Json json = text_io::parse_json(index);
  const auto metadata = json.find("metadata");
  if (metadata == json.end() || !metadata->is_object()) return std::nullopt;
  if (metadata->contains("total_parameters") && (*metadata)["total_parameters"].is_number())
    return (*metadata)["total_parameters"].get<std::int64_t>();
  if (metadata->contains("total_size") && (*metadata)["total_size"].is_number())
    return (*metadata)["total_size"].get<std::int64_t>() / bytes_of_dtype(dtype);
  return std::nullopt;
}

/// Adjusts the shape to the parameter count of the index: a head that is not stored is tied; parameters
/// beyond the decoder (a vision tower, multi-token prediction layers) become other_parameters.
void agree_with_index(Architecture& shape, std::int64_t counted, std::int64_t tower, Imported& imported) {
  const std::int64_t head = shape.vocab_size * shape.hidden_size;
  const auto total = [&] { return tower + total_parameters(tensors_of(shape).kinds()).value(); };
  if (!shape.tied_embeddings && total() - counted == head) shape.tied_embeddings = true;
  if (shape.tied_embeddings && counted - total() == head) shape.tied_embeddings = false;
  const std::int64_t more = counted - total();
  if (more == 0) {
    note(imported, "count_agrees", "model.architecture",
         "model.safetensors.index.json counts " + format_count(counted) + " parameters, as the shape does.");
    return;
  }
  if (more > 0) {
    shape.other_parameters += more;
    note(imported, "other_parameters", "model.architecture.other_parameters",
         "model.safetensors.index.json counts " + format_count(counted) + " parameters, " +
             format_count(more) + " more than the decoder: they are counted as weights without activations.");
    return;
  }
  note(imported, "count_differs", "model.architecture",
       "model.safetensors.index.json counts " + format_count(counted) + " parameters, " +
           format_count(-more) + " fewer than the shape.",
       "Check vocab_size and tie_word_embeddings, or whether the file is quantised.");
}

/// Adds the parameters of the towers next to the decoder, or a note if a tower's size is unknown.
void add_towers(Architecture& shape, const std::vector<HfTower>& towers, Imported& imported) {
  for (const HfTower& tower : towers) {
    if (!tower.parameters) {
      note(imported, "tower_not_counted", "model.architecture.other_parameters",
           "What " + tower.part + " describes is not counted: the file does not say its sizes.",
           "Put model.safetensors.index.json next to the file for the exact count.");
      continue;
    }
    shape.other_parameters += *tower.parameters;
    note(imported, "tower_counted", "model.architecture.other_parameters",
         "What " + tower.part + " describes is counted as " + format_count(*tower.parameters) +
             " weights without activations, the matrices of its blocks.");
  }
}

}  // namespace

Imported import_hugging_face(const Json& config, const ImportFile& file, const PlanDocument& base,
                             const Catalog& presets) {
  const HfShape found = hf_shape(config);
  Json plan = Json::parse(write_plan(base));
  plan["model"] = {{"architecture", found.architecture}};
  if (!found.vision.is_null()) plan["model"]["vision"] = found.vision;
  Imported imported;
  imported.document = read_plan(text_io::one_line(plan), presets);
  Architecture& shape = imported.document.plan.model.architecture;
  const VisionTower vision = imported.document.plan.model.vision;
  const VisionParameters of_vision = parameters_of(vision);
  const std::int64_t beside = of_vision.total().value();
  if (!found.is_known_family)
    note(imported, "unknown_family", "model.architecture",
         found.model_type.empty() ? "The file names no model_type; its keys were read as those of Llama."
                                  : "model_type " + found.model_type +
                                        " is not in the table; its keys were read as those of Llama.",
         "Compare the parameter count with the published one.");
  if (vision.is_present())
    note(imported, "tower_read", "model.vision",
         "vision_config is a tower of " + format_count(of_vision.tower.value()) +
             " parameters with a projector of " + format_count(of_vision.projector.value()) + ".");
  if (!found.unsupported.empty()) note(imported, "family", "model.architecture", found.unsupported);
  if (const auto counted = counted_by(file.safetensors_index, dtype_of(config))) {
    agree_with_index(shape, *counted, beside, imported);
  } else {
    add_towers(shape, found.towers, imported);
    note(imported, "counted_from_shape", "model.architecture",
         "Parameters are counted from the shape: " +
             format_count(beside + total_parameters(tensors_of(shape).kinds()).value()) + ".",
         "Put model.safetensors.index.json next to the file for the exact count.");
  }
  imported.document.plan.model = model_from_architecture(shape);
  imported.document.plan.model.vision = vision;
  Training& training = imported.document.plan.training;
  const std::int64_t longest = shape.max_position_embeddings;
  if (longest > 0 && training.sequence_length > longest) {
    training.sequence_length = longest;
    note(imported, "sequence_shortened", "training.sequence_length",
         "The sequence is the longest this model was made for, " + format_count(longest) + " tokens.");
  }
  if (shape.has_experts() && config.contains("decoder_sparse_step") && config["decoder_sparse_step"] != 1)
    note(imported, "sparse_step", "model.architecture.experts",
         "Only every " + config["decoder_sparse_step"].dump() +
             "th layer has experts; the plan puts them in all.");
  return imported;
}

}  // namespace zp::import_io
