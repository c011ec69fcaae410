// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace zp {

/// SIGTERM, SIGINT and SIGHUP as an event, so that the program may finish what it writes. Only one such
/// object may exist at a time.
class EndSignals : public QObject {
  Q_OBJECT

 public:
  EndSignals();
  ~EndSignals() override;

 signals:
  /// The program received that signal; the same one a second time ends it at once.
  void asked(int signal);

 private:
  QSocketNotifier* notifier_ = nullptr;
};

}  // namespace zp
