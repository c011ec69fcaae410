// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/app.h"

#include <QApplication>
#include <QTimer>

#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/theme/icons.h"
#include "ui/window/end_signals.h"
#include "ui/window/main_window.h"
#include "ui/window/qt_messages.h"
#include "ui/window/recovery.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

int run_window(const std::string& file, int& argc, char** argv) {
  qInstallMessageHandler(printQtMessage);
  QApplication app(argc, argv);
  QApplication::setApplicationName(u"zero-planner"_s);
  QApplication::setApplicationDisplayName(u"ZeRO Planner"_s);
  QApplication::setWindowIcon(appIcon());
  Settings settings;
  applyTheme(app, settings.theme());
  MainWindow window(settings);
  Recovery recovery(window, settings.stateFolder());
  QObject::connect(&recovery, &Recovery::failed, &window, &MainWindow::warn);
  const EndSignals signals_to_end;
  constexpr int ended_by_signal = 128;  // the convention of shells
  QObject::connect(&signals_to_end, &EndSignals::asked, &window, [&recovery](int signal) {
    recovery.keepNow();
    QApplication::exit(ended_by_signal + signal);
  });
  if (!file.empty())
    window.openUrl(toQt(file));
  else if (settings.welcomeAtStart())
    window.showWelcome();
  window.show();
  QTimer::singleShot(0, &recovery, &Recovery::offerLeft);
  const int status = QApplication::exec();
  if (status == 0) recovery.forget();
  return status;
}

}  // namespace zp
