// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Finds the value of a plan key that a user probably means by another.
namespace zp {

/// Returns a sentence with the plan's value for what users mean by `text` as the value of key `path`: `Write
/// "sdpa".`; "" if unknown.
std::string value_meant(std::string_view path, std::string_view text);

/// Returns the same for a number, text or flag given instead of the object `path`: `write {"stage": 3}`; ""
/// if unknown. `value` is JSON.
std::string object_meant(std::string_view path, std::string_view value);

/// Returns the key that a single number or text sets if given instead of the object `path`: "zero.stage" for
/// "zero" and "3", "model.parameters" for "model" and "7B"; "" for a flag, JSON or null, or if the object has
/// no such key.
std::string key_of_lone_value(std::string_view path, std::string_view value);

/// Returns the setting that a flag means if given instead of the object `path`: "training.lora.rank=16" for
/// "training.lora" and "true"; "" if there is none.
std::string setting_meant(std::string_view path, std::string_view value);

}  // namespace zp
