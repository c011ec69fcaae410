// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/file_error.h"

namespace zp {

/// A key of the plan and the values that it gets, one after another.
struct SweptKey {
  std::string path;                 ///< "training.micro_batch_size"
  std::vector<std::string> values;  ///< each in the form of a KeySetting, at least one
  bool operator==(const SweptKey&) const = default;
};

/// Upper limit on the values of a swept key.
inline constexpr std::size_t most_swept = 10'000;

/// Parses "training.micro_batch_size=1,2,4": values separated by commas. A value may be a range: 1..16 in
/// steps of 1, 1..16+3 in steps of 3, 1..64*2 in doublings; a range ends at or below its second number.
/// Commas in brackets and quotes belong to a value. A decimal number needs a point, because commas separate
/// values. Throws FileError if the text has another form or names no key of a plan.
SweptKey parse_swept_key(std::string_view text);

}  // namespace zp
