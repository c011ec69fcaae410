// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// torchtitan's keys that mean something only together. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Returns the file's key of the model as one that names a model of the catalog: model.name and model.flavor
/// ("llama3", "8B"), or the configuration of newer releases ("llama3_8b"). The key is not there if the
/// file names none, and keeps torchtitan's own words for a model that the catalog does not have.
void name_torchtitan_model(FileKeys& keys);

/// Reads the degrees of parallelism, whose product is the number of ranks, the converters, and the switch of
/// checkpoints, compiled parts and evaluation; removes the keys that it read. A run that names a
/// flavor is one of release 0.2.2, the last that reads TOML, or older.
/// (torchtitan/distributed/parallel_dims.py, config/job_config.py)
void read_torchtitan(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
