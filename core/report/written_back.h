// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/write_back/write_back.h"

namespace zp {

/// Returns the lines that differ in each text, the names of the files above them; "" if none differs.
std::string written_back_diff(const ImportFile& before, const WriteBack& after);
/// Returns one sentence for each key that was not written, a line each.
std::string unwritten_text(const WriteBack& written);
/// Returns the document zero-write-back/1 (docs/json.md).
std::string written_back_json(const ImportFile& before, const WriteBack& after);

}  // namespace zp
