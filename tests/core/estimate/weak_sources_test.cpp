// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/weak_sources.h"

#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/sharding/edits.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

bool rests_on(const Plan& plan, std::string_view subject) {
  const auto found = std::ranges::find(weak_sources(), subject, &WeakSource::subject);
  return found != weak_sources().end() && found->acts_on(plan);
}

Plan plan_on(std::string_view gpu) { return edits::set_gpu_preset(Plan(), catalog().find_gpu(gpu)); }

}  // namespace

class WeakSourcesTest : public QObject {
  Q_OBJECT

 private slots:
  void every_one_is_said_in_sentences() {
    for (const WeakSource& one : weak_sources()) {
      QVERIFY(!one.subject.empty() && !one.assumed().empty());
      QVERIFY(one.weakness.ends_with('.') && (one.better.empty() || one.better.ends_with('.')));
      QVERIFY(sentences_of(one).starts_with(one.subject));
    }
  }

  void a_gpu_that_nobody_measured_is_named() {
    QVERIFY(rests_on(plan_on("gaudi-2-96gb"), "Products on GPUs that nobody measured"));
    QVERIFY(!rests_on(plan_on("a100-sxm4-80gb"), "Products on GPUs that nobody measured"));
    QVERIFY(rests_on(plan_on("h100-sxm5-80gb"), "Products on Hopper"));
  }

  void what_a_plan_states_is_no_assumption() {
    Plan plan = plan_on("a100-sxm4-80gb");
    plan.cluster.nodes = 2;
    QVERIFY(rests_on(plan, "Network between nodes that nobody stated"));
    plan.cluster.inter_node.gb_per_s = 12.5;
    QVERIFY(!rests_on(plan, "Network between nodes that nobody stated"));
  }
};

ZP_TEST(WeakSourcesTest)
#include "weak_sources_test.moc"
