// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/import/named_files.h"
#include "core/text/text_files.h"

/// Import of a folder as one job.
namespace zp {

/// Returns the texts of a folder's files, by their names and in their order, without those that no import
/// reads: plans, Markdown, and files over 1 MiB.
std::vector<NamedText> files_of_folder(const std::string& folder);

/// Returns the job that the files of a folder configure or start: the training file or the script, with the
/// ds_config or accelerate's file next to it. `text_of` returns the texts of files that they name. The
/// result's name is a file name without a folder. Throws FileError if no file describes a job, or if several
/// are training files.
ImportFile job_of(const std::vector<NamedText>& files, const TextOfName& text_of);

/// Returns the path of the file that text_near() reads; "" if it is missing.
std::string path_near(const std::string& path, const std::string& name);
/// Returns the text of the file `name` in the folder of `path` or the nearest folder above it, because
/// commands are started from a folder above; "" if it is missing.
std::string text_near(const std::string& path, const std::string& name);

}  // namespace zp
