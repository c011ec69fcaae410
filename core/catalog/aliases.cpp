// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/aliases.h"

#include <embedded/catalog.h>

#include <algorithm>
#include <stdexcept>

#include "core/catalog/catalog.h"
#include "core/text/ordered_json.h"

namespace zp {

std::vector<ModelAlias> read_aliases(std::string_view file) {
  std::vector<ModelAlias> aliases;
  const text_io::Json tree = text_io::parse_json(file);
  for (const text_io::Json& row : tree.at("aliases"))
    for (const text_io::Json& name : row.at("names"))
      aliases.push_back({preset_id(name.get<std::string>()), row.at("model").get<std::string>()});
  std::ranges::sort(aliases, {}, &ModelAlias::name);
  const auto twice = std::ranges::adjacent_find(aliases, {}, &ModelAlias::name);
  if (twice != aliases.end())
    throw std::logic_error("resources/catalog/aliases.json: \"" + twice->name + "\" stands there twice");
  return aliases;
}

const std::vector<ModelAlias>& model_aliases() {
  static const std::vector<ModelAlias> read = read_aliases(embedded::aliases_json);
  return read;
}

std::string_view model_of_alias(std::string_view name) {
  const std::vector<ModelAlias>& aliases = model_aliases();
  const auto found = std::ranges::lower_bound(aliases, name, {}, &ModelAlias::name);
  return found != aliases.end() && found->name == name ? std::string_view(found->model) : std::string_view();
}

}  // namespace zp
