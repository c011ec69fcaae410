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

/// Reads and writes the plan file (*.zplan.json, docs/plan-file.md). Only one of the keys that describe the
/// model is required. Unknown keys are kept and written back; defaults are not written.
namespace zp {

/// Reads a plan, with presets from `presets` and from the file itself. Throws FileError for a value outside
/// its key's type or range; conflicts between keys are reported by check() (core/rules/check_plan.h). A
/// deepspeed_config key with a field in Plan sets that field if the plan's own key is absent; if both are
/// present and differ, throws FileError that names both.
PlanDocument read_plan(std::string_view json_text, const Catalog& presets = catalog());

/// Returns the plan as JSON: two-space indentation, keys in the order of plan_keys(), unknown keys in their
/// places, a newline at the end. The Plan takes precedence: differing keys of text.deepspeed_config are
/// changed to its values, so that the file can always be read again.
std::string write_plan(const PlanDocument& document);

/// Returns true if the file names the plan's GPU without its board, so that its preset is an assumption.
bool is_gpu_assumed(const PlanDocument& document);

/// Returns a finding of severity `style` for such a GPU, with the other boards that its name can mean.
std::vector<Finding> assumed_gpu(const PlanDocument& document);

/// Returns a finding of severity `ignored` for every key without effect, with a suggestion for the key that
/// was probably meant.
std::vector<Finding> unknown_keys(const PlanText& text);

}  // namespace zp
