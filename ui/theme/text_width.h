// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFont;

namespace zp {

/// Of one line of text, in pixels, rounded up. Measured once for all texts that differ in digits alone, where
/// the font's digits are of one width (tabularFont): while a slider moves, most that changes is digits.
int textWidth(const QFont& font, const QString& text);

/// The text, or as much of its begin as has room in `width` pixels, with "…".
QString elidedText(const QFont& font, const QString& text, int width);

}  // namespace zp
