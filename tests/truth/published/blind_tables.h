// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/accuracy.h"

namespace zp::test {

/// Returns the tables of the plans that were written blind (tests/data/blind): what a stranger gets.
Accuracy blind_accuracy();

}  // namespace zp::test
