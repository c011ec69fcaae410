// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/child.h"

#include "tests/support/screen.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {

QString Outcome::problem() const {
  QStringList problems;
  if (crashed) problems << u"the walk crashed or was ended"_s;
  for (const QString& line : out.split(u'\n'))
    if (line.startsWith(u"FAULT"_s)) problems << line;
  if (!err.isEmpty()) problems << u"standard error: "_s + err;
  if (problems.isEmpty() && status != 0) problems << u"it ended with %1"_s.arg(status);
  return problems.join(u'\n');
}

Outcome runWalk(const QStringList& words, int patience) {
  test::Screen screen;
  Outcome outcome;
  if (!screen.start()) {
    outcome.err = u"there is no screen"_s;
    return outcome;
  }
  QProcess walk;
  walk.setProcessEnvironment(screen.environment());
  walk.start(QStringLiteral(ZP_WINDOW_WALK), words);
  const bool ended = walk.waitForFinished(patience);
  if (!ended) walk.kill();
  walk.waitForFinished(5000);
  outcome.out = QString::fromUtf8(walk.readAllStandardOutput());
  outcome.err = QString::fromUtf8(walk.readAllStandardError());
  outcome.crashed = walk.exitStatus() == QProcess::CrashExit;
  outcome.status = walk.exitCode();
  if (!ended) outcome.err += u"\nended after %1 ms"_s.arg(patience);
  return outcome;
}

}  // namespace zp::walk
