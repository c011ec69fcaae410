// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace zp {

/// SIGTERM, SIGINT and SIGHUP as an event: the program may finish what it writes. One object of it at a time.
class EndSignals : public QObject {
  Q_OBJECT

 public:
  EndSignals();
  ~EndSignals() override;

 signals:
  /// Asked to end by that signal; the same one a second time ends the program at once.
  void asked(int signal);

 private:
  QSocketNotifier* notifier_ = nullptr;
};

}  // namespace zp
