// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/vision_tower.h"
#include "core/plan_file/plan_json.h"

/// model.vision as JSON. Internal to this folder.
namespace zp::plan_io {

/// Returns `base` with the keys that `object` states. A tower with 0 layers means no tower. Throws FileError
/// if a required key is in neither.
VisionTower read_vision(const Json& object, const VisionTower& base);

/// Returns the keys in which `tower` differs from `base`, from which read_vision returns `tower` again.
Json write_vision(const VisionTower& tower, const VisionTower& base);

}  // namespace zp::plan_io
