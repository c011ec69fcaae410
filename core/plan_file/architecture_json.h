// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/catalog/architecture.h"
#include "core/plan_file/plan_json.h"

/// model.architecture as JSON. Internal to this folder.
namespace zp::plan_io {

/// Returns the shape that the keys state, with defaults for missing keys. hidden_size and layers are
/// required. Defaults that fit most models: heads of 128, an MLP of 8/3·hidden (4·hidden if not gated) and a
/// vocabulary of 32,000 (gpt: 50,257); the rest comes from default_architecture() and complete().
Architecture read_architecture(const Json& object, std::string_view path);

/// Returns the keys from which read_architecture returns `shape` again.
Json write_architecture(const Architecture& shape);

}  // namespace zp::plan_io
