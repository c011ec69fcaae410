// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/deepspeed/schema.h"
#include "core/text/text_node.h"

/// Checks one value against one field of a pydantic section.
namespace zp::config_check {

struct FieldFault {
  std::string code;         ///< the planner's code
  std::string requirement;  ///< "must be a whole number"
  std::string pydantic;     ///< the message that pydantic prints
  std::string below;        ///< suffix of the path: an index in a list
};

/// Returns the faults of a value; empty if that release's pydantic accepts it. For fields that are sections,
/// only the JSON type is checked.
std::vector<FieldFault> field_faults(const SchemaKey& key, const TextNode& value, bool is_section,
                                     DeepSpeedVersion version = schema().version);
/// Returns the faults that pydantic 1 finds; it converts more types.
std::vector<FieldFault> field_faults_v1(const SchemaKey& key, const TextNode& value, bool is_section);
/// Returns the result of dict(), which pydantic 1 applies to a section's value; nullopt if it raises.
std::optional<TextNode> as_dict(const TextNode& value);

}  // namespace zp::config_check
