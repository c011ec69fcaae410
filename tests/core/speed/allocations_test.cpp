// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/catalog/own_presets.h"
#include "core/search/candidates.h"
#include "core/sharding/edits.h"
#include "tests/support/counted_allocations.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests that the clock, the inner loop of a search, allocates nothing.
class AllocationsTest : public QObject {
  Q_OBJECT

 private slots:
  void estimating_allocates_nothing() {
    const std::vector<SharedModelPreset>& models = catalog().models;
    (void)estimate_memory(example_plan().plan);  // the first ones read the programs and their launchers
    Plan offloaded = example_plan().plan;
    offloaded.zero.offload_optimizer.device = Device::cpu;
    (void)estimate_speed(offloaded);
    for (std::size_t i = 0; i < models.size(); ++i)
      for (const Strategy& strategy : all_strategies()) {
        Plan plan;
        plan.model = model_from_preset(models[i]);
        plan.cluster.nodes = 1 + static_cast<int>(i % 4);
        plan = with_strategy(plan, strategy);
        const std::int64_t before = allocations.load();
        const StepTime time = estimate_speed(plan);
        const MemoryEstimate memory = estimate_memory(plan);
        const std::int64_t after = allocations.load();
        QVERIFY(time.total > 0 && memory.gpu.peak.value() > 0);
        QCOMPARE(after - before, std::int64_t{0});
      }
  }

  /// A search copies plans, those with presets of the user's own too.
  void copying_a_plan_allocates_nothing() {
    const AnyPreset card = read_own_preset(
        PresetKind::gpu,
        R"({"name": "Lab card", "memory_gib": 47.5, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5})");
    const Plan shipped = example_plan().plan;
    const Plan own = edits::set_gpu_preset(shipped, *card.gpu());
    const std::int64_t before = allocations.load();
    Plan copy = own;
    const bool is_same = copy == own;
    copy = shipped;
    const std::int64_t after = allocations.load();
    QVERIFY(is_same && copy == shipped);
    QCOMPARE(after - before, std::int64_t{0});
  }
};

ZP_TEST(AllocationsTest)
#include "allocations_test.moc"
