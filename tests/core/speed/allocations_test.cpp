// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <atomic>
#include <cstdlib>
#include <new>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"

namespace {

std::atomic<std::int64_t> allocations{0};

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace zp;

/// The clock is the inner loop of a search.
class AllocationsTest : public QObject {
  Q_OBJECT

 private slots:
  void estimating_allocates_nothing() {
    const int models = static_cast<int>(catalog().models.size());
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

QTEST_GUILESS_MAIN(AllocationsTest)
#include "allocations_test.moc"
