// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialog>
#include <iostream>

#include "core/accuracy/accuracy.h"
#include "core/catalog/user_presets.h"
#include "core/plan_file/plan_file.h"
#include "core/text/quoting.h"
#include "core/text/text_file.h"
#include "ui/accuracy/accuracy_window.h"
#include "ui/claims/claims_window.h"
#include "ui/lesson/lesson_window.h"
#include "ui/model/text.h"
#include "ui/sheet/sheet_window.h"
#include "ui/theme/theme.h"
#include "ui/unstated/unstated_window.h"
#include "ui/window/app.h"
#include "ui/window/main_window.h"
#include "ui/window/picture_desk.h"
#include "ui/window/views.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int unusable = 2;  // exit status for input that cannot be used (docs/commands.md#exit-status)

/// Names of pictures that are no view of their own: the Memory view over one step; the first run, its welcome
/// and its hint; Help ▸ How right is this; Plan ▸ All settings; Plan ▸ Not stated; Help ▸ ZeRO explained;
/// File ▸ What was read; Help ▸ The two documents.
constexpr QLatin1StringView step_view("step"), welcome("welcome"), how_right("accuracy"),
    all_settings("settings"), not_stated("unstated"), explained("explained"), what_was_read("imported"),
    claims("claims");

QStringList pictureNames() {
  QStringList names;
  for (const ViewRow& row : views())
    names << row.id;
  return names << step_view << welcome << how_right << all_settings << not_stated << explained
               << what_was_read << claims;
}

int fail(const QString& sentence) {
  std::cerr << "zero-planner: " << printable_text(toStd(sentence)) << '\n';
  return unusable;
}

/// Opens a plan, or another file that File ▸ Open accepts: for a ds_config.json the picture shows its
/// problems, for another program's file the resulting plan.
void openIn(MainWindow& window, const QString& path) {
  try {
    window.model().open(path);
  } catch (const FileError&) {
    if (!window.showFile(path)) throw;
  }
}

}  // namespace

std::string picture_names() { return toStd(pictureNames().join(u", "_s)); }

int take_screenshot(const ScreenshotOptions& options, int& argc, char** argv) {
  const QString view = toQt(options.view);
  if (!pictureNames().contains(view))
    return fail(u"this version has no "_s + view + u" view; it has " + toQt(picture_names()));
  const QStringList themes = themeNames().mid(1);  // a picture must not depend on the system's theme
  if (!themes.contains(toQt(options.theme)))
    return fail(u"there is no theme "_s + toQt(options.theme) + u"; use one of " + themes.join(u", "_s));

  PictureDesk desk(options.theme, options.scale, argc, argv);
  Settings& settings = desk.settings();
  if (view != welcome) settings.dismissHint();
  settings.setStepChart(view == step_view);
  try {
    if (!options.presets.empty())
      write_text_file(toStd(settings.presetsFile()), presets_file(options.presets));
    MainWindow window(settings);
    if (options.plan)
      window.model().reset(*options.plan, toQt(options.plan_file));
    else if (!options.plan_file.empty())
      openIn(window, toQt(options.plan_file));
    for (const std::string& log : options.logs)
      if (!window.run().addFile(toQt(log)))
        return fail(u"nothing in "_s + toQt(log) + u" is known as what a run prints");
    window.showView(view);  // an unknown name shows the first view
    if (view == welcome) window.showWelcome();
    QWidget* front = &window;
    if (view == how_right) front = showAccuracyWindow(accuracy(), &window);
    if (view == all_settings) front = showSheetWindow(window.model(), &window);
    if (view == not_stated) front = showUnstatedWindow(window.unstated(), &window);
    if (view == explained) front = showLessonWindow(window.model(), &window);
    if (view == what_was_read) front = window.showImport();
    if (view == claims) front = showClaimsWindow(window.model(), &window);
    front->resize(options.width, options.height);
    front->show();
    waitUntilIdle(window);
    write_text_file(options.out_file, pngOf(pictureOf(*front)));
  } catch (const FileError& error) {
    return fail(toQt(error.what()));
  }
  return 0;
}

}  // namespace zp
