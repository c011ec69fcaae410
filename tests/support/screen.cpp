// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/screen.h"

#include <QDir>
#include <QFile>

using namespace Qt::Literals::StringLiterals;

namespace zp::test {
namespace {

constexpr int patience = 20'000;  // milliseconds; long, because other tests run concurrently

}  // namespace

Screen::Screen() {
  environment_ = QProcessEnvironment::systemEnvironment();
  environment_.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
  environment_.insert(u"ASAN_OPTIONS"_s,
                      u"detect_leaks=0"_s);  // leaks of platform plugins are not the program's
  // Without these variables, dialogs are Qt's own instead of the desktop's.
  for (const QString& desktop :
       {u"XDG_CURRENT_DESKTOP"_s, u"DESKTOP_SESSION"_s, u"QT_QPA_PLATFORMTHEME"_s, u"QT_STYLE_OVERRIDE"_s})
    environment_.remove(desktop);
  for (const QString& place : {u"HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_STATE_HOME"_s, u"XDG_DATA_HOME"_s,
                               u"XDG_CACHE_HOME"_s, u"XDG_RUNTIME_DIR"_s, u"TMPDIR"_s}) {
    environment_.insert(place, home_.filePath(place));
    QDir().mkpath(home_.filePath(place));
    QFile::setPermissions(home_.filePath(place), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
}

Screen::~Screen() {
  end(manager_);
  end(server_);
}

bool Screen::start() {
  server_.start(u"Xvfb"_s,
                {u"-displayfd"_s, u"1"_s, u"-screen"_s, u"0"_s, u"1400x900x24"_s, u"-nolisten"_s, u"tcp"_s});
  if (!server_.waitForReadyRead(patience)) return false;
  environment_.insert(u"DISPLAY"_s, u':' + QString::fromLatin1(server_.readLine().trimmed()));
  // Waits for the window manager's output, because a window mapped while it starts may never be shown.
  manager_.setProcessEnvironment(environment_);
  manager_.start(u"openbox"_s, {u"--startup"_s, u"echo managing"_s});
  return manager_.waitForReadyRead(patience);
}

void Screen::end(QProcess& process) {
  if (process.state() == QProcess::NotRunning) return;
  process.terminate();
  if (!process.waitForFinished(5000)) process.kill();
  process.waitForFinished(1000);
}

}  // namespace zp::test
