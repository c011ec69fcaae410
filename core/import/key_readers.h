// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/ordered_json.h"
#include "core/text/text_node.h"

/// Readers of the values in programs' files, by the names that the rows of programs.json give them. Internal
/// to this folder.
namespace zp::import_io {

enum class Understood : std::uint8_t {
  value,    ///< the plan's key gets `value`
  nothing,  ///< the file says that the program's usual way holds, or that something is off
  unknown,  ///< no reader knows the value
};

struct Reading {
  Understood understood = Understood::unknown;
  text_io::Json value;
};

/// Returns the first reading of `node` by `readers` that is not unknown. A reader is a name ("count") or a
/// value and its meaning ("true>full"); names stand in key_readers.cpp.
Reading read_value(const std::vector<std::string>& readers, const TextNode& node);

/// Returns true if `reader` is known.
bool is_reader(std::string_view reader);

/// Returns the values of a file that these readers read as `value` of the plan, the usual ones first; empty
/// if none does. `old` is the file's present value, whose form is preferred ("torch.bfloat16", "AdamW").
std::vector<text_io::Json> file_values(const std::vector<std::string>& readers, const text_io::Json& value,
                                       std::string_view old);

}  // namespace zp::import_io
