// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <utility>

#include "core/rules/check_plan.h"
#include "core/search/candidates.h"
#include "core/search/roots.h"
#include "core/search/search.h"
#include "core/search/sensitivity.h"
#include "core/search/space.h"
#include "tests/support/random_run.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Two plans with the same root of the search; no size of `small` is above that of `large`.
struct PlanCorner {
  Plan small, large;
};

void showValue(const PlanCorner& corner, std::ostream& out) {
  showValue(corner.small, out << "small: ");
  showValue(corner.large, out << "large: ");
}

rc::Gen<PlanCorner> any_corners() {
  return rc::gen::exec([] {
    const Plan origin = *test::any_run();
    const Freedom freedom = *test::any_freedom();
    PlanCorner corner{origin, origin};
    for (const Dimension& dimension : dimensions()) {
      const Values values = values_to_try(dimension, corner.small, origin, freedom);
      const auto any = [&] { return *rc::gen::inRange<std::size_t>(0, values.size()); };
      const std::size_t one = any(), other = dimension.order == Order::none ? one : any();
      dimension.set(corner.small, values[std::min(one, other)]);
      dimension.set(corner.large, values[std::max(one, other)]);
    }
    return corner;
  });
}

/// Generates two plans of one search that run the same kernels.
rc::Gen<std::pair<Plan, Plan>> any_alike() {
  return rc::gen::exec([] {
    Plan origin = *test::any_run();
    if (*rc::gen::element(true, false, false)) origin = test::with_torchtitan(origin);
    const Freedom freedom = *test::any_freedom();
    std::pair<Plan, Plan> alike{origin, origin};
    for (const Dimension& dimension : dimensions()) {
      const auto any = [&](const Plan& plan) {
        const Values values = values_to_try(dimension, plan, origin, freedom);
        return values[*rc::gen::inRange<std::size_t>(0, values.size())];
      };
      const std::int64_t value = any(alike.first);
      dimension.set(alike.first, value);
      dimension.set(alike.second, dimension.sets_kernels ? value : any(alike.second));
    }
    return alike;
  });
}

/// Returns a plan that has each size from one of the two.
Plan between(const PlanCorner& corner) {
  Plan plan = corner.small;
  for (const Dimension& dimension : dimensions())
    if (dimension.order != Order::none && *rc::gen::arbitrary<bool>())
      dimension.set(plan, dimension.get(corner.large));
  return plan;
}

bool are_usable(const PlanCorner& corner) {
  return is_usable(check(corner.small)) && is_usable(check(corner.large));
}

/// Returns the plan with the pinned memory of the other: pinning takes no memory of the GPU.
Plan pinned_as(Plan plan, const Plan& other) {
  for (const Dimension& dimension : dimensions())
    if (dimension.takes_host_memory) dimension.set(plan, dimension.get(other));
  return plan;
}

/// Returns the estimate of a plan, with the whole range as margin.
Estimated option_of(const Plan& plan) {
  return Search(plan, {.micro_batch = false, .checkpointing = false, .offload = false, .tuning = false},
                FitDemand::with_margin(1))
      .evaluate(pick_of(plan));
}

Bytes large_gradient(const MemoryEstimate& estimate) {
  const Entry* entry = estimate.ledger.find(EntryId::buffers_large_gradient);
  return entry == nullptr ? Bytes(0) : entry->high;
}

}  // namespace

/// Tests of the bounds by which core/search/search.h decides many candidates at once, each bound by itself.
class BoundsTest : public QObject {
  Q_OBJECT
 private slots:
  void larger_sizes_need_no_less_of_the_gpu() {
    QVERIFY(rc::check("lean", [] {
      const PlanCorner corner = *any_corners();
      RC_PRE(are_usable(corner));
      const MemoryEstimate small = estimate_memory(corner.small), large = estimate_memory(corner.large);
      RC_ASSERT(large.gpu.peak >= small.gpu.peak - large_gradient(small));
      RC_ASSERT(large.gpu.peak_range.high >= small.gpu.peak_range.high - large_gradient(small));
    }));
  }

