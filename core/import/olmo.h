// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"
#include "core/text/ordered_json.h"

/// Keys of OLMo's training files that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the strategy (default FSDP), its precision and wrapping, compiled blocks, checkpoints and the length
/// of the run; removes the keys that it read. (olmo/config.py, scripts/train.py)
void read_olmo(FileKeys& keys, ProgramKeys& plan);

/// Completes the shape from OLMo's keys or their defaults: biases, kinds of norm, the MLP's width (SwiGLU
/// halves its output), and the padded vocabulary. (olmo/config.py, ModelConfig; olmo/model.py)
void add_olmo_form(const FileKeys& keys, text_io::Json& shape);

}  // namespace zp::import_io
