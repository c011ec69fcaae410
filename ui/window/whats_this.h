// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>

class QWidget;

namespace zp {

/// Returns the purpose of a control as rich text: its name, and its tip or description; for a control without
/// either, those of its nearest parent that has one.
QString whatsThisOf(const QWidget& widget);

/// Returns the same for a point in the control; in a chart, for the item at that point.
QString whatsThisAt(const QWidget& widget, QPoint pos);
/// Shows that text for the widget under the mouse; returns false if it is not in the window or has no text.
bool explainUnderMouse(const QWidget& window);

/// The mode Help ▸ What's this?, in which every control shows its existing texts.
class WhatsThis : public QObject {
 public:
  explicit WhatsThis(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace zp
