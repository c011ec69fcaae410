// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>
#include <atomic>
#include <functional>

#include "core/search/watch.h"

namespace zp {

/// Work in a thread of its own, one piece after the other. The result of a piece is delivered in the thread
/// that this object lives in, unless the work was stopped meanwhile: nothing out of date ever arrives.
class BackgroundWork : public QObject {
  Q_OBJECT

 public:
  /// A piece of work: it runs in the other thread with a watch that says when to stop, and returns a function
  /// that delivers its result in this thread.
  using Piece = std::function<std::function<void()>(const Watch& watch)>;

  explicit BackgroundWork(QObject* parent = nullptr);
  ~BackgroundWork() override;
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Lets no piece run until release() or finish().
  void hold() { is_held_ = true; }
  void release();
  /// Queues the piece behind all that were begun before.
  void begin(Piece piece);
  /// Stops all pieces: the running one ends at its watch's next call, and none of their results is delivered.
  void stop();
  /// Waits for everything begun and delivers the results now.
  void finish();
  /// Returns true if a result is not delivered yet.
  [[nodiscard]] bool isBusy() const { return pending_ > 0; }

 signals:
  /// Emitted while a piece takes long, with the share done, 0 … 1.
  void progressed(double done);

 private:
  void run(const Piece& piece, int round);
  bool goesOn(int round, double done);

  QThread thread_;
  QObject* worker_;  ///< lives in the thread, and is deleted with it
  std::atomic<int> round_ =
      0;  ///< number of the present round; each stop() begins another, and only its pieces count
  std::atomic<qint64> told_ = 0;  ///< time of the last progress report, ms
  int pending_ = 0;
  bool is_held_ = false;
};

}  // namespace zp
