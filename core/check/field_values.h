// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/deepspeed/schema.h"
#include "core/text/text_node.h"

/// Checks whether one value suits one field of a pydantic section.
namespace zp::config_check {

struct FieldFault {
  std::string code;      ///< our code
  std::string what;      ///< "must be a whole number"
  std::string pydantic;  ///< pydantic's own sentence
  std::string below;     ///< suffix of the path: an index of a list
};

/// Returns the faults of a value; empty if the pydantic of that release accepts it. For fields that are
/// sections of their own only the kind of value counts.
std::vector<FieldFault> field_faults(const SchemaKey& key, const TextNode& value, bool is_section,
                                     DeepSpeedVersion version = schema().version);
/// Returns the faults that pydantic 1 finds, which converts more.
std::vector<FieldFault> field_faults_v1(const SchemaKey& key, const TextNode& value, bool is_section);
/// Returns the result of dict(), which pydantic 1 calls on the value of a section; nothing if it raises.
std::optional<TextNode> as_dict(const TextNode& value);

}  // namespace zp::config_check
