// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/speed/explain_time.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan mixtral(int stage, LeafModules leaves = LeafModules::none) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
  plan.cluster.nodes = 4;
  plan.zero.stage = stage;
  plan.zero.leaf_modules = leaves;
  plan.training.sequence_length = 256;
  return plan;
}

double busy(const Plan& plan, TimeId id) { return estimate_speed(plan).ledger.busy(id); }

double hidden_share(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* entry = time.ledger.find(id);
  return entry == nullptr ? -1 : entry->hidden / entry->busy;
}

}  // namespace

Q_DECLARE_METATYPE(zp::LeafModules)

/// Tests of experts one by one or grouped, and as leaf modules of stage 3.
class ExpertsTest : public QObject {
  Q_OBJECT

 private slots:
  void experts_that_work_one_by_one_keep_the_host_busy() {
    Plan plan = mixtral(2);
    const double loop = busy(plan, TimeId::launches);
    plan.training.experts = Experts::grouped;
    const double grouped = busy(plan, TimeId::launches);
    // 32 layers of 8 experts run eleven kernels each of 30 µs in the forward pass alone.
    QVERIFY2(loop - grouped > 32 * 8 * 11 * 30e-6 * 0.8, qPrintable(QString::number(loop - grouped)));
  }

  void a_stage_of_a_pipeline_exchanges_the_tokens_of_its_own_blocks() {
    Plan plan = mixtral(1);
    plan.training.experts = Experts::grouped;
    plan.training.expert_parallel = 4;
    plan.training.gradient_accumulation_steps = 8;
    const double whole = busy(plan, TimeId::expert_parallel);
    plan.training.pipeline_parallel = 4;
    plan.training.pipeline_partition = PipelinePartition::blocks;
    QVERIFY(whole > 0);
    const double ratio = busy(plan, TimeId::expert_parallel) / whole;
    QVERIFY2(std::abs(ratio - 0.25) < 1e-9, qPrintable(QString::number(ratio)));
  }

  void a_leaf_has_one_hook() {
    const double leaves = busy(mixtral(3, LeafModules::experts), TimeId::launches),
                 each = busy(mixtral(3, LeafModules::none), TimeId::launches);
    QVERIFY2(leaves < 0.65 * each, qPrintable(QString::number(leaves / each)));
  }

  /// The law of 0.18.5 and 0.18.6: the number of hooks that fire, times the tensors that each counts, times
  /// 3.5 µs.
  void hooks_that_count_each_other_take_the_square_of_their_number_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<LeafModules>("leaves");
    QTest::addColumn<double>("counting");
    QTest::addColumn<double>("counted");
    // A layer has four matrices of attention, two norms, a router, and three matrices of each of eight
    // experts; beside the layers are embedding, norm and head. A leaf, the block of router and experts, keeps
    // one hook.
    constexpr double layers = 32, all = layers * (4 + 2 + 1 + 3 * 8) + 3, outside = layers * (4 + 2) + 3;
    QTest::newRow("stage 2") << 2 << LeafModules::automatic << all << all;
    QTest::newRow("stage 3, no leaves") << 3 << LeafModules::none << all << all;
    QTest::newRow("stage 3, leaves") << 3 << LeafModules::experts << outside + layers << outside;
    QTest::newRow("stage 3, leaves by themselves")
        << 3 << LeafModules::automatic << outside + layers << outside;
  }
  void hooks_that_count_each_other_take_the_square_of_their_number() {
    QFETCH(int, stage);
    QFETCH(LeafModules, leaves);
    QFETCH(double, counting);
    QFETCH(double, counted);
    Plan plan = mixtral(stage, leaves);
    const auto seconds_with = [&](int patch) {
      plan.target.deepspeed_version = {0, 18, patch};
      return estimate_speed(plan).host;
    };
    const double longer = seconds_with(6) - seconds_with(7);
    QVERIFY(seconds_with(5) - seconds_with(7) == longer);
    QVERIFY(std::abs(seconds_with(4) - seconds_with(7)) <= longer * 0.01);
    const double law = counting * counted * 3.5e-6;
    QVERIFY2(std::abs(longer / law - 1) < 1e-6, qPrintable(QString("%1 s, not %2").arg(longer).arg(law)));
  }

  /// A block has 1.4 billion weights, of which only the first tensor of 59 million is fetched ahead.
  void most_of_a_leaf_is_gathered_when_its_block_begins() {
    const double leaf = hidden_share(mixtral(3, LeafModules::experts), TimeId::gather_forward);
    QVERIFY2(leaf < 0.1, qPrintable(QString::number(leaf)));
    QVERIFY(hidden_share(mixtral(3, LeafModules::none), TimeId::gather_forward) > 2 * leaf);
  }

  void a_larger_prefetch_bucket_fetches_more_of_a_leaf_ahead() {
    Plan plan = mixtral(3, LeafModules::experts);
    const double before = hidden_share(plan, TimeId::gather_forward);
    plan.zero.stage3_prefetch_bucket_size = 700'000'000;
    QVERIFY(hidden_share(plan, TimeId::gather_forward) > before);
  }

  void its_words_say_so() {
    for (const LeafModules leaves : {LeafModules::none, LeafModules::experts}) {
      const Plan plan = mixtral(3, leaves);
      for (const TimeExplanation& words : explain_time(plan, estimate_speed(plan).ledger))
        if (words.entry.id == TimeId::gather_forward || words.entry.id == TimeId::gather_backward)
          QCOMPARE(words.meaning.find("gathered at once") != std::string::npos,
                   leaves == LeafModules::experts);
    }
  }

  void below_stage_3_there_are_no_leaves() {
    QCOMPARE(estimate_speed(mixtral(2, LeafModules::experts)).total,
             estimate_speed(mixtral(2, LeafModules::none)).total);
  }
};

ZP_TEST(ExpertsTest)
#include "experts_test.moc"
