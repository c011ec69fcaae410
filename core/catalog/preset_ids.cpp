// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include "core/catalog/catalog.h"
#include "core/text/letters.h"

namespace zp {
namespace {

std::string without_hyphens(std::string_view id) {
  std::string letters;
  std::ranges::remove_copy(id, std::back_inserter(letters), '-');
  return letters;
}

struct Candidate {
  bool contains;
  std::size_t distance;
  const std::string* id;
};

}  // namespace

std::string preset_id(std::string_view name) {
  std::string id;
  bool gap = false;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (!upper && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '.') {
      gap = true;
      continue;
    }
    if (gap && !id.empty()) id += '-';
    gap = false;
    id += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return id;
}

std::vector<std::string> similar_ids(std::string_view id, const std::vector<std::string>& known,
                                     std::size_t limit) {
  const std::string typed = preset_id(id);
  const std::string letters = without_hyphens(typed);
  const std::size_t allowed = typed.size() / 2;
  std::vector<Candidate> candidates;
  for (const std::string& each : known) {
    const bool contains = !letters.empty() && without_hyphens(each).find(letters) != std::string::npos;
    const std::size_t distance =
        edit_distance(typed, each, contains ? std::max(typed.size(), each.size()) : allowed);
    if (contains || distance <= allowed) candidates.push_back({contains, distance, &each});
  }
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.contains != b.contains ? a.contains : a.distance < b.distance;
  });
  std::vector<std::string> ids;
  for (const Candidate& candidate : candidates)
    if (ids.size() < limit) ids.push_back(*candidate.id);
  return ids;
}

}  // namespace zp
