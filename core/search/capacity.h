// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"
#include "core/search/option.h"
#include "core/units/quantity.h"

namespace zp {

/// What there is of each place: of one GPU, and of one node's host memory and drives.
struct Capacity {
  Bytes gpu, host;
  Bytes drive;  ///< 0 = not stated, then everything fits
};
Capacity capacity_of(const Plan& plan);

/// What of `used` has no room.
Bytes lack(Bytes used, Bytes capacity);

/// What of a place is too little, and by how much.
enum class Limit : std::uint8_t { none, gpu, host, drive };
struct Shortage {
  Limit limit = Limit::none;
  Bytes bytes;
  bool operator==(const Shortage&) const = default;
};
/// The largest lack of a candidate.
Shortage shortage_of(const Standing& standing, const Capacity& capacity);
inline bool fits(const Standing& standing, const Capacity& capacity) {
  return shortage_of(standing, capacity).limit == Limit::none;
}

}  // namespace zp
