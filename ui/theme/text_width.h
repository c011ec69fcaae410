// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFont;

namespace zp {

/// Returns the width of one line of text, in pixels, rounded up. It is measured once for all texts that
/// differ only in digits, if the font's digits are of one width (tabularFont): while a slider moves,
/// mostly digits change.
int textWidth(const QFont& font, const QString& text);

/// Returns the text, or as much of its beginning as fits into `width` pixels, with "…".
QString elidedText(const QFont& font, const QString& text, int width);

}  // namespace zp
