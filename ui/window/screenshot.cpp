// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QBuffer>
#include <QDialog>
#include <QFileInfo>
#include <QLocale>
#include <QPixmap>
#include <QTemporaryDir>
#include <iostream>

#include "core/accuracy/accuracy.h"
#include "core/plan/plan_file.h"
#include "core/text/text_file.h"
#include "ui/accuracy/accuracy_window.h"
#include "ui/model/choice_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/sheet/sheet_window.h"
#include "ui/window/app.h"
#include "ui/window/main_window.h"
#include "ui/window/views.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int unusable = 2;  // the contract's exit status for input that cannot be used
constexpr int font_points = 10;
constexpr int settling_rounds = 8;  // show, layout, queued replot and repaint follow each other in fewer

/// Pictures that are no view of their own: the Memory view over one step, and with the hint of the first run;
/// Help ▸ How right is this; Plan ▸ All settings.
constexpr QLatin1StringView step("step"), welcome("welcome"), how_right("accuracy"), all_settings("settings");

QStringList pictureNames() {
  QStringList names;
  for (const ViewRow& row : views())
    names << row.id;
  return names << step << welcome << how_right << all_settings;
}

int fail(const QString& sentence) {
  std::cerr << "zero-planner: " << toStd(sentence) << '\n';
  return unusable;
}

/// One font on every machine that has it; Qt takes the nearest otherwise.
QFont pictureFont() {
  QFont font(u"Noto Sans"_s, font_points);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

/// What Qt tells of a machine without a display, which a picture needs none of: that no manager hears of a
/// window's sizes, and that nobody has logged in.
void withoutDisplayNoise(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if (message.contains("propagateSizeHints"_L1) || message.contains("XDG_RUNTIME_DIR"_L1)) return;
  std::cerr << toStd(qFormatLogMessage(type, context, message)) << '\n';
}

void settle() {
  for (int round = 0; round < settling_rounds; ++round) {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}

/// A plan, or what Open takes in its place: the picture of a ds_config.json shows its problems.
void openIn(MainWindow& window, const QString& path) {
  try {
    window.model().open(path);
  } catch (const FileError&) {
    if (!window.showConfig(path)) throw;
  }
}

std::string pngOf(QWidget& window) {
  window.show();
  settle();
  for (ChoiceModel* choice : window.findChildren<ChoiceModel*>())
    choice->finish();  // what comes when nothing has changed for a while
  if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
  settle();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  window.grab().toImage().save(&buffer, "PNG");
  return bytes.toStdString();
}

}  // namespace

std::string picture_names() { return toStd(pictureNames().join(u", "_s)); }

int take_screenshot(const ScreenshotOptions& options, int& argc, char** argv) {
  const QString view = toQt(options.view);
  if (!pictureNames().contains(view))
    return fail(u"this version has no "_s + view + u" view; it has " + toQt(picture_names()));
  if (options.theme != "light" && options.theme != "dark")
    return fail(u"there is no theme "_s + toQt(options.theme) + u"; use light or dark");

  qInstallMessageHandler(withoutDisplayNoise);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
  QLocale::setDefault(QLocale::c());
  QApplication app(argc, argv);
  QApplication::setFont(pictureFont());
  QApplication::setCursorFlashTime(0);
  applyTheme(app, options.theme == "dark" ? ThemeChoice::dark : ThemeChoice::light);
  const QTemporaryDir folder;  // no settings but these, and those are gone afterwards
  Settings settings(folder.filePath(u"settings.ini"_s));
  if (view != welcome) settings.dismissHint();
  settings.setStepChart(view == step);
  try {
    MainWindow window(settings);
    if (options.plan)
      window.model().reset(*options.plan, toQt(options.plan_file));
    else if (!options.plan_file.empty())
      openIn(window, toQt(options.plan_file));
    window.makeReproducible();
    window.showView(view);  // the first one for what is no view
    QWidget* front = &window;
    if (view == how_right) front = makeAccuracyWindow(accuracy(), &window);
    if (view == all_settings) front = makeSheetWindow(window.model(), &window);
    front->resize(options.width, options.height);
    write_text_file(options.out_file, pngOf(*front));
  } catch (const FileError& error) {
    return fail(toQt(error.what()));
  }
  return 0;
}

}  // namespace zp
