// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/accuracy.h"

namespace zp::test {

/// Returns how often `measure` says why a run died as an expert does (tests/data/run-logs/died): logs that
/// the program was made with, those that it had not read, at their first reading, and the same now.
AccuracyGrid died_grid();

}  // namespace zp::test
