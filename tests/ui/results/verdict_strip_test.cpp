// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/verdict_strip.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/memory/odds.h"
#include "core/plan_file/plan_file.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/sharding/edits.h"
#include "core/speed/whole_run.h"
#include "core/units/format.h"
#include "core/unstated/open_odds.h"
#include "core/unstated/open_words.h"
#include "tests/support/test_main.h"
#include "tests/ui/choice_fixture.h"
#include "ui/inputs/elided_text.h"
#include "ui/inputs/fact_label.h"
#include "ui/memory/memory_chart_data.h"
#include "ui/memory/step_memory_data.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the strip with the answer about the plan as it is and the best plan beside it.
class VerdictStripTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::ChoiceFixture>();
    model_ = &plan_->model;
    choice_ = &plan_->choice;
    strip_ = std::make_unique<VerdictStrip>(*model_, *choice_, plan_->unstated);
    strip_->resize(1100, 110);
    strip_->show();
    QVERIFY(QTest::qWaitForWindowExposed(strip_.get()));
  }
  void cleanup() {
    strip_.reset();
    plan_.reset();
  }

  void it_leads_with_the_word_and_the_number_under_it() {
    const GpuMemory& gpu = model_->results().evaluation.figures.estimate.gpu;
    const FitOdds odds = oddsOfThePlan();
    QCOMPARE(fact(u"verdictWord"_s)->fullText(), u"✓ Surely fits, "_s + toQt(odds_percent(odds.both)));
    QVERIFY(fact(u"verdictWord"_s)->toolTip().contains(toQt(odds_percent(odds.host)).toHtmlEscaped()));
    QVERIFY(fact(u"gpuFact"_s)
                ->text()
                .startsWith(toQt(format_gib_value(gpu.peak) + " of " + format_gib(gpu.capacity))));
    QVERIFY(
        fact(u"gpuFact"_s)->text().endsWith(u"at most "_s + toQt(format_gib_value(gpu.likely_peak.high))));
    QVERIFY(fact(u"gpuFact"_s)->toolTip().contains(toQt(format_gib(gpu.capacity - gpu.likely_peak.high))));
    model_->adopt({0, Device::none, Device::none});
    QCOMPARE(fact(u"verdictWord"_s)->fullText(),
             u"✗ Does not fit, "_s + toQt(odds_percent(oddsOfThePlan().both)));
    QVERIFY(fact(u"gpuFact"_s)->fullText().contains(u"over"));
  }
  /// Batches padded to their own longest sequence let PyTorch's cache grow until the card is full.
  void a_card_that_the_cache_fills_shows_what_is_needed() {
    const PlanDocument padded = read_plan(R"({"model": {"preset": "llama-3.1-8b"}, "cluster": {"nodes": 2,
      "gpus_per_node": 8, "gpu": {"preset": "rtx-4090-24gb"}}, "training": {"program": "trl",
      "micro_batch_size": 4, "gradient_accumulation_steps": 1, "sequence_length": 2048}, "zero": {"stage": 3}})");
    model_->propose(padded.plan, {u"Plan"_s});
    const GpuMemory& gpu = model_->results().evaluation.figures.estimate.gpu;
    QVERIFY(gpu.is_filled_by_cache());
    QCOMPARE(gpu.peak, gpu.capacity);
    QCOMPARE(fact(u"gpuFact"_s)->fullText(), toQt(format_gib_value(gpu.peak_without_cache) + " of " +
                                                  format_gib(gpu.capacity) + ", and PyTorch's cache"));
    const std::vector<MemoryRow> rows = memoryChartData(model_->results(), 20, {}).rows;
    const auto own = std::ranges::find(rows, true, &MemoryRow::selected);
    QCOMPARE(own->totalText, toQt(format_gib_value(gpu.peak_without_cache) + " + PyTorch's cache"));
    const QString peak = stepMemoryData(model_->results(), {}, {}).peak_text;
    QVERIFY2(peak.contains(toQt(format_gib(gpu.peak_without_cache) + " + PyTorch's cache")),
             qPrintable(peak));
    QVERIFY2(peak.endsWith(u'✓'), qPrintable(peak));
  }
  void a_plan_that_deepspeed_refuses_is_refused() {
    Plan plan = model_->plan();
    plan.zero.offload_optimizer.ratio = 0.5;  // a partial ratio needs stage 3
    model_->propose(plan, {u"Plan"_s});
    QVERIFY(is_refused(model_->results().evaluation.findings));
    QCOMPARE(fact(u"verdictWord"_s)->text(), u"✗ Refused"_s);
    QVERIFY(!fact(u"verdictWord"_s)->toolTip().isEmpty());
  }
  void a_plan_that_fits_and_stops_later_is_not_said_to_fit() {
    Plan plan = model_->plan();
    plan.training.optimizer = Optimizer::muon;  // its first step wants reduce_scatter off at stage 3
    plan.zero.stage = 3;
    model_->propose(plan, {u"Plan"_s});
    QVERIFY(model_->results().evaluation.figures.estimate.fits());
    QVERIFY(!is_refused(model_->results().evaluation.findings));
    QCOMPARE(fact(u"verdictWord"_s)->text(), u"✗ Stops later"_s);
    QVERIFY(fact(u"verdictWord"_s)->toolTip().contains(u"Muon needs whole gradients"));
    plan.zero.reduce_scatter = false;
    model_->propose(plan, {u"Plan"_s});
    QVERIFY(fact(u"verdictWord"_s)->fullText().startsWith(u"✓ Surely fits"));
  }
  void it_says_step_time_and_throughput() {
    const PlanResults& results = model_->results();
    QVERIFY(
        fact(u"stepFact"_s)->text().contains(toQt(format_seconds(results.evaluation.figures.time.total))));
    QVERIFY(fact(u"stepFact"_s)->fullText().contains(rangeText(results.evaluation.figures.time)));
    QVERIFY(fact(u"boundFact"_s)->fullText().contains(boundText(results.evaluation.figures.time.bound_by)));
    QVERIFY(fact(u"boundFact"_s)->fullText().contains(u"MFU"));
    QCOMPARE(fact(u"throughputFact"_s)->fullText(),
             toQt(format_per_s(results.evaluation.figures.throughput.tokens_per_s, "tokens")));
    QVERIFY(fact(u"stepFact"_s)->toolTip().contains(rangeText(results.evaluation.figures.time)));
    QSignalSpy asked(strip_.get(), &VerdictStrip::speedRequested);
    QTest::mouseClick(fact(u"stepFact"_s), Qt::LeftButton);
    QTest::keyClick(fact(u"throughputFact"_s), Qt::Key_Return);
    QCOMPARE(asked.count(), 2);
  }
  void a_model_of_tensors_has_no_step_time() {
    Plan plan = model_->plan();
    plan.model = model_from_tensors({{4096, 4096, 32}});
    model_->propose(plan, {u"Model"_s});
    for (const QString& name : {u"stepFact"_s, u"throughputFact"_s}) {
      QCOMPARE(fact(name)->text(), u"–"_s);
      QVERIFY(fact(name)->toolTip().contains(u"tensors"));
    }
    choice_->finish();
    QVERIFY(!title().isEmpty());
  }
  void a_budget_gives_hours_cost_and_energy() {
    Plan plan = model_->plan();
    plan.training.tokens = 3e11;
    plan.cluster.gpu_hour_price = 2;
    plan.cluster.gpu_watts = 400;
    model_->propose(plan, {u"Run"_s});
    QVERIFY(fact(u"runFact"_s)->isVisible());
    const QString tip = fact(u"throughputFact"_s)->toolTip();
    const WholeRun run = whole_run(plan, model_->results().evaluation.figures.time);
    for (const double figure : {run.gpu_hours, run.cost, run.energy_kwh}) {
      QVERIFY(figure > 0);
      QVERIFY2(tip.contains(toQt(format_number(figure))), qPrintable(tip));
    }
    const QString told = fact(u"runFact"_s)->fullText();
    QVERIFY2(told.contains(toQt(format_seconds(run.wall_hours * 3600))), qPrintable(told));
    QVERIFY2(told.endsWith(toQt(format_number(run.cost)) + u" USD"_s), qPrintable(told));
    plan.training.tokens = 0;
    model_->propose(plan, {u"Run"_s});
    QVERIFY(!fact(u"runFact"_s)->isVisible());
  }
  void the_drive_is_shown_where_there_is_one() {
    QVERIFY(!fact(u"nvmeFact"_s)->isVisible());
    model_->adopt({3, Device::nvme, Device::nvme});
    QVERIFY(fact(u"nvmeFact"_s)->isVisible());
  }
  void a_figure_of_memory_asks_for_its_explanation() {
    QSignalSpy asked(strip_.get(), &VerdictStrip::explainRequested);
    QTest::mouseClick(fact(u"cpuFact"_s), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front().front().value<Place>(), Place::cpu);
  }
  void it_names_what_is_not_stated() {
    const std::vector<UnstatedSetting> open = unstated_settings(model_->document());
    QVERIFY(open.size() > 3);
    const UnstatedSetting& first = open.front();
    const QString change =
        toQt(change_of(first.figures, first.alternatives.front().figures)).section(u", "_s, 0, 0);
    const QString named = toQt(phrase_of(*first.setting, first.alternatives.front().value)) + u' ' + change;
    auto* label = fact(u"unstatedFact"_s);
    const QString odds = toQt(odds_percent(open_odds(model_->document(), open).both));
    QVERIFY(odds != u"< 1 %"_s);
    QVERIFY2(label->fullText().startsWith(u"Not stated (odds with it %1): "_s.arg(odds) + named),
             qPrintable(label->fullText()));
    QVERIFY(label->fullText().endsWith(u"… (%1)"_s.arg(open.size())));
    QSignalSpy asked(strip_.get(), &VerdictStrip::unstatedRequested);
    QTest::mouseClick(label, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
  }
  /// It takes half a millisecond, which a tick of a slider must not wait for.
  void what_is_not_stated_waits_until_the_plan_rests() {
    const QString before = fact(u"unstatedFact"_s)->fullText();
    Plan plan = model_->plan();
    plan.training.attention = Attention::eager;
    plan.training.sequence_length = 65536;
    model_->propose(plan, {u"Plan"_s});
    QCOMPARE(fact(u"unstatedFact"_s)->fullText(), before);
    QVERIFY(!plan_->unstated.isCurrent());
    QTRY_VERIFY(fact(u"unstatedFact"_s)->fullText() != before);
    QVERIFY(plan_->unstated.isCurrent());
  }
  void a_narrow_strip_counts_what_is_not_stated() {
    strip_->resize(600, 200);
    QTRY_VERIFY(!fact(u"boundFact"_s)->isVisible());
    QVERIFY(fact(u"unstatedFact"_s)->isVisible());
    QVERIFY(fact(u"unstatedFact"_s)->text().contains(QString::number(plan_->unstated.settings().size())));
  }
  void an_impossible_plan_leaves_the_last_figures_greyed() {
    const QString before = fact(u"gpuFact"_s)->text();
    model_->propose(edits::set_hidden_size(model_->plan(), 4100), {u"Hidden size"_s});
    QCOMPARE(fact(u"gpuFact"_s)->text(), before);
    QCOMPARE(fact(u"verdictWord"_s)->palette().color(QPalette::WindowText), themeColors().muted);
    QVERIFY(!adopt()->isEnabled());
  }

  void the_card_says_what_is_best_and_why() {
    QTRY_VERIFY(choice_->isCurrent());
    const PlanChoice& choice = choice_->choice();
    QCOMPARE(title(), toQt(title_of(*choice.best, choice.present.pick)));
    const QString told = strip_->findChild<ElidedText*>(u"bestCard.reason"_s)->text();
    const std::size_t changes = differences(choice.present.pick, choice.best->pick).size();
    for (const QString& part : {u"% faster"_s, u"odds "_s, u"Changes %1 setting"_s.arg(changes)})
      QVERIFY2(told.contains(part), qPrintable(told));
    const QString why = strip_->findChild<QToolButton*>(u"bestCard.why"_s)->toolTip();
    for (const std::string& part : {reason_for_best(choice, model_->plan()), std::string("Next is ZeRO-"),
                                    format_count(choice.searched) + " plans compared"})
      QVERIFY2(why.contains(toQt(part).toHtmlEscaped()), qPrintable(why));
    QSignalSpy asked(strip_.get(), &VerdictStrip::whyRequested);
    QTest::mouseClick(strip_->findChild<QToolButton*>(u"bestCard.why"_s), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
  }
  void the_card_names_an_objective_other_than_speed() {
    const auto* card = strip_->findChild<QWidget*>(u"bestCard"_s);
    QCOMPARE(card->accessibleName(), u"Best for this model and cluster"_s);
    Requirements requirements = choice_->requirements();
    requirements.objective = Objective::memory;
    choice_->setRequirements(requirements);
    choice_->finish();
    QCOMPARE(card->accessibleName(), u"Best here: least memory"_s);
  }
  /// The card's figure of memory is what the answer says once the plan is adopted.
  void the_card_and_the_answer_name_the_same_memory() {
    choice_->finish();
    const QString told = strip_->findChild<ElidedText*>(u"bestCard.reason"_s)->text();
    QTest::mouseClick(adopt(), Qt::LeftButton);
    const QString amount = fact(u"gpuFact"_s)->fullText().section(u',', 0, 0);
    QVERIFY2(told.contains(amount + u" per GPU"_s), qPrintable(told + u" / "_s + amount));
  }
  void adopt_makes_it_the_plan_and_rests_then() {
    choice_->finish();
    const Option best = *choice_->choice().best;
    const Plan before = model_->plan();
    QVERIFY(adopt()->isEnabled());
    QTest::mouseClick(adopt(), Qt::LeftButton);
    QVERIFY(model_->plan() == with_pick(before, best.pick));
    QVERIFY(!adopt()->isEnabled());  // a new answer is being computed
    QTRY_VERIFY(choice_->isCurrent());
    QVERIFY(!adopt()->isEnabled());
    QCOMPARE(adopt()->toolTip(), u"This plan is the best"_s);
    model_->undoStack().undo();
    QTRY_VERIFY(adopt()->isEnabled());
  }
  void where_nothing_runs_there_is_nothing_to_adopt() {
    Plan plan = edits::set_model_preset(model_->plan(), catalog().find_model("gpt-3-175b"));
    plan.cluster.gpus_per_node = 1;
    plan.cluster.cpu_memory_gib = 8;
    plan.cluster.nvme.capacity_gib = 1;
    model_->propose(plan, {u"Plan"_s});
    choice_->finish();
    QVERIFY(!choice_->choice().best);
    QCOMPARE(title(), u"No plan runs"_s);
    QVERIFY(!adopt()->isEnabled());
    QVERIFY(!adopt()->toolTip().isEmpty());
  }
  void while_a_new_answer_is_long_on_its_way_the_last_is_dimmed() {
    choice_->finish();
    auto* words = strip_->findChild<ElidedText*>(u"bestCard.title"_s);
    const auto color = [&] { return words->palette().color(words->foregroundRole()); };
    QCOMPARE(color(), themeColors().text);
    const QString before = title();
    Plan plan = model_->plan();
    plan.training.micro_batch_size = 2;
    model_->propose(plan, {u"Micro batch"_s});
    QCOMPARE(color(), themeColors().text);  // the text must not flicker during a drag
    Requirements everything;
    for (const FreedomRow& row : freedom_rows())
      everything.freedom.*row.member = true;
    choice_->setRequirements(everything);
    QTRY_COMPARE(color(), themeColors().muted);
    QCOMPARE(title(), before);
    choice_->setRequirements({});
    QTRY_COMPARE(color(), themeColors().text);
  }

  /// A line that the title does not need belongs to the text below it.
  void the_card_shows_whole_sentences_in_a_usual_window() {
    constexpr int width_at_1280 = 888;
    const auto whole = [this](const char* name) {
      choice_->finish();
      strip_->resize(width_at_1280, strip_->sizeHint().height());
      const auto* reason = strip_->findChild<ElidedText*>(u"bestCard.reason"_s);
      const bool is_whole = QTest::qWaitFor([&] { return reason->linesOfWhole() <= reason->lines(); }, 2'000);
      QVERIFY2(is_whole, qPrintable(QString::fromLatin1(name) + u": "_s + reason->text()));
      const auto* title = strip_->findChild<ElidedText*>(u"bestCard.title"_s);
      QCOMPARE(title->lines() + reason->lines(), 4);
    };
    whole("a plan that runs");
    Plan plan = model_->plan();
    plan.cluster.gpus_per_node = 4;
    plan.training.micro_batch_size = 4;
    plan.training.gradient_accumulation_steps = 8;
    plan.zero = {};
    plan.zero.stage = 2;
    model_->propose(plan, {u"Plan"_s});
    whole("another plan");
    plan = edits::set_model_preset(plan, catalog().find_model("llama-3.1-70b"));
    plan.cluster.gpus_per_node = 8;
    plan.training.sequence_length = 65'536;
    plan.training.gradient_accumulation_steps = 3;
    plan.training.pipeline_parallel = 4;
    plan.training.lora.rank = 64;
    model_->propose(plan, {u"Plan"_s});
    whole("nothing runs");
    QCOMPARE(title(), u"No plan runs"_s);
  }

  void in_a_narrow_window_the_card_stands_below() {
    choice_->finish();
    const auto* card = strip_->findChild<QWidget*>(u"bestCard"_s);
    const auto* answer = strip_->findChild<QWidget*>(u"answerPanel"_s);
    QTRY_VERIFY(card->x() > answer->x() && card->y() == answer->y());
    strip_->resize(640, strip_->sizeHint().height());
    QTRY_VERIFY(card->y() > answer->y() && card->x() == answer->x());
    model_->adopt({3, Device::nvme, Device::nvme});
    QVERIFY2(strip_->minimumSizeHint().width() <= 640,
             qPrintable(QString::number(strip_->minimumSizeHint().width())));
  }

 private:
  [[nodiscard]] FitOdds oddsOfThePlan() const {
    return fit_odds(model_->plan(), model_->results().evaluation.figures.estimate);
  }
  FactLabel* fact(const QString& name) { return strip_->findChild<FactLabel*>(name); }
  QPushButton* adopt() { return strip_->findChild<QPushButton*>(u"bestCard.adopt"_s); }
  QString title() { return strip_->findChild<ElidedText*>(u"bestCard.title"_s)->text(); }

  std::unique_ptr<test::ChoiceFixture> plan_;
  PlanModel* model_ = nullptr;
  ChoiceModel* choice_ = nullptr;
  std::unique_ptr<VerdictStrip> strip_;
};

ZP_TEST(VerdictStripTest)
#include "verdict_strip_test.moc"
