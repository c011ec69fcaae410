// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/import/import.h"
#include "core/text/text_files.h"

/// The files that a job's file names: program, settings, ds_config, accelerate's file. Internal to import/.
namespace zp {

/// Returns the text of a file that another file names; "" if it is missing.
using TextOfName = std::function<std::string(const std::string& name)>;

/// Returns the file together with the texts of the files that it names.
ImportFile with_named_files(const NamedText& file, const TextOfName& text_of_file);

/// Reads the ds_config that accelerate's file names, if the job's ds_config is such a file: in the folder
/// where the run starts, or beside accelerate's file, which `name` names.
void follow_accelerate(ImportFile& file, const std::string& name, const TextOfName& text_of);

/// Returns the folder that a job's script changes to ("src/" for cd src); "" if there is none.
std::string folder_of_job(const std::string& text);

}  // namespace zp
