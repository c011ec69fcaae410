// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// Models that a plan cannot describe, recognised by a word of their names
/// (resources/catalog/other_models.json).
namespace zp {

/// Returns the kind of such a model, "a diffusion model" for "stable-diffusion-v1-5"; "" for a name without
/// such a word, which may be a decoder's. For names that the catalog lacks.
std::string_view kind_of_other_model(std::string_view name);

}  // namespace zp
