// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Values of a plan's keys that somebody means who writes other words.
namespace zp {

/// Returns a sentence that says how a plan states what people mean by `text` as the value of the key `path`:
/// `Write "sdpa".`;
/// "" if the text has no common meaning there.
std::string value_meant(std::string_view path, std::string_view text);

/// Returns the same for a number, a text or a flag where the object `path` stands: `write {"stage": 3}`; ""
/// if none is meant. `value` is in JSON.
std::string object_meant(std::string_view path, std::string_view value);

/// Returns the key that a lone number or text states in the place of the object `path`: "zero.stage" for
/// "zero" and "3", "model.parameters" for "model" and "7B"; "" for a flag, JSON or null, or if the object has
/// no such key.
std::string key_of_lone_value(std::string_view path, std::string_view value);

/// Returns the setting that means a flag in the place of the object `path`: "training.lora.rank=16" for
/// "training.lora" and "true"; "" if none does.
std::string setting_meant(std::string_view path, std::string_view value);

}  // namespace zp
