// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/key_entries.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/plan_file/plan_keys.h"

namespace zp {
namespace {

std::optional<EntryId> entry_named(std::string_view name) {
  for (std::size_t i = 0; i < entry_id_count; ++i)
    if (name_of(static_cast<EntryId>(i)) == name) return static_cast<EntryId>(i);
  return std::nullopt;
}

/// Returns the entries of a list like "states.master, host.master".
std::vector<EntryId> entries_in(std::string_view list) {
  std::vector<EntryId> entries;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(", "), list.size());
    entries.push_back(entry_named(list.substr(0, comma)).value());
    list.remove_prefix(std::min(comma + 2, list.size()));
  }
  return entries;
}

using EntriesOfKeys = std::unordered_map<const PlanKey*, std::vector<EntryId>>;

const EntriesOfKeys& entries_of_keys() {
  static const EntriesOfKeys made = [] {
    EntriesOfKeys map;
    for (const PlanKey& key : plan_keys())
      map.emplace(&key, entries_in(key.decides));
    return map;
  }();
  return made;
}

}  // namespace

std::span<const EntryId> entries_of_key(std::string_view path) {
  const PlanKey* key = plan_key_of_config(path);
  if (key == nullptr) return {};
  return entries_of_keys().at(key);
}

}  // namespace zp
