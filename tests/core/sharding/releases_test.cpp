// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/plan/plan.h"
#include "core/sharding/framework.h"
#include "core/sharding/plan_words.h"
#include "core/sharding/sharding.h"
#include "core/sharding/strategy.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace sharding_releases {

FrameworkTraits traits_at(int stage, const DeepSpeedVersion& version, Device optimizer = Device::none) {
  Plan plan;
  plan.zero.stage = stage;
  plan.zero.overlap_comm = true;
  plan.zero.offload_optimizer.device = optimizer;
  plan.target.deepspeed_version = version;
  return traits_of(plan);
}

}  // namespace sharding_releases

using sharding_releases::traits_at;

/// Tests of what changed in DeepSpeed from release to release, and of the words for a strategy.
class ReleasesTest : public QObject {
  Q_OBJECT

 private slots:
  /// Pull request 1453 came with 0.6.0: until then stage 3 waited at each gather.
  void stage_3_gathers_ahead_since_0_6() {
    QVERIFY(!traits_at(3, {0, 5, 10}).overlaps_gathers && traits_at(3, {0, 6, 0}).overlaps_gathers);
  }
  /// Stages 1 and 2 reduced beside the backward pass before 0.14.3, and do again since 0.19.0 (pull request
  /// 7965); stage 1 did not from 0.4.4 on either.
  void a_reduction_hides_by_release() {
    const auto hides = [](int stage, const DeepSpeedVersion& version) {
      return traits_at(stage, version).hides_reduction;
    };
    QVERIFY(hides(2, {0, 14, 2}) && !hides(2, {0, 14, 3}) && !hides(2, {0, 18, 9}) && hides(2, {0, 19, 0}));
    QVERIFY(hides(1, {0, 4, 3}) && !hides(1, {0, 4, 4}) && !hides(1, {0, 12, 6}) && hides(1, {0, 13, 0}));
    QVERIFY(hides(3, {0, 16, 0}));
  }
  /// Pull requests 1453 (0.6.0) and 8207 (0.19.5); stage 3 with the optimizer on the CPU alone.
  void the_host_waits_for_copies_by_release() {
    const auto waits = [](const DeepSpeedVersion& version, int stage = 3, Device device = Device::cpu) {
      return traits_at(stage, version, device).waits_for_host_copies;
    };
    QVERIFY(!waits({0, 5, 10}) && waits({0, 6, 0}) && waits({0, 19, 4}) && !waits({0, 19, 5}));
    QVERIFY(!waits({0, 16, 0}, 2) && !waits({0, 16, 0}, 3, Device::none));
  }
  /// Pull requests 3097 (0.9.0), 5301 (0.14.1) and 7309 (0.17.0), of stages 1 and 2.
  void stepped_weights_reach_the_gpu_by_release() {
    const auto way = [](const DeepSpeedVersion& version, int stage = 2) {
      return traits_at(stage, version, Device::cpu).host_weights;
    };
    QCOMPARE(way({0, 8, 3}), HostWeights::by_tiles);
    QCOMPARE(way({0, 9, 0}), HostWeights::pageable);
    QCOMPARE(way({0, 9, 5}), HostWeights::pageable);
    QCOMPARE(way({0, 14, 1}), HostWeights::in_fp32);
    QCOMPARE(way({0, 17, 0}), HostWeights::pinned);
    QCOMPARE(way({0, 8, 3}, 3), HostWeights::pageable);
  }

  /// Stages 1 and 2 take nvme as cpu (DeepSpeed, engine.py, _configure_zero_optimizer).
  void drives_hold_states_at_stage_3_alone() {
    for (const int stage : {0, 1, 2, 3}) {
      Plan plan;
      plan.zero.stage = stage;
      plan.zero.offload_optimizer.device = Device::nvme;
      const Device expected = stage == 0 ? Device::none : stage == 3 ? Device::nvme : Device::cpu;
      QCOMPARE(homes_of(plan).states, expected);
      QCOMPARE(homes_of(plan).gradients, stage == 0 ? Device::none : Device::cpu);
      QCOMPARE(static_cast<int>(sharding_of(plan).states), stage);
    }
  }
  void a_strategy_is_named_as_in_the_json() {
    QCOMPARE(name_of(Strategy{2, Device::cpu, Device::none}), std::string("stage-2.opt-cpu"));
    QCOMPARE(name_of(Strategy{3, Device::nvme, Device::cpu}), std::string("stage-3.opt-nvme.param-cpu"));
    QCOMPARE(name_of(Strategy{1, Device::none, Device::none}), std::string("stage-1"));
  }
  /// DDP copies each gradient into its bucket and back, FSDP into the buffer that is scattered.
  void copies_of_gradients_in_pytorch() {
    Plan plan;
    plan.training.framework = Framework::fsdp;
    for (const int stage : {0, 1, 2, 3}) {
      plan.zero.stage = stage;
      QCOMPARE(traits_of(plan).gradient_copies, stage == 0 ? 2 : 1);
    }
    plan.training.framework = Framework::deepspeed;
    plan.zero.stage = 0;
    QVERIFY(source_of_reduction(plan).find("buffered_allreduce_fallback") != std::string_view::npos);
    plan.zero.stage = 2;
    QVERIFY(source_of_reduction(plan).find("stage_1_and_2.py") != std::string_view::npos);
  }
  void gpus_of_one_kind_are_named_once() {
    const Plan plan;
    const std::string words = gpus_words(plan.cluster);
    QVERIFY2(words.starts_with("1 node of 8 × "), words.c_str());
  }
};

ZP_TEST(ReleasesTest)
#include "releases_test.moc"
