// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_ranges.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <system_error>

namespace zp {

std::vector<int> shell_range(std::string_view text, std::size_t most) {
  if (!text.starts_with('{') || !text.ends_with('}')) return {};
  text = text.substr(1, text.size() - 2);
  std::array<int, 3> parts = {0, 0, 1};
  std::size_t count = 0;
  while (count < parts.size()) {
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    const bool is_padded = digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    if (is_padded) return {};  // bash pads all numbers to that width
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), parts[count]);
    if (fault != std::errc()) return {};
    ++count;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    if (text.empty()) break;
    if (count == parts.size() || !text.starts_with("..")) return {};
    text.remove_prefix(2);
  }
  if (count < 2 || !text.empty()) return {};
  const std::int64_t step = std::max<std::int64_t>(1, std::abs(std::int64_t{parts[2]}));
  std::vector<int> numbers;
  for (std::int64_t i = parts[0]; parts[0] <= parts[1] ? i <= parts[1] : i >= parts[1];
       i += parts[0] <= parts[1] ? step : -step) {
    if (numbers.size() >= most) break;
    numbers.push_back(static_cast<int>(i));
  }
  return numbers;
}

}  // namespace zp
