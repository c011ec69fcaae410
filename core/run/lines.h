// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The lines of a log, without the additions of terminals and launchers. Internal to run/.
namespace zp::run {

/// A line, or the part of a line between two carriage returns, since a progress bar overwrites the previous
/// bar.
struct LogLine {
  std::string_view text;    ///< without colour codes, line end, quote marks and the rank's prefix
  int number = 0;           ///< starts at 1; a carriage return alone begins no new line
  std::optional<int> rank;  ///< rank in "[rank7]: ", "7: ", "[Rank 0]" and similar prefixes
  int process = 0;          ///< number of the process in "(name pid=123) " of Ray and vLLM; 0 if absent
  bool is_cut = false;      ///< the text ends here without a line end, so its last number may be incomplete

  /// Returns a number that identifies the writer of interleaved lines: the rank, else a negative number.
  [[nodiscard]] int writer() const { return rank.value_or(-1 - process); }
};

/// Iterates over the lines of a text. In a line of JSON, an escaped line end ends a line too. The views of a
/// line are valid until the next call of next().
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  /// Reads the next line; returns false at the end of the text.
  bool next(LogLine& line);
  /// Returns `line` joined with the next `count` lines, each without its prefix and preceded by `between`,
  /// for a text that a terminal or a page broke. Returns `line` if it is the last line. Does not advance.
  [[nodiscard]] std::string joined(const LogLine& line, int count, std::string_view between) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int number_ = 1;
  bool is_within_json_ = false;  ///< the current line of the file is a JSON object or string
  bool is_at_start_ = true;      ///< at the start of a line of the file
  std::string clean_;            ///< text of the current line if it had to be changed
};

}  // namespace zp::run
