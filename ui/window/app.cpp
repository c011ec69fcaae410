// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/app.h"

#include <QApplication>

#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/theme/icons.h"
#include "ui/window/main_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

int run_window(const std::string& file, int& argc, char** argv) {
  QApplication app(argc, argv);
  QApplication::setApplicationName(u"zero-planner"_s);
  QApplication::setApplicationDisplayName(u"ZeRO Planner"_s);
  QApplication::setWindowIcon(appIcon());
  Settings settings;
  applyTheme(app, settings.theme());
  MainWindow window(settings);
  if (!file.empty()) window.openUrl(toQt(file));
  window.show();
  return QApplication::exec();
}

}  // namespace zp
