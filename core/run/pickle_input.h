// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>

namespace zp {

/// A stream of bytes, read in blocks, that tracks its offset. Throws FileError at the end of the stream, and
/// after `most_bytes`.
class PickleInput {
 public:
  PickleInput(std::istream& in, std::uint64_t most_bytes) : in_(in), most_bytes_(most_bytes) {}

  [[nodiscard]] std::uint64_t offset() const { return read_ + at_; }
  std::uint8_t byte() {
    if (at_ == filled_) fill();
    return static_cast<std::uint8_t>(block_[at_++]);
  }
  /// Reads a number of `width` bytes, at most 8, in little-endian order.
  std::uint64_t little_endian(std::size_t width);
  std::uint64_t big_endian_8();
  /// Reads `count` bytes and appends them to `text`.
  void append(std::string& text, std::size_t count);

 private:
  void fill();

  std::istream& in_;
  std::uint64_t most_bytes_;
  std::uint64_t read_ = 0;  ///< bytes read before the current block
  std::size_t at_ = 0, filled_ = 0;
  std::array<char, 65'536> block_{};
};

}  // namespace zp
