// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/script.h"

#include <embedded/machine_probe.h>

namespace zp {

std::string_view probe_script() { return embedded::zero_planner_probe_sh; }

}  // namespace zp
