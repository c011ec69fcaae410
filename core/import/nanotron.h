// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"
#include "core/text/ordered_json.h"

/// nanotron's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the group sizes, whose product is the number of ranks, the ZeRO stage, and the number types that
/// accumulate_grad_in_fp32 decides; removes the keys that it read.
/// (src/nanotron/config/parallelism_config.py, src/nanotron/helpers.py: init_optimizer_and_grad_accumulator)
void read_nanotron(FileKeys& keys, ProgramKeys& plan);

/// Throws FileError for a model with Mamba layers.
void refuse_nanotron_mamba(const FileKeys& keys);

/// Completes the shape for the file's kind of model: blocks of Llama and Qwen, or of StarCoder 2.
/// (src/nanotron/config/models_config.py)
void add_nanotron_form(const FileKeys& keys, text_io::Json& shape);

}  // namespace zp::import_io
