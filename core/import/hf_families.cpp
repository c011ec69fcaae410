// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <embedded/import.h>

#include <string_view>

#include "core/import/hf_families_json.h"
#include "core/import/hf_rules_json.h"
#include "core/plan_file/plan_file.h"

namespace zp::import_io {
namespace {

const Json& table() {
  static const Json families = Json::parse(embedded::hf_families_json);
  return families;
}

const Json* family_of(const std::string& model_type) {
  for (const Json& family : table()["families"])
    for (const Json& type : family["types"])
      if (type == model_type) return &family;
  return nullptr;
}

Json read_keys(const Json& config) {
  Json shape = Json::object();
  for (const auto& [field, names] : table()["keys"].items())
    for (const Json& name : names)
      if (const Json* value = value_in(config, name.get<std::string>())) {
        shape[field] = *value;
        break;
      }
  return shape;
}

/// Returns the text of a key; "" if its value is absent or not a text.
std::string text_of(const Json& config, const char* key) {
  const Json* value = value_in(config, key);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

/// Returns the decoder's section: text_config for models with an image or audio encoder, else `config`
/// itself.
const Json& decoder_of(const Json& config) {
  for (const char* part : {"text_config", "language_config", "llm_config"})
    if (const Json* inner = value_in(config, part); inner != nullptr && inner->is_object()) return *inner;
  return config;
}

/// Returns a text_config completed with the keys that the outer config states for both parts, and with
/// transformers' defaults.
Json completed(Json decoder, const Json& config, const std::string& model_type) {
  const auto add = [&](const std::string& key, const Json& value) {
    if (value_in(decoder, key) == nullptr) decoder[key] = value;
  };
  if (const Json* tied = value_in(config, "tie_word_embeddings")) add("tie_word_embeddings", *tied);
  if (const Json* defaults = text_io::member(&table()["nested"], model_type))
    for (const auto& [key, value] : defaults->items())
      add(key, value);
  return decoder;
}

[[noreturn]] void refuse(const std::string& model_type, const Json& reason) {
  throw FileError("model_type", "A model of model_type " + model_type + " " + reason.get<std::string>());
}

void refuse_what_no_plan_holds(const Json& decoder, const std::string& model_type, const Json* family) {
  if (family != nullptr && family->contains("refused")) refuse(model_type, (*family)["refused"]);
  const bool has_encoder =
      family != nullptr && text_io::member(&(*family)["set"], "encoder_layers") != nullptr;
  for (const auto& [key, reason] : table()["refused_where"].items())
    if (key == "is_encoder_decoder" && has_encoder)
      continue;
    else if (const Json* value = value_in(decoder, key);
             holds(value) || (value != nullptr && value->is_array()))
      refuse(model_type, reason);
}

void set_by_family(Json& shape, const Json& family, const Json& decoder) {
  Json quantities = Json::object();
  const RuleInput input{decoder, shape, quantities};
  const auto add = [&](const Json& named) {
    for (const auto& [name, rule] : named.items())
      quantities[name] = evaluate(rule, input);
  };
  if (const auto uses = family.find("uses"); uses != family.end())
    for (const Json& name : *uses)
      add(table()["shared"][name.get<std::string>()]);
  if (const auto own = family.find("let"); own != family.end()) add(*own);
  for (const auto& [field, rule] : family["set"].items())
    if (Json value = evaluate(rule, input); !value.is_null()) shape[field] = std::move(value);
}

void require(const Json& shape, const char* field) {
  if (shape.contains(field)) return;
  std::string names;
  for (const Json& name : table()["keys"][field])
    names += (names.empty() ? "" : ", ") + name.get<std::string>();
  throw FileError(field, "The file does not say " + std::string(field) + ": none of " + names + " is there.");
}

}  // namespace

HfShape hf_shape(const Json& config) {
  const Json& inner = decoder_of(config);
  HfShape result;
  result.model_type =
      text_of(inner, "model_type").empty() ? text_of(config, "model_type") : text_of(inner, "model_type");
  const Json decoder = &inner == &config ? config : completed(inner, config, result.model_type);
  const Json* family = family_of(result.model_type);
  refuse_what_no_plan_holds(decoder, result.model_type, family);
  result.is_known_family = family != nullptr;
  result.towers = towers_of(config, table()["towers"]);
  const Json& rules = family != nullptr ? *family : table()["unknown"];
  result.unsupported = rules.value("said", "");
  result.architecture = {{"block", rules["block"]}};
  result.architecture.update(read_keys(decoder));
  set_by_family(result.architecture, rules, decoder);
  for (const char* field : {"layers", "hidden_size", "attention_heads", "vocab_size"})
    require(result.architecture, field);
  result.vision = vision_of(config, result.architecture["hidden_size"], table()["vision"]);
  if (!result.vision.is_null())
    std::erase_if(result.towers, [](const HfTower& tower) { return tower.part == "vision_config"; });
  if (!result.architecture.contains("intermediate_size") && result.architecture["block"] == "gpt")
    result.architecture["intermediate_size"] =
        4 * number_of(result.architecture["hidden_size"], "hidden_size");
  return result;
}

}  // namespace zp::import_io
