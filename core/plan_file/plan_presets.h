// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/plan/plan.h"
#include "core/sharding/edits.h"

/// The presets that a plan names, and new presets made from a plan.
namespace zp {

struct NamedPreset {
  std::string path;  ///< key that names it
  AnyPreset preset;
};
std::vector<NamedPreset> named_presets(const Plan& plan);

/// Returns a sentence for each preset that the plan brings along and that differs from the one with that
/// id in `presets`.
std::vector<std::string> differing_presets(const Plan& plan, const Catalog& presets);

/// Returns the plan with every use of the preset `from` replaced by `to`, which
/// is of the same kind.
Plan with_replaced_preset(Plan plan, const AnyPreset& from, const AnyPreset& to);

/// Each returns an entry (core/catalog/preset_rows.h) made from the plan's model, GPU or link. Throws
/// FileError if the plan has no shape to keep.
std::string model_preset_of(const Plan& plan, const std::string& name);
std::string gpu_preset_of(const Plan& plan, const std::string& name);
std::string link_preset_of(const Plan& plan, edits::LinkPlace place, const std::string& name);

}  // namespace zp
