// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zp::app {

/// Offers the user's own presets beside those shipped; problems of their file are reported, and the rest of
/// it is used.
void use_user_presets();

}  // namespace zp::app
