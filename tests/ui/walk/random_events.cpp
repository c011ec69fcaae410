// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/random_events.h"

#include <QApplication>
#include <QDropEvent>
#include <QEventLoop>
#include <QFileDialog>
#include <QMimeData>
#include <QScreen>
#include <QThread>
#include <QUrl>
#include <QWhatsThis>
#include <QWheelEvent>
#include <QWindow>
#include <QtTest>
#include <array>
#include <utility>

#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

constexpr std::array keys = {
    Qt::Key_Tab,  Qt::Key_Backtab,  Qt::Key_Return,   Qt::Key_Space, Qt::Key_Escape, Qt::Key_Up,
    Qt::Key_Down, Qt::Key_Left,     Qt::Key_Right,    Qt::Key_Home,  Qt::Key_End,    Qt::Key_PageUp,
    Qt::Key_F1,   Qt::Key_PageDown, Qt::Key_F6,       Qt::Key_F2,    Qt::Key_F4,     Qt::Key_Delete,
    Qt::Key_Menu, Qt::Key_Insert,   Qt::Key_Backspace};
constexpr std::array modifiers = {Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier,
                                  Qt::AltModifier};
/// Texts to type. None of them leads out of the folder when it is typed into a file dialog.
constexpr std::array texts = {u"8",   u"0",   u"-1",  u"1e30", u"3,5", u"4096", u"llama",
                              u"zzz", u"0.5", u"64k", u"nan",  u"",    u"é",    u"2M"};

}  // namespace

RandomEvents::RandomEvents(MainWindow& window, const QDir& folder, const QStringList& files,
                           std::uint32_t seed, Report& report)
    : window_(window),
      folder_(folder),
      files_(files),
      report_(report),
      journal_(folder.filePath(u"events.log"_s)),
      seed_(seed) {
  if (!journal_.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(journal_.fileName()));
}

void RandomEvents::send(int count) {
  count_ = count;
  nextSoon();
  QEventLoop loop;
  QTimer done;
  QObject::connect(&done, &QTimer::timeout, &loop, [&] {
    if (sent_ < count_) return;
    closePopups();
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) return dialog->reject();
    loop.quit();
  });
  done.start(20);
  loop.exec();
}

/// Starts a new timer each time, because the loop of a dialog does not serve a timer that is
/// already being served.
void RandomEvents::nextSoon() {
  QTimer::singleShot(0, &context_, [this] { next(); });
}

/// Sends the next event. An event that opens a dialog is over only when the dialog is, so the dialog's loop
/// asks for the next one.
void RandomEvents::next() {
  if (sent_ >= count_) return;
  nextSoon();
  const int level = QThread::currentThread()->loopLevel();
  if (loop_level_ > 0 && level <= loop_level_) return;
  const int before = std::exchange(loop_level_, level);
  sendOne();
  loop_level_ = before;
}

int RandomEvents::below(int limit) { return static_cast<int>(random_() % static_cast<std::uint32_t>(limit)); }

QWidget* RandomEvents::target() {
  if (QWidget* popup = QApplication::activePopupWidget()) return popup;
  if (QWidget* modal = QApplication::activeModalWidget()) return modal;
  QList<QWidget*> open;
  for (QWidget* each : QApplication::topLevelWidgets())
    if (each->isVisible() && each->inherits("QDialog")) open << each;
  if (open.isEmpty() || below(2) == 0) return &window_;
  return open[below(static_cast<int>(open.size()))];
}

void RandomEvents::sendOne() {
  random_.seed(seed_ + static_cast<std::uint32_t>(sent_));  // keeps later events the same
  ++sent_;
  if (QWhatsThis::inWhatsThisMode() && below(3) == 0) QWhatsThis::leaveWhatsThisMode();
  keepDialogsInFolder();
  if (!window_.isVisible()) window_.show();  // an earlier event closed it
  QWidget* at = target();
  if (at->windowHandle() == nullptr || !at->windowHandle()->isExposed()) return;
  const int kind = below(100);
  if (kind < 45)
    click(*at);
  else if (kind < 65)
    press(*at);
  else if (kind < 75)
    type(*at);
  else if (kind < 83)
    wheel(*at);
  else if (kind < 91)
    drag(*at);
  else if (kind < 94)
    resize(*at);
  else if (kind < 98)
    leave(*at);
  else
    drop();
}

QPoint RandomEvents::pointIn(const QWidget& window) {
  const int x = below(std::max(window.width(), 1)), y = below(std::max(window.height(), 1));
  return {x, y};
}

