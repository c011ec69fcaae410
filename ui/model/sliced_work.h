// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

namespace zp {

/// A row of small computations that must not hold up the hand: done in the same turn as far as one slice of
/// time goes, the rest in turns of their own. A new start forgets what the last one left undone.
class SlicedWork : public QObject {
 public:
  static constexpr double slice_milliseconds = 8;

  using QObject::QObject;

  /// Calls `item` with 0 … count − 1, then `finished`: before this returns where one slice is enough.
  void start(int count, std::function<void(int)> item, std::function<void()> finished);
  /// Does at once what is left, if anything.
  void finish();
  [[nodiscard]] bool isRunning() const { return next_ < count_; }

 private:
  void advance(int generation);

  int generation_ = 0;  ///< of the last start; turns of an earlier one do nothing
  int next_ = 0;
  int count_ = 0;
  std::function<void(int)> item_;
  std::function<void()> finished_;
};

}  // namespace zp
