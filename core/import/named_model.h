// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/program_file.h"
#include "core/plan/plan.h"
#include "core/text/text_node.h"

/// The model that a file of another program names. Internal to this folder.
namespace zp::import_io {

/// Returns true if the value of this key names the model to train.
bool names_model(const TextNode& node);

/// Gives a key such as `model_name`, which may mean other things too, the name of a model's key if no other
/// key names the model, the program has no row for it, and the catalog knows its value.
void name_model_otherwise(FileKeys& keys, const ProgramEntry& program, const Catalog& presets);

/// Returns the first key that seems to name the model by a name of its own, with its value,
/// "ovis_pretrained_path: AIDC-AI/Ovis2.5-9B"; "" if none does.
std::string possible_model(const FileKeys& keys);

/// Returns the first of the keys that names a model; nullptr if none does.
const FileKey* naming_model(const FileKeys& keys);

/// Returns true if the word has a variable that the script does not set, or words in angle brackets for the
/// reader to fill in, "<path to model>": the name is not in the file.
bool is_left_open(std::string_view name);

/// Returns true if such a variable leaves open which model it is: "./checkpoints/$MODEL", not a folder's
/// variable before a model of `presets`, "$HOME/models/Qwen2.5-7B".
bool leaves_model_open(std::string_view name, const Catalog& presets);

/// Returns the id of the model of that name, one of `presets` or the one that `plan` has; nothing for
/// another.
std::optional<std::string> model_id_of(std::string_view name, const Plan& plan, const Catalog& presets);

/// Throws UnknownModel, with similar names of `presets`, for the name at `node` of the file `text`.
[[noreturn]] void refuse_model(const FileKey& node, const std::string& text, const Catalog& presets);

}  // namespace zp::import_io
