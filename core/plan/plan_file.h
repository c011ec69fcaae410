// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// Reads and writes the plan file (*.zplan.json, docs/plan-file.md). Rules: every key optional except one way
/// of naming the model; unknown keys are kept and written back; defaults are not written.
namespace zp {

/// Reads a plan. What a key's own type or range forbids throws FileError; what only shows between keys is
/// left to check() (core/rules/check_plan.h). Keys of deepspeed_config that the plan has a field for fill it
/// when the plan's own key is absent; when both are there and differ, FileError names both.
PlanDocument read_plan(std::string_view json_text);

/// The plan as JSON: two spaces, keys in the order of plan_keys(), unknown keys in their places, "\n" at the
/// end.
/// The Plan is what counts: keys of text.deepspeed_config that say otherwise are brought in line with it, so
/// that the file can always be read again.
std::string write_plan(const PlanDocument& document);

/// One issue of severity `ignored` for every key that is carried without effect, with the key probably meant.
std::vector<Finding> unknown_keys(const PlanText& text);

}  // namespace zp
