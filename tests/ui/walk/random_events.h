// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTimer>
#include <functional>
#include <random>

#include "ui/window/main_window.h"

namespace zp::walk {

class Report;

/// Sends random events to a window and whatever it opens: clicks, keys, texts, wheel, drags, sizes, dropped
/// files. The same seed gives the same events. They come by a timer, so that they also reach dialogs that
/// stop the program.
class RandomEvents {
 public:
  /// `files` may be dropped; every event is written into `journal` before it is sent.
  RandomEvents(MainWindow& window, const QDir& folder, const QStringList& files, std::uint32_t seed,
               Report& report);

  /// Sends `count` events and returns when all are answered.
  void send(int count);

 private:
  void nextSoon();
  void next();
  void sendOne();
  [[nodiscard]] QWidget* target();
  [[nodiscard]] int below(int limit);
  void click(QWidget& window);
  void drag(QWidget& window);
  void wheel(QWidget& window);
  void press(QWidget& window);
  void type(QWidget& window);
  void drop();
  void resize(QWidget& window);
  void leave(QWidget& window);
  void keepDialogsInFolder();
  [[nodiscard]] QPoint pointIn(const QWidget& window);
  void tell(const QWidget& window, const QString& what);

  MainWindow& window_;
  QDir folder_;
  QStringList files_;
  Report& report_;
  QFile journal_;
  std::mt19937 random_;
  std::uint32_t seed_;
  QObject context_;  ///< owns the timers
  int sent_ = 0, count_ = 0;
  int loop_level_ = 0;  ///< level of the event loop that sent the event in work; 0 if there is none
};

}  // namespace zp::walk
