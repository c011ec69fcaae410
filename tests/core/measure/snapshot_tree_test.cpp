// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/measure/snapshot_tree.h"

#include <QtTest>

#include "core/plan_file/examples.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of a memory snapshot's peak as a tree, with a recording of a ZeRO-2 step.
class SnapshotTreeTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const NamedLog log = read_log(ZP_TEST_DATA "/snapshots/zero2-step-protocol5.pickle", "snapshot.pickle");
    const PlanDocument plan = example_plan();
    measurement_ = measure(&plan, {&log, 1});
    estimate_ = estimate_memory(plan.plan);
    QVERIFY(!measurement_.snapshots.empty());
  }

  void the_parts_of_every_node_sum_to_it_data() {
    QTest::addColumn<bool>("with_plan");
    QTest::newRow("beside a plan") << true;
    QTest::newRow("without a plan") << false;
  }
  void the_parts_of_every_node_sum_to_it() {
    QFETCH(bool, with_plan);
    const auto nodes = snapshot_tree(measurement_.snapshots[0], with_plan ? &estimate_ : nullptr);
    QVERIFY(nodes.size() > 6);
    QCOMPARE(nodes[0].bytes.value(), measurement_.snapshots[0].peak.allocated.value());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      Bytes sum;
      bool has_parts = false;
      for (const SnapshotNode& part : nodes)
        if (part.parent == static_cast<int>(i)) {
          sum += part.bytes;
          has_parts = true;
        }
      if (has_parts) QCOMPARE(sum.value(), nodes[i].bytes.value());
      QVERIFY(nodes[i].parent < static_cast<int>(i));
    }
  }
  void components_stand_beside_the_plan_the_largest_first() {
    const auto nodes = snapshot_tree(measurement_.snapshots[0], &estimate_);
    QVERIFY(nodes[0].predicted == measurement_.snapshots[0].comparison->allocated.predicted);
    Bytes last = nodes[0].bytes;
    int components = 0;
    for (const SnapshotNode& node : nodes) {
      if (node.parent != 0) continue;
      QVERIFY(node.bytes <= last);
      last = node.bytes;
      if (!node.component) {
        QVERIFY2(!node.predicted.has_value(), node.name.c_str());
        continue;
      }
      ++components;
      QVERIFY2(node.predicted.has_value(), node.name.c_str());
      QCOMPARE(node.bytes.value(), measurement_.snapshots[0]
                                       .comparison->components[static_cast<std::size_t>(*node.component)]
                                       .measured.value());
    }
    QVERIFY(components >= 3);
  }
  void without_a_plan_nothing_is_predicted() {
    const NamedLog log = read_log(ZP_TEST_DATA "/snapshots/zero2-step-protocol5.pickle", "snapshot.pickle");
    const Measurement alone = measure(nullptr, {&log, 1});
    for (const SnapshotNode& node : snapshot_tree(alone.snapshots[0], nullptr))
      QVERIFY2(!node.predicted.has_value(), node.name.c_str());
  }

 private:
  Measurement measurement_;
  MemoryEstimate estimate_;
};

ZP_TEST(SnapshotTreeTest)
#include "snapshot_tree_test.moc"