  void larger_sizes_need_no_less_of_host_and_drives() {
    QVERIFY(rc::check("spare", [] {
      const PlanCorner corner = *any_corners();
      RC_PRE(are_usable(corner));
      const MemoryEstimate small = estimate_memory(corner.small), large = estimate_memory(corner.large);
      RC_ASSERT(large.cpu.needed_per_node() >= small.cpu.needed_per_node());
      RC_ASSERT(large.cpu.needed_range.high >= small.cpu.needed_range.high);
      RC_ASSERT(large.nvme.per_node >= small.nvme.per_node);
      RC_ASSERT(large.nvme.per_node_range.high >= small.nvme.per_node_range.high);
    }));
  }

  void pinning_takes_nothing_of_the_gpu() {
    QVERIFY(rc::check("pinning", [] {
      const PlanCorner corner = *any_corners();
      RC_PRE(are_usable(corner));
      RC_ASSERT(estimate_memory(pinned_as(corner.small, corner.large)).gpu ==
                estimate_memory(corner.small).gpu);
    }));
  }

  void larger_sizes_shorten_nothing_but_collectives() {
    QVERIFY(rc::check("compute", [] {
      const PlanCorner corner = *any_corners();
      RC_PRE(are_usable(corner));
      const Estimated small = option_of(pinned_as(corner.small, corner.large)),
                      large = option_of(corner.large);
      RC_ASSERT(small.least_seconds <= large.seconds * (1 + 1e-9));
    }));
  }

  void nothing_in_between_waits_less_than_a_corner_but_for_shorter_collectives() {
    QVERIFY(rc::check("waits", [] {
      const PlanCorner corner = *any_corners();
      const Plan plan = between(corner);
      RC_PRE(are_usable(corner) && is_usable(check(plan)));
      const Estimated small = option_of(pinned_as(corner.small, corner.large)),
                      large = option_of(corner.large), one = option_of(plan);
      const Strategy strategy = strategy_of(plan);
      const bool keeps_waiting = strategy.stage == 3 && !strategy.reaches(Device::nvme);
      const double shorter = std::max(0.0, small.collectives - large.collectives);
      Plan mixed = corner.large;
      mixed.zero.reduce_bucket_size = corner.small.zero.reduce_bucket_size;
      RC_PRE(is_usable(check(mixed)));
      const double least = std::min({small.waits, large.waits, option_of(mixed).waits});
      const double left = keeps_waiting ? std::max(0.0, least - shorter) : 0;
      RC_ASSERT(one.seconds * (1 + 1e-9) >= small.least_seconds + left);
    }));
  }

  void what_runs_the_same_kernels_is_no_faster_than_they() {
    QVERIFY(rc::check("kernels", [] {
      const auto [one, other] = *any_alike();
      RC_PRE(is_usable(check(one)) && is_usable(check(other)));
      RC_PRE(casts_weights(strategy_of(one)) == casts_weights(strategy_of(other)));
      const Estimated a = option_of(one), b = option_of(other);
      RC_ASSERT(a.kernels == b.kernels);
      RC_ASSERT(a.kernels <= a.seconds * (1 + 1e-9));
    }));
  }

  void a_larger_micro_batch_needs_no_less() {
    QVERIFY(rc::check("batch", [] {
      const PlanCorner corner = *any_corners();
      RC_PRE(corner.small.model.has_shape() && are_usable(corner));
      Plan larger = corner.small;
      larger.training.micro_batch_size *= *rc::gen::inRange<std::int64_t>(2, 5);
      if (larger.training.gradient_accumulation_steps > 1)
        larger.training.gradient_accumulation_steps = *rc::gen::inRange<std::int64_t>(2, 64);
      const MemoryEstimate small = estimate_memory(corner.small), large = estimate_memory(larger);
      RC_ASSERT(large.gpu.peak >= small.gpu.peak);
      RC_ASSERT(large.gpu.peak_range.high >= small.gpu.peak_range.high);
      RC_ASSERT(large.cpu.needed_per_node() >= small.cpu.needed_per_node());
      RC_ASSERT(large.cpu.needed_range.high >= small.cpu.needed_range.high);
      RC_ASSERT(large.nvme.per_node >= small.nvme.per_node);
      RC_ASSERT(large.nvme.per_node_range.high >= small.nvme.per_node_range.high);
    }));
  }

