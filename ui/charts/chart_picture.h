// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <optional>

/// Exported pictures: light theme, a font with tabular digits, title and note, the same size on every screen.
/// Each uses its own plot, so that the one on screen is not changed.
namespace zp {

class Plot;

enum class PictureFormat { png, svg, pdf };

/// Returns the format by the name's suffix, ignoring case; nullopt for any other suffix.
std::optional<PictureFormat> pictureFormatOf(const QString& path);

/// Returns the picture; `scale`: pixels per logical pixel.
QImage chartImage(const Plot& shown, double scale);

/// Returns the contents of a picture file; `scale` applies only to PNG. Empty if it could not be created.
QByteArray chartPicture(const Plot& shown, PictureFormat format, double scale);

/// Writes the picture, or only the figures if the name ends in .csv, atomically. Returns the error message,
/// empty on success.
QString saveChartPicture(const Plot& shown, const QString& path, double scale);

}  // namespace zp
