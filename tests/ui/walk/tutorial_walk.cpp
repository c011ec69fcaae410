// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/tutorial_walk.h"

#include <QDockWidget>
#include <QListWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QtTest>

#include "tests/ui/walk/examiner.h"
#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"
#include "ui/window/main_window.h"
#include "ui/window/tutorial_help.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

constexpr int patience = 60'000;  // milliseconds for the pictures, which another process makes

struct Link {
  int position;
  QString target;
};

QList<Link> linksOf(const QTextDocument& text) {
  QList<Link> links;
  for (QTextBlock block = text.begin(); block.isValid(); block = block.next())
    for (auto part = block.begin(); !part.atEnd(); ++part)
      if (const QString target = part.fragment().charFormat().anchorHref(); !target.isEmpty())
        links.append({part.fragment().position(), target});
  return links;
}

void clickLink(QTextBrowser& text, const Link& link) {
  QTextCursor cursor(text.document());
  cursor.setPosition(link.position + 1);
  text.setTextCursor(cursor);
  text.ensureCursorVisible();
  settle();
  click(*text.viewport(), text.cursorRect(cursor).center() + QPoint(2, 0));
}

}  // namespace

void walkTutorials(MainWindow& window, Report& report, Examiner& examiner) {
  TutorialHelp& help = window.tutorialHelp();
  help.setPace(0);
  report.at(u"Help ▸ Tutorials"_s);
  window.actions().find(u"help.tutorials"_s)->trigger();
  auto* reader = window.findChild<QWidget*>(u"tutorialsDialog"_s);
  auto* list = reader->findChild<QListWidget*>();
  auto* text = reader->findChild<QTextBrowser*>();
  int done = 0;
  QObject::connect(&help, &TutorialHelp::stepDone, reader, [&done] { ++done; });
  QObject::connect(&help, &TutorialHelp::failed, reader,
                   [&report](const QString& sentence) { report.fault(u"tutorial"_s, sentence); });
  for (int row = 0; row < list->count(); ++row) {
    const QString title = list->item(row)->text();
    report.at(u"tutorial “%1”"_s.arg(title));
    list->scrollToItem(list->item(row));
    click(*list->viewport(), list->visualItemRect(list->item(row)).center());
    if (!QTest::qWaitFor([&] { return text->toPlainText().contains(u"Do this step for me"_s); }, patience)) {
      report.fault(u"tutorial"_s, u"“%1” shows no steps: %2"_s.arg(title, text->toPlainText().right(200)));
      continue;
    }
    examiner.examine(*reader, u"tutorial “%1”"_s.arg(title));
    for (const Link& link : linksOf(*text->document())) {
      const bool is_step = link.target.startsWith(u"do:"_s);
      if (!is_step && !link.target.startsWith(u"plan:"_s)) continue;
      const QString step = u"“%1”, %2"_s.arg(title, link.target);
      report.at(step);
      report.saw(u"steps of tutorials"_s, step);
      const int before = done;
      clickLink(*text, link);
      if (is_step && !QTest::qWaitFor([&] { return done > before; }, patience))
        report.fault(u"tutorial"_s, step + u" does not end"_s);
      settle();
    }
    examiner.takePicture(window, u"after "_s + title);
  }
  window.findChild<QDockWidget*>(u"tutorialsDock"_s)->close();
}

}  // namespace zp::walk
