// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// NeMo Automodel's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads strategy, replicas, packed sequences, adapters and fp8 matrix products of a NeMo Automodel recipe;
/// removes the keys that it read. Throws FileError for a recipe that does not train a decoder.
/// (nemo_automodel/recipes/_dist_utils.py, components/distributed/config.py)
void read_automodel(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
