// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/roll_devices.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/program_keys_json.h"

namespace zp::import_io {
namespace {

/// Returns the whole numbers of a text like "0, 8, 2"; nullopt for any other text, and for a number beyond
/// those of GPUs.
std::optional<std::vector<std::int64_t>> numbers_of_range(std::string_view text) {
  constexpr std::int64_t most = 1 << 20;
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::int64_t> found;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    word.remove_prefix(std::min(word.find_first_not_of(blanks), word.size()));
    word = word.substr(0, word.find_last_not_of(blanks) + 1);
    if (word.empty() && text.empty()) break;  // an empty list, or a comma at its end
    std::int64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [next, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || next != end || number < -most || number > most) return std::nullopt;
    found.push_back(number);
  }
  return found;
}

}  // namespace

std::set<std::int64_t> roll_devices(const FileKey* key) {
  constexpr std::size_t most = 1 << 16;
  std::set<std::int64_t> found;
  if (key == nullptr) return found;
  const std::string text = key->is_array() ? '[' + value_words(*key) + ']' : key->text;
  constexpr std::string_view range = "range(";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_range = text.compare(at, range.size(), range) == 0;
    if (!is_range && text[at] != '[') continue;
    const std::size_t begin = at + (is_range ? range.size() : 1);
    const std::size_t end = text.find(is_range ? ')' : ']', begin);
    if (end == std::string::npos) return {};
    const auto numbers = numbers_of_range(std::string_view(text).substr(begin, end - begin));
    at = end;
    if (!numbers) return {};
    if (!is_range) {
      found.insert(numbers->begin(), numbers->end());
      continue;
    }
    if (numbers->empty() || numbers->size() > 3) return {};
    const std::int64_t first = numbers->size() > 1 ? (*numbers)[0] : 0;
    const std::int64_t last = numbers->size() > 1 ? (*numbers)[1] : (*numbers)[0];
    const std::int64_t step = numbers->size() > 2 ? (*numbers)[2] : 1;
    if (step < 1) return {};
    for (std::int64_t device = first; device < last && found.size() <= most; device += step)
      found.insert(device);
  }
  const bool is_list_of_devices = found.size() <= most && (found.empty() || *found.begin() >= 0);
  return is_list_of_devices ? found : std::set<std::int64_t>();
}

}  // namespace zp::import_io
