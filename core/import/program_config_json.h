// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/import/program_keys_json.h"
#include "core/import/program_yaml.h"

/// The ds_config of a program's file or job, wherever it stands. Internal to import/.
namespace zp::import_io {

/// Returns the ds_config that a file names: the text beside it, or one that a program comes with; "" if
/// neither is there.
std::string config_named(const std::string& name, const std::string& beside, const ProgramEntry* program,
                         std::vector<Finding>& notes);

/// Returns the ds_config among the keys of a program that keeps it at the root (GPT-NeoX), or that completes
/// one (ArcticTraining, arctic_training/config/trainer.py: stage 2 where nothing is said, bf16 by
/// model.dtype); nothing for others.
std::optional<ConfigSource> config_of_program(const ProgramYaml& file, const std::string& text);

/// Takes out the keys that are the ds_config's, which the reader of ds_configs lists.
void erase_config_keys(const ProgramYaml& file, FileKeys& keys, ProgramKeys& plan);

/// Returns the ds_config of the files beside the job: config_beside() of accelerate's file if there is one,
/// and the ds_config that it names.
std::optional<ConfigSource> config_of_files(const ImportFile& file, FileKeys& keys, ProgramKeys& plan);

/// Returns the ds_config of a file beside the job: a ds_config.json, or the one in accelerate's file, whose
/// other keys go to `keys` and `plan`. Nothing for an accelerate file without DeepSpeed.
std::optional<ConfigSource> config_beside(const std::string& text, FileKeys& keys, ProgramKeys& plan);

/// Adds the section of the precision that a program with transformers' Trainer asks for to a ds_config that
/// has none for it, as accelerate does (utils/dataclasses.py, DeepSpeedPlugin.set_mixed_precision), and notes
/// that.
void add_precision(const ProgramKeys& keys, ConfigSource& config, std::vector<Finding>& notes);

}  // namespace zp::import_io
