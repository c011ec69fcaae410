// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/choice_model.h"

#include <QSignalSpy>
#include <QtTest>

#include "core/search/choice_words.h"
#include "core/sharding/edits.h"
#include "tests/support/test_main.h"
#include "tests/ui/choice_fixture.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the best plan beside the plan as it is: when it is computed, when it is current, how
/// it is adopted.
class ChoiceModelTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::ChoiceFixture>();
    model_ = &plan_->model;
    choice_ = &plan_->choice;
  }
  void cleanup() { plan_.reset(); }

  void the_answer_comes_after_the_turn_of_the_change() {
    QVERIFY(!choice_->hasAnswer() && !choice_->isCurrent());
    QTRY_VERIFY(choice_->isCurrent());
    const PlanChoice expected = choose(model_->plan(), choice_->requirements());
    QVERIFY(expected.best && choice_->choice().best == expected.best);
    QVERIFY(choice_->choice().present == expected.present);
    const Option first = choice_->choice().present;
    setMicroBatch(2);
    QVERIFY(!choice_->isCurrent());
    QVERIFY(choice_->choice().present == first);  // the old choice can still be looked at
    QTRY_VERIFY(choice_->isCurrent());
    QVERIFY(choice_->plan() == model_->plan());
  }

  void changes_that_follow_each_other_are_answered_once() {
    choice_->finish();
    for (const int size : {2, 3, 4})
      setMicroBatch(size);
    int answers = 0;
    connect(choice_, &ChoiceModel::changed, this, [&] { answers += choice_->isCurrent() ? 1 : 0; });
    QTRY_VERIFY(choice_->isCurrent());
    for (int i = 0; i < 4; ++i)
      QCoreApplication::processEvents();
    QCOMPARE(answers, 1);
  }

  void an_impossible_plan_leaves_the_last_answer() {
    choice_->finish();
    const Plan before = choice_->plan();
    model_->propose(edits::set_hidden_size(model_->plan(), 4100), {u"Hidden size"_s});
    choice_->finish();
    QVERIFY(!choice_->isCurrent());
    QVERIFY(choice_->plan() == before);
    const int steps = model_->undoStack().count();
    choice_->adopt(*choice_->choice().best);
    QCOMPARE(model_->undoStack().count(), steps);
    model_->undoStack().undo();
    choice_->finish();
    QVERIFY(choice_->isCurrent());
  }

  void adopting_is_one_step_that_says_what_it_took() {
    choice_->finish();
    const Plan before = model_->plan();
    const Option best = *choice_->choice().best;
    QVERIFY(!choice_->choice().keeps_present());
    choice_->adopt(best);
    QVERIFY(model_->plan() == with_pick(before, best.pick));
    QCOMPARE(model_->undoStack().count(), 1);
    QCOMPARE(model_->undoStack().undoText(), u"Adopt "_s + toQt(title_of(best, pick_of(before))));
    choice_->finish();
    QVERIFY(choice_->choice().keeps_present());
    model_->undoStack().undo();
    QVERIFY(model_->plan() == before);
  }

  void a_long_search_says_how_far_it_is_and_can_be_stopped() {
    choice_->finish();
    const PlanChoice before = choice_->choice();
    Requirements requirements = choice_->requirements();
    requirements.freedom.thorough = requirements.freedom.rare_settings = true;
    choice_->setRequirements(requirements);
    QTRY_VERIFY(choice_->isLong());
    QVERIFY(choice_->done() >= 0 && choice_->done() < 1);
    choice_->cancel();
    QVERIFY(choice_->isCancelled() && !choice_->isCurrent() && !choice_->isLong());
    QVERIFY(choice_->choice().best == before.best);  // the old choice can still be looked at
    requirements.freedom.thorough = requirements.freedom.rare_settings = false;
    choice_->setRequirements(requirements);
    choice_->finish();
    QVERIFY(choice_->isCurrent() && !choice_->isCancelled());
    choice_->cancel();  // there is nothing to stop
    QVERIFY(choice_->isCurrent());
  }

  void a_change_stops_the_search_before() {
    Requirements requirements = choice_->requirements();
    requirements.freedom.thorough = true;
    choice_->setRequirements(requirements);
    requirements.freedom.thorough = false;
    choice_->setRequirements(requirements);
    choice_->finish();
    QVERIFY(choice_->isCurrent());
    QVERIFY(choice_->choice().searched < 1'000'000);
  }

  void the_picture_follows_where_somebody_looks() {
    QSignalSpy pictures(choice_, &ChoiceModel::pictureChanged);
    choice_->finish();
    QCOMPARE(pictures.count(), 0);
    choice_->setPictureWanted(true);
    QTRY_COMPARE(pictures.count(), 1);
    const auto& [frontier, corners, memory, stops] = choice_->picture();
    QCOMPARE(memory.size(), frontier.size() + corners.size());
    QCOMPARE(stops.size(), corners.size());
    QVERIFY(frontier.size() > 2 && corners.size() > frontier.size());
    for (std::size_t i = 1; i < frontier.size(); ++i) {
      QVERIFY(memory[i - 1] <= memory[i]);
      QVERIFY(frontier[i - 1].seconds > frontier[i].seconds);
    }
    setMicroBatch(2);
    QTRY_COMPARE(pictures.count(), 2);
    choice_->setPictureWanted(false);
    setMicroBatch(4);
    choice_->finish();
    QCOMPARE(pictures.count(), 2);
  }

  void the_picture_follows_also_where_a_way_out_is_known_already() {
    Plan next = model_->plan();
    next.training.sequence_length = 16'384;
    next.cluster.gpu.memory_gib = 16;
    model_->propose(next, {u"Longer"_s});
    choice_->finish();
    QVERIFY(!choice_->choice().best);
    QTRY_VERIFY(choice_->wayOut() != nullptr);
    QSignalSpy pictures(choice_, &ChoiceModel::pictureChanged);
    choice_->setPictureWanted(true);
    QTRY_COMPARE(pictures.count(), 1);
    QVERIFY(!choice_->picture().corners.empty());
  }

  void who_begins_to_look_while_something_else_is_asked_sees_the_picture() {
    choice_->finish();
    QSignalSpy pictures(choice_, &ChoiceModel::pictureChanged);
    int told = 0;
    choice_->askReach({model_->plan()},
                      [&](const auto& reached) { told += static_cast<int>(reached.size()); });
    choice_->setPictureWanted(true);
    QTRY_COMPARE(pictures.count(), 1);
    QCOMPARE(told, 1);
  }

  void what_is_wanted_decides_and_is_remembered() {
    Requirements requirements = choice_->requirements();
    requirements.freedom.offload = false;
    requirements.freedom.nvme = false;
    requirements.freedom.fused_loss = true;
    requirements.objective = Objective::memory;
    choice_->setRequirements(requirements);
    choice_->finish();
    for (const Family& family : choice_->choice().families)
      if (family.strategy.reaches(Device::cpu)) QVERIFY(!family.fastest);
    const ChoiceModel again(*model_, plan_->settings);
    requirements.freedom.fused_loss = false;  // was allowed of one plan's program
    QVERIFY(again.requirements() == requirements);
  }

  void limits_narrow_the_answer_and_are_not_remembered() {
    choice_->finish();
    const Option free = *choice_->choice().best;
    Requirements requirements = choice_->requirements();
    requirements.most_gpu = from_gib(30);
    choice_->setRequirements(requirements);
    choice_->finish();
    QVERIFY(free.gpu > from_gib(30));
    QVERIFY(choice_->choice().best->gpu <= from_gib(30));
    QCOMPARE(to_gib(choice_->choice().capacity.gpu), 30.0);
    requirements.least_tokens_per_s = 1e9;
    choice_->setRequirements(requirements);
    choice_->finish();
    QVERIFY(!choice_->choice().best);
    const ChoiceModel again(*model_, plan_->settings);
    QVERIFY(again.requirements() == Requirements());
  }

 private:
  void setMicroBatch(int size) {
    Plan next = model_->plan();
    next.training.micro_batch_size = size;
    model_->propose(next, {u"Micro batch"_s});
  }

  std::unique_ptr<test::ChoiceFixture> plan_;
  PlanModel* model_ = nullptr;
  ChoiceModel* choice_ = nullptr;
};

ZP_TEST(ChoiceModelTest)
#include "choice_model_test.moc"
