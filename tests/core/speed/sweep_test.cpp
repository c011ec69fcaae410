// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/sweep.h"

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/speed/step_time.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_of(const char* model, int nodes) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(model));
  plan.cluster.nodes = nodes;
  plan.zero.stage = 2;
  return plan;
}

Plan plan_of_tensors() {
  Plan plan;
  plan.model = model_from_tensors({{4096, 4096, 32}});
  return plan;
}

std::vector<StageSeconds> all_seconds(const LinkSweep& sweep) {
  std::vector<StageSeconds> seconds;
  for (const double speed : sweep.speeds)
    seconds.push_back(step_seconds(sweep, speed));
  return seconds;
}

}  // namespace

class SweepTest : public QObject {
  Q_OBJECT

 private slots:
  void the_link_that_matters_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<bool>("between");
    QTest::newRow("one node") << 1 << false;
    QTest::newRow("two nodes") << 2 << true;
  }
  void the_link_that_matters() {
    QFETCH(int, nodes);
    QFETCH(bool, between);
    Plan plan = plan_of("llama-2-7b", nodes);
    plan.cluster.intra_node = {{}, 300};
    plan.cluster.inter_node = {{}, 25};
    const LinkSweep sweep = link_sweep(plan);
    QCOMPARE(sweep.link == SweptLink::between_nodes, between);
    QCOMPARE(sweep.today, between ? 25.0 : 300.0);
  }

  void speeds_rise_and_hold_todays_data() {
    QTest::addColumn<double>("today");
    for (const double today : {0.01, 0.125, 3.0, 25.0, 199.0, 5000.0})
      QTest::addRow("%g GB/s", today) << today;
  }
  void speeds_rise_and_hold_todays() {
    QFETCH(double, today);
    Plan plan = plan_of("llama-2-7b", 2);
    plan.cluster.inter_node = {{}, today};
    const LinkSweep sweep = link_sweep(plan);
    QVERIFY(std::ranges::is_sorted(sweep.speeds, std::less_equal<>()));
    QCOMPARE(std::ranges::count(sweep.speeds, today), 1);
    QVERIFY(sweep.speeds.front() <= today / 1.5 && sweep.speeds.back() >= today * 1.5);
  }

  void todays_point_is_todays_step_time() {
    for (const int nodes : {1, 4})
      for (const int stage : {1, 2, 3}) {
        Plan plan = plan_of("llama-2-13b", nodes);
        plan.zero.stage = stage;
        const LinkSweep sweep = link_sweep(plan);
        QCOMPARE(step_seconds(sweep, sweep.today)[static_cast<std::size_t>(stage) - 1],
                 estimate_speed(plan).total);
      }
  }

  void no_step_gets_longer_on_a_faster_link() {
    QVERIFY(rc::check("seconds fall or stay as the network gets faster", [] {
      Plan plan = *test::any_plan();
      plan.cluster.nodes = std::max(2, plan.cluster.nodes);
      const LinkSweep sweep = link_sweep(plan);
      const std::vector<StageSeconds> seconds = all_seconds(sweep);
      for (std::size_t i = 1; i < seconds.size(); ++i)
        for (std::size_t stage = 0; stage < swept_stage_count; ++stage)
          if (std::isfinite(seconds[i][stage]))
            RC_ASSERT(seconds[i][stage] <= seconds[i - 1][stage] * (1 + 1e-9));
    }));
  }

  void placement_is_kept_as_far_as_a_stage_takes_it() {
    Plan plan = plan_of("llama-2-7b", 1);
    plan.zero.stage = 3;
    plan.cluster.nvme = {1000, 6, 4};
    plan.zero.offload_optimizer.device = Device::nvme;
    plan.zero.offload_param.device = Device::nvme;
    QCOMPARE(at_stage(plan, 3)->zero.offload_param.device, Device::nvme);
    QCOMPARE(at_stage(plan, 2)->zero.offload_param.device, Device::none);
    QCOMPARE(at_stage(plan, 2)->zero.offload_optimizer.device, Device::cpu);
    QCOMPARE(at_stage(plan, 0)->zero.offload_optimizer.device, Device::none);
  }
  void what_cannot_be_estimated_is_nothing() {
    Plan plan = plan_of("llama-2-7b", 1);
    plan.training.micro_batch_size = 0;
    QVERIFY(!at_stage(plan, 2));
    QVERIFY(std::isnan(step_seconds(link_sweep(plan), 10)[1]));
  }

  void stage_three_costs_below_the_turning_point_and_not_above() {
    Plan plan = plan_of("llama-2-7b", 1);
    plan.training.sequence_length = 16384;
    plan.training.gradient_accumulation_steps = 16;  // stage 1 reduces once a step, stage 3 gathers 32 times
    plan.training.activation_checkpointing = Checkpointing::full;
    const LinkSweep sweep = link_sweep(plan);
    const StageThreeVerdict verdict = stage_three_verdict(sweep, all_seconds(sweep));
    QCOMPARE(verdict.cost, StageThreeCost::free_from);
    QVERIFY(verdict.gb_per_s > sweep.speeds.front() && verdict.gb_per_s < sweep.speeds.back());
    const StageSeconds below = step_seconds(sweep, verdict.gb_per_s * 0.99);
    const StageSeconds at = step_seconds(sweep, verdict.gb_per_s);
    QVERIFY(below[2] > std::min(below[0], below[1]) * (1 + free_within));
    QVERIFY(at[2] <= std::min(at[0], at[1]) * (1 + free_within));
  }
  void always_and_never_are_told() {
    const LinkSweep sweep = link_sweep(plan_of("llama-2-7b", 2));
    const std::size_t count = sweep.speeds.size();
    using Verdicts = std::pair<StageSeconds, StageThreeCost>;
    for (const auto& [seconds, cost] :
         {Verdicts{{1, 1, 1.5}, StageThreeCost::always}, Verdicts{{1, 1, 1.01}, StageThreeCost::never},
          Verdicts{{1.5, 1, 1.01}, StageThreeCost::never}, Verdicts{{1, 1, NAN}, StageThreeCost::unknown},
          Verdicts{{NAN, NAN, 1}, StageThreeCost::unknown}})
      QCOMPARE(stage_three_verdict(sweep, std::vector<StageSeconds>(count, seconds)).cost, cost);
    QCOMPARE(stage_three_verdict(sweep, {}).cost, StageThreeCost::unknown);
  }
  void one_gpu_has_nothing_to_wait_for() {
    Plan plan = plan_of("llama-2-7b", 1);
    plan.cluster.gpus_per_node = 1;
    const LinkSweep sweep = link_sweep(plan);
    QCOMPARE(step_seconds(sweep, 8)[1], step_seconds(sweep, 2000)[1]);
  }
  void a_model_of_tensors_has_no_step_time() {
    const LinkSweep sweep = link_sweep(plan_of_tensors());
    QCOMPARE(stage_three_verdict(sweep, all_seconds(sweep)), StageThreeVerdict());
  }
};

ZP_TEST(SweepTest)
#include "sweep_test.moc"
