// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <vector>

namespace zp {

/// Arranges legend entries of the given widths, including swatches: on one line if they fit, else in as few
/// lines of equal columns as needed. Returns one rectangle per entry, relative to the top left corner.
std::vector<QRectF> legendLayout(const std::vector<double>& widths, double line_height, double available);

}  // namespace zp
