// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QRect>
#include <QString>
#include <QWidget>
#include <optional>

/// Controls by name, for tutorials: they name what a reader sees.
namespace zp {

struct Control {
  QPointer<QWidget> widget;
  QRect rect;    ///< in the widget
  QString text;  ///< what it reads; of a part of a chart, what it is called
};

/// The visible control of that object name below `root`, scrolled into view; a folded group unfolds. What
/// stands in a control is named behind it: "memoryChart/ZeRO-2", "memoryChart/ZeRO-2/Activations",
/// "choiceChart/best", "views/Speed", "toolBar/edit.undo", "frontierTable/ZeRO-3" (the first row that has
/// it), "configText/bf16" (the first line that has it).
std::optional<Control> findControl(QWidget& root, const QString& name);

/// What a widget reads, as one line.
QString textOf(const QWidget& widget);

}  // namespace zp
