// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <string>

namespace zp::app {

/// Lines of a file or of standard input, one at a time as they arrive, without holding more than one. Throws
/// InputError when the file cannot be opened or read.
class LineReader {
 public:
  explicit LineReader(const std::string& path);  ///< "-": standard input
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// False at the end. `line` comes without its newline; of one longer than `longest` bytes only that much
  /// and one byte more is kept, so that its length tells.
  bool next(std::string& line, std::size_t longest);

 private:
  std::string path_;
  std::FILE* file_ = nullptr;
};

}  // namespace zp::app
