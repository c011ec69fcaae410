// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/text/ordered_json.h"

/// Evaluates the rules in resources/catalog/hf_families.json. Internal to this folder.
namespace zp::import_io {

using text_io::Json;

/// Input of a rule: the keys of a config.json, and the fields and quantities that are already known.
struct RuleInput {
  const Json& config;
  const Json& shape;       ///< fields of model.architecture read or set so far
  const Json& quantities;  ///< quantities defined so far by the family's `let`
};

/// Returns the value at a dotted path; nullptr if it is absent or null. A list of equal values, one per
/// layer, counts as that value.
const Json* value_in(const Json& config, std::string_view path);

/// Returns true if a value is true or a number above 0.
bool holds(const Json* value);

/// Returns the value as a number. Throws FileError that names `key` if it is not one.
double number_of(const Json& value, std::string_view key);

/// Returns a rule's value for this config; null if the config lacks the keys for it. Throws FileError like
/// number_of.
Json evaluate(const Json& rule, const RuleInput& input);

}  // namespace zp::import_io
