// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/text/long_text.h"

namespace zp {

/// Returns a file's text. Throws FileError naming the file if it is missing, a directory, unreadable, empty
/// or larger than `largest` bytes. "-" reads standard input.
std::string read_text_file(const std::string& path, std::size_t largest = largest_text_file);

/// Returns the first and the last half of at most `most` bytes of a file. Throws FileError as
/// read_text_file(); for a file larger than `largest_long_file`, or with more than `most` lines in between.
LongText read_long_text_file(const std::string& path, std::size_t most);

/// Writes a temporary file beside the target and renames it, so that a file is whole or untouched. A link is
/// written through to its end, whether that exists or not. Throws FileError with the system's reason.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace zp
