// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/write_back/write_back.h"

namespace zp {

/// Returns the differing lines of each text under its file name; "" if there are none.
std::string written_back_diff(const ImportFile& before, const WriteBack& after);
/// Returns one sentence per key that was not written, each on its own line.
std::string unwritten_text(const WriteBack& written);
/// Returns the document zero-write-back/1 (docs/json.md).
std::string written_back_json(const ImportFile& before, const WriteBack& after);

}  // namespace zp
