// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/plan/plan.h"
#include "core/sharding/edits.h"

/// Presets that a plan names, and new presets derived from a plan.
namespace zp {

struct NamedPreset {
  std::string path;  ///< key that names it
  AnyPreset preset;
};
std::vector<NamedPreset> named_presets(const Plan& plan);

/// Returns a sentence for each preset included in the plan that differs from the one with the same id in
/// `presets`.
std::vector<std::string> differing_presets(const Plan& plan, const Catalog& presets);

/// Returns the plan with every use of preset `from` replaced by `to`. Precondition: both are of the same
/// kind.
Plan with_replaced_preset(Plan plan, const AnyPreset& from, const AnyPreset& to);

/// Return an entry (core/catalog/preset_rows.h) from the plan's model, GPU or link. Throw FileError if the
/// plan's model has no shape.
std::string model_preset_of(const Plan& plan, const std::string& name);
std::string gpu_preset_of(const Plan& plan, const std::string& name);
std::string link_preset_of(const Plan& plan, edits::LinkPlace place, const std::string& name);

}  // namespace zp
