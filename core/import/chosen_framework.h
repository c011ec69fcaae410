// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

namespace zp::import_io {

class ProgramKeys;

/// The wording of a circumstance: no key asks for a framework that divides states.
inline constexpr const char* no_framework = "no deepspeed and no fsdp";

/// Sets the framework that a whole job trains with, before its keys are read: DeepSpeed if the job has a
/// ds_config or keys that only DeepSpeed has, FSDP if it asks for it or its program always takes it, else DDP
/// (one GPU is DDP on one rank). Removes the keys that it read. Internal to this folder.
void choose_framework(FileKeys& keys, ProgramKeys& plan, bool has_deepspeed);

}  // namespace zp::import_io
