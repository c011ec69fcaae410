// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The one place where the commands write to standard output and standard error. Names, keys and values of
/// files that nobody vouches for pass through here as printable_text (core/text/quoting.h), so that a
/// terminal never acts on them.
namespace zp::app {

/// Writes a text for a person, or a JSON document, to standard output at once. Throws InputError when it
/// cannot be written, as on a full disk.
void print(std::string_view text);
/// Writes the bytes of a file to standard output unchanged. Throws InputError when they cannot be written.
void print_file(std::string_view text);

/// Writes "zero-planner: message" to standard error, one line for each line of the message.
void complain(std::string_view message);
/// Writes "zero-planner: message" to standard error, in red if that is a terminal.
void complain_in_red(std::string_view message);
/// Writes the message alone to standard error.
void complain_as_is(std::string_view message);

}  // namespace zp::app
