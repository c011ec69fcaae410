// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// Models that the blocks of a plan do not describe, known by a word of their names
/// (resources/catalog/other_models.json).
namespace zp {

/// Returns the kind of such a model, "a diffusion model" for "stable-diffusion-v1-5"; "" for a name that
/// tells none, which may be a decoder's. It is asked about names that the catalog lacks.
std::string_view kind_of_other_model(std::string_view name);

}  // namespace zp
