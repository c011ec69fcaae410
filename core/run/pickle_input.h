// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>

namespace zp {

/// A stream of bytes that is read block by block and knows its offset. Throws FileError where it ends, and
/// where it is larger than `most_bytes`.
class PickleInput {
 public:
  PickleInput(std::istream& in, std::uint64_t most_bytes) : in_(in), most_bytes_(most_bytes) {}

  [[nodiscard]] std::uint64_t offset() const { return read_ + at_; }
  std::uint8_t byte() {
    if (at_ == filled_) fill();
    return static_cast<std::uint8_t>(block_[at_++]);
  }
  /// Reads a number of `width` bytes, at most 8, the lowest byte first.
  std::uint64_t little_endian(std::size_t width);
  std::uint64_t big_endian_8();
  /// Reads `count` bytes onto the end of `text`.
  void append(std::string& text, std::size_t count);

 private:
  void fill();

  std::istream& in_;
  std::uint64_t most_bytes_;
  std::uint64_t read_ = 0;  ///< bytes read before the block
  std::size_t at_ = 0, filled_ = 0;
  std::array<char, 65'536> block_{};
};

}  // namespace zp
