// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QRect>
#include <QString>
#include <QWidget>
#include <optional>

/// Controls by name, for tutorials: the names denote what a reader sees.
namespace zp {

struct Control {
  QPointer<QWidget> widget;
  QRect rect;    ///< rectangle in the widget
  QString text;  ///< its text; for a part of a chart, the part's name
};

/// Returns the visible control of that object name below `root`, scrolled into view; a folded group unfolds.
/// Parts of a control are named behind it: "memoryChart/ZeRO-2", "memoryChart/ZeRO-2/Activations",
/// "choiceChart/best", "views/Speed", "toolBar/edit.undo", "frontierTable/ZeRO-3" (the first row that
/// contains it), "configText/bf16" (the first line that contains it).
std::optional<Control> findControl(QWidget& root, const QString& name);

/// Returns the text of a widget, as one line.
QString textOf(const QWidget& widget);

}  // namespace zp
