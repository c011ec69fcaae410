// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <numeric>

#include "core/catalog/catalog.h"

namespace zp {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string
/// alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

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
    const std::size_t longer = std::max(typed.size(), each.size()),
                      shorter = std::min(typed.size(), each.size());
    if (!contains && longer - shorter > allowed) continue;
    const std::size_t distance = edit_distance(typed, each);
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
