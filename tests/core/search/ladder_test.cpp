// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/ladder.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/catalog/catalog.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan of Llama 3.1 8B on 8 H100, stage 3 with the optimizer on the host.
Plan long_context_plan() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3.1-8b"));
  plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("h100-sxm5-80gb"));
  plan.cluster.cpu_memory_gib = 1900;
  plan.zero.stage = 3;
  plan.zero.offload_optimizer.device = Device::cpu;
  plan.training.sequence_length = 8192;
  return plan;
}

Requirements anything() { return {Objective::throughput, {}, FitDemand::with_margin(0)}; }

const LadderStep* rung_named(const std::vector<LadderStep>& rungs, std::string_view name) {
  const auto found = std::ranges::find(rungs, name, &LadderStep::name);
  return found == rungs.end() ? nullptr : &*found;
}

}  // namespace

/// Tests of the usual steps towards long sequences, one by one.
class LadderTest : public QObject {
  Q_OBJECT

 private slots:
  void each_step_stands_on_those_before_and_reaches_farther() {
    const std::vector<LadderStep> rungs = sequence_ladder(long_context_plan(), anything());
    QVERIFY(rungs.size() >= 6);
    QCOMPARE(QByteArray(rungs.front().name.data()), QByteArray("plan"));
    for (std::size_t i = 1; i < rungs.size(); ++i) {
      QVERIFY2(rungs[i].longest >= rungs[i - 1].longest, rungs[i].title.c_str());
      QVERIFY2(!rungs[i].needs.empty(), rungs[i].title.c_str());
    }
    QVERIFY(rungs.back().longest > 20 * rungs.front().longest);
  }

  void the_step_in_tiles_has_loss_and_mlp_in_tiles() {
    const std::vector<LadderStep> rungs = sequence_ladder(long_context_plan(), anything());
    const auto tiled = std::ranges::find(rungs, std::string_view("tiled"), &LadderStep::name);
    QVERIFY(tiled != rungs.end());
    QVERIFY(tiled->candidate.plan.training.tiled_mlp);
    QVERIFY(tiled->candidate.plan.training.fused_loss == FusedLoss::tiled);
  }

  void the_first_step_of_a_larger_batch_is_one_sequence_at_a_time() {
    Plan plan = long_context_plan();
    plan.training.micro_batch_size = 4;
    const std::vector<LadderStep> rungs = sequence_ladder(plan, anything());
    const LadderStep *whole = rung_named(rungs, "plan"), *one = rung_named(rungs, "micro-batch");
    QVERIFY(whole != nullptr && one != nullptr);
    QCOMPARE(whole->candidate.plan.training.micro_batch_size, 4);
    for (const LadderStep& rung : rungs)
      if (&rung != whole) QCOMPARE(rung.candidate.plan.training.micro_batch_size, 1);
    QVERIFY(one->longest > 2 * whole->longest);
  }

  void the_longest_fits_and_the_next_does_not() {
    for (const LadderStep& rung : sequence_ladder(long_context_plan(), anything())) {
      QVERIFY2(rung.candidate.estimate.fits(), rung.title.c_str());
      if (rung.refused == 0) continue;
      Plan longer = rung.candidate.plan;
      longer.training.sequence_length = rung.refused;
      QVERIFY2(!estimate_memory(longer).fits(), rung.title.c_str());
      QVERIFY(rung.wall == Wall::gpu || rung.wall == Wall::host);
    }
  }

  void the_host_is_the_wall_where_it_is_small() {
    Plan plan = long_context_plan();
    plan.cluster.cpu_memory_gib = 200;
    const std::vector<LadderStep> rungs = sequence_ladder(plan, anything());
    const LadderStep* rung = rung_named(rungs, "host-checkpoints");
    QVERIFY(rung != nullptr);
    QCOMPARE(static_cast<int>(rung->wall), static_cast<int>(Wall::host));
  }

  void a_speed_that_is_asked_for_is_a_wall_too() {
    Requirements fast = anything();
    fast.least_tokens_per_s = 20'000;
    const std::vector<LadderStep> rungs = sequence_ladder(long_context_plan(), fast);
    const bool is_slow =
        std::ranges::any_of(rungs, [](const LadderStep& rung) { return rung.wall == Wall::time; });
    QVERIFY(is_slow);
  }

  void a_sequence_is_shared_by_as_many_gpus_as_heads_allow_and_evenly() {
    const std::vector<LadderStep> rungs = sequence_ladder(long_context_plan(), anything());
    const LadderStep* shared = rung_named(rungs, "sequence-parallel");
    QVERIFY(shared != nullptr);
    QCOMPARE(shared->candidate.plan.training.sequence_parallel, 8);
    QCOMPARE(shared->longest % 8, 0);
    const LadderStep* nodes = rung_named(rungs, "nodes-4");
    QVERIFY(nodes != nullptr);
    QCOMPARE(nodes->candidate.plan.training.sequence_parallel, 32);  // the model has 32 heads
  }

  /// Arctic Long Sequence Training (arXiv 2506.13996, section 5) reaches Llama 8B at 500,000 tokens on one
  /// H100, 3.7 million on a node of eight, 15 million on four nodes.
  void long_sequences_reach_what_was_published() {
    const std::vector<LadderStep> rungs = sequence_ladder(long_context_plan(), anything());
    for (const auto& [name, tokens] : {std::pair{"host-checkpoints", 0.5e6},
                                       std::pair{"sequence-parallel", 3.7e6}, std::pair{"nodes-4", 15e6}}) {
      const LadderStep* rung = rung_named(rungs, name);
      QVERIFY2(rung != nullptr, name);
      QVERIFY2(std::abs(static_cast<double>(rung->longest) / tokens - 1) < 0.05, name);
    }
  }

  void what_the_plan_does_already_is_no_step() {
    Plan plan = long_context_plan();
    plan.training.activation_checkpointing = Checkpointing::full;
    plan.training.framework = Framework::fsdp;
    const std::vector<LadderStep> rungs = sequence_ladder(plan, anything());
    for (const char* name : {"micro-batch", "checkpointing", "tiled", "sequence-parallel", "nodes-2"})
      QVERIFY2(rung_named(rungs, name) == nullptr, name);
  }
};

ZP_TEST(LadderTest)
#include "ladder_test.moc"
