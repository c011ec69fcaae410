// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace zp::walk {

/// The outcome of a run of zp_window_walk on a screen of its own.
struct Outcome {
  QString out, err;
  bool crashed = false;
  int status = -1;
  /// Describes what went wrong; "" if the run found no fault, did not crash and wrote nothing
  /// to standard error.
  [[nodiscard]] QString problem() const;
};

/// Runs zp_window_walk with these arguments, for at most `patience` milliseconds.
Outcome runWalk(const QStringList& words, int patience);

}  // namespace zp::walk
