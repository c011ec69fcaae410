// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

/// How a long search is followed, and stopped.
namespace zp {

/// Told now and then how much of the search is done, 0 … 1; false stops it. Nothing: nobody waits.
using Watch = std::function<bool(double done)>;

/// For a piece of work that begins when `before` of the whole is done and is `share` of it.
inline Watch part_of(const Watch& watch, double before, double share) {
  if (!watch) return {};
  return [watch, before, share](double done) { return watch(before + share * done); };
}

/// Thrown out of a search that its watch stopped: there is no half answer.
struct SearchStopped {};

/// How far a search is, told to its watch about every millisecond.
class Progress {
 public:
  /// The first part is `share` of the whole.
  explicit Progress(Watch watch, double share = 1) : watch_(std::move(watch)), share_(share) {}

  /// What comes now begins when `before` of the whole is done and ends `share` of the whole later.
  void begin(double before, double share) { before_ = before, share_ = share, scale_ = 1, done_ = 0; }
  /// That share of the present part is done; as much of what is left of it comes now.
  void pass(double share) {
    begin(before_ + share * share_, (1 - share) * share_);
    scale_ = share;
  }
  /// A step, when `done` of what comes now is done, 0 … 1, or as much as before. Throws SearchStopped.
  void step(double done = 0) {
    done_ = std::max(done_, done);
    if (watch_ && ++steps_ % told_every == 0 && !watch_(before_ + done_ * scale_ * share_))
      throw SearchStopped();
  }

 private:
  static constexpr int told_every = 512;

  Watch watch_;
  double before_ = 0, share_ = 1;
  double scale_ = 1;  ///< of the present part, what comes now
  double done_ = 0;   ///< of what comes now
  int steps_ = 0;     ///< that the watch was or was not told of
};

}  // namespace zp
