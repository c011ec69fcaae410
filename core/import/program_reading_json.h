// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/import/program_keys_json.h"
#include "core/import/program_yaml.h"

/// Functions that the readers of training files and of jobs share. Internal to this folder.
namespace zp::import_io {

/// Returns the program by whose rows files are read that name none: transformers' Trainer, whose keys most
/// others have too.
const ProgramEntry& usual_program();

/// Throws FileError for the file `name` that the key at `path` names and that is not there.
[[noreturn]] void refuse_missing(const std::string& path, const std::string& name);

/// Takes off the lines of another file than the one that is imported, `of`.
void forget_lines(Imported& imported, ImportPart of);

/// Notes that the ds_config decides another accumulation than the program's own key says.
void note_accumulation(const ProgramKeys& keys, Imported& imported);

/// Notes which values of a Python program a later call replaced, and a condition of its adapters.
void note_python(const ProgramYaml& file, ProgramKeys& keys, std::vector<Finding>& notes);
/// Says in that note that the plan has no adapters, where their rank is not known.
void settle_adapters_note(Imported& imported);

/// Notes the options of a Python program whose defaults became values of the plan. `command` says that a
/// command was read too, which sets none of these options.
void note_option_defaults(const std::vector<OptionDefault>& defaults, bool command, Imported& imported);

void add_front(Imported& imported, const std::vector<Finding>& notes);

/// Reads a job's keys in the way of its program. Returns the keys that state the steps of the run, which are
/// read when all others are.
FileKeys read_program_keys(FileKeys keys, ProgramKeys& plan, bool has_deepspeed,
                           const std::string& file_name);

}  // namespace zp::import_io
