// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <optional>

/// Pictures that leave the program: light theme, a font with tabular digits, title and note, one size on
/// every screen. Each is of a plot of its own, so that the one on screen is left alone.
namespace zp {

class Plot;

enum class PictureFormat { png, svg, pdf };

/// By the name's suffix, in either case; nothing for any other.
std::optional<PictureFormat> pictureFormatOf(const QString& path);

/// `scale`: pixels per logical pixel.
QImage chartImage(const Plot& shown, double scale);

/// The whole file; `scale` is for PNG only. Empty if it could not be made.
QByteArray chartPicture(const Plot& shown, PictureFormat format, double scale);

/// Writes the picture atomically. Returns what went wrong in words, empty on success.
QString saveChartPicture(const Plot& shown, const QString& path, double scale);

}  // namespace zp
