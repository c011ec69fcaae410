// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/sharding/edits.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace reserve {

/// Returns the memory reserved beyond the allocated in the published runs, as a share of the allocated,
/// smallest first.
std::vector<double> published() {
  std::vector<double> shares;
  for (const test::CsvRow& row : test::read_csv("allocator-reserve.csv"))
    shares.push_back(row.number("reserved") / row.number("allocated") - 1);
  std::ranges::sort(shares);
  return shares;
}

Plan plan_on(double gpu_gib, int stage) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = stage;
  plan.cluster.gpu.memory_gib = gpu_gib;
  plan.training.fused_loss = FusedLoss::fused;  // it frees no logits
  return plan;
}

const Entry& reserve_of(const MemoryEstimate& estimate) {
  return *estimate.ledger.find(EntryId::fragmentation_allocator);
}

double share(Bytes bytes, const MemoryEstimate& estimate) {
  return static_cast<double>(bytes.value()) / static_cast<double>(estimate.gpu.peak_allocated.value());
}

}  // namespace reserve

using namespace reserve;

class ReserveTest : public QObject {
  Q_OBJECT

 private slots:
  void under_deepspeed_it_is_the_median_of_published_runs_and_reaches_all_but_the_largest() {
    const std::vector<double> shares = published();
    QVERIFY(shares.size() >= 7);
    const MemoryEstimate estimate = estimate_memory(plan_on(1000, 2));
    const Entry& reserve = reserve_of(estimate);
    qInfo("median %.4f of %zu runs, next to the largest %.4f; ours %.4f to %.4f", shares[shares.size() / 2],
          shares.size(), shares[shares.size() - 2], share(reserve.bytes, estimate),
          share(reserve.high, estimate));
    QVERIFY(std::abs(share(reserve.bytes, estimate) - shares[shares.size() / 2]) < 0.001);
    QVERIFY(std::abs(share(reserve.high, estimate) - shares[shares.size() - 2]) < 0.001);
  }

  void where_torch_trains_alone_it_is_less() {
    Plan plan = plan_on(1000, 3);
    const Bytes under_deepspeed = reserve_of(estimate_memory(plan)).bytes;
    plan.training.framework = Framework::fsdp;
    const MemoryEstimate alone = estimate_memory(plan);
    QVERIFY(reserve_of(alone).bytes < under_deepspeed);
    QVERIFY(share(reserve_of(alone).high, alone) < 0.094);
  }

  void it_lies_within_its_range_on_a_gpu_of_any_size() {
    for (double gib = 20; gib < 120; gib += 0.05) {
      const MemoryEstimate estimate = estimate_memory(plan_on(gib, 2));
      const Entry& reserve = reserve_of(estimate);
      QVERIFY2(reserve.low <= reserve.bytes && reserve.bytes <= reserve.high, std::to_string(gib).c_str());
    }
  }

  void a_larger_micro_batch_never_needs_less_where_the_gpu_is_nearly_full() {
    for (const std::string model : {"llama-2-7b", "gpt-neo-1.3b"})
      for (const double gib : {16.0, 24.0, 80.0}) {
        Plan plan = plan_on(gib, 2);
        plan.model = model_from_preset(catalog().find_model(model));
        plan.training.fused_loss = FusedLoss::none;  // its logits are freed, too
        plan.training.sequence_length = 512;
        GpuMemory before;
        for (plan.training.micro_batch_size = 1; plan.training.micro_batch_size < 64;
             ++plan.training.micro_batch_size) {
          const GpuMemory gpu = estimate_memory(plan).gpu;
          QVERIFY(gpu.peak >= before.peak);
          QVERIFY(gpu.peak_range.high >= before.peak_range.high);
          before = gpu;
        }
      }
  }

  void a_gpu_of_the_least_suffices_and_no_smaller_one() {
    for (const FusedLoss loss : {FusedLoss::none, FusedLoss::fused}) {
      Plan plan = plan_on(1000, 2);
      plan.training.fused_loss = loss;
      plan.training.sequence_length = 512;
      plan.training.micro_batch_size = 16;
      const GpuMemory roomy = estimate_memory(plan).gpu;
      QVERIFY(roomy.peak_without_cache < roomy.peak);
      plan.cluster.gpu.memory_gib = to_gib(roomy.peak_without_cache) + 1e-6;
      QVERIFY(estimate_memory(plan).gpu.fits);
      plan.cluster.gpu.memory_gib = to_gib(roomy.peak_without_cache) - 1e-6;
      const GpuMemory short_of_it = estimate_memory(plan).gpu;
      QVERIFY(!short_of_it.fits);
      QCOMPARE(short_of_it.peak_without_cache, short_of_it.peak);
    }
  }

  void the_high_end_ends_at_the_capacity_where_all_above_would_be_given_back() {
    const MemoryEstimate roomy = estimate_memory(plan_on(1000, 2));
    const auto with_most = [&](double share_of_tensors) {
      return to_gib(roomy.gpu.peak_range.high - reserve_of(roomy).high) +
             to_gib(roomy.gpu.peak_allocated) * share_of_tensors;
    };
    const GpuMemory tight = estimate_memory(plan_on(with_most(0.12), 2)).gpu;
    QCOMPARE(tight.peak_range.high, tight.capacity);
    const GpuMemory short_of_it = estimate_memory(plan_on(with_most(0.08), 2)).gpu;
    QVERIFY(short_of_it.peak_range.high > short_of_it.capacity);
    QVERIFY(to_gib(short_of_it.peak_range.high) - with_most(0.093) < 0.01);
  }

  /// A run whose tensors fill all but 4 % of what a GPU has beside the context is not one that does not fit.
  void where_torch_trains_alone_all_but_the_least_loss_is_given_back() {
    Plan plan = plan_on(1000, 3);
    plan.training.framework = Framework::fsdp;
    const MemoryEstimate roomy = estimate_memory(plan);
    plan.cluster.gpu.memory_gib =
        to_gib(roomy.gpu.peak - reserve_of(roomy).bytes) + to_gib(roomy.gpu.peak_allocated) * 0.04;
    const MemoryEstimate tight = estimate_memory(plan);
    QVERIFY(tight.gpu.fits);
    QCOMPARE(tight.gpu.peak_without_cache.value(), roomy.gpu.peak_without_cache.value());
  }

  void what_is_kept_for_streams_is_given_back_before_memory_runs_out() {
    const MemoryEstimate roomy = estimate_memory(plan_on(1000, 2));
    const auto needed = [&](double share_of_tensors) {
      return to_gib(roomy.gpu.peak - reserve_of(roomy).bytes) +
             to_gib(roomy.gpu.peak_allocated) * share_of_tensors;
    };
    const MemoryEstimate tight = estimate_memory(plan_on(needed(0.07), 2));
    QVERIFY(tight.gpu.fits);
    QVERIFY(tight.gpu.peak <= tight.gpu.capacity);
    QVERIFY(to_gib(tight.gpu.headroom) < 0.1);
    const MemoryEstimate short_of_it = estimate_memory(plan_on(needed(0.02), 2));
    QVERIFY(!short_of_it.gpu.fits);
    QVERIFY(std::abs(share(reserve_of(short_of_it).bytes, short_of_it) - 0.028) < 0.001);
  }
};

ZP_TEST(ReserveTest)
#include "reserve_test.moc"
