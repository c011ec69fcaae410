// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Texts that may be longer than what is read, such as the log of a run of weeks.
namespace zp {

/// Lines of a text, from the first to the last; none if `first` is 0.
struct LineRange {
  std::int64_t first = 0, last = 0;
  [[nodiscard]] bool is_empty() const { return first == 0; }
  bool operator==(const LineRange&) const = default;
};

/// The start and the end of a text. Lines between them that were left out are empty, so that all others keep
/// their numbers.
struct LongText {
  std::string text;
  LineRange left_out;
};

/// Keeps the first and the last half of at most `most` bytes of a text that comes piece by piece.
class LongTextReader {
 public:
  explicit LongTextReader(std::size_t most) : half_(most / 2) {}
  void add(std::string_view piece);
  /// Returns what was kept, cut at the ends of lines. Leaves the reader empty.
  [[nodiscard]] LongText take();
  /// Returns the number of lines that were left out so far.
  [[nodiscard]] std::int64_t lines_left_out() const { return lines_left_out_; }

 private:
  void keep_last_half();
  void cut_at_line_ends();

  std::size_t half_;
  std::string head_, tail_;
  std::size_t left_out_ = 0;  ///< bytes between head and tail
  std::int64_t lines_left_out_ = 0;
};

/// Returns a text that is already in memory, shortened to `most` bytes and the ends of left-out lines.
LongText shortened(std::string_view text, std::size_t most);

}  // namespace zp
