// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>
#include <atomic>
#include <functional>

#include "core/search/watch.h"

namespace zp {

/// Work in a thread of its own, one piece after the other. What a piece finds is delivered in the thread this
/// lives in, unless the work was stopped meanwhile: nothing out of date ever arrives.
class BackgroundWork : public QObject {
  Q_OBJECT

 public:
  /// Runs behind the window with a watch that says when to stop; returns what is to be done in front.
  using Piece = std::function<std::function<void()>(const Watch& watch)>;

  explicit BackgroundWork(QObject* parent = nullptr);
  ~BackgroundWork() override;
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Nothing runs until release() or finish().
  void hold() { is_held_ = true; }
  void release();
  /// Behind all that was begun before.
  void begin(Piece piece);
  /// Everything begun: what runs ends at its watch's next word, and nothing of it is delivered.
  void stop();
  /// Waits for everything begun and delivers it now.
  void finish();
  /// Whether something begun is not yet delivered.
  [[nodiscard]] bool isBusy() const { return pending_ > 0; }

 signals:
  /// A piece that takes long has come so far, 0 … 1.
  void progressed(double done);

 private:
  void run(const Piece& piece, int round);
  bool goesOn(int round, double done);

  QThread thread_;
  QObject* worker_;               ///< lives in the thread, and is deleted with it
  std::atomic<int> round_ = 0;    ///< of pieces that count: each stop begins another
  std::atomic<qint64> told_ = 0;  ///< when who waits was last told, ms
  int pending_ = 0;
  bool is_held_ = false;
};

}  // namespace zp
