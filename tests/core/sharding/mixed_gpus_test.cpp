// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/mixed_gpus.h"

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Gpu card_named(std::string_view id) { return gpu_from_preset(catalog().find_gpu(id)); }

Plan plan_of_cards(const std::string& cluster) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": )" + cluster + "}").plan;
}

/// Returns a plan of six RTX 4090 and two RTX 3090.
Plan mixed_plan() {
  return plan_of_cards(R"({"gpu": {"preset": "rtx-4090-24gb"},
                  "other_gpus": [{"preset": "rtx-3090-24gb", "count": 2}]})");
}

}  // namespace

class MixedGpusTest : public QObject {
  Q_OBJECT

 private slots:
  void the_smallest_memory_and_the_slowest_products_bind() {
    const Plan plan = plan_of_cards(R"({"gpu": {"preset": "rtx-4090-24gb"}, "other_gpus": [
        {"preset": "rtx-3090-24gb", "count": 2}, {"preset": "rtx-4090-24gb", "memory_gib": 20, "count": 1}]})");
    const Gpu binding = binding_gpu(plan.cluster);
    QCOMPARE(binding.preset, card_named("rtx-3090-24gb").preset);
    QCOMPARE(binding.bf16_tflops, card_named("rtx-3090-24gb").bf16_tflops);
    QCOMPARE(binding.memory_gib, 20.0);
    QCOMPARE(binding.memory_gb_per_s, card_named("rtx-3090-24gb").memory_gb_per_s);
  }

  void one_kind_binds_itself() { QVERIFY(binding_gpu(Plan().cluster) == Plan().cluster.gpu); }

  void the_rest_of_the_faster_ones_is_idle() {
    const MixedGpus mixed = mixed_gpus(mixed_plan().cluster);
    const Gpu slow = card_named("rtx-3090-24gb"), fast = card_named("rtx-4090-24gb");
    QCOMPARE(mixed.kinds.size(), std::size_t{2});
    QCOMPARE(mixed.kinds[0].count, 6);
    QCOMPARE(mixed.kinds[1].count, 2);
    QCOMPARE(mixed.slowest, std::size_t{1});
    const double all = 6 * sustained_tflops(fast) + 2 * sustained_tflops(slow);
    QVERIFY(std::abs(mixed.idle_share - (1 - 8 * sustained_tflops(slow) / all)) < 1e-12);
    QCOMPARE(mixed.smallest, std::size_t{0});  // its 24 GB are 23.52 GiB
    QVERIFY(std::abs(mixed.idle_gib - 2 * (slow.memory_gib - fast.memory_gib)) < 1e-9);
  }

  void a_kind_that_leaves_no_gpu_binds_nothing() {
    const Plan plan = plan_of_cards(R"({"gpus_per_node": 4, "gpu": {"preset": "rtx-3090-24gb"},
                                        "other_gpus": [{"preset": "rtx-4090-24gb", "count": 4}]})");
    QCOMPARE(binding_gpu(plan.cluster).preset, card_named("rtx-4090-24gb").preset);
    QCOMPARE(mixed_gpus(plan.cluster).kinds.size(), std::size_t{1});
  }

  void more_other_gpus_than_there_are_count_as_all() {
    const MixedGpus mixed = mixed_gpus(
        plan_of_cards(R"({"gpus_per_node": 2, "other_gpus": [{"preset": "rtx-3090-24gb", "count": 5}]})")
            .cluster);
    QCOMPARE(mixed.kinds.size(), std::size_t{1});
    QCOMPARE(mixed.kinds[0].count, 2);
  }

  void links_follow_the_slowest() {
    const Plan plan = plan_of_cards(R"({"other_gpus": [{"preset": "rtx-4090-24gb", "count": 4}]})");
    QVERIFY(plan.cluster.intra_node == default_intra_node(card_named("rtx-4090-24gb")));
    const Plan alone = with_other_gpus(plan, {});
    QVERIFY(!alone.cluster.is_mixed());
    QVERIFY(alone.cluster.intra_node == default_intra_node(alone.cluster.gpu));
    QVERIFY(with_other_gpus(alone, plan.cluster.other_gpus.front()) == plan);
  }

  void without_a_kind_a_node_has_fewer_gpus() {
    const std::optional<Plan> fast = without_kind(mixed_plan(), 1);
    QVERIFY(fast && !fast->cluster.is_mixed());
    QCOMPARE(fast->cluster.gpus_per_node, 6);
    QCOMPARE(fast->cluster.gpu.preset, card_named("rtx-4090-24gb").preset);
    const std::optional<Plan> slow = without_kind(mixed_plan(), 0);
    QVERIFY(slow && !slow->cluster.is_mixed());
    QCOMPARE(slow->cluster.ranks(), 2);
    QCOMPARE(slow->cluster.gpu.preset, card_named("rtx-3090-24gb").preset);
    QVERIFY(!without_kind(Plan(), 0));
  }

  void of_several_nodes_whole_ones_go() {
    const std::string nodes = R"({"nodes": 3, "other_gpus": [{"preset": "v100-sxm2-32gb", "count": )";
    const std::optional<Plan> without = without_kind(plan_of_cards(nodes + "8}]}"), 1);
    QVERIFY(without);
    QCOMPARE(without->cluster.nodes, 2);
    QVERIFY(!without_kind(plan_of_cards(nodes + "4}]}"), 1));
  }

  void what_is_read_is_written() {
    const std::string text = write_plan({mixed_plan(), {}});
    QVERIFY(text.find("other_gpus") != std::string::npos);
    QVERIFY(read_plan(text).plan == mixed_plan());
    const Plan own = plan_of_cards(R"({"other_gpus": [{"memory_gib": 24, "bf16_tflops": 70, "count": 1},
                                             {"preset": "rtx-3090-24gb", "memory_gib": 20, "count": 2}]})");
    QVERIFY(read_plan(write_plan({own, {}})).plan == own);
  }

  void what_cannot_be_taken_is_named_data() {
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("no list") << QByteArray("3") << QByteArray("cluster.other_gpus");
    QTest::newRow("no count") << QByteArray(R"([{"preset": "rtx-3090-24gb"}])")
                              << QByteArray("cluster.other_gpus.0");
    QTest::newRow("no GPU") << QByteArray(R"([{"count": 3}])") << QByteArray("cluster.other_gpus.0");
    QTest::newRow("unknown preset") << QByteArray(R"([{"preset": "rtx", "count": 1}])")
                                    << QByteArray("cluster.other_gpus.0.preset");
    QTest::newRow("unknown key") << QByteArray(R"([{"preset": "rtx-3090-24gb", "number": 1}])")
                                 << QByteArray("cluster.other_gpus.0.number");
    QTest::newRow("too many") << QByteArray(R"([{}, {}, {}, {}])") << QByteArray("cluster.other_gpus");
  }
  void what_cannot_be_taken_is_named() {
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, path);
    try {
      plan_of_cards(R"({"other_gpus": )" + list.toStdString() + "}");
      QFAIL("was read");
    } catch (const FileError& error) {
      QCOMPARE(QByteArray::fromStdString(error.path()), path);
    }
  }

  void geforce_cards_reach_each_other_through_the_host() {
    const Link link = default_intra_node(card_named("rtx-4090-24gb"));
    QVERIFY(link.preset);
    QCOMPARE(link.gb_per_s, 31.5);
    QCOMPARE(link.preset->effective_gb_per_s, 10.0);
    QCOMPARE(default_intra_node(card_named("rtx-4060-8gb")).gb_per_s, 15.75);  // it has eight lanes
    QVERIFY(!default_intra_node(card_named("a100-pcie-80gb")).preset);
    const Plan plan = plan_of_cards(R"({"gpu": {"preset": "rtx-4060-8gb"}})");
    QVERIFY(write_plan({plan, {}}).find("intra_node") == std::string::npos);
    QVERIFY(read_plan(write_plan({plan, {}})).plan == plan);
  }
};

ZP_TEST(MixedGpusTest)
#include "mixed_gpus_test.moc"
