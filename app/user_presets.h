// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

namespace zp::app {

/// Reads the user's own presets; problems of their file are reported, and the rest of it is used.
void use_user_presets();
/// Returns the presets that a command's files can name: the shipped ones, and behind them the user's own once
/// use_user_presets() has read them.
const Catalog& offered_presets();

}  // namespace zp::app
