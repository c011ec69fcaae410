// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

namespace zp::app {

/// Reads the user's own presets; reports problems of their file and uses the rest.
void use_user_presets();
/// Returns the presets that a command's files can name: the shipped ones, followed by the user's own if
/// use_user_presets() was called.
const Catalog& offered_presets();

}  // namespace zp::app
