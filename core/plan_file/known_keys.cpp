// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/plan_file/plan_keys.h"
#include "core/plan_file/plan_reading.h"

namespace zp::plan_io {
namespace {

/// Every known key and section with its position in the plan file, built once from plan_keys().
struct KnownKeys {
  std::unordered_set<std::string> keys;
  std::unordered_map<std::string, std::size_t> places;  ///< a section has the position of its first key
  std::unordered_set<std::string> sections;

  KnownKeys() {
    for (const PlanKey& row : plan_keys()) {
      if (row.is_carried()) continue;  // deepspeed_config keeps its own order and unknown keys
      const std::string& path = row.path;
      keys.insert(path);
      places.emplace(path, places.size());
      for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) {
        sections.insert(path.substr(0, dot));
        places.emplace(path.substr(0, dot), places.size());
      }
    }
  }
};

const KnownKeys& known() {
  static const KnownKeys keys;
  return keys;
}

}  // namespace

bool is_known_key(std::string_view path) { return known().keys.contains(std::string(path)); }

bool is_key_section(std::string_view path) { return known().sections.contains(std::string(path)); }

bool is_known_member(std::string_view path, std::string_view key) {
  return key.find('.') == std::string_view::npos && is_known_key(joined(path, key));
}

Json in_contract_order(const Json& object, const std::string& path) {
  std::vector<std::pair<std::size_t, const Json::object_t::value_type*>> entries;
  for (const auto& entry : object.get_ref<const Json::object_t&>()) {
    const auto place = known().places.find(joined(path, entry.first));
    const bool has_place = place != known().places.end() && entry.first.find('.') == std::string::npos;
    entries.emplace_back(has_place ? place->second : known().places.size(), &entry);
  }
  std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.first; });
  Json sorted = Json::object();
  for (const auto& [place, entry] : entries) {
    const std::string key_path = joined(path, entry->first);
    const bool is_section = entry->second.is_object() && is_key_section(key_path);
    sorted[entry->first] = is_section ? in_contract_order(entry->second, key_path) : entry->second;
  }
  return sorted;
}

}  // namespace zp::plan_io
