// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/blind_rows.h"

namespace zp::test {

/// Returns how far this program, then each other estimator, is from the measured peaks of one GPU: with the
/// plans as they were first written, and with the plans as completed later. The figures must have plans; an
/// estimator without a figure of a GPU for a plan is left out of that row. Throws std::runtime_error if an
/// estimator has figures of other rows than before.
std::vector<AccuracyEstimator> estimator_errors(const std::vector<BlindFigure>& first_written,
                                                const std::vector<BlindFigure>& completed);

}  // namespace zp::test
