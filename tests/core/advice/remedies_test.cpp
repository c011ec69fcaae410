// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/remedies.h"

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>

#include "core/rules/check_plan.h"
#include "core/sharding/edits.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::vector<Finding> settled(const Plan& plan) {
  std::vector<Finding> findings = check(plan);
  settle_remedies({plan, {}}, findings);
  return findings;
}

bool holds(const std::vector<Finding>& list, const Finding& finding) {
  return std::ranges::any_of(
      list, [&](const Finding& one) { return one.code == finding.code && one.path == finding.path; });
}

}  // namespace

/// Tests of the single changes that settle the findings of rules.
class RemediesTest : public QObject {
  Q_OBJECT

 private slots:
  void one_step_settles_it_data() {
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("label");
    const Plan plan = example_plan().plan;
    QTest::newRow("hidden size no head divides")
        << edits::set_hidden_size(plan, 4100) << QStringLiteral("Hidden size that the heads divide");
    Plan parameters_at_2 = plan;
    parameters_at_2.zero.offload_param.device = Device::cpu;
    QTest::newRow("parameter offload at stage 2") << parameters_at_2 << QStringLiteral("Stage 3");
    Plan optimizer_at_0 = plan;
    optimizer_at_0.zero.stage = 0;
    optimizer_at_0.zero.offload_optimizer.device = Device::cpu;
    QTest::newRow("optimizer offload at stage 0") << optimizer_at_0 << QStringLiteral("Optimizer on GPU");
    Plan odd_tensor_parallel = plan;
    odd_tensor_parallel.training.tensor_parallel = 3;
    QTest::newRow("tensor parallel 3 of 8") << odd_tensor_parallel << QStringLiteral("Tensor parallel 1");
  }
  void one_step_settles_it() {
    QFETCH(Plan, plan);
    QFETCH(QString, label);
    QStringList labels;
    for (const Finding& finding : settled(plan)) {
      if (!finding.remedy) continue;
      labels << QString::fromStdString(finding.remedy->label);
      QVERIFY2(!holds(check(finding.remedy->plan), finding), finding.message.c_str());
    }
    QVERIFY2(labels.contains(label), qPrintable(labels.join(u'|')));
  }

  void a_rules_remedy_settles_it_and_raises_nothing() {
    QVERIFY(rc::check([] {
      Plan plan = *test::any_plan();
      plan.training.tensor_parallel = *rc::gen::element(1, 3);
      plan.training.gradient_accumulation_dtype =
          *rc::gen::element(AccumulationDtype::automatic, AccumulationDtype::fp32);
      const std::vector<Finding> before = check(plan);
      for (const Finding& finding : settled(plan)) {
        if (!finding.remedy) continue;
        const std::vector<Finding> after = check(finding.remedy->plan);
        RC_ASSERT(!holds(after, finding));
        for (const Finding& one : after)
          RC_ASSERT(holds(before, one));
      }
    }));
  }

  void a_remedy_that_would_raise_worse_is_taken_away() {
    Plan plan = example_plan().plan;
    Plan larger = plan;
    larger.training.micro_batch_size = 4096;  // this does not fit
    std::vector<Finding> findings = {{Severity::style, "larger", "training.micro_batch_size", "Larger.", ""}};
    findings.front().remedy = {"Larger", larger};
    settle_remedies({plan, {}}, findings);
    QVERIFY(!findings.front().remedy);
    for (const Severity severity : {Severity::refused, Severity::fails_later}) {  // no shortage is worse
      findings.front().severity = severity;
      findings.front().remedy = {"Larger", larger};
      settle_remedies({plan, {}}, findings);
      QVERIFY(findings.front().remedy);
    }
  }

  void what_no_rule_says_is_left_without_one() {
    std::vector<Finding> findings = {
        {Severity::ignored, "unknown_key", "zero.offload_param", "Unknown.", ""}};
    settle_remedies(example_plan(), findings);
    QVERIFY(!findings.front().remedy);
  }
};

ZP_TEST(RemediesTest)
#include "remedies_test.moc"
