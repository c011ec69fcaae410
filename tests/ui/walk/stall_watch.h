// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <atomic>
#include <cstdint>
#include <thread>

namespace zp::walk {

class Report;

/// A second thread that checks whether the event loop of the thread that made it still answers. A fault is
/// that it computed for more than `limit` milliseconds without answering, or slept for more than
/// `blocked_limit`. The time that the thread waited for a processor is not counted, because other tests run
/// on the same machine; sleep has the larger limit, because the screen and the worker threads, for which it
/// waits, share that machine too.
class StallWatch {
 public:
  explicit StallWatch(Report& report);
  ~StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

#ifdef NDEBUG
  static constexpr int limit = 1000, blocked_limit = 5000;
#else
  /// Without optimisation everything takes up to ten times as long.
  static constexpr int limit = 10'000, blocked_limit = 50'000;
#endif

 private:
  /// Nanoseconds of a thread: those it computed, and those it waited for a processor.
  struct Shares {
    std::int64_t computed = 0, waited = 0;
  };

  void beat();
  void watch();
  [[nodiscard]] Shares shares() const;

  Report& report_;
  int watched_thread_;
  QTimer timer_;
  std::atomic<std::int64_t> last_beat_, computed_at_beat_, waited_at_beat_;  ///< nanoseconds
  std::atomic<bool> ends_ = false;
  std::thread watcher_;
};

}  // namespace zp::walk
