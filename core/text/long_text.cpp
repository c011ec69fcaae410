// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/long_text.h"

#include <algorithm>
#include <utility>

namespace zp {
namespace {

/// Characters that end a line; a progress bar ends with a carriage return.
constexpr std::string_view line_ends = "\n\r";

std::int64_t lines_in(std::string_view text) { return std::ranges::count(text, '\n'); }

}  // namespace

void LongTextReader::add(std::string_view piece) {
  const std::size_t to_head = std::min(piece.size(), half_ - head_.size());
  head_.append(piece.substr(0, to_head));
  tail_.append(piece.substr(to_head));
  if (tail_.size() > 2 * half_) keep_last_half();
}

void LongTextReader::keep_last_half() {
  if (tail_.size() <= half_) return;
  const std::size_t surplus = tail_.size() - half_;
  lines_left_out_ += lines_in(std::string_view(tail_).substr(0, surplus));
  left_out_ += surplus;
  tail_.erase(0, surplus);
}

void LongTextReader::cut_at_line_ends() {
  if (const std::size_t end = head_.find_last_of(line_ends); end != std::string::npos) head_.resize(end + 1);
  if (const std::size_t end = tail_.find_first_of(line_ends); end != std::string::npos) {
    if (tail_[end] == '\n') ++lines_left_out_;
    tail_.erase(0, end + 1);
  }
}

LongText LongTextReader::take() {
  keep_last_half();
  LongText result;
  if (left_out_ > 0) {
    cut_at_line_ends();
    const std::int64_t first = lines_in(head_) + 1;
    result.left_out = {first, first + std::max<std::int64_t>(lines_left_out_ - 1, 0)};
    head_.append(static_cast<std::size_t>(lines_left_out_), '\n');
  }
  head_ += tail_;
  result.text = std::move(head_);
  *this = LongTextReader(2 * half_);
  return result;
}

LongText shortened(std::string_view text, std::size_t most) {
  LongTextReader reader(most);
  constexpr std::size_t piece = std::size_t{1} << 20;
  for (std::size_t at = 0; at < text.size(); at += piece)
    reader.add(text.substr(at, piece));
  return reader.take();
}

}  // namespace zp
