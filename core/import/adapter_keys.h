// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/import/program_file.h"
#include "core/plan/finding.h"

/// Adapters that programs of somebody's own ask for under names of their own. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Gives the keys of a section for adapters, "lora.r" and "peft_config.target_modules", the names that
/// Trainer's programs have, and switches adapters on if the section has a rank and no switch stands beside
/// it.
void name_adapter_sections(FileKeys& keys);

/// Switches adapters on where a command or file for a program that is not known gives them a rank and has no
/// switch that is known, and notes that.
void assume_adapters(FileKeys& arguments, std::vector<Finding>& notes);

/// Returns true if a command switches adapters off: finetuning_type=full, use_lora=False.
bool states_full_tuning(const FileKeys& arguments);

/// Puts the adapters of LLaVA's switch, lora_enable, on all linear layers with rank 64 where no key says more
/// (haotian-liu/LLaVA, llava/train/train.py: find_all_linear_names, lora_r), as the many programs made from
/// it do. Those of Qwen-VL, which have tune_mm_llm, do not.
void add_adapters_of_llava(const FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
