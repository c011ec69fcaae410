// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <embedded/import.h>

#include <string_view>

#include "core/import/hf_families_json.h"
#include "core/plan/plan_file.h"

namespace zp::import_io {
namespace {

const Json& table() {
  static const Json families = Json::parse(embedded::hf_families_json);
  return families;
}

/// The value at a dotted path, nullptr where there is none; null counts as none, as Hugging Face writes it.
const Json* at_path(const Json& config, std::string_view path) {
  const Json* value = text_io::value_at_path(config, path);
  return value != nullptr && value->is_null() ? nullptr : value;
}

bool holds(const Json* value) {
  if (value == nullptr) return false;
  return value->is_boolean() ? value->get<bool>() : value->is_number() && value->get<double>() > 0;
}

double number_of(const Json& value, std::string_view key) {
  if (value.is_number()) return value.get<double>();
  throw FileError(std::string(key), std::string(key) + " must be a number.");
}

/// A value of the table for this config; null where the config does not say it.
Json evaluate(const Json& rule, const Json& config) {
  if (!rule.is_object()) return rule;
  if (const auto key = rule.find("key"); key != rule.end()) {
    if (const Json* value = at_path(config, key->get<std::string>())) return *value;
    return rule.contains("otherwise") ? evaluate(rule["otherwise"], config) : Json();
  }
  if (const auto condition = rule.find("if"); condition != rule.end())
    return evaluate(rule[holds(at_path(config, condition->get<std::string>())) ? "then" : "else"], config);
  const bool is_sum = rule.contains("sum");
  double result = is_sum ? 0 : 1;
  for (const Json& part : rule[is_sum ? "sum" : "product"]) {
    const Json value = evaluate(part, config);
    if (value.is_null()) return Json();
    const double operand = number_of(value, part.is_object() ? part.value("key", "a size") : "a size");
    result = is_sum ? result + operand : result * operand;
  }
  return static_cast<std::int64_t>(result);
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
      if (const Json* value = at_path(config, name.get<std::string>())) {
        shape[field] = *value;
        break;
      }
  return shape;
}

/// The text of a key, "" where it is none.
std::string text_of(const Json& config, const char* key) {
  const Json* value = at_path(config, key);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

/// A model that sees or hears keeps its decoder in text_config.
const Json& decoder_of(const Json& config) {
  for (const char* part : {"text_config", "language_config", "llm_config"})
    if (const Json* inner = at_path(config, part); inner != nullptr && inner->is_object()) return *inner;
  return config;
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
  const Json& decoder = decoder_of(config);
  HfShape result;
  result.model_type =
      text_of(decoder, "model_type").empty() ? text_of(config, "model_type") : text_of(decoder, "model_type");
  const Json* family = family_of(result.model_type);
  result.is_known_family = family != nullptr;
  result.architecture = {{"block", family != nullptr ? (*family)["block"] : Json("llama")}};
  result.architecture.update(read_keys(decoder));
  if (family != nullptr)
    for (const auto& [field, rule] : (*family)["set"].items())
      if (Json value = evaluate(rule, decoder); !value.is_null())
        result.architecture[field] = std::move(value);
  for (const char* field : {"layers", "hidden_size", "attention_heads", "vocab_size"})
    require(result.architecture, field);
  if (!result.architecture.contains("intermediate_size") && result.architecture["block"] == "gpt")
    result.architecture["intermediate_size"] =
        4 * number_of(result.architecture["hidden_size"], "hidden_size");
  return result;
}

std::vector<std::string> hf_model_types() {
  std::vector<std::string> types;
  for (const Json& family : table()["families"])
    for (const Json& type : family["types"])
      types.push_back(type.get<std::string>());
  return types;
}

}  // namespace zp::import_io
