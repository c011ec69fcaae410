// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of LLM Foundry, a program on Composer. Internal to this folder.
namespace zp::import_io {

/// Gives times of Composer, "63900ba", the names of keys in their unit: max_duration becomes max_steps or
/// max_tokens, and save_interval counts steps.
void name_foundry_times(FileKeys& keys);

/// Reads the keys of LLM Foundry that state something together. Throws FileError for encoders.
void read_foundry(FileKeys& keys, ProgramKeys& plan);

/// Adds to a shape what an MPT model has where the file says nothing, and its words for norm, MLP, positions
/// and experts (mosaicml/llm-foundry llmfoundry/models/mpt/configuration_mpt.py).
void add_foundry_form(const FileKeys& keys, text_io::Json& shape);

}  // namespace zp::import_io
