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
  bool is_cut = false;      ///< the text ends here without a line end: its last number may be half of one
};

/// Walks over the lines of a text. The views of a line are valid until the next line is read.
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
  std::string clean_;  ///< the present line if it had to be changed
};

}  // namespace zp::run
