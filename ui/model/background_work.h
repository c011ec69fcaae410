// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/search/watch.h"

namespace zp {

/// Work in a separate thread, one piece after another. A piece's result is delivered in the thread of this
/// object, unless the work was stopped meanwhile, so that outdated results never arrive. All shared data is
/// guarded by the mutex, with primitives of the standard library, because the thread sanitizer does not
/// support Qt's (packaging/threads.sh --window).
class BackgroundWork : public QObject {
  Q_OBJECT

 public:
  /// A piece of work: runs in the worker thread with a watch that can cancel it, and returns a function that
  /// delivers its result in this object's thread.
  using Piece = std::function<std::function<void()>(const Watch& watch)>;

  explicit BackgroundWork(QObject* parent = nullptr);
  ~BackgroundWork() override;
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Starts no further piece until release() or finish().
  void hold();
  void release();
  /// Queues the piece after all earlier ones.
  void begin(Piece piece);
  /// Stops all pieces: the running one ends at its watch's next call; no result is delivered.
  void stop();
  /// Waits for all queued pieces and delivers their results now.
  void finish();
  /// Returns true if a result is still to be delivered.
  [[nodiscard]] bool isBusy() const { return pending_ > 0; }

 signals:
  /// Emitted with the share done, 0 … 1, during a piece that takes long.
  void progressed(double done);

 private:
  /// A queued piece, with the round in which it was queued.
  struct Task {
    Piece piece;
    int round;
  };
  void start();
  void work();
  void workHere();
  void run(const Task& task);
  bool reportProgress(int round, double done);
  void post();
  Q_SLOT void take();

  std::thread thread_;
  std::atomic<int> round_ = 0;  ///< current round; stop() starts another, and only its pieces are delivered
  int pending_ = 0;
  bool has_no_thread_ = false;  ///< the thread could not be started, so pieces run in the caller's thread

  std::mutex mutex_;  ///< guards all members below
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::deque<std::function<void()>> results_;  ///< one per finished piece; empty if the piece was cancelled
  std::optional<double> done_;                 ///< share done of the running piece, not reported yet
  bool is_running_ = false, is_held_ = false, is_posted_ = false, ends_ = false;
};

}  // namespace zp
