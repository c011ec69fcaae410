// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Keys of a plan and their values for people.
namespace zp {

/// Of a key's place: "training.micro_batch_size" → "Micro batch size", "zero.offload_param.device" → "Offload
/// param, device"; of a key of deepspeed_config that place.
std::string title_of_key(std::string_view path);
/// The unit a key's numbers are in, as the table of keys has it: "GiB", "tokens"; "" for none.
std::string unit_of_key(std::string_view path);
/// JSON text as people write it: "4", "79.2 GiB", "full", "default" for null.
std::string value_of_key(std::string_view path, std::string_view json_text);

}  // namespace zp
