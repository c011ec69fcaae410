// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/plan/edits.h"
#include "core/plan/plan.h"

/// Presets and a plan: which it names, and presets made of what it says.
namespace zp {

struct NamedPreset {
  std::string path;  ///< the key that names it
  PresetPlace place;
};
std::vector<NamedPreset> named_presets(const Plan& plan);

/// A sentence for each preset the plan brings along that differs from the one of that id here.
std::vector<std::string> differing_presets(const Plan& plan);

/// The plan with every preset that is one of `from` replaced by that of `to` at the same position.
Plan with_replaced_preset(Plan plan, PresetPlace from, PresetPlace to);

/// Entries (core/catalog/preset_rows.h) of the plan's model, GPU and link. Throws FileError where the plan
/// has no shape to keep.
std::string model_preset_of(const Plan& plan, const std::string& name);
std::string gpu_preset_of(const Plan& plan, const std::string& name);
std::string link_preset_of(const Plan& plan, edits::LinkPlace place, const std::string& name);

}  // namespace zp
