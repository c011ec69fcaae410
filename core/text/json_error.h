// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/file_error.h"

/// One sentence on broken JSON, which names line, column, the text found there and the text expected there.
namespace zp::text_io {

/// Returns the error of broken JSON. `message` is the parser's (nlohmann_json), of which only the kind of
/// mistake is used; `position` counts the bytes it has read, the offending one included.
FileError json_error(std::string_view text, std::size_t position, std::string_view message);

/// Returns an error with "Line 3, column 7: " and `sentence`, for the byte at `offset`.
FileError error_at(std::string_view text, std::size_t offset, std::string_view sentence);

}  // namespace zp::text_io
