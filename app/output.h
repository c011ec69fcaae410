// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The only place where commands write to standard output and standard error. Untrusted names, keys and
/// values are printed as printable_text (core/text/quoting.h), so that a terminal does not interpret them.
namespace zp::app {

/// Writes text or a JSON document to standard output, without buffering. Throws InputError if that fails, for
/// instance on a full disk.
void print(std::string_view text);
/// Writes the bytes of a file to standard output unchanged. Throws InputError if that fails.
void print_file(std::string_view text);

/// Writes "zero-planner: message" to standard error, line by line.
void complain(std::string_view message);
/// Writes "zero-planner: message" to standard error, in red if that is a terminal.
void complain_in_red(std::string_view message);
/// Writes the message to standard error without the prefix.
void complain_as_is(std::string_view message);

}  // namespace zp::app
