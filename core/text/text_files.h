// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp {

/// A file of a folder, with its name there.
struct NamedText {
  std::string name;  ///< "ds_config.json"
  std::string text;
  bool executable = false;
};

struct WrittenFiles {
  std::vector<std::string> paths;     ///< all files, in the order given
  std::vector<std::string> replaced;  ///< files that were there before
};

/// Writes `files` into `folder`: all of them or none. A missing folder is made beside its place with
/// everything in it and then renamed, so that nobody sees a part of it. In an existing folder each file is
/// written beside its place first; they are renamed when all are whole, and if one cannot be renamed, the
/// others go back. A kill between two renames leaves files of both kinds, each whole. The next call removes
/// what a killed call left. Throws FileError with the reason.
WrittenFiles write_text_files(const std::string& folder, const std::vector<NamedText>& files);

}  // namespace zp
