// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// VeOmni's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads method, sharding, precision, activations and adapters of a YAML of VeOmni's trainers, and removes
/// the keys that it read. (veomni/arguments/arguments_types.py; before 0.1.7 veomni/utils/arguments.py)
void read_veomni(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
