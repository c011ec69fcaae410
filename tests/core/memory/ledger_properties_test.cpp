// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <array>

#include "core/memory/estimate.h"
#include "core/search/candidates.h"
#include "core/sharding/roles.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

bool holds(const std::string& what, const std::function<void()>& property) {
  return rc::check(what, property);
}

std::int64_t peak(const Plan& plan) { return estimate_memory(plan).gpu.peak.value(); }

/// Returns true if a run of the plan has this moment.
bool comes(Moment moment, const Plan& plan) {
  const bool generates = row_of(plan.training.method.method).generates;
  if (moment == Moment::generate || moment == Moment::score) return generates;
  return moment != Moment::evaluate || evaluates(plan);
}

}  // namespace

/// Tests of properties that hold for the ledger of every plan.
class LedgerPropertiesTest : public QObject {
  Q_OBJECT

 private slots:
  void components_sum_to_the_peak() {
    QVERIFY(holds("components sum to the peak, and so do the entries of the peak phase", [] {
      const MemoryEstimate estimate = estimate_memory(*test::any_plan());
      Bytes components, entries;
      for (const Bytes part : estimate.gpu.components)
        components += part;
      for (const Entry& entry : estimate.ledger.entries())
        if (entry.place == Place::gpu && entry.counts_in(estimate.gpu.peak_phase)) entries += entry.bytes;
      RC_ASSERT(components == estimate.gpu.peak);
      RC_ASSERT(entries == estimate.gpu.peak);
    }));
  }

  void entries_of_a_phase_sum_to_the_phase() {
    QVERIFY(holds("entries that count in a phase sum to it", [] {
      const MemoryEstimate estimate = estimate_memory(*test::any_plan());
      for (std::size_t phase = 0; phase < phase_count; ++phase) {
        Bytes sum;
        for (const Entry& entry : estimate.ledger.entries())
          if (entry.place == Place::gpu && entry.counts_in(static_cast<Phase>(phase))) sum += entry.bytes;
        RC_ASSERT(sum == estimate.gpu.phases[phase]);
      }
    }));
  }

  void totals_are_ordered() {
    QVERIFY(holds("steady ≤ allocated ≤ reserved ≤ peak, within the range", [] {
      const GpuMemory gpu = estimate_memory(*test::any_plan()).gpu;
      RC_ASSERT(gpu.steady <= gpu.peak_allocated);
      RC_ASSERT(gpu.peak_allocated <= gpu.peak_reserved);
      RC_ASSERT(gpu.peak_reserved <= gpu.peak);
      RC_ASSERT(gpu.peak_range.low <= gpu.peak);
      RC_ASSERT(gpu.peak <= gpu.peak_range.high);
    }));
  }

  /// torch max_memory_allocated is the largest of all moments, not that of the moment at which the process as
  /// a whole is largest.
  void the_most_tensors_are_those_of_the_largest_moment() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan_of_all_kinds();
      const MemoryEstimate estimate = estimate_memory(plan);
      std::array<std::int64_t, moment_count> tensors{};
      for (const Entry& entry : estimate.ledger.entries())
        for (std::size_t moment = 0; moment < moment_count; ++moment)
          if (comes(static_cast<Moment>(moment), plan) && entry.place == Place::gpu &&
              entry.component != Component::framework && entry.component != Component::fragmentation &&
              entry.moments.has(static_cast<Moment>(moment)))
            tensors[moment] += entry.bytes.value();
      RC_ASSERT(estimate.gpu.peak_allocated.value() == *std::ranges::max_element(tensors));
    }));
  }

  void no_entry_is_negative_or_twice() {
    QVERIFY(holds("every entry is positive and stands once", [] {
      const MemoryEstimate estimate = estimate_memory(*test::any_plan());
      std::array<int, entry_id_count> seen{};
      for (const Entry& entry : estimate.ledger.entries()) {
        RC_ASSERT(entry.low.value() >= 0);
        RC_ASSERT(entry.low <= entry.bytes);
        RC_ASSERT(entry.bytes <= entry.high);
        RC_ASSERT(++seen[static_cast<std::size_t>(entry.id)] == 1);
      }
    }));
  }

  void memory_never_falls_with_a_larger_micro_batch() {
    QVERIFY(holds("a larger micro batch never needs less", [] {
      Plan plan = *test::any_plan();
      const std::int64_t before = peak(plan);
      plan.training.micro_batch_size *= 2;
      RC_ASSERT(peak(plan) >= before);
    }));
  }

  void memory_never_falls_with_a_longer_sequence() {
    QVERIFY(holds("a longer sequence never needs less", [] {
      Plan plan = *test::any_plan();
      const std::int64_t before = peak(plan);
      plan.training.sequence_length *= 2;
      RC_ASSERT(peak(plan) >= before);
    }));
  }

  void a_higher_stage_keeps_no_more_between_steps() {
    QVERIFY(holds("from stage 1 to 2 to 3, steady memory without stage 3's own buffers never grows", [] {
      Plan plan = *test::any_plan();
      plan.training.framework = Framework::deepspeed;
      plan.training.optimizer = Optimizer::adamw;
      plan.training.precision =
          Precision::bf16;  // in fp32, stages 1 and 2 clone a master that stage 0 does not have
      plan.training.gradient_accumulation_dtype = AccumulationDtype::automatic;
      const auto states = [&](int stage) {
        const Ledger ledger =
            estimate_memory(with_strategy(plan, {stage, Device::none, Device::none})).ledger;
        return ledger.bytes(EntryId::states_weights) + ledger.bytes(EntryId::states_master) +
               ledger.bytes(EntryId::states_optimizer);
      };
      RC_ASSERT(states(1) <= states(0) + Bytes(64LL * 1024));  // padding
      RC_ASSERT(states(2) == states(1));
      if (zero_world(plan) > 1) RC_ASSERT(states(3) <= states(2));
    }));
  }

  void the_same_plan_gives_the_same_bits() {
    QVERIFY(holds("an estimate is a pure function", [] {
      const Plan plan = *test::any_plan();
      RC_ASSERT(estimate_memory(plan) == estimate_memory(Plan(plan)));
    }));
  }

  void nothing_overflows_at_the_edges() {
    Plan plan;
    plan.model = model_from_parameters(Params(1'000'000'000'000'000));
    plan.training.micro_batch_size = 65'536;
    plan.training.sequence_length = 10'000'000;
    for (const Strategy strategy : all_strategies()) {
      const MemoryEstimate estimate = estimate_memory(with_strategy(plan, strategy));
      QVERIFY(estimate.gpu.peak.value() > 0);
      QVERIFY(!estimate.gpu.fits);
    }
  }
};

ZP_TEST(LedgerPropertiesTest)
#include "ledger_properties_test.moc"
