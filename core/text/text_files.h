// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp {

/// A file's text and its name in a folder.
struct NamedText {
  std::string name;  ///< "ds_config.json"
  std::string text;
  bool executable = false;
};

struct WrittenFiles {
  std::vector<std::string> paths;     ///< paths of all files, in the given order
  std::vector<std::string> replaced;  ///< paths of the files that existed before
};

/// Writes `files` into `folder`: all of them or none. A missing folder is created complete under a temporary
/// name and then renamed, so that it never appears incomplete. In an existing folder each file is first
/// written under a temporary name; all are renamed when they are complete, and if one cannot be renamed, the
/// others are restored. A kill between two renames leaves both old and new files, each complete. The next
/// call removes temporary files of a killed call. Throws FileError with the reason.
WrittenFiles write_text_files(const std::string& folder, const std::vector<NamedText>& files);

}  // namespace zp
