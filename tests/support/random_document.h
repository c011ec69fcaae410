// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"

namespace zp::test {

using Json = nlohmann::ordered_json;

/// Returns true with probability 1/n.
bool once_in(int n);

/// Returns a random valid value of the key.
KeyValue random_value(const PlanKey& key);

/// Returns a random plan that a file can state: presets and overridden numbers, every field, and options of
/// deepspeed_config.
Plan random_plan();

/// Returns the keys and parts in which two plans differ, for the message of a failing property.
std::string differences(const Plan& a, const Plan& b);

/// Adds unknown keys to random objects of `plan`, including deepspeed_config.
void add_unknown_keys(Json& plan);

}  // namespace zp::test
