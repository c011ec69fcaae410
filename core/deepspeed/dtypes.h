// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace zp {

/// Returns a name of DtypeEnum ("float16", "torch.half" …) as fp32, fp16, bf16 or int8; "" for any other text
/// (deepspeed/runtime/config.py).
std::string_view dtype_named(std::string_view name);

}  // namespace zp
