// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// NeMo Automodel's keys that mean something only together. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the strategy, replicas, packed sequences, adapters and products in fp8 of a recipe of NeMo
/// Automodel; removes the keys that it read. Throws FileError for a recipe that trains no decoder.
/// (nemo_automodel/recipes/_dist_utils.py, components/distributed/config.py)
void read_automodel(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
