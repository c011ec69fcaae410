// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/run/scan.h"

namespace zp::run {

/// A hashed set of the pairs of neighbouring characters in a line, which rules out most marks without a
/// search.
class MarkFilter {
 public:
  explicit MarkFilter(std::string_view text) : text_(text) {
    for (std::size_t i = 1; i < text.size(); ++i)
      add(slot(text[i - 1], text[i]));
  }
  /// Returns true if the line contains the mark. Precondition: the mark is not empty.
  [[nodiscard]] bool has(std::string_view mark) const { return may_have(mark) && contains(text_, mark); }

 private:
  static constexpr unsigned slots = 4096;
  static unsigned slot(char a, char b) {
    return (static_cast<unsigned char>(a) * 61U ^ static_cast<unsigned char>(b)) % slots;
  }
  [[nodiscard]] bool may_have(std::string_view mark) const {
    for (std::size_t i = 1; i < mark.size(); ++i)
      if (const unsigned at = slot(mark[i - 1], mark[i]); (bits_[at / 64] >> (at % 64) & 1) == 0)
        return false;
    return true;
  }
  void add(unsigned at) { bits_[at / 64] |= std::uint64_t{1} << (at % 64); }

  std::string_view text_;
  std::array<std::uint64_t, slots / 64> bits_{};
};

}  // namespace zp::run
