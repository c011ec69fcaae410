// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>
#include <vector>

class QPainter;

namespace zp {

struct ThemeColors;

/// A control of a picture that the text refers to.
struct Mark {
  QRectF control;  ///< in logical pixels of the picture
  int number = 0;  ///< 0 for a frame alone
};

/// Returns the frame around a control.
QRectF frameOf(const QRectF& control, QSizeF picture);

/// Returns the places of the numbers, one a mark, empty for 0: on or beside their frames, where they hide
/// least, and never over another mark's control or number if there is any other place.
std::vector<QRectF> placeNumbers(const QImage& picture, const std::vector<Mark>& marks);

/// Draws frames and numbers, which stand at `numbers`, on a surface of size `size`.
void paintMarks(QPainter& painter, const std::vector<Mark>& marks, const std::vector<QRectF>& numbers,
                QSizeF size, const ThemeColors& colors);
/// Draws frames and numbers over a picture whose device pixel ratio is set.
void paintMarks(QImage& picture, const std::vector<Mark>& marks, const ThemeColors& colors);

}  // namespace zp
