// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp::app {

/// Lines of a file or of standard input as they arrive. Throws InputError when the file cannot be opened or
/// read.
class LineReader {
 public:
  explicit LineReader(const std::string& path);  ///< "-": standard input
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// All lines that are there, at least one; it waits for that one. None at the end. They come without their
  /// newlines; of one longer than `longest` bytes only that much and one byte more is kept, so that its
  /// length tells.
  std::vector<std::string> next(std::size_t longest);

 private:
  /// False at the end.
  bool read_more();

  std::string path_;
  int file_;
  std::string read_;
  std::string unended_;  ///< the line whose end was not read
};

}  // namespace zp::app
