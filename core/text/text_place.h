// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// Positions in a text.
namespace zp {

/// The bytes [begin, end) of a text.
struct TextSpan {
  std::size_t begin = 0, end = 0;
  [[nodiscard]] std::size_t size() const { return end - begin; }
  bool operator==(const TextSpan&) const = default;
};

/// Line and column, from 1; columns count characters, not bytes.
struct TextPosition {
  int line = 1, column = 1;
  bool operator==(const TextPosition&) const = default;
};

}  // namespace zp
