// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/import/program_keys_json.h"

/// Arguments that select which parts of a vision-language model are trained.
namespace zp::import_io {

/// Renames InternVL's arguments to the usual ones: its backbone is the tower, and the number after
/// use_llm_lora is a rank (internvl/train/internvl_chat_finetune.py).
void name_internvl_parts(FileKeys& keys, ProgramKeys& plan);
/// Reads LLaVA-NeXT's list of trained parts (llava/train/train.py, mm_tunable_parts).
void read_tunable_parts(FileKeys& keys, ProgramKeys& plan);
/// Removes and returns the key that names a separate vision tower.
std::optional<FileKey> take_tower(FileKeys& keys);
/// Adds a note that the vision tower is missing from a plan of the language model alone.
void note_tower(const FileKey& tower, ProgramKeys& plan);
/// Adds a note if a run trains no weight of the language model, and the plan has only that model, without a
/// tower.
void note_frozen_model(ProgramKeys& plan);

}  // namespace zp::import_io
