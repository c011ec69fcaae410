// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/check/config_walk.h"
#include "core/deepspeed/schema.h"

/// Checks the sections that DeepSpeed reads with pydantic (DeepSpeedConfigModel,
/// deepspeed/runtime/config_utils.py), field by field from the schema.
namespace zp::config_check {

/// Reports every field that pydantic would report, as one step of the parser. `schema_path` is the section's
/// path in the schema, `path` its path in the file (bfloat16 for bf16).
void check_model(ConfigWalk& walk, const TextNode& section, std::string_view schema_path,
                 std::string_view path);
inline void check_model(ConfigWalk& walk, const TextNode& section, std::string_view path) {
  check_model(walk, section, path, path);
}

/// Returns true if the release reads the section with pydantic.
bool is_model(const ConfigWalk& walk, std::string_view schema_path);

/// If the section is not a mapping, reports the TypeError of `**section` and returns true.
bool refuse_unpacking(ConfigWalk& walk, const TextNode& section, std::string_view path,
                      std::string_view model);

/// Returns the fix in words: "Move it to zero_optimization.overlap_comm."
std::string move_to(const std::string& path);

/// Returns the schema's entry for a path or an alias; nullptr if there is none. Uses a hash lookup.
const SchemaKey* schema_key(std::string_view path);

/// Returns the value that pydantic gets for a name; nullptr if it is absent or "auto", which
/// DeepSpeedConfigModel.__init__ drops unless the section has "strict".
const TextNode* field(const TextNode& section, std::string_view name);
/// Returns the value under the name, or under its alias with prefix "stage3_".
const TextNode* stage3_field(const TextNode& section, std::string_view name);

}  // namespace zp::config_check
