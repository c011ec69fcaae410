// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The lines of a log, cleaned of what terminals and launchers put around them. Internal to run/.
namespace zp::run {

/// One line, or the part of one between two carriage returns: a progress bar is drawn over the one before.
struct LogLine {
  std::string_view text;    ///< without colour codes, line end, quote marks and the rank's prefix
  int number = 0;           ///< from 1; a carriage return alone begins no new line
  std::optional<int> rank;  ///< named by "[rank7]: ", "7: ", "[Rank 0]" and their like
  int process = 0;          ///< number of the process in Ray's and vLLM's "(name pid=123) "; 0 if not named
  bool is_cut = false;      ///< the text ends here without a line end: its last number may be half of one

  /// Returns a number that tells the writers of interleaved lines apart: the rank, else a negative number.
  [[nodiscard]] int writer() const { return rank.value_or(-1 - process); }
};

/// Walks over the lines of a text. Within a line of JSON, an escaped line end ends a line as well. The views
/// of a line are valid until the next line is read.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  /// Reads the next line; returns false at the end of the text.
  bool next(LogLine& line);
  /// Returns `line` with the next `count` lines joined to it, each without its prefix and with
  /// `between` before it, for a text that a terminal or a page broke. Returns `line` alone if it is the
  /// last. Does not move.
  [[nodiscard]] std::string joined(const LogLine& line, int count, std::string_view between) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int number_ = 1;
  bool is_within_json_ = false;  ///< the present line of the file is an object or a string of JSON
  bool is_at_start_ = true;      ///< of a line of the file
  std::string clean_;            ///< the present line if it had to be changed
};

}  // namespace zp::run
