// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Titles, units and values of plan keys, for users.
namespace zp {

/// Returns a title derived from a key's path: "training.micro_batch_size" → "Micro batch size",
/// "zero.offload_param.device" → "Offload param, device"; for a key of deepspeed_config its path in there.
std::string title_of_key(std::string_view path);
/// Returns the unit of a key from the table of keys: "GiB", "tokens"; "" for none.
std::string unit_of_key(std::string_view path);
/// Formats a value, given as JSON text: "4", "79.2 GiB", "full", "default" for null.
std::string value_of_key(std::string_view path, std::string_view json_text);

}  // namespace zp
