// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/import/program_file.h"
#include "core/plan/plan.h"

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

/// Takes the key that states the optimizer steps of the run out of `keys`; nothing if none does.
std::optional<FileKey> take_steps(FileKeys& keys);
/// Sets the token budget that these steps make with the plan's batch and sequence length. `key` belongs to
/// `keys`; 0 and below state no budget.
void set_steps(const FileKey& key, ProgramKeys& keys, PlanDocument& document);

}  // namespace zp::import_io
