// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/plan_file/plan_file.h"
#include "core/probe/clock_rates.h"
#include "core/probe/probed_machine.h"
#include "tests/core/probe/probe_data.h"
#include "tests/support/test_main.h"

using namespace zp;
using zp::test::read_data;
using enum MachineQuantity;

namespace {

PlanDocument plan_of_cluster(const std::string& cluster) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}, "cluster": )" + cluster +
                   "}");
}
ProbedMachine probed(const char* name, const std::string& cluster = "{}") {
  const std::vector<ProbeFile> files{read_data(name)};
  return probed_machine(plan_of_cluster(cluster), files);
}
MachineFigure collective(MachineQuantity quantity, double bytes, int ranks, int nodes, double value = 1) {
  MachineFigure figure{quantity, value};
  figure.bytes = bytes;
  figure.ranks = ranks;
  figure.nodes = nodes;
  return figure;
}
ProbeFile script_with(const std::string& members) {
  return read_probe_file(R"({"format": "zero-probe-data/1", )" + members + "}", "probe.json");
}
const MachineFigure* figure_of(const ProbeFile& file, MachineQuantity quantity) {
  const auto found = std::ranges::find(file.figures, quantity, &MachineFigure::quantity);
  return found == file.figures.end() ? nullptr : &*found;
}

}  // namespace

/// Tests of probed figures beside what the clock has, and of figures that are none.
class BesidePlanTest : public QObject {
  Q_OBJECT

 private slots:
  /// The plan's host memory of 200 GB/s reaches 76 % of it in a triad, and an H100's matrices of 989.4 TFLOPS
  /// 58 % of it in the clock.
  void each_figure_stands_beside_the_clock_s() {
    const ProbedMachine machine = probed("probe-made-up.json");
    std::vector<std::string> titles;
    for (const RateComparison& one : machine.rates)
      titles.push_back(one.title);
    QCOMPARE(titles, (std::vector<std::string>{"Bandwidth of host memory, triad", "Drives read",
                                               "Drives write", "Large matrix products", "Attention, forward",
                                               "All-gather in a node, 1.0\u202fGiB, 2 ranks",
                                               "Reduce-scatter in a node, 1.0\u202fGiB, 2 ranks",
                                               "Pinned copies between GPU and host", "Adam on the host"}));
    const RateComparison& triad = machine.rates.front();
    QCOMPARE(triad.measured, 380.0);
    QCOMPARE(triad.expected, 0.76 * 200);
    for (const ProbedKey& key : machine.keys)
      if (key.path == "measured.compute")
        QCOMPARE(key.basis, std::string("products of 650 TFLOPS where the clock has 573.6"));
    const RateComparison& copies = machine.rates[7];
    QCOMPARE(copies.measured, 2 / (1 / 55.0 + 1 / 53.0));
  }
  void an_all_reduce_is_called_one() {
    const ProbedMachine machine =
        probed("rccl-all-reduce-mi300x.txt", R"({"gpu": {"preset": "mi300x-192gb"}})");
    QCOMPARE(machine.rates.back().title, std::string("All-reduce in a node, 1.0\u202fGiB, 8 ranks"));
  }

