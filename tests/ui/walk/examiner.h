// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

class QWidget;

namespace zp::walk {

class Report;

/// Checks a window or dialog at its first size and at its smallest size.
class Examiner {
 public:
  /// Pictures of the examined windows go into the folder `pictures`; "" means no pictures.
  Examiner(Report& report, const QString& pictures) : report_(report), pictures_(pictures) {}

  /// Reports widgets that are cut off, and fields from which Tab does not return to the first.
  void examine(QWidget& window, const QString& name);
  /// Checks only that Tab returns to the first field.
  void examineFocus(QWidget& window, const QString& name);
  void takePicture(QWidget& window, const QString& name);

 private:
  Report& report_;
  QString pictures_;
  int taken_ = 0;
};

/// Resizes the window and waits until it has that size, because the window manager decides about it.
void resizeTo(QWidget& window, QSize size);

}  // namespace zp::walk
