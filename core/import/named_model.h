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

/// Finds the model that another program's file names. Internal to this folder.
namespace zp::import_io {

/// Returns true if the value of this key names the model to train.
bool names_model(const TextNode& node);

/// Renames an ambiguous key such as `model_name` to the usual model key if no other key names the model, the
/// program has no row for it, and the catalog knows its value.
void name_model_otherwise(FileKeys& keys, const ProgramEntry& program, const Catalog& presets);

/// Returns the first unknown key that seems to name the model, with its value: "ovis_pretrained_path:
/// AIDC-AI/Ovis2.5-9B"; "" if there is none.
std::string possible_model(const FileKeys& keys);

/// Returns the first key that names a model; nullptr if there is none.
const FileKey* naming_model(const FileKeys& keys);

/// Returns true if the name contains a variable that the script does not set, or a placeholder in angle
/// brackets ("<path to model>"): the file does not contain the name.
bool is_left_open(std::string_view name);

/// Returns true if such a variable hides which model it is ("./checkpoints/$MODEL"); false if it is only a
/// folder before a model of `presets` ("$HOME/models/Qwen2.5-7B").
bool leaves_model_open(std::string_view name, const Catalog& presets);

/// Returns the id of the model with the vision tower whose decoder alone is `id`, "gemma-3-4b" for
/// "gemma-3-4b-text", if the catalog has it; else `id`.
std::string id_with_tower(const std::string& id, const Catalog& presets);
/// Returns true if the keys are of a Python program that loads its model with a class that has a vision
/// tower.
bool loads_tower(const FileKeys& keys);

/// Returns the id of the model called `name`, in `presets` or the model of `plan`; nullopt if unknown.
std::optional<std::string> model_id_of(std::string_view name, const Plan& plan, const Catalog& presets);

/// Returns the model of `presets` whose family and size stand in a name that the catalog does not have:
/// "qwen2.5-7b" for "mine/Qwen2.5-Math-7B-16k-think", "llama-3-8b" for "elyza/Llama-3-ELYZA-JP-8B"; nullopt
/// if none does, if several do, or if a word tells of parts or layers that such a model does not have.
std::optional<std::string> assumed_model(std::string_view name, const Catalog& presets);

/// Throws UnknownModel for the name at `node` of the file `text`, with similar names of `presets`.
[[noreturn]] void refuse_model(const FileKey& node, const std::string& text, const Catalog& presets);

}  // namespace zp::import_io
