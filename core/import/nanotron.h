// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"
#include "core/text/ordered_json.h"

/// nanotron's keys that mean something only together. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the sizes of all groups, whose product is the number of ranks, the ZeRO stage, and the types that
/// follow from accumulate_grad_in_fp32; removes the keys that it read.
/// (src/nanotron/config/parallelism_config.py, src/nanotron/helpers.py: init_optimizer_and_grad_accumulator)
void read_nanotron(FileKeys& keys, ProgramKeys& plan);

/// Throws FileError for layers of Mamba.
void refuse_nanotron_mamba(const FileKeys& keys);

/// Adds to the shape what the kind of model says: blocks of Llama and Qwen, or of StarCoder 2.
/// (src/nanotron/config/models_config.py)
void add_nanotron_form(const FileKeys& keys, text_io::Json& shape);

}  // namespace zp::import_io
