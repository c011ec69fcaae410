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

/// Returns the start and the end of a file, `most` bytes in all. Throws FileError as read_text_file() does;
/// also for a file larger than `largest_long_file`, or with more than `most` omitted lines.
LongText read_long_text_file(const std::string& path, std::size_t most);

/// Writes a temporary file in the target's folder and renames it, so that the target is either complete or
/// unchanged. If `path` is a link, writes the end of its chain of links, which need not exist. Throws
/// FileError with the system's reason.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace zp
