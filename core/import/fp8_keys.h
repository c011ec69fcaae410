// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/import/program_keys_json.h"

/// Products in fp8 in the files of torchtitan, accelerate and programs over it.
namespace zp::import_io {

/// Reads torchtitan's converters, and the sections of those that are on. The keys that were read leave the
/// list.
void read_fp8_converters(FileKeys& keys, ProgramKeys& plan);

/// Reads `mixed_precision: fp8` of accelerate with its `fp8_config`, or the keys of Axolotl and LLaMA-Factory
/// that say the same. The keys that were read leave the list.
void read_fp8_of_accelerate(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
