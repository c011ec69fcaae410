// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/collectives.h"

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Ring<double> ring_on(const std::string& gpu, int ranks, int gpus_per_node = 8) {
  const Plan plan = read_plan(R"({"model": {"parameters": 1e9}, "cluster": {"nodes": 8, "gpus_per_node": )" +
                              std::to_string(gpus_per_node) + R"(, "gpu": {"preset": ")" + gpu + R"("}}})")
                        .plan;
  return ring_of<double>(plan.cluster, RankGroup{ranks, 1, gpus_per_node}, sym::zero_group);
}

double microseconds(Collective kind, const Ring<double>& ring, double bytes) {
  return collective_seconds(kind, ring, bytes, 1.0) * 1e6;
}

}  // namespace

class CollectivesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_group_on_a_mesh_has_the_links_to_its_own_members() {
    const std::string gpu = "instinct-mi300x-192gb";
    const double whole = ring_on(gpu, 8).bandwidth;
    QCOMPARE(ring_on(gpu, 2).bandwidth, whole / 7);
    QCOMPARE(ring_on(gpu, 4).bandwidth, whole * 3 / 7);
    QCOMPARE(ring_on(gpu, 16).bandwidth <= whole, true);
    QVERIFY(ring_on(gpu, 2, 1).bandwidth > 0);  // one GPU per node: only the network
  }

  void a_group_behind_a_switch_has_the_whole_link() {
    QCOMPARE(ring_on("h200-sxm-141gb", 2).bandwidth, ring_on("h200-sxm-141gb", 8).bandwidth);
  }

  /// The measured time is 39 µs for 32 KiB among eight H200 (stas00/ml-engineering, network/README.md).
  void a_small_message_costs_its_start_and_its_steps() {
    const double time = microseconds(Collective::all_reduce, ring_on("h200-sxm-141gb", 8), 32 * 1024.0);
    QVERIFY2(time > 36 && time < 43, qPrintable(QString::number(time)));
    const double of_two = microseconds(Collective::all_reduce, ring_on("h200-sxm-141gb", 2), 32 * 1024.0);
    QVERIFY(of_two < time && of_two > 14);
  }

  void the_switch_reduces_what_is_large_enough_and_no_sooner() {
    const Ring<double> with = ring_on("h200-sxm-141gb", 8);
    Ring<double> without = with;
    without.reduces_in_switch = false;
    QVERIFY(with.reduces_in_switch);
    QVERIFY(!ring_on("h200-sxm-141gb", 5).reduces_in_switch);
    for (const double bytes : {1e6, 16e6})
      QCOMPARE(microseconds(Collective::all_reduce, with, bytes),
               microseconds(Collective::all_reduce, without, bytes));
    QVERIFY(microseconds(Collective::all_reduce, with, 8e9) <
            0.8 * microseconds(Collective::all_reduce, without, 8e9));
  }

  void an_all_to_all_starts_once_however_many_take_part() {
    const double two = microseconds(Collective::all_to_all, ring_on("h100-sxm5-80gb", 2), 1);
    const double eight = microseconds(Collective::all_to_all, ring_on("h100-sxm5-80gb", 8), 1);
    QVERIFY2(std::abs(two - eight) < 0.1, qPrintable(QStringLiteral("%1 %2").arg(two).arg(eight)));
  }
};

ZP_TEST(CollectivesTest)
#include "collectives_test.moc"
