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

/// Work in a thread of its own, one piece after the other. The result of a piece is delivered in the thread
/// that this object lives in, unless the work was stopped meanwhile: nothing out of date ever arrives. The
/// two threads share only what the mutex guards, and the standard library's primitives guard it, because the
/// thread sanitizer does not see Qt's (packaging/threads.sh --window).
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

  /// Lets no further piece run until release() or finish().
  void hold();
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
  /// A piece that waits for its turn, with the round in which it was begun.
  struct Task {
    Piece piece;
    int round;
  };
  void start();
  void work();
  void workHere();
  void run(const Task& task);
  bool goesOn(int round, double done);
  void post();
  Q_SLOT void take();

  std::thread thread_;
  std::atomic<int> round_ =
      0;  ///< number of the present round; each stop() begins another, and only its pieces count
  int pending_ = 0;
  bool has_no_thread_ = false;  ///< none could be started, so pieces run in this one

  std::mutex mutex_;  ///< guards all members below
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::deque<std::function<void()>>
      results_;                 ///< one of each piece that ended; it is empty if that stopped by itself
  std::optional<double> done_;  ///< share of the running piece that is not told yet
  bool is_running_ = false, is_held_ = false, is_posted_ = false, ends_ = false;
};

}  // namespace zp
