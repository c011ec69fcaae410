// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"
#include "core/text/ordered_json.h"

/// Fast-LLM's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the ZeRO stage, micro batches and lengths, and removes the keys that it read. Throws FileError for
/// layers that a plan cannot describe. (fast_llm/engine: multi_stage/config.py, schedule/config.py;
/// fast_llm/data/dataset/config.py)
void read_fast_llm(FileKeys& keys, ProgramKeys& plan);

/// Adds Fast-LLM's defaults to the shape for values that the file omits. (fast_llm/layers:
/// attention/config.py, decoder/mlp/config.py, language_model/config.py)
void add_fast_llm_form(const FileKeys& keys, text_io::Json& shape);

}  // namespace zp::import_io
