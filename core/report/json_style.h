// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace zp {

enum class JsonStyle : std::uint8_t {
  pretty,    ///< indented by two spaces
  one_line,  ///< one line with a newline at its end: for --jsonl
};

}  // namespace zp
