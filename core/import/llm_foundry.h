// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of LLM Foundry, a program based on Composer. Internal to this folder.
namespace zp::import_io {

/// Renames the keys of Composer's durations, "63900ba", according to their units: max_duration becomes
/// max_steps or max_tokens, and save_interval counts steps.
void name_foundry_times(FileKeys& keys);

/// Reads the keys of LLM Foundry that depend on each other. Throws FileError for encoders.
void read_foundry(FileKeys& keys, ProgramKeys& plan);

/// Adds to a shape the defaults of an MPT model, and its words for norm, MLP, positions and experts
/// (mosaicml/llm-foundry llmfoundry/models/mpt/configuration_mpt.py).
void add_foundry_form(const FileKeys& keys, text_io::Json& shape);

}  // namespace zp::import_io
