// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/import/job_file.h"
#include "core/import/program_file.h"
#include "core/import/program_yaml.h"

/// A job joined with the file beside it. Internal to this folder.
namespace zp::import_io {

/// Returns the keys of the file beside a job, `text`: of its Python program, or of the training file that the
/// command names, whose keys are those of the job's program or of the one whose mark is in the file; nothing
/// without such a file. Sets `program`, the job's or nullptr, where the file tells more of it.
std::optional<ProgramYaml> named_file(const std::string& text, const JobFile& job,
                                      const ProgramEntry*& program);

struct JobKeys {
  FileKeys keys;       ///< of the file, and then the arguments of the command, which count
  FileKeys overruled;  ///< those of the file that an argument of the command states too
};

/// Joins the keys of the file beside a job, of this name, with the arguments of its command. An argument that
/// a Python program passes on as another key ("${args.batch_size}") gets that key's name.
JobKeys joined_keys(FileKeys of_file, const std::string& name, const JobFile& job,
                    const ProgramEntry& program);

/// Returns the file that configures DeepSpeed or accelerate of a job with the file `text` beside it, also one
/// whose name an option passes on; "" if none is named.
std::string config_name_of(const JobFile& job, const std::string& text);

}  // namespace zp::import_io
