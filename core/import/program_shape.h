// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// Shapes of models that training files state. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// GPT-NeoX and Megatron-DeepSpeed: the file states the model's shape.
void read_shape(FileKeys& keys, ProgramKeys& plan);

/// Returns true for a program whose files can state the shape of the model.
bool has_own_shape(const ProgramEntry& program);
bool states_shape(const FileKeys& keys, const ProgramEntry& program);

}  // namespace zp::import_io
