// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/pickle_input.h"

#include <algorithm>

#include "core/text/file_error.h"
#include "core/units/format.h"

namespace zp {

void PickleInput::fill() {
  read_ += filled_;
  at_ = filled_ = 0;
  if (read_ >= most_bytes_)
    throw FileError("", "It is larger than the " +
                            format_bytes(Bytes(static_cast<std::int64_t>(most_bytes_))) +
                            " that are read of a snapshot; record fewer events (max_entries=100000).");
  in_.read(block_.data(),
           static_cast<std::streamsize>(std::min<std::uint64_t>(block_.size(), most_bytes_ - read_)));
  filled_ = static_cast<std::size_t>(in_.gcount());
  if (filled_ == 0)
    throw FileError("", "It ends after " + format_count(static_cast<std::int64_t>(read_)) +
                            " bytes, in the middle of its data: it was cut off; copy it again.");
}

std::uint64_t PickleInput::little_endian(std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i)
    value |= static_cast<std::uint64_t>(byte()) << (8 * i);
  return value;
}

std::uint64_t PickleInput::big_endian_8() {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i)
    value = value << 8u | byte();
  return value;
}

void PickleInput::append(std::string& text, std::size_t count) {
  while (count > 0) {
    if (at_ == filled_) fill();
    const std::size_t part = std::min(count, filled_ - at_);
    text.append(block_.data() + at_, part);
    at_ += part;
    count -= part;
  }
}

}  // namespace zp
