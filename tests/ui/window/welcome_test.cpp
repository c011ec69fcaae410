// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QCheckBox>
#include <QDialog>
#include <QStackedWidget>

#include "core/plan_file/examples.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/dialogs.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the page that a session begins with.
class WelcomeTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    ui_ = std::make_unique<test::WindowFixture>();
    QVERIFY(ui_->show(1024, 700));
  }
  void cleanup() { ui_.reset(); }

  void every_example_opens_and_can_be_estimated() {
    std::size_t fitting = 0;
    for (std::size_t i = 0; i < example_plans().size(); ++i) {
      ui_->trigger(u"help.welcome"_s);
      QVERIFY(isShown());
      click(u"welcome.example.%1"_s.arg(i));
      QVERIFY(!isShown());
      QVERIFY(ui_->model().document() == example_plans()[i].document);
      QVERIFY2(ui_->model().results().has_numbers && !ui_->model().results().stale,
               example_plans()[i].title.c_str());
      fitting += ui_->model().results().evaluation.figures.estimate.fits() ? 1 : 0;
    }
    QCOMPARE(fitting, example_plans().size() - 1);  // one example shows what to do if a plan does not fit
  }
  void an_example_asks_about_unsaved_changes() {
    ui_->model().adopt({3, Device::none, Device::none});
    ui_->trigger(u"help.welcome"_s);
    dialogs::setNextAnswer(dialogs::Answer::cancel);
    click(u"welcome.example.1"_s);
    QVERIFY(isShown());
    QCOMPARE(ui_->model().plan().zero.stage, 3);
  }
  void recent_files_open_and_those_that_are_gone_say_so() {
    const QString here = ui_->write(u"here & there.zplan.json"_s, R"({"model": {"preset": "gpt2"}})");
    ui_->settings.addRecentFile(ui_->path(u"gone.zplan.json"_s));
    ui_->settings.addRecentFile(here);
    ui_->trigger(u"help.welcome"_s);
    QVERIFY(ui_->find<ElidedText>(u"welcome.gone.1"_s)->text().contains(u"gone.zplan.json (gone)"));
    click(u"welcome.forget.1"_s);
    QTRY_COMPARE(ui_->settings.recentFiles(), QStringList{here});
    QTRY_VERIFY(ui_->window->findChild<QWidget*>(u"welcome.gone.1"_s) == nullptr);
    click(u"welcome.recent.0"_s);
    QVERIFY(!isShown());
    QCOMPARE(ui_->model().filePath(), here);
  }
  void a_file_dropped_on_it_is_opened() {
    ui_->trigger(u"help.welcome"_s);
    QVERIFY(ui_->dropFile(ui_->write(u"a.zplan.json"_s, R"({"model": {"preset": "gpt2"}})")));
    QVERIFY(!isShown());
  }
  void it_goes_by_keys() {
    ui_->trigger(u"help.welcome"_s);
    QWidget* first = QApplication::focusWidget();
    QVERIFY(first != nullptr);
    QCOMPARE(first->objectName(), u"welcome.file.open"_s);
    QTest::keyClick(first, Qt::Key_Down);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"welcome.help.tutorials"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!isShown());
  }
  void a_view_or_its_button_leaves_it() {
    ui_->trigger(u"help.welcome"_s);
    click(u"welcome.close"_s);
    QVERIFY(!isShown());
    ui_->trigger(u"help.welcome"_s);
    QTest::keyClick(ui_->window.get(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(!isShown());
    QCOMPARE(ui_->window->currentView(), u"speed"_s);
  }
  void whether_it_stands_at_the_start_is_remembered() {
    QVERIFY(ui_->settings.welcomeAtStart());
    ui_->trigger(u"help.welcome"_s);
    click(u"welcome.atStart"_s);
    QVERIFY(!ui_->settings.welcomeAtStart());
  }

 private:
  [[nodiscard]] bool isShown() { return ui_->find<QStackedWidget>(u"pages"_s)->currentIndex() == 1; }
  void click(const QString& name) {
    auto* button = ui_->find<QAbstractButton>(name);
    QTRY_VERIFY2(button->isVisible() && button->isEnabled(), qPrintable(name));
    QTest::mouseClick(button, Qt::LeftButton);
  }

  std::unique_ptr<test::WindowFixture> ui_;
};

ZP_TEST(WelcomeTest)
#include "welcome_test.moc"
