// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/import/program_keys_json.h"
#include "core/import/program_yaml.h"

/// Functions that the readers of training files and of jobs share. Internal to this folder.
namespace zp::import_io {

/// Returns the program whose rows are used for files of an unknown program: transformers' Trainer, because
/// most programs share its keys.
const ProgramEntry& usual_program();

/// Throws FileError: the file `name`, stated at key `path`, is missing.
[[noreturn]] void refuse_missing(const std::string& path, const std::string& name);

/// Clears the line numbers of entries from any file but `of`, the imported one.
void forget_lines(Imported& imported, ImportPart of);

/// Adds a note if the ds_config's gradient accumulation differs from that of the program's own key.
void note_accumulation(const ProgramKeys& keys, Imported& imported);

/// Adds notes about values of a Python program that a later call replaced, and about a condition for its
/// adapters.
void note_python(const ProgramYaml& file, ProgramKeys& keys, std::vector<Finding>& notes);
/// If the adapters' rank is unknown, changes that note to say that the plan has no adapters.
void settle_adapters_note(Imported& imported);

/// Adds a note about the options of a Python program whose defaults became plan values. `command`: a command
/// was read too, and it sets none of these options.
void note_option_defaults(const std::vector<OptionDefault>& defaults, bool command, Imported& imported);

/// Adds a note about a key that seems to name a model, if the file states no other model.
void note_other_model(const std::string& evidence, ProgramKeys& keys);

void add_front(Imported& imported, const std::vector<Finding>& notes);

/// Reads a job's keys with the reader of its program. Returns the keys that state the number of steps, to be
/// read after all others.
FileKeys read_program_keys(FileKeys keys, ProgramKeys& plan, bool has_deepspeed,
                           const std::string& file_name);

}  // namespace zp::import_io
