// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace zp {

/// Emits SIGTERM, SIGINT and SIGHUP as a Qt signal, so that the program can finish writing. Only one such
/// object may exist at a time.
class EndSignals : public QObject {
  Q_OBJECT

 public:
  EndSignals();
  ~EndSignals() override;

 signals:
  /// The program received `signal`; the same signal a second time ends it at once.
  void asked(int signal);

 private:
  QSocketNotifier* notifier_ = nullptr;
};

}  // namespace zp
