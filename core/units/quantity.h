// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace zp {

/// A number whose type names its unit, so that bytes and parameters, or GB and GiB, cannot be mixed.
template <class Tag, class Rep>
class Quantity {
 public:
  using rep = Rep;
  constexpr Quantity() = default;
  constexpr explicit Quantity(Rep value) : value_(value) {}

  [[nodiscard]] constexpr Rep value() const { return value_; }

  constexpr auto operator<=>(const Quantity&) const = default;  // NOLINT(modernize-use-nullptr): its own 0
  constexpr Quantity& operator+=(Quantity other) { return value_ += other.value_, *this; }
  constexpr Quantity& operator-=(Quantity other) { return value_ -= other.value_, *this; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
  friend constexpr Quantity operator*(Quantity a, Rep factor) { return Quantity(a.value_ * factor); }
  friend constexpr Quantity operator*(Rep factor, Quantity a) { return a * factor; }
  friend constexpr Quantity operator/(Quantity a, Rep divisor) { return Quantity(a.value_ / divisor); }

 private:
  Rep value_{};
};

/// The quotient `a` ÷ `b`, as a plain number.
template <class Tag, class Rep>
constexpr double ratio(Quantity<Tag, Rep> a, Quantity<Tag, Rep> b) {
  return static_cast<double>(a.value()) / static_cast<double>(b.value());
}

using Bytes = Quantity<struct BytesTag, std::int64_t>;    ///< an amount of memory, exact
using Params = Quantity<struct ParamsTag, std::int64_t>;  ///< a number of parameters (elements)

inline constexpr std::int64_t bytes_per_mib = std::int64_t{1} << 20;
inline constexpr std::int64_t bytes_per_gib = std::int64_t{1} << 30;
inline constexpr double bytes_per_gb = 1e9;

/// A sum of up to two dozen amounts of this size cannot overflow; larger products are clamped to it (see
/// `bytes_of`).
inline constexpr std::int64_t largest_amount = 100'000'000'000'000'000;

/// Returns a product computed in double (exact up to 2^53), rounded to whole bytes and clamped to 0 …
/// largest_amount.
[[nodiscard]] constexpr Bytes bytes_of(double bytes) {
  if (!(bytes > 0)) return Bytes(0);
  if (bytes >= static_cast<double>(largest_amount)) return Bytes(largest_amount);
  return Bytes(static_cast<std::int64_t>(bytes + 0.5));  // NOLINT(bugprone-incorrect-roundings): positive
}

[[nodiscard]] constexpr double to_gib(Bytes b) {
  return static_cast<double>(b.value()) / static_cast<double>(bytes_per_gib);
}
[[nodiscard]] constexpr double to_gb(Bytes b) { return static_cast<double>(b.value()) / bytes_per_gb; }
[[nodiscard]] constexpr Bytes from_gib(double gib) {
  return bytes_of(gib * static_cast<double>(bytes_per_gib));
}

}  // namespace zp
