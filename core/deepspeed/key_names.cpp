// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/key_names.h"

#include <algorithm>
#include <array>

#include "core/deepspeed/schema.h"
#include "core/text/letters.h"

namespace zp::config_check {
namespace {

std::string plain(std::string_view name) {
  std::string text = lower_case(name);
  std::ranges::replace(text, '-', '_');
  return text;
}

/// A name from another tool, or another form of a key, and the path that is meant.
struct KeyAlias {
  std::string_view name, path;
};
constexpr std::array<KeyAlias, 6> meant_keys = {{{"zero_stage", "zero_optimization.stage"},
                                                 {"zero_optimization_stage", "zero_optimization.stage"},
                                                 {"learning_rate", "optimizer.params.lr"},
                                                 {"lr", "optimizer.params.lr"},
                                                 {"weight_decay", "optimizer.params.weight_decay"},
                                                 {"betas", "optimizer.params.betas"}}};

}  // namespace

std::string near_key(std::string_view name, std::string_view section) {
  constexpr std::size_t letters_an_edit = 5, most_edits = 3, shortest_part = 5;
  const std::string typed = plain(name);
  const std::size_t allowed = std::clamp<std::size_t>(typed.size() / letters_an_edit, 1, most_edits);
  std::string found;
  std::size_t nearest = allowed + 1;
  for (const std::string& key : schema().names_in(section)) {
    std::size_t distance = edit_distance(typed, key, nearest - 1);
    if (typed.size() >= shortest_part && key.find(typed) != std::string::npos)
      distance = std::min(distance, allowed);
    if (distance >= nearest) continue;
    nearest = distance;
    found = key;
  }
  return found;
}

std::optional<std::string> place_elsewhere(std::string_view name, std::string_view section) {
  const auto* const meant = std::ranges::find(meant_keys, name, &KeyAlias::name);
  if (meant != meant_keys.end() && section_part(meant->path) != section) return std::string(meant->path);
  std::optional<std::string> found;
  const auto take = [&](std::string_view path) {
    if (key_part(path) != name || section_part(path) == section || found == path) return true;
    if (found) return false;  // with two matches it is unknown which was meant
    found = path;
    return true;
  };
  for (const SchemaKey& key : schema().keys)
    if (!key.deprecated && !key.refused && !key.removed && !take(key.path)) return std::nullopt;
  for (const SchemaSection& known : schema().sections)
    if (!known.path.empty() && !take(known.path)) return std::nullopt;
  return found;
}

bool is_remark(std::string_view name) {
  return name.empty() || name.front() == '_' || name.front() == '#' || name.starts_with("//") ||
         same_letters(name, "comment") || same_letters(name, "comments");
}

}  // namespace zp::config_check
