// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <optional>

/// Exported pictures: light theme, a font with tabular digits, title and note, one size on every screen. Each
/// is made from a plot of its own, so that the one on screen is left alone.
namespace zp {

class Plot;

enum class PictureFormat { png, svg, pdf };

/// Returns the format by the name's suffix, in either case; nullopt for any other suffix.
std::optional<PictureFormat> pictureFormatOf(const QString& path);

/// Returns the picture; `scale`: pixels per logical pixel.
QImage chartImage(const Plot& shown, double scale);

/// Returns the whole file; `scale` is for PNG only. Empty if it could not be made.
QByteArray chartPicture(const Plot& shown, PictureFormat format, double scale);

/// Writes the picture, or the figures alone to a name that ends in .csv, atomically. Returns the error in
/// words, empty on success.
QString saveChartPicture(const Plot& shown, const QString& path, double scale);

}  // namespace zp
