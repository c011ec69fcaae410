// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/text_node.h"

namespace zp::import_io {

/// The ds_config that accelerate makes of the keys of its own YAML, each value standing where its key does:
/// `section` is deepspeed_config of `root` (accelerate utils/dataclasses.py:1302-1323, DeepSpeedPlugin).
TextNode accelerate_tree(const TextNode& section, const TextNode& root);

}  // namespace zp::import_io
