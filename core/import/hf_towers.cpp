// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <optional>
#include <string>

#include "core/import/hf_families_json.h"
#include "core/import/hf_rules_json.h"

namespace zp::import_io {
namespace {

/// Returns the first number under one of the names that the table lists for a size.
std::optional<double> size_of(const Json& part, const Json& names) {
  for (const Json& name : names)
    if (const Json* value = value_in(part, name.get<std::string>()); value != nullptr && value->is_number())
      return value->get<double>();
  return std::nullopt;
}

bool is_one_of(const Json* value, const Json& words) {
  return value != nullptr && std::ranges::find(words, *value) != words.end();
}
bool is_gated(const Json& part, const Json& names) {
  return is_one_of(value_in(part, "hidden_act"), names["gated"]) ||
         is_one_of(value_in(part, "model_type"), names["gated_types"]);
}

/// Returns the parameters of Qwen's mergers: two matrices that map neighbouring patches to the decoder's
/// width.
double merger_parameters(const Json& part, const Json& names, double width) {
  const double side = size_of(part, names["merged"]).value_or(0);
  const std::optional<double> out = size_of(part, names["out"]);
  if (side == 0 || !out) return 0;
  double mergers = 1;
  for (const Json& name : names["mergers"])
    if (const Json* list = text_io::member(&part, name.get<std::string>());
        list != nullptr && list->is_array())
      mergers += static_cast<double>(list->size());
  const double merged = width * side * side;
  return mergers * merged * (merged + *out);
}

/// Returns the matrix parameters of an encoder of transformer blocks; nullopt if its sizes are not stated.
std::optional<std::int64_t> tower_parameters(const Json& part, const Json& names) {
  const std::optional<double> layers = size_of(part, names["layers"]);
  const std::optional<double> width = size_of(part, names["width"]);
  if (!layers || !width) return std::nullopt;
  std::optional<double> mlp = size_of(part, names["mlp"]);
  if (const auto ratio = size_of(part, names["mlp_ratio"]); !mlp && ratio) mlp = *ratio * *width;
  if (!mlp) return std::nullopt;
  const double blocks = *layers + size_of(part, names["further_layers"]).value_or(0);
  const double matrices = is_gated(part, names) ? 3 : 2;
  const double all =
      blocks * (4 * *width * *width + matrices * *width * *mlp) + merger_parameters(part, names, *width);
  if (!(all >= 0 && all <= 1e15)) return std::nullopt;
  return static_cast<std::int64_t>(all);
}

}  // namespace

std::vector<HfTower> towers_of(const Json& config, const Json& names) {
  std::vector<HfTower> towers;
  for (const Json& name : names["parts"])
    if (const Json* part = value_in(config, name.get<std::string>()); part != nullptr && part->is_object())
      towers.push_back({name.get<std::string>(), tower_parameters(*part, names)});
  return towers;
}

}  // namespace zp::import_io
