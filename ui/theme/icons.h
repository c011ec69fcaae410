// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPixmap>

/// The program's own stroke icons (resources/icons/*.svg). They use `currentColor` and are tinted whenever
/// they are painted, so they follow the theme and are sharp at every scale factor.
namespace zp {

enum class IconName {
  new_plan,
  open,
  save,
  undo,
  redo,
  copy,
  export_file,
  search,
  reset,
  info,
  warning,
  error,
  fits,
};

/// Returns the icon in the text colour, muted if disabled; info, warning, error and fits have their state's
/// colour.
QIcon themeIcon(IconName name);

/// Returns that icon as a picture of that size, for labels and custom painting.
QPixmap themePixmap(IconName name, int logical_size, qreal device_pixel_ratio);

/// Returns the program's own, many-coloured icon.
QIcon appIcon();

}  // namespace zp
