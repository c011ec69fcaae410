// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
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

/// How an id resembles what was typed, best first.
enum class Likeness : std::uint8_t { contains, begins, is_near };

struct Candidate {
  Likeness likeness;
  std::size_t distance;
  const std::string* id;
};

/// Returns the first parts of an id, as many as `typed` has.
std::string_view beginning_of(std::string_view id, std::string_view typed) {
  std::size_t end = 0;
  for (auto parts = std::ranges::count(typed, '-') + 1; parts > 0 && end < id.size(); --parts)
    end = std::min(id.find('-', end + (end > 0 ? 1 : 0)), id.size());
  return id.substr(0, end);
}

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
  constexpr std::size_t letters_a_slip = 4;
  const std::string typed = preset_id(id);
  const std::string letters = without_hyphens(typed);
  const std::size_t allowed = 2 * typed.size() / 5, slips = typed.size() / letters_a_slip;
  std::vector<Candidate> candidates;
  for (const std::string& each : known) {
    const bool contains = !letters.empty() && without_hyphens(each).find(letters) != std::string::npos;
    const std::size_t distance =
        edit_distance(typed, each, contains ? std::max(typed.size(), each.size()) : allowed);
    const bool begins = slips > 0 && edit_distance(typed, beginning_of(each, typed), slips) <= slips;
    if (contains || begins || distance <= allowed)
      candidates.push_back({contains ? Likeness::contains
                            : begins ? Likeness::begins
                                     : Likeness::is_near,
                            distance, &each});
  }
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.likeness != b.likeness ? a.likeness < b.likeness : a.distance < b.distance;
  });
  std::vector<std::string> ids;
  for (const Candidate& candidate : candidates)
    if (ids.size() < limit) ids.push_back(*candidate.id);
  return ids;
}

}  // namespace zp
