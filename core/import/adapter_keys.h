// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/import/program_file.h"
#include "core/plan/finding.h"

/// Adapters in files of unknown programs, which use key names of their own. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Renames the keys of an adapter section ("lora.r", "peft_config.target_modules") to the names that
/// Trainer's programs use. Switches adapters on if the section has a rank and the file has no switch.
void name_adapter_sections(FileKeys& keys);

/// Switches adapters on if the arguments of an unknown program have an adapter rank and no known switch, and
/// adds a note.
void assume_adapters(FileKeys& arguments, std::vector<Finding>& notes);

/// Returns true if a command switches adapters off: finetuning_type=full, use_lora=False.
bool states_full_tuning(const FileKeys& arguments);

/// Puts adapters of rank 64 on all linear layers for LLaVA's switch lora_enable, unless other keys state rank
/// or modules (haotian-liu/LLaVA, llava/train/train.py: find_all_linear_names, lora_r); the many forks of
/// LLaVA do the same. Arguments with tune_mm_llm are those of Qwen-VL and are left alone.
void add_adapters_of_llava(const FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
