// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/deepspeed/key_effects.h"

/// Groups of the rows of key_effects(). Internal to key_effects*.cpp.
namespace zp::key_effect_rows {

std::span<const KeyEffectRow> of_zero();      ///< keys below zero_optimization
std::span<const KeyEffectRow> of_numbers();   ///< optimizer, precision, gradients
std::span<const KeyEffectRow> of_features();  ///< features in addition to plain training
std::span<const KeyEffectRow> of_machines();  ///< parallelism, and drives
std::span<const KeyEffectRow> of_outputs();   ///< checkpoints, and printed output

}  // namespace zp::key_effect_rows
