// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

/// Functions to follow a long search and to stop it.
namespace zp {

/// Progress callback, called now and then with the share done, 0 … 1. Return false to stop the search. An
/// empty function means that nobody watches.
using Watch = std::function<bool(double done)>;

/// Returns the watch for a piece of work that begins when `before` of the whole is done and is `share` of it.
inline Watch part_of(const Watch& watch, double before, double share) {
  if (!watch) return {};
  return [watch, before, share](double done) { return watch(before + share * done); };
}

/// Thrown by a search that its watch stopped: there is no partial answer.
struct SearchStopped {};

/// The progress of a search, reported to its watch about every millisecond.
class Progress {
 public:
  /// The first part is `share` of the whole.
  explicit Progress(Watch watch, double share = 1) : watch_(std::move(watch)), share_(share) {}

  /// Begins a part of the work when `before` of the whole is done; the part ends `share` of the whole later.
  void begin(double before, double share) { before_ = before, share_ = share, scale_ = 1, done_ = 0; }
  /// Counts `share` of the present part as done. The work that follows covers the same share of the rest.
  void pass(double share) {
    begin(before_ + share * share_, (1 - share) * share_);
    scale_ = share;
  }
  /// Counts a step. `done` is the share of the work at hand that is done, 0 … 1; smaller values than before
  /// change nothing. Throws SearchStopped.
  void step(double done = 0) {
    done_ = std::max(done_, done);
    if (watch_ && ++steps_ % told_every == 0 && !watch_(before_ + done_ * scale_ * share_))
      throw SearchStopped();
  }

 private:
  static constexpr int told_every = 512;

  Watch watch_;
  double before_ = 0, share_ = 1;
  double scale_ = 1;  ///< share of the present part that the work at hand covers
  double done_ = 0;   ///< share of the work at hand that is done
  int steps_ = 0;     ///< number of steps, reported or not
};

}  // namespace zp
