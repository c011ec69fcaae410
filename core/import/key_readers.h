// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/ordered_json.h"
#include "core/text/text_node.h"

/// Value readers, referred to by name in the rows of programs.json. Internal to this folder.
namespace zp::import_io {

enum class Understood : std::uint8_t {
  value,    ///< the plan's key gets `value`
  nothing,  ///< the file selects the program's default, or switches something off
  unknown,  ///< no reader accepts the value
};

struct Reading {
  Understood understood = Understood::unknown;
  text_io::Json value;
};

/// Returns the first reading of `node` by `readers` that is not unknown. A reader is a name ("count"), listed
/// in key_readers.cpp, or a value and its meaning ("true>full").
Reading read_value(const std::vector<std::string>& readers, const TextNode& node);

/// Returns true if `reader` is known.
bool is_reader(std::string_view reader);

/// Returns the file values that these readers read as the plan's `value`, the most common spelling first;
/// empty if there are none. `old` is the file's present value; its style is preferred ("torch.bfloat16",
/// "AdamW").
std::vector<text_io::Json> file_values(const std::vector<std::string>& readers, const text_io::Json& value,
                                       std::string_view old);

}  // namespace zp::import_io
