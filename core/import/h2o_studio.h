// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of H2O LLM Studio. Internal to this folder.
namespace zp::import_io {

/// Reads the keys of H2O LLM Studio that depend on each other: method, GPUs, DeepSpeed or DDP, types and
/// adapters (h2oai/h2o-llmstudio llm_studio/python_configs/text_causal_language_modeling_config.py).
void read_h2o_studio(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
