// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QRect>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <optional>

/// Finds controls for tutorials by names that a reader can see.
namespace zp {

struct Control {
  QPointer<QWidget> widget;
  QRect rect;             ///< rectangle in the widget
  QString text;           ///< its text; for a part of a chart, the name of the part
  QStringList part = {};  ///< path of the part in the widget; empty for the whole widget
};

/// Returns the visible control with that object name below `root`, scrolled into view and with its group
/// expanded. A part of a control is named after a slash: "memoryChart/ZeRO-2",
/// "memoryChart/ZeRO-2/Activations", "choiceChart/best", "views/Speed", "toolBar/edit.undo",
/// "frontierTable/ZeRO-3" (the first row that contains it), "configText/bf16" (the first line that contains
/// it).
std::optional<Control> findControl(QWidget& root, const QString& name);

/// Returns the visible part of the control's present place in `window`, without scrolling to it: a chart may
/// have drawn the part elsewhere, a layout may have moved the widget. Returns an empty rectangle if the
/// control is gone, hidden, or less than 6 pixels of it are visible.
QRect visiblePlace(const Control& control, const QWidget& window);

/// Returns the text of a widget, as one line.
QString textOf(const QWidget& widget);

}  // namespace zp
