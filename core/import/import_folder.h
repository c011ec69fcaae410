// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/text/text_files.h"

/// A folder as one job.
namespace zp {

/// Returns the text of a file that another one names; "" if there is none.
using TextOfName = std::function<std::string(const std::string& name)>;

/// Returns the texts of a folder's files, by their names and in their order, without those that no import
/// reads: plans, Markdown, and files over 1 MiB.
std::vector<NamedText> files_of_folder(const std::string& folder);

/// Returns the job that these files of a folder configure or start: the training file, or the script, with
/// the ds_config or accelerate's file beside it. `text_of` returns the files that they name. Throws FileError
/// if none of them does, or if several are training files. The result's name is that of its file, without a
/// folder.
ImportFile job_of(const std::vector<NamedText>& files, const TextOfName& text_of);

/// Returns the path of the file that text_near() reads; "" if there is none.
std::string path_near(const std::string& path, const std::string& name);
/// Returns the text of the file that `path` names, in the folder of `path` or the nearest one above it that
/// has it, because commands are started in a folder above; "" if none has it.
std::string text_near(const std::string& path, const std::string& name);

}  // namespace zp
