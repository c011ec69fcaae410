// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/training.h"

namespace zp::test {

/// Removes stated types for which an older key is stated too, because a plan file with both must not
/// contradict itself.
inline void let_types_agree(Training& training) {
  StatedTypes& types = training.types;
  if (training.gradient_accumulation_dtype != AccumulationDtype::automatic)
    types.gradients = StatedType::automatic;
  if (training.communication_dtype != AccumulationDtype::automatic) types.reduced = StatedType::automatic;
  if (training.lora.in_fp32) types.adapters = StatedType::automatic;
  if (training.low_precision_master) types.master = StatedType::automatic;
  if (training.low_precision_states) types.states = StatedType::automatic;
}

}  // namespace zp::test
