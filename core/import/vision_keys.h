// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/import/program_keys_json.h"

/// Arguments that say which parts of a vision-language model train.
namespace zp::import_io {

/// Gives InternVL's arguments the names that others have: its backbone is the tower, and the number behind
/// use_llm_lora is a rank (internvl/train/internvl_chat_finetune.py).
void name_internvl_parts(FileKeys& keys, ProgramKeys& plan);
/// Reads LLaVA-NeXT's list of the parts that train (llava/train/train.py, mm_tunable_parts).
void read_tunable_parts(FileKeys& keys, ProgramKeys& plan);
/// Takes the key that names a vision tower beside the model out.
std::optional<FileKey> take_tower(FileKeys& keys);
/// Says that the tower is not in a plan of the language model alone.
void note_tower(const FileKey& tower, ProgramKeys& plan);
/// Says that a run trains no weight of the language model where the plan has that one alone, without a tower.
void note_frozen_model(ProgramKeys& plan);

}  // namespace zp::import_io
