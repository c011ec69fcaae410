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
  std::string code;      ///< ours
  std::string what;      ///< "must be a whole number"
  std::string pydantic;  ///< pydantic's sentence
  std::string below;     ///< what to add to the path: an index of a list
};

/// Empty where the pydantic of that release takes the value. For fields that are sections of their own only
/// the kind of value counts.
std::vector<FieldFault> field_faults(const SchemaKey& key, const TextNode& value, bool is_section,
                                     DeepSpeedVersion version = schema().version);
/// The same of pydantic 1, which converts more.
std::vector<FieldFault> field_faults_v1(const SchemaKey& key, const TextNode& value, bool is_section);
/// What dict() makes of a value, which pydantic 1 calls for a section: nothing where it raises.
std::optional<TextNode> as_dict(const TextNode& value);

}  // namespace zp::config_check
