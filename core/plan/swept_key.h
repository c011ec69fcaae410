// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/file_error.h"

namespace zp {

/// A key of the plan and the values it is to have, one after another.
struct SweptKey {
  std::string path;                 ///< "training.micro_batch_size"
  std::vector<std::string> values;  ///< each as a KeySetting has it, at least one
  bool operator==(const SweptKey&) const = default;
};

/// More values than any sweep takes.
inline constexpr std::size_t most_swept = 10'000;

/// "training.micro_batch_size=1,2,4": values with commas between them, of which each may be a range: 1..16 in
/// steps of 1, 1..16+3 in steps of 3, 1..64*2 in doublings; a range ends at or below its second number.
/// Commas in brackets and quotes belong to a value; a decimal number has a point, since commas separate.
/// Throws FileError where the text is none of this, or names no key of a plan.
SweptKey parse_swept_key(std::string_view text);

}  // namespace zp
