// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace zp::app {

/// Writes to standard output at once. Throws InputError when it cannot be written, a full disk for instance.
void print(std::string_view text);

/// "zero-planner: message", one line on standard error for each line of the message.
void complain(std::string_view message);

}  // namespace zp::app
