// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>

class QWidget;

namespace zp {

/// What a control is for, as rich text: its name, and what its tip or its description says; a control without
/// either speaks for what it stands in.
QString whatsThisOf(const QWidget& widget);

/// The same at a place in it: in a chart what is drawn there.
QString whatsThisAt(const QWidget& widget, QPoint pos);
/// Says that of what is under the mouse; false where nothing of the window is, or nothing is to be said.
bool explainUnderMouse(const QWidget& window);

/// Help ▸ What's this?: every control answers, from what it says of itself anyway.
class WhatsThis : public QObject {
 public:
  explicit WhatsThis(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace zp
