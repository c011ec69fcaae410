// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/measure/measure.h"
#include "core/text/file_error.h"

namespace zp {

/// Reads the file of a run: a log, what was copied out of one, or a memory snapshot. "-" is standard input;
/// `name` is the file's name in messages. Throws FileError naming the file.
NamedLog read_log(const std::string& path, const std::string& name);
/// Reads a text, or the bytes of a snapshot, that is already in memory.
NamedLog log_of_text(const std::string& text, const std::string& name);

}  // namespace zp
