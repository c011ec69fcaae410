// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "tests/support/counted_allocations.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests that the clock, the inner loop of a search, allocates nothing.
class AllocationsTest : public QObject {
  Q_OBJECT

 private slots:
  void estimating_allocates_nothing() {
    const int models = static_cast<int>(catalog().models.size());
    (void)estimate_memory(example_plan().plan);  // the first one reads the programs
    for (int model = 0; model < models; ++model)
      for (const Strategy& strategy : all_strategies()) {
        Plan plan;
        plan.model = model_from_preset(model);
        plan.cluster.nodes = 1 + model % 4;
        plan = with_strategy(plan, strategy);
        const std::int64_t before = allocations.load();
        const StepTime time = estimate_speed(plan);
        const MemoryEstimate memory = estimate_memory(plan);
        const std::int64_t after = allocations.load();
        QVERIFY(time.total > 0 && memory.gpu.peak.value() > 0);
        QCOMPARE(after - before, std::int64_t{0});
      }
  }
};

ZP_TEST(AllocationsTest)
#include "allocations_test.moc"
