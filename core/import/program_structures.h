// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/import/program_file.h"

/// Programs whose keys mean something only together. Each function removes the keys that it read. Internal to
/// this folder.
namespace zp::import_io {

class ProgramKeys;

/// torchtune: adapters stand in the model's component, and the recipe in the file's name ("…_single_device").
void read_torchtune(FileKeys& keys, ProgramKeys& plan, const std::string& file_name);
/// LitGPT: one switch for each module that gets adapters.
void read_litgpt(FileKeys& keys, ProgramKeys& plan);
/// verl: prompt and response together are the sequence; sft has no method key.
void read_verl(FileKeys& keys, ProgramKeys& plan);
/// GPT-NeoX and Megatron-DeepSpeed: the file states the model's shape.
void read_shape(FileKeys& keys, ProgramKeys& plan);

/// Sets the accumulation that makes a batch of all ranks, after the other keys are read: LitGPT's, verl's and
/// Megatron's.
void read_global_batch(const FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