  void a_change_keeps_what_it_says() {
    QVERIFY(rc::check("kept", [] {
      const PlanCorner corner = *any_corners();
      RC_PRE(are_usable(corner));
      const Estimated before = option_of(corner.small);
      for (const Change& change : possible_changes(corner.small, {})) {
        if (!change.kept) continue;
        const Estimated after = option_of(change.plan);
        RC_LOG() << change.id << "\n";
        RC_ASSERT(!change.kept->seconds || after.seconds >= before.seconds * (1 - 1e-9));
        RC_ASSERT(!change.kept->least_seconds || after.seconds >= before.least_seconds * (1 - 1e-9));
        const double shorter = std::max(0.0, before.kernels - after.kernels);
        RC_ASSERT(!change.kept->beside_kernels || after.seconds >= (before.seconds - shorter) * (1 - 1e-9));
        RC_ASSERT(!change.kept->gpu || after.gpu >= before.gpu);
        RC_ASSERT(!change.kept->host || after.host >= before.host);
        RC_ASSERT(!change.kept->drive || after.drive >= before.drive);
        if (!change.kept->is_same) continue;
        RC_ASSERT(after.seconds == before.seconds && after.least_seconds == before.least_seconds);
        RC_ASSERT(after.gpu == before.gpu && after.least_gpu == before.least_gpu);
        RC_ASSERT(after.host == before.host && after.drive == before.drive);
      }
    }));
  }

  /// The nearest candidate is found by bounds of what others take. A candidate may lack nothing in each place
  /// by itself, and more in both together than another lacks in one.
  void what_takes_less_of_everything_is_never_further_from_having_room() {
    QVERIFY(rc::check("distance", [] {
      Plan plan;
      plan.cluster.gpu.memory_gib = 100;
      plan.cluster.cpu_memory_gib = 120;
      plan.cluster.nvme.capacity_gib = *rc::gen::element(0.0, 50.0);
      const Capacity capacity = capacity_of(plan, *rc::gen::element(FitDemand{}, FitDemand::with_margin(0)));
      const auto near = [](Bytes limit) {  // up to 2 GiB above or below it, or anything
        const std::int64_t away = *rc::gen::inRange<std::int64_t>(-2'048, 2'048);
        return Bytes(std::max<std::int64_t>(0, limit.value() + (away << 20)));
      };
      ComparedFigures less, more;
      for (const auto& [member, limit] : {std::pair(&ComparedFigures::gpu, capacity.usable_gpu),
                                          {&ComparedFigures::host, capacity.usable_host}}) {
        less.*member = near(limit);
        more.*member = std::max(less.*member, near(limit));
      }
      less.drive = more.drive = from_gib(*rc::gen::element(0.0, 60.0));
      RC_ASSERT(shortage_of(less, capacity).distance() <= shortage_of(more, capacity).distance());
      RC_ASSERT(fits(less, capacity) || !fits(more, capacity));
    }));
  }

  /// GPU and host at their own limits have too low odds together. That is less than one byte more in a place.
  void what_lacks_only_together_is_nearer_than_what_lacks_in_a_place() {
    Plan plan;
    plan.cluster.gpu.memory_gib = 100;
    plan.cluster.cpu_memory_gib = 120;
    const Capacity capacity = capacity_of(plan, FitDemand{});
    ComparedFigures both;
    both.gpu = capacity.usable_gpu;
    both.host = capacity.usable_host;
    const Shortage together = shortage_of(both, capacity);
    QVERIFY(together.together > Bytes(0) && together.bytes == together.together);
    QCOMPARE(together.beyond(), Bytes(0));
    ComparedFigures one = both;
    (together.limit == Limit::gpu ? one.gpu : one.host) -= together.bytes;
    QVERIFY(fits(one, capacity));
    both.gpu += Bytes(1);
    QVERIFY(together.distance() < shortage_of(both, capacity).distance());
  }

  void what_is_ordered_is_never_slower_further_on() {
    QVERIFY(rc::check("fast", [] {
      const PlanCorner corner = *any_corners();
      RC_PRE(are_usable(corner));
      Plan before = corner.large;
      for (const Dimension& dimension : dimensions())
        if (dimension.order == Order::faster) dimension.set(before, dimension.get(corner.small));
      RC_ASSERT(estimate_speed(corner.large).total <= estimate_speed(before).total * (1 + 1e-9));
    }));
  }
};

ZP_TEST(BoundsTest)
#include "bounds_test.moc"
