// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/check/walk.h"
#include "core/deepspeed/schema.h"

/// Checks the sections that DeepSpeed reads with pydantic (DeepSpeedConfigModel,
/// deepspeed/runtime/config_utils.py), field by field from the schema.
namespace zp::config_check {

/// Reports every field pydantic would name, in one step of the parser. `schema_path` is where the schema
/// describes the section, `path` what it is called in the file (bfloat16 for bf16).
void check_model(Walk& walk, const TextNode& section, std::string_view schema_path, std::string_view path);
inline void check_model(Walk& walk, const TextNode& section, std::string_view path) {
  check_model(walk, section, path, path);
}

/// Whether the release reads the section with pydantic.
bool is_model(const Walk& walk, std::string_view schema_path);

/// `**section` of something that is no mapping: TypeError, and true.
bool refuse_unpacking(Walk& walk, const TextNode& section, std::string_view path, std::string_view model);

/// "Move it to zero_optimization.overlap_comm."
std::string move_to(const std::string& path);

/// The schema's entry for a path or an alias, found fast; nullptr when there is none.
const SchemaKey* schema_key(std::string_view path);

/// The value pydantic sees under a name: nullptr when it is absent or the text "auto", which
/// DeepSpeedConfigModel.__init__ drops unless the section says "strict".
const TextNode* field(const TextNode& section, std::string_view name);
/// Under the name or its alias with the prefix "stage3_".
const TextNode* stage3_field(const TextNode& section, std::string_view name);

}  // namespace zp::config_check
