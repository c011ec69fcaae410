// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/examiner.h"

#include <QRegularExpression>
#include <QWidget>
#include <QtTest>

#include "tests/ui/walk/clip_check.h"
#include "tests/ui/walk/focus_walk.h"
#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

constexpr int until_resized = 1000;      // milliseconds; the window manager is another process
constexpr QSize still_of_use{480, 360};  // in a narrower window, texts that wrap need more height

}  // namespace

void resizeTo(QWidget& window, QSize size) {
  window.resize(size);
  static_cast<void>(QTest::qWaitFor([&] { return window.size() == size; }, until_resized));
  settle();
}

void Examiner::examine(QWidget& window, const QString& name) {
  report_.at(name);
  takePicture(window, name);
  checkClipping(window, report_);
  examineFocus(window, name);
  const QSize first = window.size();
  const QSize smallest = window.minimumSizeHint().expandedTo(window.minimumSize()).expandedTo(still_of_use);
  if (smallest != first && window.minimumSize() != window.maximumSize()) {
    report_.at(name + u", as small as it goes"_s);
    resizeTo(window, smallest);
    takePicture(window, name + u" smallest"_s);
    checkClipping(window, report_);
    resizeTo(window, first);
  }
}

void Examiner::examineFocus(QWidget& window, const QString& name) {
  const QStringList fields = walkFocus(window, report_);
  for (const QString& field : fields)
    report_.saw(u"fields"_s, field);
  report_.saw(u"rounds of Tab"_s, u"%1: %2 fields"_s.arg(name).arg(fields.size()));
}

void Examiner::takePicture(QWidget& window, const QString& name) {
  if (pictures_.isEmpty()) return;
  static const QRegularExpression unfit(u"[^A-Za-z0-9]+"_s);
  window.grab().save(u"%1/%2-%3.png"_s.arg(pictures_)
                         .arg(++taken_, 3, 10, QChar(u'0'))
                         .arg(QString(name).replace(unfit, u"-"_s)));
}

}  // namespace zp::walk
