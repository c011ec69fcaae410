// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp::app {

/// Reads lines from a file or from standard input as they arrive. Throws InputError if the file cannot be
/// opened or read.
class LineReader {
 public:
  explicit LineReader(const std::string& path);  ///< "-" for standard input
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Returns all lines that have arrived, waiting for at least one; returns none at the end. Lines have no
  /// newline; a line longer than `longest` bytes is cut after `longest` + 1 bytes, so that its size shows
  /// that it is too long.
  std::vector<std::string> next(std::size_t longest);

 private:
  /// Returns false at the end.
  bool read_more();

  std::string path_;
  int file_;
  std::string read_;
  std::string unended_;  ///< the last line, not complete yet
};

}  // namespace zp::app
