// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The walk as a program of its own, which tests start on a screen, so that a crash of the window
// is a finding:
//   zp_window_walk walk light|dark FOLDER [PICTURES]
//   zp_window_walk random SEED COUNT FOLDER
//   zp_window_walk planted FAULT
// It writes the faults and everything it saw to standard output. The exit status is 1 if there are faults,
// else 0.
#include <QApplication>
#include <QDesktopServices>
#include <QDir>

#include "tests/ui/walk/planted.h"
#include "tests/ui/walk/random_events.h"
#include "tests/ui/walk/report.h"
#include "tests/ui/walk/sample_files.h"
#include "tests/ui/walk/stall_watch.h"
#include "tests/ui/walk/url_catcher.h"
#include "tests/ui/walk/warning_catcher.h"
#include "tests/ui/walk/window_walk.h"
#include "ui/theme/theme.h"
#include "ui/window/tutorial_help.h"

using namespace Qt::Literals::StringLiterals;
using namespace zp;
using namespace zp::walk;

namespace {

const QString program = QStringLiteral(ZP_PROGRAM);

void walkWindow(const QStringList& words, Report& report) {
  WindowWalk walk(QDir(words.value(3)), program, words.value(4), report);
  walk.walk(words.value(2) == u"dark"_s ? ThemeChoice::dark : ThemeChoice::light);
}

void sendRandomEvents(const QStringList& words, Report& report) {
  const QDir folder(words.value(4));
  const QStringList files = writeSampleFiles(folder);
  Settings settings(folder.filePath(u"settings.ini"_s));
  settings.setLastFolder(folder.path());
  applyTheme(*qApp, ThemeChoice::light);
  MainWindow window(settings);
  window.tutorialHelp().setProgram(program);
  window.openFile(folder.filePath(QString::fromUtf16(plan_name)));
  window.show();
  RandomEvents events(window, folder, files, words.value(2).toUInt(), report);
  events.send(words.value(3).toInt());
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setQuitOnLastWindowClosed(false);
  Report report;
  const WarningCatcher warnings(report);
  const UrlCatcher urls(report);
  const QStringList words = QApplication::arguments();
  {
    const StallWatch stalls(report);
    if (words.value(1) == u"walk"_s)
      walkWindow(words, report);
    else if (words.value(1) == u"random"_s)
      sendRandomEvents(words, report);
    else if (words.value(1) != u"planted"_s || !walkPlanted(words.value(2), report))
      report.fault(u"command"_s, words.join(u' '));
  }
  return report.finish() > 0 ? 1 : 0;
}
