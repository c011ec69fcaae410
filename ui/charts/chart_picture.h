// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <optional>

#include "ui/charts/bar_chart_data.h"
#include "ui/charts/line_chart_data.h"
#include "ui/charts/step_chart_data.h"

/// Pictures that leave the program: light theme, a font with tabular digits, title and note, one size on
/// every screen. They need no visible window.
namespace zp {

enum class PictureFormat { png, svg, pdf };

/// By the name's suffix, in either case; nothing for any other.
std::optional<PictureFormat> pictureFormatOf(const QString& path);

/// `scale`: pixels per logical pixel.
QImage chartImage(const BarChartData& data, double scale = 1);
QImage chartImage(const StepChartData& data, double scale = 1);
QImage chartImage(const LineChartData& data, double scale = 1);

/// The whole file; `scale` is for PNG only. Empty if it could not be made.
QByteArray chartPicture(const BarChartData& data, PictureFormat format, double scale = 1);
QByteArray chartPicture(const StepChartData& data, PictureFormat format, double scale = 1);
QByteArray chartPicture(const LineChartData& data, PictureFormat format, double scale = 1);

/// Writes the picture atomically. Returns what went wrong in words, empty on success.
QString saveChartPicture(const BarChartData& data, const QString& path, double scale = 1);
QString saveChartPicture(const StepChartData& data, const QString& path, double scale = 1);
QString saveChartPicture(const LineChartData& data, const QString& path, double scale = 1);

}  // namespace zp
