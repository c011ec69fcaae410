// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/text/config_text.h"
#include "core/text/utf8.h"

namespace zp {
namespace {

/// Bytes between two offsets whose line is stored: few offsets need storing, and counting lines over this
/// distance is fast.
constexpr std::size_t stride = 1 << 14;

/// Returns the position after `text`, which begins at `place`.
TextPosition behind(TextPosition place, std::string_view text) {
  const std::size_t last_break = text.rfind('\n');
  if (last_break != std::string_view::npos) {
    place.line += static_cast<int>(std::ranges::count(text, '\n'));
    place.column = 1;
    text.remove_prefix(last_break + 1);
  }
  place.column += static_cast<int>(count_characters(text));
  return place;
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text) {
  TextPosition place;
  for (std::size_t begin = 0; begin <= text.size(); begin += stride) {
    blocks_.push_back(place);
    place = behind(place, text.substr(begin, stride));
  }
}

TextPosition LineIndex::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const std::size_t block = offset / stride;
  return behind(blocks_[block], text_.substr(block * stride, offset - block * stride));
}

}  // namespace zp
