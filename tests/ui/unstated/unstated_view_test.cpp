// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/unstated/unstated_view.h"

#include <QLabel>
#include <QPushButton>
#include <QtTest>

#include "core/unstated/open_words.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/model/text.h"
#include "ui/model/unstated_model.h"
#include "ui/unstated/open_setting_row.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the list of what a plan leaves open.
class UnstatedViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::PlanFixture>();
    model_ = &plan_->model;
    unstated_ = std::make_unique<UnstatedModel>(*model_);
    view_ = std::make_unique<UnstatedView>(*unstated_);
    view_->resize(640, 560);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  }
  void cleanup() {
    view_.reset();
    unstated_.reset();
    plan_.reset();
  }

  void it_has_every_setting_with_its_alternatives() {
    const std::vector<UnstatedSetting> open = unstated_settings(model_->document());
    QVERIFY(open.size() > 3);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const QString name = u"open."_s + QString::number(i);
      QCOMPARE(find<QLabel>(name + u".title"_s)->text(), toQt(open[i].setting->title));
      for (std::size_t k = 0; k < open[i].alternatives.size(); ++k) {
        const QString line = name + u'.' + QString::number(k + 1);
        const Alternative& one = open[i].alternatives[k];
        QCOMPARE(
            find<QLabel>(line + u".value"_s)->text() + u": "_s + find<QLabel>(line + u".change"_s)->text(),
            toQt(sentence_of(open[i], one)));
      }
    }
    QCOMPARE(visibleRows(), open.size());
  }
  /// The value of the alternative is in the plan afterwards, its setting is no longer open, and undo brings
  /// both back.
  void one_click_states_an_alternative() {
    const PlanDocument before = model_->document();
    const UnstatedSetting first = unstated_->settings().front();
    press(u"open.0.1.state"_s);
    QCOMPARE(model_->plan(), with_stated(before, *first.setting, first.alternatives.front().value).plan);
    QVERIFY(model_->plan() != before.plan);
    for (const UnstatedSetting& open : unstated_->settings())
      QVERIFY(open.setting->path != first.setting->path);
    QVERIFY(model_->undoStack().undoText().startsWith(toQt(first.setting->title)));
    model_->undoStack().undo();
    QCOMPARE(model_->document(), before);
    QTRY_COMPARE(unstated_->settings().front().setting->path, first.setting->path);
  }
  /// "It is so" writes down what was assumed: no figure moves, and the question is settled.
  void the_assumed_value_can_be_stated() {
    for (std::size_t left = unstated_->settings().size(); left > 0;) {
      const std::vector<UnstatedSetting>& open = unstated_->settings();
      std::size_t at = 0;
      while (at < open.size() && !is_statable(open[at].assumed))
        ++at;
      if (at == open.size()) break;
      const OpenFigures figures = open[at].figures;
      press(u"open.%1.0.state"_s.arg(at));
      QVERIFY2(unstated_->settings().size() < left, qPrintable(find<QLabel>(u"open.0.title"_s)->text()));
      left = unstated_->settings().size();
      if (left > 0) QCOMPARE(unstated_->settings().front().figures.peak, figures.peak);
    }
  }
  /// A button may be pressed while the list is of a plan that has changed since, as a key that is held down
  /// does.
  void pressing_a_button_of_an_earlier_list_is_safe() {
    for (int times = 0; times < 40; ++times) {
      Plan plan = model_->plan();
      plan.zero.stage = times % 4;
      plan.training.micro_batch_size = 1 + times % 3;
      model_->propose(plan, {u"Plan"_s});
      const auto buttons = view_->findChildren<QPushButton*>();
      QPushButton* button = buttons[(times * 7) % buttons.size()];
      if (button->isVisible()) button->click();
    }
  }
  void it_follows_the_plan_once_that_rests() {
    const QString title = find<QLabel>(u"open.0.title"_s)->text();
    const UnstatedSetting first = unstated_->settings().front();
    model_->proposeDocument(with_stated(model_->document(), *first.setting, first.alternatives.front().value),
                            {u"Plan"_s});
    QCOMPARE(find<QLabel>(u"open.0.title"_s)->text(), title);
    QTRY_VERIFY(find<QLabel>(u"open.0.title"_s)->text() != title);
  }

 private:
  template <class T>
  T* find(const QString& name) {
    T* found = view_->findChild<T*>(name);
    if (found == nullptr) qFatal("there is no %s", qPrintable(name));
    return found;
  }
  void press(const QString& name) {
    auto* button = find<QPushButton>(name);
    QVERIFY2(button->isVisible(), qPrintable(name));
    QTest::mouseClick(button, Qt::LeftButton);
    QTest::qWait(1);
  }
  [[nodiscard]] std::size_t visibleRows() const {
    std::size_t count = 0;
    for (const auto* row : view_->findChildren<OpenSettingRow*>())
      count += row->isVisible() ? 1 : 0;
    return count;
  }

  std::unique_ptr<test::PlanFixture> plan_;
  PlanModel* model_ = nullptr;
  std::unique_ptr<UnstatedModel> unstated_;
  std::unique_ptr<UnstatedView> view_;
};

ZP_TEST(UnstatedViewTest)
#include "unstated_view_test.moc"
