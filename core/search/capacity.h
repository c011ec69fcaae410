// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"
#include "core/search/option.h"
#include "core/units/quantity.h"

namespace zp {

/// The capacity of each place: of one GPU, and of one node's host memory and drives.
struct Capacity {
  Bytes gpu, host;
  Bytes drive;  ///< 0 = not stated; then everything fits
};
Capacity capacity_of(const Plan& plan);

/// Returns the bytes of `used` beyond `capacity`; 0 if everything has room.
Bytes lack(Bytes used, Bytes capacity);

/// The place that is too small, and by how many bytes.
enum class Limit : std::uint8_t { none, gpu, host, drive };
struct Shortage {
  Limit limit = Limit::none;
  Bytes bytes;
  bool operator==(const Shortage&) const = default;
};
/// Returns the largest shortage of a candidate.
Shortage shortage_of(const ComparedFigures& standing, const Capacity& capacity);
inline bool fits(const ComparedFigures& standing, const Capacity& capacity) {
  return shortage_of(standing, capacity).limit == Limit::none;
}

}  // namespace zp
