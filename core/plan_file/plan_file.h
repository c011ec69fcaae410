// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// Reading and writing of the plan file (*.zplan.json, docs/plan-file.md). Every key is optional except one
/// way of naming the model; unknown keys are kept and written back; defaults are not written.
namespace zp {

/// Reads a plan, which can name `presets` and those that it brings along. Throws FileError for a value that
/// the key's own type or range forbids; a conflict between keys is left to check() (core/rules/check_plan.h).
/// A key of deepspeed_config that the plan has a field for fills that field if the plan's own key is absent;
/// if both are there and differ, FileError names both.
PlanDocument read_plan(std::string_view json_text, const Catalog& presets = catalog());

/// Returns the plan as JSON: two spaces, keys in the order of plan_keys(), unknown keys in their places, a
/// newline at the end. The Plan takes precedence: keys of text.deepspeed_config that differ are brought in
/// line with it, so that the file can always be read again.
std::string write_plan(const PlanDocument& document);

/// Returns one finding of severity `ignored` for every key that is carried without effect, with the key
/// probably meant.
std::vector<Finding> unknown_keys(const PlanText& text);

}  // namespace zp
