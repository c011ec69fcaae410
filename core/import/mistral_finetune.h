// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of mistral-finetune. Internal to this folder.
namespace zp::import_io {

/// Reads the keys of mistral-finetune that depend on each other: FSDP, adapters, and saving
/// (mistralai/mistral-finetune finetune/args.py).
void read_mistral_finetune(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
