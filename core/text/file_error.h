// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace zp {

/// An error in a file or in its text: what() is one sentence that states the position and the fix. `path` is
/// the dotted key ("cluster.gpu.memory_gib"); "" if the text itself is malformed (then `line` and `column`,
/// from 1, give the position) or if there is no text.
class FileError : public std::runtime_error {
 public:
  FileError(std::string path, const std::string& sentence, int line = 0, int column = 0)
      : std::runtime_error(sentence), path_(std::move(path)), line_(line), column_(column) {}
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] int column() const { return column_; }

 private:
  std::string path_;
  int line_ = 0, column_ = 0;
};

}  // namespace zp
