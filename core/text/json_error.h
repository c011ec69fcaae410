// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/file_error.h"

/// Broken JSON put into one sentence that names line, column, what stands there and what belongs there.
namespace zp::text_io {

/// `message` is the parser's (nlohmann_json), of which only the kind of mistake is used; `position` counts
/// the bytes it has read, the offending one included.
FileError json_error(std::string_view text, std::size_t position, std::string_view message);

/// "Line 3, column 7: " and `sentence`, for the byte at `offset`.
FileError error_at(std::string_view text, std::size_t offset, std::string_view sentence);

}  // namespace zp::text_io
