// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QRect>
#include <QString>
#include <QWidget>
#include <optional>

/// Finds controls for tutorials by names that a reader can see.
namespace zp {

struct Control {
  QPointer<QWidget> widget;
  QRect rect;    ///< rectangle in the widget
  QString text;  ///< its text; for a part of a chart, the name of the part
};

/// Returns the visible control with that object name below `root`, scrolled into view and with its group
/// expanded. A part of a control is named after a slash: "memoryChart/ZeRO-2",
/// "memoryChart/ZeRO-2/Activations", "choiceChart/best", "views/Speed", "toolBar/edit.undo",
/// "frontierTable/ZeRO-3" (the first row that contains it), "configText/bf16" (the first line that contains
/// it).
std::optional<Control> findControl(QWidget& root, const QString& name);

/// Returns the text of a widget, as one line.
QString textOf(const QWidget& widget);

}  // namespace zp
