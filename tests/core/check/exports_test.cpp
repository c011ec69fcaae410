// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>

#include "core/check/check_config.h"
#include "core/export/ds_config.h"
#include "core/rules/check_plan.h"
#include "tests/support/plan_grid.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests that our check finds no fault in our own exports that it does not also find in the plan.
class ExportsTest : public QObject {
  Q_OBJECT

 private slots:
  void no_export_has_an_issue_above_style() {
    int files = 0;
    for (const PlanDocument& document : test::plan_grid()) {
      const Plan& plan = document.plan;
      const ConfigCheck check = check_config(read_config_text(ds_config(document)),
                                             {plan.cluster.ranks(), plan, plan.target.deepspeed_version});
      const std::string name =
          name_of(strategy_of(plan)) + " " + std::string(name_of(plan.training.precision)) + " " +
          std::string(name_of(plan.training.optimizer)) + " " + name_of(plan.target.deepspeed_version);
      QVERIFY2(check.accepted, name.c_str());
      const std::vector<Finding> told = zp::check(document);
      for (const Finding& issue : check.issues)
        QVERIFY2(issue.severity >= Severity::style ||
                     std::ranges::any_of(told, [&](const Finding& one) { return one.code == issue.code; }),
                 (name + ": " + issue.path + " " + issue.message).c_str());
      ++files;
    }
    QVERIFY(files >= static_cast<int>(test::share_of(2000)));
    qInfo("%d exports pass our own check", files);
  }
};

ZP_TEST(ExportsTest)
#include "exports_test.moc"
