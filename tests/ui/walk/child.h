// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace zp::walk {

/// The outcome of zp_window_walk on a screen of its own.
struct Outcome {
  QString out, err;
  bool crashed = false;
  int status = -1;
  /// "" where it found nothing, crashed nowhere and said nothing on standard error.
  [[nodiscard]] QString problem() const;
};

/// Runs it with these words; no longer than so many milliseconds.
Outcome runWalk(const QStringList& words, int patience);

}  // namespace zp::walk
