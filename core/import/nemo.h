// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// NeMo's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the keys of NeMo's Megatron models (examples/nlp of NeMo 1 and 2): distributed optimizer, half
/// precision with master weights (megatron_amp_O2), FSDP, attention, checkpoints and adapters; removes the
/// keys that it read. Throws FileError for an encoder.
/// (nemo/collections/nlp/models/language_modeling/megatron_base_model.py)
void read_nemo(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
