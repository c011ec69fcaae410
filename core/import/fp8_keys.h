// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/import/program_keys_json.h"

/// fp8 matrix products in the files of torchtitan, of accelerate, and of programs built on accelerate.
namespace zp::import_io {

/// Reads torchtitan's list of converters and the sections of those that are on. Removes the keys that it
/// read.
void read_fp8_converters(FileKeys& keys, ProgramKeys& plan);

/// Reads accelerate's `mixed_precision: fp8` with its `fp8_config`, or the equivalent keys of Axolotl and
/// LLaMA-Factory. Removes the keys that it read.
void read_fp8_of_accelerate(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
