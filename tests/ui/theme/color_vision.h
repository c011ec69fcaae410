// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

/// Simulates how people see a colour, to judge palettes.
namespace zp {

enum class Vision { normal, protan, deutan, tritan };
inline constexpr Vision all_visions[] = {Vision::normal, Vision::protan, Vision::deutan, Vision::tritan};

/// CIE 1976 difference of two colours as seen with that kind of colour vision. Simulation: Machado, Oliveira
/// and Fernandes (2009), "A physiologically-based model for simulation of color vision deficiency", table for
/// severity 1.0, on linear RGB.
double colorDifference(const QColor& a, const QColor& b, Vision vision);

}  // namespace zp
