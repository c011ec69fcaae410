// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

/// Callbacks to follow and to cancel a long search.
namespace zp {

/// Progress callback, called now and then with the share done, 0 to 1. Return false to cancel. An empty
/// function is never called.
using Watch = std::function<bool(double done)>;

/// Returns the watch for a part of the work that starts when `before` of the whole is done and makes up
/// `share` of it.
inline Watch part_of(const Watch& watch, double before, double share) {
  if (!watch) return {};
  return [watch, before, share](double done) { return watch(before + share * done); };
}

/// Thrown by a search that its watch cancelled; there is no partial result.
struct SearchStopped {};

/// The progress of a search, reported to its watch about every millisecond.
class Progress {
 public:
  /// The first part of the work makes up `share` of the whole.
  explicit Progress(Watch watch, double share = 1) : watch_(std::move(watch)), share_(share) {}

  /// Starts a part of the work that begins at `before` of the whole and makes up `share` of it.
  void begin(double before, double share) { before_ = before, share_ = share, scale_ = 1, done_ = 0; }
  /// Marks `share` of the present part as done; later steps report progress through `share` of the remainder.
  void complete_part(double share) {
    begin(before_ + share * share_, (1 - share) * share_);
    scale_ = share;
  }
  /// Counts a step. `done` is the share done of the current work, 0 to 1; values smaller than earlier ones
  /// are ignored. Throws SearchStopped.
  void step(double done = 0) {
    done_ = std::max(done_, done);
    if (watch_ && ++steps_ % steps_per_report == 0 && !watch_(before_ + done_ * scale_ * share_))
      throw SearchStopped();
  }

 private:
  static constexpr int steps_per_report = 512;

  Watch watch_;
  double before_ = 0, share_ = 1;
  double scale_ = 1;  ///< share of the present part that the work at hand covers
  double done_ = 0;   ///< share of the work at hand that is done
  int steps_ = 0;     ///< number of steps, reported or not
};

}  // namespace zp
