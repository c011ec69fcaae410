// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/import/job_file.h"
#include "core/import/program_file.h"
#include "core/import/program_yaml.h"

/// Combines a job with the file next to it. Internal to this folder.
namespace zp::import_io {

/// Returns the keys of `text`, the file next to a job: its Python program, or the training file that its
/// command names. A training file is read as one of the job's program, or of the program whose distinctive
/// keys it has. Returns nullopt without such a file. `program` is the job's program or nullptr on entry, and
/// is replaced if the file identifies it better.
std::optional<ProgramYaml> named_file(const std::string& text, const JobFile& job,
                                      const ProgramEntry*& program);

/// Lets the job name the configuration that its program loads itself, and takes out the arguments that chose
/// its parts.
void follow_config(const ImportFile& file, JobFile& job);

/// Resolves the references of a configuration that Hydra composed, with the values of the command, and moves
/// its keys and the arguments that override them out of the sections of an unknown program.
void open_composed(ProgramYaml& named, JobFile& job);

struct JobKeys {
  FileKeys keys;       ///< of the file, followed by the command's arguments, which take precedence
  FileKeys overruled;  ///< keys of the file that a command argument overrides
};

/// Joins the keys of the file next to a job, called `name`, with the command's arguments. An argument that a
/// Python program uses for another key ("${args.batch_size}") is renamed to that key.
JobKeys joined_keys(FileKeys of_file, const std::string& name, const JobFile& job,
                    const ProgramEntry& program);

/// Returns the name of the DeepSpeed or accelerate config of a job whose neighbouring file is `text`, also if
/// it comes from an option; "" if none is named.
std::string config_name_of(const JobFile& job, const std::string& text);

}  // namespace zp::import_io
