// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/dsconfig/config_text.h"

namespace zp {

LineIndex::LineIndex(std::string_view text) : text_(text), line_starts_{0} {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    line_starts_.push_back(at + 1);
}

TextPosition LineIndex::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::ranges::upper_bound(line_starts_, offset);
  const std::size_t start = *std::prev(after);
  const auto is_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
  return {static_cast<int>(after - line_starts_.begin()),
          1 + static_cast<int>(std::ranges::count_if(text_.substr(start, offset - start), is_character))};
}

}  // namespace zp
