// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QMutex>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

namespace zp::walk {

/// Collects what a walk saw and the faults that its checkers found, and prints both to
/// standard output. Thread-safe.
class Report {
 public:
  /// Names the place of what is done next; each fault is reported with it.
  void at(const QString& place);
  [[nodiscard]] QString place() const;
  /// Reports a fault, once only, whatever the place.
  void fault(const QString& kind, const QString& what);
  /// Adds an item to a list ("actions", "dialogs"). Returns true if the list did not have it yet.
  bool saw(const QString& list, const QString& item);
  /// Prints the lists, each with its count, then the number of faults. Returns that number.
  int finish() const;

 private:
  void print(const QString& line) const;

  mutable QMutex mutex_;
  QString place_;
  QSet<QString> faults_;
  QMap<QString, QStringList> lists_;
};

/// The name of a widget in a fault: "microBatch.spin (NumberSpin) in inputPanel".
QString nameOf(const QObject& object);

}  // namespace zp::walk
