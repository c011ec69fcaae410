// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/import/program_keys_json.h"
#include "core/import/program_yaml.h"

/// Finds the ds_config of a program's file or job. Internal to import/.
namespace zp::import_io {

/// Returns the ds_config that a file names: `beside`, the text of the file next to it, or a file that ships
/// with a known program; "" if there is neither.
std::string config_named(const std::string& name, const std::string& beside, const ProgramEntry* program,
                         std::vector<Finding>& notes);

/// Returns the ds_config of a program that has its keys at the root (GPT-NeoX), or that completes a partial
/// one (ArcticTraining, arctic_training/config/trainer.py: default stage 2, bf16 by model.dtype); nullopt for
/// other programs.
std::optional<ConfigSource> config_of_program(const ProgramYaml& file, const std::string& text);

/// Removes the keys that belong to the ds_config; its own reader lists them.
void erase_config_keys(const ProgramYaml& file, FileKeys& keys, ProgramKeys& plan);

/// Returns the ds_config of the files next to a job: config_beside() of accelerate's file if there is one,
/// and of the ds_config that it names.
std::optional<ConfigSource> config_of_files(const ImportFile& file, FileKeys& keys, ProgramKeys& plan);

/// Returns the ds_config in `text`, a file next to the job: a ds_config.json, or accelerate's file, whose
/// other keys go to `keys` and `plan`. A ds_config that accelerate's file names is the one that its name
/// implies, or there is a note; with `is_there` it is read elsewhere. Returns nullopt for an accelerate file
/// without DeepSpeed.
std::optional<ConfigSource> config_beside(const std::string& text, FileKeys& keys, ProgramKeys& plan,
                                          bool is_there = false);

/// Returns true if accelerate's file among the files next to a job starts DeepSpeed.
bool accelerate_starts_deepspeed(const ImportFile& file);

/// If a program on transformers' Trainer asks for a precision and the ds_config has no section for one, adds
/// that section, as accelerate does (utils/dataclasses.py, DeepSpeedPlugin.set_mixed_precision), and a note.
void add_precision(const ProgramKeys& keys, ConfigSource& config, std::vector<Finding>& notes);

/// Sets the half precision of accelerate's ds_config to the one in the command or in Trainer's arguments,
/// which takes precedence over accelerate's file (accelerate commands/launch.py, _validate_launch_command;
/// transformers training_args.py sets ACCELERATE_MIXED_PRECISION if bf16 or fp16 is on).
void put_precision(TextNode& config, const FileKeys& keys);

}  // namespace zp::import_io
