// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>

class QWidget;

namespace zp {

/// Returns the purpose of a control, as rich text: its name, and its tip or its description; a control
/// without either uses those of the widget it stands in.
QString whatsThisOf(const QWidget& widget);

/// Returns the same for a point in the control: in a chart, what is drawn there.
QString whatsThisAt(const QWidget& widget, QPoint pos);
/// Shows that text for the widget under the mouse; returns false if there is none in the window, or no text.
bool explainUnderMouse(const QWidget& window);

/// The mode Help ▸ What's this?: every control answers with its existing texts.
class WhatsThis : public QObject {
 public:
  explicit WhatsThis(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace zp
