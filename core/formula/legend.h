// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/formula/words.h"

namespace zp {

/// Returns the values of a formula's symbols: "P = 6.74 B elements, b = 2 bytes, network = 25 GB/s, gas = 4".
std::string legend(std::span<const SymbolValue> symbols);

}  // namespace zp
