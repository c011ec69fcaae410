// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

namespace zp {

/// Normal equations of linear least squares in N unknowns, each with a prior around 0. The solution minimises
/// Σ ((y − g·x) ÷ noise)² + Σ (x ÷ prior)².
template <std::size_t N>
class LeastSquares {
 public:
  using Vector = std::array<double, N>;

  explicit LeastSquares(const Vector& priors) {
    for (std::size_t i = 0; i < N; ++i)
      matrix_[i][i] = 1 / (priors[i] * priors[i]);
  }
  void add(const Vector& gradient, double y, double noise) {
    const double weight = 1 / (noise * noise);
    for (std::size_t i = 0; i < N; ++i) {
      right_[i] += weight * gradient[i] * y;
      for (std::size_t j = 0; j < N; ++j)
        matrix_[i][j] += weight * gradient[i] * gradient[j];
    }
  }
  /// Returns the minimum. The priors make the matrix positive definite, so elimination needs no pivots.
  [[nodiscard]] Vector solved() const {
    std::array<Vector, N> a = matrix_;
    Vector x = right_;
    for (std::size_t column = 0; column < N; ++column)
      for (std::size_t row = column + 1; row < N; ++row) {
        const double share = a[row][column] / a[column][column];
        for (std::size_t j = column; j < N; ++j)
          a[row][j] -= share * a[column][j];
        x[row] -= share * x[column];
      }
    for (std::size_t row = N; row-- > 0;) {
      for (std::size_t j = row + 1; j < N; ++j)
        x[row] -= a[row][j] * x[j];
      x[row] /= a[row][row];
    }
    return x;
  }

 private:
  std::array<Vector, N> matrix_{};
  Vector right_{};
};

}  // namespace zp
