// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/other_models.h"

#include <embedded/catalog.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

struct NamedKind {
  std::string words;  ///< one or more whole words of a name, in the form of preset_id
  std::string kind;
};

struct OtherModels {
  std::vector<NamedKind> kinds;       ///< in the order of the file
  std::vector<std::string> towers;    ///< words that also occur in names of vision-language models
  std::vector<std::string> decoders;  ///< words, or beginnings of words, that mark a decoder
};

OtherModels read_other_models(std::string_view file) {
  OtherModels read;
  const text_io::Json tree = text_io::parse_json(file);
  for (const text_io::Json& row : tree.at("kinds"))
    for (const text_io::Json& name : row.at("names"))
      read.kinds.push_back({name.get<std::string>(), row.at("kind").get<std::string>()});
  read.towers = tree.at("towers").get<std::vector<std::string>>();
  read.decoders = tree.at("decoders").get<std::vector<std::string>>();
  return read;
}

}  // namespace

std::string_view kind_of_other_model(std::string_view name) {
  static const OtherModels known = read_other_models(embedded::other_models_json);
  while (name.ends_with('/'))
    name.remove_suffix(1);
  const std::string words = '-' + preset_id(name.substr(name.rfind('/') + 1)) + '-';
  const auto holds = [&words](const std::string& part) { return words.find(part) != std::string::npos; };
  const bool is_of_decoder = std::ranges::any_of(
      known.decoders, [&holds](const std::string& decoder) { return holds('-' + decoder); });
  const auto found = std::ranges::find_if(known.kinds, [&](const NamedKind& row) {
    const bool is_tower = std::ranges::find(known.towers, row.words) != known.towers.end();
    return !(is_tower && is_of_decoder) && holds('-' + row.words + '-');
  });
  return found == known.kinds.end() ? std::string_view() : std::string_view(found->kind);
}

}  // namespace zp
