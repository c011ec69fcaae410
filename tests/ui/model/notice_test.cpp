// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/notice.h"

#include <QtTest>
#include <algorithm>

#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"
#include "core/plan/edits.h"
#include "ui/model/plan_results.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class NoticeTest : public QObject {
  Q_OBJECT

 private slots:
  void severities_have_three_levels_data() {
    QTest::addColumn<Severity>("severity");
    QTest::addColumn<NoticeLevel>("level");
    QTest::newRow("refused") << Severity::refused << NoticeLevel::error;
    QTest::newRow("fails later") << Severity::fails_later << NoticeLevel::error;
    QTest::newRow("ignored") << Severity::ignored << NoticeLevel::warning;
    QTest::newRow("slow") << Severity::slow << NoticeLevel::warning;
    QTest::newRow("wasteful") << Severity::wasteful << NoticeLevel::warning;
    QTest::newRow("style") << Severity::style << NoticeLevel::info;
  }
  void severities_have_three_levels() {
    QFETCH(Severity, severity);
    QTEST(levelOf(severity), "level");
  }

  void one_step_cures_settle_what_they_promise_data() {
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("name");
    const Plan plan = example_plan().plan;
    QTest::newRow("hidden size no head divides")
        << edits::set_hidden_size(plan, 4100) << u"Hidden size 4,096"_s;
    Plan parameters_at_2 = plan;
    parameters_at_2.zero.offload_param.device = Device::cpu;
    QTest::newRow("parameter offload at stage 2") << parameters_at_2 << u"Stage 3"_s;
    Plan optimizer_at_0 = plan;
    optimizer_at_0.zero.stage = 0;
    optimizer_at_0.zero.offload_optimizer.device = Device::cpu;
    QTest::newRow("optimizer offload at stage 0") << optimizer_at_0 << u"Optimizer on GPU"_s;
    Plan odd_tensor_parallel = plan;
    odd_tensor_parallel.training.tensor_parallel = 3;
    QTest::newRow("tensor parallel 3 of 8") << odd_tensor_parallel << u"Tensor parallel 1"_s;
  }
  void one_step_cures_settle_what_they_promise() {
    QFETCH(Plan, plan);
    QFETCH(QString, name);
    const std::vector<Finding> issues = check(plan);
    QStringList cures;
    for (const Finding& issue : issues) {
      const Notice notice = noticeOf(issue, plan);
      QCOMPARE(notice.invalid, issue.severity == Severity::refused);
      if (!notice.cure) continue;
      cures << notice.cure->name;
      for (const Finding& left : check(notice.cure->plan))
        QVERIFY2(left.code != issue.code || left.path != issue.path, left.message.c_str());
    }
    QVERIFY2(cures.contains(name), qPrintable(cures.join(u", "_s)));
  }

  void what_does_not_fit_comes_first_with_a_way_out() {
    PlanDocument document = example_plan();
    document.plan.zero.stage = 0;
    const PlanResults results = computeResults(document, {});
    QVERIFY(!results.estimate.gpu.fits);
    const Notice& first = results.notices.front();
    QCOMPARE(first.level, NoticeLevel::error);
    QVERIFY(!first.invalid);
    QVERIFY(first.cure.has_value());
    QVERIFY(estimate_memory(first.cure->plan).fits());
  }
  void notices_are_worst_first() {
    PlanDocument document = example_plan();
    document.plan.zero.stage = 0;
    document.plan.zero.offload_optimizer.device = Device::cpu;
    const PlanResults results = computeResults(document, {});
    QVERIFY(std::is_sorted(results.notices.begin(), results.notices.end(),
                           [](const Notice& a, const Notice& b) { return a.level < b.level; }));
    QVERIFY(results.notices.size() > 1);
  }
};

ZP_TEST(NoticeTest)
#include "notice_test.moc"
