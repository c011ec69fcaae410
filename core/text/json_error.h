// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/file_error.h"

/// Errors for malformed JSON: one sentence with line, column, the text found and the syntax expected there.
namespace zp::text_io {

/// Returns the error for malformed JSON. `message` is the parser's (nlohmann_json), from which only the kind
/// of mistake is taken; `position` is the number of bytes parsed, including the one with the error.
FileError json_error(std::string_view text, std::size_t position, std::string_view message);

/// Returns an error that consists of "Line 3, column 7: " (the position of byte `offset`) and `sentence`.
FileError error_at(std::string_view text, std::size_t offset, std::string_view sentence);

}  // namespace zp::text_io
