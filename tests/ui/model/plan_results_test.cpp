// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/plan_results.h"

#include <QtTest>
#include <algorithm>

#include "core/advice/advice.h"
#include "core/rules/check_plan.h"
#include "core/sharding/edits.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the results that the window computes with core's functions.
class PlanResultsTest : public QObject {
  Q_OBJECT

 private slots:
  void the_issues_are_those_of_the_evaluation() {
    PlanDocument document = example_plan();
    document.plan.zero.stage = 0;
    document.plan.zero.offload_optimizer.device = Device::cpu;
    const PlanResults results = computeResults(document, {});
    QVERIFY(results.issues == evaluate(document, WayOutSearch::by_caller).findings);
    QVERIFY(results.issues == results.evaluation.findings);
    QVERIFY(results.issues.size() > 1);
    QVERIFY(std::ranges::is_sorted(results.issues, {}, &Finding::severity));
  }
  void what_does_not_fit_comes_first_and_asks_for_the_best_plan() {
    PlanDocument document = example_plan();
    document.plan.zero.stage = 0;
    const PlanResults results = computeResults(document, {});
    QVERIFY(!results.evaluation.figures.estimate.gpu.fits);
    const Finding& first = results.issues.front();
    QCOMPARE(first.severity, Severity::fails_later);
    QVERIFY(!is_impossible(first));
    QVERIFY(needs_best_plan(first) && !first.remedy);
  }
  void an_impossible_plan_keeps_the_last_answer_beside_its_own_issues() {
    const PlanResults last = computeResults(example_plan(), {});
    PlanDocument document = example_plan();
    document.plan = edits::set_hidden_size(document.plan, 4100);
    const PlanResults results = computeResults(document, last);
    QVERIFY(results.stale && results.has_numbers);
    QVERIFY(results.evaluation.document == last.evaluation.document);
    QVERIFY(results.evaluation.findings == last.evaluation.findings);
    QVERIFY(is_impossible(results.issues.front()));
  }
};

ZP_TEST(PlanResultsTest)
#include "plan_results_test.moc"
