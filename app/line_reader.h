// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp::app {

/// A reader of the lines of a file or of standard input, as they arrive. Throws InputError when the file
/// cannot be opened or read.
class LineReader {
 public:
  explicit LineReader(const std::string& path);  ///< "-" for standard input
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Returns all lines that have arrived, waiting for at least one; returns none at the end. They come
  /// without their newlines; of a line longer than `longest` bytes only `longest` + 1 bytes are kept, so that
  /// its size shows that it is too long.
  std::vector<std::string> next(std::size_t longest);

 private:
  /// Returns false at the end.
  bool read_more();

  std::string path_;
  int file_;
  std::string read_;
  std::string unended_;  ///< the last line, whose end was not read yet
};

}  // namespace zp::app
