// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>
#include <vector>

class QPainter;

namespace zp {

struct ThemeColors;

/// A control in a picture that the tutorial's text refers to.
struct Mark {
  QRectF control;  ///< in logical pixels of the picture
  int number = 0;  ///< 0 for a frame without a number
  bool operator==(const Mark&) const = default;
};

/// Returns the frame around a control.
QRectF frameOf(const QRectF& control, QSizeF picture);

/// Returns the rectangles of the numbers, one per mark, empty for number 0: on or next to their frames, where
/// they cover least, and over no other mark's control or number if avoidable.
std::vector<QRectF> placeNumbers(const QImage& picture, const std::vector<Mark>& marks);

/// Draws frames and numbers, at `numbers`, on a surface of size `size`.
void paintMarks(QPainter& painter, const std::vector<Mark>& marks, const std::vector<QRectF>& numbers,
                QSizeF size, const ThemeColors& colors);
/// Draws frames and numbers on a picture with its device pixel ratio set.
void paintMarks(QImage& picture, const std::vector<Mark>& marks, const ThemeColors& colors);

}  // namespace zp
