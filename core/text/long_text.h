// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Texts that may be too long to read in full, such as the log of a run of weeks.
namespace zp {

/// A range of lines, including `first` and `last`; empty if `first` is 0.
struct LineRange {
  std::int64_t first = 0, last = 0;
  [[nodiscard]] bool is_empty() const { return first == 0; }
  bool operator==(const LineRange&) const = default;
};

/// The start and the end of a text. The omitted lines between them are empty, so that the line numbers are
/// unchanged.
struct LongText {
  std::string text;
  LineRange left_out;
};

/// Stores the start and the end, `most` bytes in all, of a text that arrives in pieces.
class LongTextReader {
 public:
  explicit LongTextReader(std::size_t most) : half_(most / 2) {}
  void add(std::string_view piece);
  /// Returns the stored text, truncated at line ends. Leaves the reader empty.
  [[nodiscard]] LongText take();
  /// Returns the number of lines omitted so far.
  [[nodiscard]] std::int64_t lines_left_out() const { return lines_left_out_; }

 private:
  void keep_last_half();
  void cut_at_line_ends();

  std::size_t half_;
  std::string head_, tail_;
  std::size_t left_out_ = 0;  ///< bytes omitted between head and tail
  std::int64_t lines_left_out_ = 0;
};

/// Returns a text that is already in memory, shortened to `most` bytes plus the line ends of omitted lines.
LongText shortened(std::string_view text, std::size_t most);

}  // namespace zp
