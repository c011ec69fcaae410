// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// torchtitan's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Adds a key that names the model by its catalog id, from model.name and model.flavor ("llama3", "8B"), or
/// from the name of a newer release's configuration ("llama3_8b"). Adds none if the file names no model; a
/// model that is not in the catalog keeps torchtitan's name.
void name_torchtitan_model(FileKeys& keys);

/// Reads the parallel degrees, whose product is the number of ranks, the converters, and the settings of
/// checkpoints, compilation and evaluation; removes the keys that it read. A run that names a flavor uses
/// release 0.2.2, the last that reads TOML, or older. (torchtitan/distributed/parallel_dims.py,
/// config/job_config.py)
void read_torchtitan(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
