// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/deepspeed/key_effects.h"

/// The rows of key_effects(), in groups. Internal to key_effects*.cpp.
namespace zp::key_effect_rows {

std::span<const KeyEffectRow> of_zero();      ///< below zero_optimization
std::span<const KeyEffectRow> of_numbers();   ///< optimizer, precision, gradients
std::span<const KeyEffectRow> of_features();  ///< what the run does beside plain training
std::span<const KeyEffectRow> of_machines();  ///< how ranks divide the model, and the drives
std::span<const KeyEffectRow> of_outputs();   ///< checkpoints, and what is printed

}  // namespace zp::key_effect_rows