  /// Two DGX Spark: a rank on each. The clock's time of its small messages is of the size that was measured.
  void ranks_on_their_own_nodes_meet_over_the_network() {
    const ProbeFile file = read_data("nccl-all-reduce-spark-2-nodes.txt");
    const Cluster cluster = plan_of_cluster(R"({"nodes": 2, "gpus_per_node": 1})").plan.cluster;
    int rows = 0;
    for (MachineFigure figure : file.figures) {
      if (figure.quantity != all_reduce || figure.bytes < 16e3) continue;
      ++rows;
      for (const int nodes : {0, 2}) {  // said by the device lines, or by the plan
        figure.nodes = nodes;
        const probe::ExpectedCollective expected = probe::expected_collective(cluster, figure);
        QVERIFY(expected.crosses_nodes);
        const double off = figure.value / expected.busbw_gb_per_s;
        QVERIFY2(off > 0.25 && off < 8, qPrintable(QString::number(off)));
      }
    }
    QCOMPARE(rows, 3);
    Cluster in_one = cluster;
    in_one.nodes = 1;
    in_one.gpus_per_node = 2;
    QVERIFY(!probe::expected_collective(in_one, collective(all_reduce, 1e9, 2, 1)).crosses_nodes);
    QVERIFY(!probe::expected_collective(in_one, collective(all_reduce, 1e9, 2, 0)).crosses_nodes);
  }
  void a_gather_and_a_scatter_of_one_size_take_one_time() {
    const Cluster cluster = plan_of_cluster(R"({"gpu": {"preset": "h100-sxm5-80gb"}})").plan.cluster;
    for (const double bytes : {1e5, 1e8, 1e9}) {
      const auto expected = [&](MachineQuantity quantity) {
        return probe::expected_collective(cluster, collective(quantity, bytes, 8, 1)).busbw_gb_per_s;
      };
      QCOMPARE(expected(all_gather), expected(reduce_scatter));
      QVERIFY(expected(all_gather) > 0);
    }
    // A switch that can reduce takes part in large all-reduces alone.
    const auto large = [&](MachineQuantity quantity) {
      return probe::expected_collective(cluster, collective(quantity, 1e9, 8, 1)).busbw_gb_per_s;
    };
    QVERIFY(large(all_reduce) > large(reduce_scatter));
  }
  void a_figure_without_ranks_bytes_or_value_expects_nothing() {
    const Cluster cluster = plan_of_cluster("{}").plan.cluster;
    const auto expects = [&](const MachineFigure& figure) {
      return probe::expected_collective(cluster, figure).busbw_gb_per_s > 0;
    };
    QVERIFY(expects(collective(all_gather, 1e9, 2, 1)));
    QVERIFY(!expects(collective(all_gather, 1e9, 1, 1)));
    QVERIFY(!expects(collective(all_gather, 0, 2, 1)));
    QVERIFY(!expects(collective(all_gather, 1e9, 2, 1, 0)));
  }

  /// PCI-SIG: generations 1 to 6, of 1 to 32 lanes; a lane of generation 3 carries 0.985 GB/s.
  void a_link_that_pcie_has_not_is_left_out() {
    const auto rate = [](int generation, int lanes) {
      const ProbeFile file =
          script_with(R"("gpus": [{"name": "x", "pcie_generation": )" + std::to_string(generation) +
                      R"(, "pcie_lanes": )" + std::to_string(lanes) + "}]");
      const MachineFigure* link = figure_of(file, pcie);
      return link == nullptr ? 0 : link->value;
    };
    QCOMPARE(rate(3, 16), 0.985 * 16);
    QCOMPARE(rate(6, 32), 7.56 * 32);
    QCOMPARE(rate(1, 1), 0.25);
    for (const auto& [generation, lanes] :
         {std::pair(0, 16), std::pair(7, 16), std::pair(4, 0), std::pair(4, 33)})
      QCOMPARE(rate(generation, lanes), 0.0);
  }
  void the_script_s_tools_are_read_as_their_files_are() {
    const std::string rows = read_text_file(ZP_TEST_DATA "/probe/nccl-all-reduce-spark-2-nodes.txt");
    std::string member = "\"nccl_tests\": \"";
    for (const char c : rows)
      member += c == '\n' ? std::string("\\n") : std::string(1, c);
    const ProbeFile inside = script_with(member + "\""),
                    alone = read_data("nccl-all-reduce-spark-2-nodes.txt");
    QCOMPARE(inside.figures.size(), alone.figures.size());
    QCOMPARE(alone.name, std::string("nccl-all-reduce-spark-2-nodes.txt"));
    for (std::size_t i = 0; i < alone.figures.size(); ++i) {
      QCOMPARE(inside.figures[i].value, alone.figures[i].value);
      QCOMPARE(inside.figures[i].line, 0);  // of a JSON document
    }
  }
  void a_topology_says_nothing_of_messages() {
    for (const MachineFigure& figure : read_data("topo-pix-8-gpus.txt").figures) {
      QCOMPARE(figure.bytes, 0.0);
      QVERIFY(figure.ranks == 0 && figure.nodes == 0 && figure.line > 0);
    }
  }
};

ZP_TEST(BesidePlanTest)
#include "beside_plan_test.moc"
