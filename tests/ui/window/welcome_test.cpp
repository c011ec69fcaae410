// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QStackedWidget>
#include <algorithm>

#include "core/plan_file/examples.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/inputs/elided_text.h"
#include "ui/inputs/search_combo.h"
#include "ui/model/dialogs.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"
#include "ui/start/stage_picture.h"
#include "ui/start/start_card.h"
#include "ui/tutorial/tutorial_reader.h"

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
    QCOMPARE(first->objectName(), u"welcome.model"_s);
    for (const QString& next :
         {u"welcome.trains"_s, u"welcome.gpu"_s, u"welcome.count"_s, u"welcome.plan"_s}) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QCOMPARE(QApplication::focusWidget()->objectName(), next);
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!isShown());
  }
  void the_line_makes_a_plan_of_model_method_gpu_and_count() {
    ui_->trigger(u"help.welcome"_s);
    auto* model = ui_->find<SearchCombo>(u"welcome.model"_s);
    QTRY_VERIFY(!model->currentId().isEmpty());  // filled behind the first frame
    model->choose(u"llama-3.1-70b"_s);
    ui_->find<SearchCombo>(u"welcome.trains"_s)->choose(u"lora"_s);
    auto* gpu = ui_->find<SearchCombo>(u"welcome.gpu"_s);
    gpu->choose(u"h100-sxm5-80gb"_s);
    ui_->find<QSpinBox>(u"welcome.count"_s)->setValue(12);
    const StartQuestion asked = questionOf(ui_->model().plan());
    QCOMPARE(asked.gpus, 8);  // nothing changes before it is asked for
    click(u"welcome.plan"_s);
    QVERIFY(!isShown());
    const Plan& plan = ui_->model().plan();
    QCOMPARE(toQt(plan.model.preset->id), u"llama-3.1-70b"_s);
    QVERIFY(plan.training.has_adapters());
    QCOMPARE(toQt(plan.cluster.gpu.preset->id), u"h100-sxm5-80gb"_s);
    QCOMPARE(plan.cluster.gpus_per_node, 6);  // nodes are alike and have eight at most
    QCOMPARE(plan.cluster.nodes, 2);
  }
  void the_line_takes_fp16_for_a_card_without_bf16() {
    ui_->trigger(u"help.welcome"_s);
    auto* model = ui_->find<SearchCombo>(u"welcome.model"_s);
    QTRY_VERIFY(!model->currentId().isEmpty());
    ui_->find<SearchCombo>(u"welcome.gpu"_s)->choose(u"v100-sxm2-32gb"_s);
    click(u"welcome.plan"_s);
    QCOMPARE(ui_->model().plan().training.precision, Precision::fp16);
    QVERIFY(std::ranges::none_of(ui_->model().results().evaluation.findings, [](const Finding& finding) {
      return finding.severity <= Severity::fails_later && finding.path == "training.precision";
    }));
  }
  void a_name_that_nothing_has_is_said() {
    ui_->trigger(u"help.welcome"_s);
    auto* model = ui_->find<SearchCombo>(u"welcome.model"_s);
    QTRY_VERIFY(!model->currentId().isEmpty());
    const QString before = model->currentId();
    model->lineEdit()->selectAll();
    QTest::keyClicks(model->lineEdit(), u"no-such-model"_s);
    QTest::keyClick(model->lineEdit(), Qt::Key_Return);
    QTRY_VERIFY(ui_->find<QLabel>(u"welcome.hint"_s)->text().contains(u"no-such-model"));
    QTest::keyClick(model->lineEdit(), Qt::Key_Escape);
    QCOMPARE(model->currentId(), before);
  }
  void a_stage_that_is_pointed_at_says_what_it_divides() {
    ui_->trigger(u"help.welcome"_s);
    auto* stages = ui_->find<StagePicture>(u"welcome.stages"_s);
    QTRY_VERIFY(stages->accessibleDescription().contains(u"ZeRO-3"));
    auto* words = ui_->find<QLabel>(u"welcome.stageWords"_s);
    const QString before = words->text();
    QTest::mouseMove(stages, stages->stageRect(2).center().toPoint());
    QTRY_COMPARE(stages->pointed(), 2);
    QVERIFY(words->text().contains(u"gradients"));
    stages->setFocus();
    QTest::keyClick(stages, Qt::Key_Right);
    QCOMPARE(stages->pointed(), 3);
    QTest::keyClick(stages, Qt::Key_Right);
    QCOMPARE(stages->pointed(), 3);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(stages, &leave);
    QCOMPARE(words->text(), before);
  }
  void stages_keep_what_the_ledger_says() {
    const auto all = stageShares();
    QCOMPARE(all[0].bytes, u"16 bytes"_s);
    for (std::size_t stage = 0; stage < all.size(); ++stage) {
      const auto& held = all[stage].held;
      const double sum = held[0] + held[1] + held[2];
      QVERIFY(stage == 0 ? std::abs(sum - 1) < 1e-9 : sum < 1);
    }
    QVERIFY(std::abs(all[1].held[2] - all[0].held[2] / start_gpus) < 0.001);
    QVERIFY(std::abs(all[3].held[0] - all[0].held[0] / start_gpus) < 0.001);
  }
  void examples_have_the_bar_and_verdict_that_their_plan_has() {
    ui_->trigger(u"help.welcome"_s);
    for (std::size_t i = 0; i < example_plans().size(); ++i) {
      auto* card = ui_->find<StartCard>(u"welcome.example.%1"_s.arg(i));
      QTRY_VERIFY(!card->bar().text.isEmpty());
      const MemoryEstimate estimate = estimate_memory(example_plans()[i].document.plan);
      QCOMPARE(card->bar().verdict, verdictOf(estimate));
      double filled = 0;
      for (const StartPart& part : card->bar().parts)
        filled += part.share;
      QVERIFY(std::abs(filled - to_gib(estimate.gpu.peak) / to_gib(estimate.gpu.capacity)) < 1e-6);
      QVERIFY(card->accessibleDescription().contains(card->bar().text));
    }
  }
  void a_tutorial_opens_from_its_card() {
    ui_->trigger(u"help.welcome"_s);
    click(u"welcome.tutorial.which-stage"_s);
    QTRY_VERIFY(ui_->window->findChild<TutorialReader*>() != nullptr);
    QCOMPARE(ui_->window->findChild<TutorialReader*>()->current(), u"which-stage"_s);
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
