// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/import/program_file.h"

namespace zp::import_io {

class ProgramKeys;

/// Reported in place of a key when no key asks for a framework that shards model states.
inline constexpr const char* no_framework = "no deepspeed and no fsdp";

/// Added to a job's keys if the training file named by its command is missing.
inline constexpr std::string_view missing_file_mark = "missing training file";
/// Key of a command that starts ms-swift's training with Megatron.
inline constexpr std::string_view megatron_mark = "command megatron";

/// Sets the framework of a whole job before its keys are read: DeepSpeed if the job has a ds_config or keys
/// that only DeepSpeed has; FSDP if a key asks for it or the program always uses it; else DDP (a single GPU
/// counts as DDP with one rank). Removes the keys that it read. Internal to this folder.
void choose_framework(FileKeys& keys, ProgramKeys& plan, bool has_deepspeed);

}  // namespace zp::import_io
