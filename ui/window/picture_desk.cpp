// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/picture_desk.h"

#include <QBuffer>
#include <QLocale>
#include <QPixmap>
#include <QWidget>

#include "ui/hardware/hardware_model.h"
#include "ui/model/choice_model.h"
#include "ui/model/text.h"
#include "ui/model/unstated_model.h"
#include "ui/theme/theme.h"
#include "ui/window/qt_messages.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int font_points = 10;
constexpr int settling_rounds = 8;  // show, layout, queued replot and repaint need fewer rounds

/// Returns the font of all pictures; Qt substitutes the closest font if it is not installed.
QFont pictureFont() {
  QFont font(u"Noto Sans"_s, font_points);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

/// Suppresses Qt's messages about missing displays that do not matter for a picture: no window manager, no
/// login session.
void withoutDisplayNoise(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  for (const auto& noise : {"propagateSizeHints"_L1, "raise()"_L1, "XDG_RUNTIME_DIR"_L1})
    if (message.contains(noise)) return;
  printQtMessage(type, context, message);
}

void processRounds() {
  for (int round = 0; round < settling_rounds; ++round) {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}

}  // namespace

PictureDesk::Surroundings::Surroundings(double scale) {
  qInstallMessageHandler(withoutDisplayNoise);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_SCALE_FACTOR", QByteArray::number(scale));
  QLocale::setDefault(QLocale::c());
}

PictureDesk::PictureDesk(const std::string& theme, double scale, int& argc, char** argv)
    : surroundings_(scale), app_(argc, argv), settings_(folder_.filePath(u"settings.ini"_s)) {
  QApplication::setFont(pictureFont());
  QApplication::setCursorFlashTime(0);
  applyTheme(app_, themeNamed(toQt(theme)).value_or(ThemeChoice::light));
}

void waitUntilIdle(QWidget& window) {
  processRounds();
  for (ChoiceModel* choice : window.findChildren<ChoiceModel*>())
    choice->finish();  // includes work that starts only after a period without changes
  for (HardwareModel* machines : window.findChildren<HardwareModel*>())
    machines->finish();
  for (UnstatedModel* unstated : window.findChildren<UnstatedModel*>())
    unstated->finish();
  processRounds();
}

QImage pictureOf(QWidget& window) {
  if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
  processRounds();
  return window.grab().toImage();
}

std::string pngOf(const QImage& picture) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  picture.save(&buffer, "PNG");
  return bytes.toStdString();
}

}  // namespace zp
