// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/deepspeed/schema.h"

namespace zp {

/// Reads the embedded schema file. Internal to core/deepspeed.
Schema load_schema();

}  // namespace zp
