// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/text_node.h"

namespace zp::import_io {

/// Returns the ds_config that accelerate builds from the keys of its own YAML; each value keeps its line and
/// column in the YAML. `section` is deepspeed_config of `root` (accelerate utils/dataclasses.py:1302-1323,
/// DeepSpeedPlugin).
TextNode accelerate_tree(const TextNode& section, const TextNode& root);

}  // namespace zp::import_io