void RandomEvents::click(QWidget& window) {
  const QPoint at = pointIn(window);
  const int kind = below(10);
  const Qt::MouseButton button = kind == 0 ? Qt::RightButton : Qt::LeftButton;
  tell(window, u"%1 click at %2,%3"_s.arg(kind == 0   ? u"right"_s
                                          : kind == 1 ? u"double"_s
                                                      : u"left"_s)
                   .arg(at.x())
                   .arg(at.y()));
  const QPointer<QWindow> on = window.windowHandle();
  pressAndRelease(on, button, at);
  if (kind == 1 && on) pressAndRelease(on, button, at);  // a double click
}

void RandomEvents::drag(QWidget& window) {
  const QPoint from = pointIn(window), to = pointIn(window);
  tell(window, u"drag from %1,%2 to %3,%4"_s.arg(from.x()).arg(from.y()).arg(to.x()).arg(to.y()));
  const QPointer<QWindow> on = window.windowHandle();
  QTest::mousePress(on, Qt::LeftButton, {}, from);
  constexpr int moves = 4;
  for (int i = 1; i <= moves && on; ++i)
    QTest::mouseMove(on, nearestIn(*on, from + (to - from) * i / moves));
  if (on) QTest::mouseRelease(on, Qt::LeftButton, {}, nearestIn(*on, to));
}

void RandomEvents::wheel(QWidget& window) {
  const QPoint at = pointIn(window);
  const int turn = below(2) == 0 ? 120 : -120;
  const Qt::KeyboardModifiers with = below(4) == 0 ? Qt::ControlModifier : Qt::NoModifier;
  tell(window, u"wheel %1 at %2,%3"_s.arg(turn).arg(at.x()).arg(at.y()));
  QWheelEvent event(at, window.mapToGlobal(at), {}, {0, turn}, Qt::NoButton, with, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(window.windowHandle(), &event);
}

void RandomEvents::press(QWidget& window) {
  const Qt::KeyboardModifier with = modifiers[static_cast<std::size_t>(below(modifiers.size()))];
  const bool is_letter = below(3) == 0;
  const int key = is_letter ? (below(2) == 0 ? Qt::Key_A + below(26) : Qt::Key_0 + below(10))
                            : keys[static_cast<std::size_t>(below(keys.size()))];
  tell(window, u"key "_s + QKeySequence(QKeyCombination(with, static_cast<Qt::Key>(key)))
                               .toString(QKeySequence::PortableText));
  pressAndRelease(window.windowHandle(), static_cast<Qt::Key>(key), with);
}

void RandomEvents::type(QWidget& window) {
  const QString text = QString::fromUtf16(texts[static_cast<std::size_t>(below(texts.size()))]);
  const bool enters = below(2) == 0;
  tell(window, u"text “%1”%2"_s.arg(text, enters ? u" and Return"_s : QString()));
  const QPointer<QWindow> on = window.windowHandle();
  for (const QChar letter : text)
    for (const QTest::KeyAction half : {QTest::Press, QTest::Release})
      if (on) QTest::sendKeyEvent(half, on, Qt::Key_unknown, letter, {});
  if (enters && on) pressAndRelease(on, Qt::Key_Return, {});
}

void RandomEvents::drop() {
  const QString& file = files_[below(static_cast<int>(files_.size()))];
  if (QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr) return;
  tell(window_, u"drop of "_s + QFileInfo(file).fileName());
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  const QPoint at = window_.rect().center();
  QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&window_, &enter);
  QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  if (enter.isAccepted()) QCoreApplication::sendEvent(&window_, &event);
}

void RandomEvents::resize(QWidget& window) {
  if (window.windowType() == Qt::Popup) return;
  const QSize room = window.screen()->availableSize();
  const QSize size(200 + below(room.width() - 200), 150 + below(room.height() - 150));
  tell(window, u"size %1×%2"_s.arg(size.width()).arg(size.height()));
  window.resize(size);
}

/// Presses Escape, which closes what earlier events opened.
void RandomEvents::leave(QWidget& window) {
  tell(window, u"Escape"_s);
  pressAndRelease(window.windowHandle(), Qt::Key_Escape, {});
}

/// Brings file dialogs back to the test's folder, so that nothing is written outside it.
void RandomEvents::keepDialogsInFolder() {
  for (QWidget* each : QApplication::topLevelWidgets())
    if (auto* dialog = qobject_cast<QFileDialog*>(each); dialog != nullptr && dialog->isVisible()) {
      dialog->setSidebarUrls({QUrl::fromLocalFile(folder_.path())});
      if (!(dialog->directory().path() + u'/').startsWith(folder_.path() + u'/'))
        dialog->setDirectory(folder_);
    }
}

void RandomEvents::tell(const QWidget& window, const QString& what) {
  const QString line = u"event %1 of seed %2: %3 on %4"_s.arg(sent_).arg(seed_).arg(what, nameOf(window));
  report_.at(line);
  journal_.write(line.toUtf8() + '\n');
  journal_.flush();
}

}  // namespace zp::walk
