// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "color_vision.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace zp {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix matrixOf(Vision vision) {
  switch (vision) {
    case Vision::protan:
      return {{{0.152286, 1.052583, -0.204868},
               {0.114503, 0.786281, 0.099216},
               {-0.003882, -0.048116, 1.051998}}};
    case Vision::deutan:
      return {
          {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
    case Vision::tritan:
      return {{{1.255528, -0.076749, -0.178779},
               {-0.078411, 0.930809, 0.147602},
               {0.004733, 0.691367, 0.303900}}};
    case Vision::normal:
      break;
  }
  return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

// sRGB to XYZ under D65 (IEC 61966-2-1).
constexpr Matrix to_xyz = {{{0.4124564, 0.3575761, 0.1804375},
                            {0.2126729, 0.7151522, 0.0721750},
                            {0.0193339, 0.1191920, 0.9503041}}};
constexpr Triple white = {0.95047, 1, 1.08883};

Triple times(const Matrix& m, const Triple& v) {
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i)
    result[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return result;
}

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

double labCurve(double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; }

Triple lab(const QColor& color, Vision vision) {
  Triple seen =
      times(matrixOf(vision), {linear(color.redF()), linear(color.greenF()), linear(color.blueF())});
  for (double& channel : seen)
    channel = std::clamp(channel, 0.0, 1.0);
  const Triple xyz = times(to_xyz, seen);
  const double x = labCurve(xyz[0] / white[0]);
  const double y = labCurve(xyz[1] / white[1]);
  const double z = labCurve(xyz[2] / white[2]);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

}  // namespace

double colorDifference(const QColor& a, const QColor& b, Vision vision) {
  const Triple p = lab(a, vision);
  const Triple q = lab(b, vision);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

}  // namespace zp
