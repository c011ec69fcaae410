// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPixmap>

/// Our stroke icons (resources/icons/*.svg). They are drawn in `currentColor` and tinted each time they are
/// painted, so they follow the theme by themselves and stay sharp at every scale factor.
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

/// Returns the icon in the text colour, muted when disabled; info, warning, error and fits in
/// their state's colour.
QIcon themeIcon(IconName name);

/// Returns that icon as a picture of that size, for labels and custom painting.
QPixmap themePixmap(IconName name, int logical_size, qreal device_pixel_ratio);

/// Returns the program's own, many-coloured icon.
QIcon appIcon();

}  // namespace zp
