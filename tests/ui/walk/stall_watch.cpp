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

StallWatch::StallWatch(Report& report) : report_(report), watched_thread_(static_cast<int>(gettid())) {
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
  const Shares now = shares();
  computed_at_beat_ = now.computed;
  waited_at_beat_ = now.waited;
  last_beat_ = nowNanoseconds();
}

void StallWatch::watch() {
  bool is_told = false;  // true once the present stall is reported
  while (!ends_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(between_checks));
    const Shares now = shares();
    const std::int64_t computed = (now.computed - computed_at_beat_) / nanoseconds;
    const std::int64_t silent =
        (nowNanoseconds() - last_beat_ - (now.waited - waited_at_beat_)) / nanoseconds;
    if (computed <= limit && silent - computed <= blocked_limit) {
      is_told = false;
    } else if (!is_told) {
      is_told = true;
      report_.fault(u"stall"_s,
                    (computed > limit ? u"the event loop computed for %1 ms during %2"_s.arg(limit)
                                      : u"the event loop slept for %1 ms during %2"_s.arg(blocked_limit))
                        .arg(report_.place()));
    }
  }
}

/// Returns the first two numbers of Linux's schedstat of the watched thread: its time on a processor and in
/// the queue of one. Returns 0 if the kernel does not tell.
StallWatch::Shares StallWatch::shares() const {
  std::ifstream file("/proc/self/task/" + std::to_string(watched_thread_) + "/schedstat");
  Shares shares;
  file >> shares.computed >> shares.waited;
  return shares;
}

}  // namespace zp::walk
