// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/speed/compute.h"

namespace zp {

struct ClockInput;

/// Adds the work of a vision tower and its projector to the passes of a micro batch. Precondition: the model
/// has a tower.
template <class N>
void add_vision_work(const ClockInput& in, ComputeWork<N>& work);

/// FLOP of the tower and its projector in one forward pass of one micro batch.
double tower_flop(const Plan& plan);

}  // namespace zp
