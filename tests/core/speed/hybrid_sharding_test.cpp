// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan sharded_over_nodes(int shard_ranks) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3-8b"));
  plan.cluster.nodes = 4;
  plan.cluster.inter_node.gb_per_s = 5;
  plan.zero.stage = 3;
  plan.training.framework = Framework::fsdp;
  plan.training.activation_checkpointing = Checkpointing::full;
  plan.training.shard_ranks = shard_ranks;
  return plan;
}

double busy_with(const Plan& plan, TimeId id) { return estimate_speed(plan).ledger.busy(id); }

}  // namespace

/// Tests of states that the ranks of a node divide, and of which every node has a copy.
class HybridShardingTest : public QObject {
  Q_OBJECT

 private slots:
  void weights_are_gathered_inside_the_node() {
    const StepTime hybrid = estimate_speed(sharded_over_nodes(8));
    QCOMPARE(hybrid.ledger.find(TimeId::gather_forward)->resource, Resource::node_link);
    QVERIFY(hybrid.ledger.busy(TimeId::gather_forward) * 2 <
            busy_with(sharded_over_nodes(0), TimeId::gather_forward));
  }

  void states_are_divided_by_the_ranks_of_a_copy() {
    const auto states = [](int ranks) {
      return static_cast<double>(
          estimate_memory(sharded_over_nodes(ranks)).ledger.bytes(EntryId::states_optimizer).value());
    };
    QVERIFY(std::abs(states(8) / states(0) - 4) < 1e-3);
  }

  /// Each reduce-scatter in the node is followed by an all-reduce of the part among the nodes, whose bytes
  /// are 2 (R - 1) / R of the part.
  void replicas_add_up_gradients_of_every_micro_batch() {
    Plan once = sharded_over_nodes(8), twice = once;
    twice.training.gradient_accumulation_steps = 2;
    const double one = busy_with(once, TimeId::reduce_gradients);
    QVERIFY(std::abs(busy_with(twice, TimeId::reduce_gradients) / one - 2) < 1e-9);
    const double part = estimate_speed(once).ledger.busy(TimeId::reduce_gradients);
    Plan one_node = once;
    one_node.cluster.nodes = 1;
    one_node.training.shard_ranks = 0;
    const double in_node = busy_with(one_node, TimeId::reduce_gradients);
    constexpr double bytes = 8.03e9 * 2 / 8;  // the part of one rank, in bf16
    const double at_full_rate = 2.0 * 3 / 4 * bytes / (once.cluster.inter_node.gb_per_s * 1e9);
    QVERIFY2(part - in_node > 0.4 * at_full_rate && part - in_node < 2.5 * at_full_rate,
             qPrintable(QStringLiteral("%1 of %2").arg(part - in_node).arg(at_full_rate)));
  }
};

ZP_TEST(HybridShardingTest)
#include "hybrid_sharding_test.moc"
