// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/stall_watch.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

constexpr int between_beats = 20, between_checks = 50;  // milliseconds
constexpr std::int64_t nanoseconds = 1'000'000;         // nanoseconds in a millisecond

std::int64_t nowNanoseconds() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

StallWatch::StallWatch(Report& report, int limit)
    : report_(report), limit_(limit), watched_thread_(static_cast<int>(gettid())) {
  beat();
  QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { beat(); });
  timer_.start(between_beats);
  watcher_ = std::thread([this] { watch(); });
}

StallWatch::~StallWatch() {
  ends_ = true;
  watcher_.join();
}

void StallWatch::beat() {
  waited_at_beat_ = waitedForProcessor();
  last_beat_ = nowNanoseconds();
}

void StallWatch::watch() {
  bool is_told = false;  // true once the present stall is reported
  while (!ends_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(between_checks));
    const std::int64_t beat = last_beat_, waited = waitedForProcessor() - waited_at_beat_;
    const std::int64_t silent = (nowNanoseconds() - beat - waited) / nanoseconds;
    if (silent <= limit_) {
      is_told = false;
    } else if (!is_told) {
      is_told = true;
      report_.fault(u"stall"_s,
                    u"the event loop did not answer for %1 ms during %2"_s.arg(limit_).arg(report_.place()));
    }
  }
}

/// Returns the nanoseconds that the thread has waited for a processor: the second number of Linux's
/// schedstat, the time spent in the queue of a processor. Returns 0 if the kernel does not tell.
std::int64_t StallWatch::waitedForProcessor() const {
  std::ifstream file("/proc/self/task/" + std::to_string(watched_thread_) + "/schedstat");
  std::int64_t ran = 0, waited = 0;
  file >> ran >> waited;
  return waited;
}

}  // namespace zp::walk
