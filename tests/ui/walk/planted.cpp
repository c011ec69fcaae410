// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/planted.h"

#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QThread>
#include <QVBoxLayout>
#include <csignal>
#include <ctime>

#include "tests/ui/walk/action_finder.h"
#include "tests/ui/walk/answerer.h"
#include "tests/ui/walk/examiner.h"
#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"
#include "tests/ui/walk/stall_watch.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

/// A field from which Tab goes to a field that is not the next.
class TrapEdit : public QLineEdit {
 public:
  QWidget* goes_to = nullptr;

 protected:
  bool focusNextPrevChild(bool /*next*/) override {
    goes_to->setFocus(Qt::TabFocusReason);
    return true;
  }
};

void plantTrap(QVBoxLayout& lines) {
  auto* one = new TrapEdit;
  auto* other = new TrapEdit;
  one->goes_to = other;
  other->goes_to = one;
  lines.addWidget(new QLineEdit);
  lines.addWidget(one);
  lines.addWidget(other);
}

/// Computes until the process has used `seconds` more of a processor.
void computeFor(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

/// Opens a dialog that has a field, a button and the fault.
void openDialog(const QString& fault, QWidget& parent) {
  QDialog dialog(&parent);
  dialog.setWindowTitle(u"Planted"_s);
  auto* lines = new QVBoxLayout(&dialog);
  lines->addWidget(new QLineEdit);
  if (fault == u"focus") plantTrap(*lines);
  auto* button = new QPushButton(u"Do it"_s);
  lines->addWidget(button);
  QObject::connect(button, &QPushButton::clicked, &dialog, [&] {
    constexpr int milliseconds = 1000, margin = 1000;
    if (fault == u"crash") std::raise(SIGSEGV);
    if (fault == u"warning") dialog.setMinimumSize(-1, -1);
    if (fault == u"computes") computeFor((StallWatch::limit + margin) / double{milliseconds});
    if (fault == u"sleeps") QThread::msleep(StallWatch::blocked_limit + margin);
    dialog.accept();
  });
  dialog.resize(300, 200);
  if (fault == u"clipped") {
    auto* outside = new QPushButton(u"Outside"_s, &dialog);
    outside->setGeometry(260, 60, 100, 30);
  }
  dialog.exec();
}

}  // namespace

bool walkPlanted(const QString& fault, Report& report) {
  if (!QStringList{u"none"_s, u"crash"_s, u"warning"_s, u"focus"_s, u"clipped"_s, u"computes"_s, u"sleeps"_s}
           .contains(fault))
    return false;
  const QTemporaryDir folder;
  Examiner examiner(report, {});
  Answerer answerer(QDir(folder.path()), report,
                    [&examiner](QWidget& dialog) { examiner.examine(dialog, dialog.windowTitle()); });
  QMainWindow window;
  window.menuBar()->addMenu(u"Faults"_s)->addAction(u"Open…"_s, &window, [&] { openDialog(fault, window); });
  window.resize(400, 300);
  window.show();
  isShown(window);
  for (const FoundAction& found : findActions(window, report))
    do {
      report.at(found.path);
      found.action->trigger();
      settle();
    } while (answerer.hasAnswersLeft());
  return true;
}

}  // namespace zp::walk
