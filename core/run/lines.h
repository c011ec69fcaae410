// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// A log as lines, cleaned of what terminals and launchers put around them. Internal to run/.
namespace zp::run {

/// One line, or what stands between two carriage returns of one: a progress bar is drawn over the one before.
struct LogLine {
  std::string_view text;    ///< without colour codes, line end, quote marks and the rank's prefix
  int number = 0;           ///< from 1; carriage returns alone begin no new one
  std::optional<int> rank;  ///< "[rank7]: ", "7: ", "[Rank 0]" and their like
  bool is_cut = false;      ///< the text ends here without a line end: its last number may be half of one
};

/// Walks over a text. Views of a line hold until the next one is asked for.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  /// False at the end.
  bool next(LogLine& line);
  /// The next `count` lines joined to `line`, each without its prefix and with `between` before it: of a text
  /// that a terminal or a page broke. `line` itself where it is the last. Does not move.
  [[nodiscard]] std::string joined(const LogLine& line, int count, std::string_view between) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int number_ = 1;
  std::string clean_;  ///< the present line where it had to be changed
};

}  // namespace zp::run
