// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <atomic>
#include <cstdint>
#include <thread>

namespace zp::walk {

class Report;

/// A second thread that checks whether the event loop of the thread that made it still answers: a stall of
/// more than `limit` milliseconds is a fault. The time that the thread waited for a processor is not counted,
/// because other tests run on the same machine; the time it slept or computed is.
class StallWatch {
 public:
  explicit StallWatch(Report& report, int limit = answers_within);
  ~StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

#ifdef NDEBUG
  static constexpr int answers_within = 1000;
#else
  static constexpr int answers_within =
      10'000;  ///< without optimisation everything takes up to ten times as long
#endif

 private:
  void beat();
  void watch();
  [[nodiscard]] std::int64_t waitedForProcessor() const;

  Report& report_;
  int limit_;
  int watched_thread_;
  QTimer timer_;
  std::atomic<std::int64_t> last_beat_, waited_at_beat_;  ///< nanoseconds
  std::atomic<bool> ends_ = false;
  std::thread watcher_;
};

}  // namespace zp::walk
