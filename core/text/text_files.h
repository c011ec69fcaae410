// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp {

/// A file of a folder, by its name there.
struct NamedText {
  std::string name;  ///< "ds_config.json"
  std::string text;
  bool executable = false;
};

struct WrittenFiles {
  std::vector<std::string> paths;     ///< all, in the order given
  std::vector<std::string> replaced;  ///< those that were there before
};

/// Writes `files` into `folder`: all of them or none. A folder that is missing is made beside its place with
/// everything in it and then renamed, so that whoever looks sees no part of it. In one that is there each
/// file is written beside its place first; they are renamed when all are whole, and those renamed go back
/// where one cannot be. A kill between two renames leaves files of both kinds, each whole. What a killed call
/// left is removed by the next. Throws FileError with the reason.
WrittenFiles write_text_files(const std::string& folder, const std::vector<NamedText>& files);

}  // namespace zp
