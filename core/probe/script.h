// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace zp {

/// The script that measures a machine (resources/probe), as `probe --script` writes it.
std::string_view probe_script();

}  // namespace zp
