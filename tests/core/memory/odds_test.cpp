// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/odds.h"

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <array>

#include "core/estimate/figures.h"
#include "core/rules/check_plan.h"
#include "tests/support/counted_allocations.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr std::array kinds = {MemoryKind::deepspeed,         MemoryKind::pytorch,
                              MemoryKind::adapters,          MemoryKind::pipelines,
                              MemoryKind::unnamed_deepspeed, MemoryKind::unnamed_pytorch,
                              MemoryKind::unnamed_adapters,  MemoryKind::unnamed_pipelines};

FitBytes gpu_bytes(double need_gib, double capacity_gib) {
  return {from_gib(need_gib), from_gib(capacity_gib), from_gib(10), from_gib(1000)};
}

/// Returns the odds of a plan after a change; discards the case if the changed plan is not usable.
FitOdds odds_after(Plan plan, void (*change)(Plan&)) {
  change(plan);
  RC_PRE(is_usable(check(plan)));
  return fit_odds(plan, estimate_memory(plan));
}

}  // namespace

class OddsTest : public QObject {
  Q_OBJECT

 private slots:
  void more_bytes_never_raise_the_odds_and_more_capacity_never_lowers_them() {
    for (const MemoryKind kind : kinds)
      for (double need = 1; need < 200; need += 0.5) {
        const FitOdds odds = fit_odds(kind, gpu_bytes(need, 80));
        QVERIFY(odds.gpu >= 0 && odds.gpu <= 1 && odds.both <= std::min(odds.gpu, odds.host));
        QVERIFY(fit_odds(kind, gpu_bytes(need + 0.5, 80)).both <= odds.both);
        QVERIFY(fit_odds(kind, gpu_bytes(need, 81)).both >= odds.both);
      }
  }

  void a_plan_far_below_the_capacity_surely_fits_and_one_far_above_does_not() {
    for (const MemoryKind kind : kinds) {
      QCOMPARE(fit_word(fit_odds(kind, gpu_bytes(20, 80)).gpu), FitWord::surely);
      QCOMPARE(fit_word(fit_odds(kind, gpu_bytes(200, 80)).gpu), FitWord::no);
    }
  }

  void a_plan_that_names_its_program_has_larger_odds_where_there_is_room() {
    const FitBytes bytes = gpu_bytes(60, 80);
    QVERIFY(fit_odds(MemoryKind::deepspeed, bytes).gpu > fit_odds(MemoryKind::unnamed_deepspeed, bytes).gpu);
  }

  void more_than_97_percent_is_never_said() {
    QCOMPARE(shown_odds(fit_odds(MemoryKind::deepspeed, gpu_bytes(1, 80)).gpu), 0.97);
    QCOMPARE(shown_odds(0.969), 0.969);
  }

  void host_memory_counts_as_much_as_the_gpu() {
    FitBytes bytes = gpu_bytes(20, 80);
    bytes.host = from_gib(2000);
    const FitOdds odds = fit_odds(MemoryKind::deepspeed, bytes);
    QCOMPARE(fit_word(odds.gpu), FitWord::surely);
    QCOMPARE(fit_word(odds.both), FitWord::no);
  }

  void words_change_at_their_limits() {
    QCOMPARE(fit_word(0.95), FitWord::surely);
    QCOMPARE(fit_word(0.949), FitWord::likely);
    QCOMPARE(fit_word(0.8), FitWord::likely);
    QCOMPARE(fit_word(0.799), FitWord::at_the_edge);
    QCOMPARE(fit_word(0.5), FitWord::at_the_edge);
    QCOMPARE(fit_word(0.499), FitWord::no);
    QCOMPARE(name_of(FitWord::at_the_edge), std::string_view("at_the_edge"));
  }

  void drives_without_room_leave_no_odds() {
    MemoryEstimate estimate = estimate_memory(Plan());
    QVERIFY(fit_odds(Plan(), estimate).both > 0);
    estimate.nvme.fits = false;
    QCOMPARE(fit_odds(Plan(), estimate).both, 0.0);
  }

  void settings_that_add_bytes_never_raise_the_odds() {
    const auto never_raises = [](void (*change)(Plan&)) {
      Plan plan = *test::any_plan_of_all_kinds();
      plan.training.pipeline_parallel = 1;
      RC_PRE(is_usable(check(plan)));
      // Two products of probabilities near 1 may differ in the last bits.
      RC_ASSERT(odds_after(plan, change).both <= fit_odds(plan, estimate_memory(plan)).both + 1e-12);
    };
    QVERIFY(rc::check([&] { never_raises([](Plan& plan) { plan.training.micro_batch_size *= 2; }); }));
    QVERIFY(rc::check([&] { never_raises([](Plan& plan) { plan.training.sequence_length *= 2; }); }));
    QVERIFY(rc::check([&] { never_raises([](Plan& plan) { plan.cluster.cpu_memory_gib /= 2; }); }));
    QVERIFY(rc::check([&] { never_raises([](Plan& plan) { plan.cluster.gpu.memory_gib /= 2; }); }));
  }

  void a_likely_peak_goes_beyond_the_card_only_where_the_odds_are_below_nine_in_ten() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan_of_all_kinds();
      const GpuMemory gpu = estimate_memory(plan).gpu;
      RC_PRE(gpu.peak <= gpu.capacity);
      const double odds =
          fit_odds(memory_kind_of(plan), {gpu.peak_without_cache, gpu.capacity, Bytes(0), Bytes(0)}).gpu;
      RC_ASSERT((gpu.likely_peak.high > gpu.capacity) <= (odds < 0.9));
      RC_ASSERT(gpu.likely_peak.high >= gpu.peak);
    }));
  }

  void they_take_no_allocation() {
    const Plan plan;
    const MemoryEstimate estimate = estimate_memory(plan);
    const auto before = allocations.load();
    double sum = 0;
    for (int i = 0; i < 1000; ++i)
      sum += fit_odds(plan, estimate).both;
    QCOMPARE(allocations.load(), before);
    QVERIFY(sum > 0);
  }
};

ZP_TEST(OddsTest)
#include "odds_test.moc"
