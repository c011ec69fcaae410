// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

namespace zp {

/// A series of small computations that must not block the user's input: those that fit one slice of time run
/// at once, the rest in later turns of the event loop. A new start discards what the last one left undone.
class SlicedWork : public QObject {
 public:
  static constexpr double slice_milliseconds = 8;

  using QObject::QObject;

  /// Calls `item` with 0 … count − 1, then `finished`; before this returns if one slice is enough.
  void start(int count, std::function<void(int)> item, std::function<void()> finished);
  /// Does the rest at once, if any.
  void finish();
  [[nodiscard]] bool isRunning() const { return next_ < count_; }

 private:
  void advance(int generation);

  int generation_ = 0;  ///< number of the last start; turns of an earlier one do nothing
  int next_ = 0;
  int count_ = 0;
  std::function<void(int)> item_;
  std::function<void()> finished_;
};

}  // namespace zp
