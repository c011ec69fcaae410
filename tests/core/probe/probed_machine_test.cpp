// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/probed_machine.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "core/probe/clock_rates.h"
#include "core/speed/range.h"
#include "core/text/text_file.h"
#include "tests/core/probe/probe_data.h"
#include "tests/support/test_main.h"

using namespace zp;
using zp::test::read_data;

namespace {

PlanDocument plan_on(const std::string& cluster) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}, "cluster": )" + cluster +
                   "}");
}

std::string value_of(const ProbedMachine& machine, std::string_view path) {
  for (const ProbedKey& key : machine.keys)
    if (key.path == path) return key.value;
  return "";
}
double number_at(const ProbedMachine& machine, std::string_view path) {
  return QByteArray::fromStdString(value_of(machine, path)).toDouble();
}

}  // namespace

/// Tests of the keys that probed figures give.
class ProbedMachineTest : public QObject {
  Q_OBJECT

 private slots:
  void every_part_of_the_script_is_a_key() {
    const std::vector<ProbeFile> files{read_data("probe-made-up.json")};
    const ProbedMachine machine = probed_machine(plan_on("{}"), files);
    QCOMPARE(value_of(machine, "cluster.gpu.preset"), std::string("\"h100-sxm5-80gb\""));
    QCOMPARE(value_of(machine, "cluster.gpus_per_node"), std::string("2"));
    QCOMPARE(number_at(machine, "cluster.gpu.memory_gib"), 79.1);
    QCOMPARE(number_at(machine, "cluster.host_link.gb_per_s"), 63.04);
    QCOMPARE(number_at(machine, "cluster.cpu_memory_gib"), 1024.0);
    QCOMPARE(value_of(machine, "cluster.cpu_cores"), std::string("96"));
    QCOMPARE(number_at(machine, "cluster.cpu_memory_gb_per_s"), 500.0);
    QCOMPARE(number_at(machine, "cluster.inter_node.gb_per_s"), 50.0);  // 2 × 400 Gb/s for 2 GPUs
    QCOMPARE(value_of(machine, "cluster.nvme.path"), std::string("\"/local_nvme\""));
    QCOMPARE(number_at(machine, "cluster.nvme.read_gb_per_s"), 12.5);
    QCOMPARE(number_at(machine, "cluster.nvme.write_gb_per_s"), 6.25);
    for (const char* path :
         {"measured.compute", "measured.node_link", "measured.host_link", "measured.host_memory"})
      QVERIFY2(number_at(machine, path) > 0.2 && number_at(machine, path) < 3, path);
    QVERIFY(machine.notes.empty());
  }

  void adam_of_another_program_is_shown_and_gives_no_factor() {
    const std::vector<ProbeFile> files{read_data("probe-cpu-only.json")};
    const ProbedMachine machine = probed_machine(plan_on("{}"), files);
    QCOMPARE(value_of(machine, "measured.host_memory"), std::string());
    QCOMPARE(machine.rates.back().title, std::string("Adam on the host"));
  }

  void texts_reach_the_plan_as_they_are() {
    const std::vector<ProbeFile> files{read_data("probe-made-up.json")};
    const PlanDocument plan = probed_plan(plan_on("{}"), probed_machine(plan_on("{}"), files).keys);
    QCOMPARE(plan.text.nvme_path, std::string("/local_nvme"));
    QCOMPARE(plan.plan.cluster.gpu.preset->id, std::string("h100-sxm5-80gb"));
  }

  /// With the keys, the clock takes what was measured.
  void the_clock_then_takes_what_was_measured() {
    const std::vector<ProbeFile> files{read_data("probe-made-up.json")};
    const PlanDocument base = plan_on("{}");
    const Cluster cluster = probed_plan(base, probed_machine(base, files).keys).plan.cluster;
    const probe::ExpectedHost host = probe::expected_host(cluster);
    QVERIFY(std::abs(host.copies_gb_per_s / (2 / (1.0 / 55 + 1.0 / 53)) - 1) < 1e-3);
    QVERIFY(std::abs(host.adam_parameters_per_s / 6e9 - 1) < 1e-3);
    QVERIFY(std::abs(probe::expected_compute(cluster).matmul / 650 - 1) < 1e-3);
    MachineFigure gather{MachineQuantity::all_gather, 335};
    gather.bytes = 1073741824;
    gather.ranks = 2;
    gather.nodes = 1;
    QVERIFY(std::abs(probe::expected_collective(cluster, gather).busbw_gb_per_s / 332.5 - 1) < 0.01);
  }

  /// Two nodes of eight B200 reach 366 GB/s a GPU between them where 400 Gb/s ports carry 50 (nothing faster
  /// is stated), so the factor says that the network is another one than assumed.
  void collectives_between_nodes_give_the_network() {
    const std::vector<ProbeFile> files{read_data("nccl-all-gather-b200-2-nodes.txt")};
    const PlanDocument base =
        plan_on(R"({"nodes": 2, "gpu": {"preset": "b200-sxm-180gb"}, "inter_node": {"gb_per_s": 50}})");
    const ProbedMachine machine = probed_machine(base, files);
    const double factor = number_at(machine, "measured.network");
    QVERIFY2(factor > 0.8 && factor < 1.4, qPrintable(QString::number(factor)));
    const Cluster cluster = probed_plan(base, machine.keys).plan.cluster;
    for (const MachineFigure& figure : files.front().figures)
      if (figure.bytes > 5e8) {
        const double expected = probe::expected_collective(cluster, figure).busbw_gb_per_s;
        QVERIFY(std::abs(expected / figure.value - 1) < 0.1);
      }
  }

  void a_calibrated_plan_keeps_its_factors() {
    const std::vector<ProbeFile> files{read_data("probe-made-up.json")};
    PlanDocument base = plan_on("{}");
    base.plan.cluster.measured.compute = 0.9;
    base.plan.cluster.measured.runs.one_node = 2;
    const ProbedMachine machine = probed_machine(base, files);
    QCOMPARE(value_of(machine, "measured.compute"), std::string());
    QVERIFY(!value_of(machine, "cluster.cpu_cores").empty());
    QCOMPARE(machine.notes.size(), std::size_t{1});
  }

  void what_is_measured_counts_as_stated() {
    const PlanDocument base = read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2},
      "zero": {"stage": 3, "offload_optimizer": "cpu"}})");
    QVERIFY(!states(base.plan, Statement::host) && !states(base.plan, Statement::network));
    const std::vector<ProbeFile> files{read_data("probe-made-up.json")};
    const PlanDocument probed = probed_plan(base, probed_machine(base, files).keys);
    QVERIFY(states(probed.plan, Statement::host) && states(probed.plan, Statement::network));
    const SecondsRange before = range_of(base.plan), after = range_of(probed.plan);
    QVERIFY(after.high / after.low < before.high / before.low);
  }

  void one_port_needs_the_number_of_ports() {
    const PlanDocument base = plan_on("{}");
    const std::vector<ProbeFile> alone{read_data("perftest-roce-mib.txt")};
    QVERIFY(probed_machine(base, alone).keys.empty());
    QCOMPARE(probed_machine(base, alone).notes.size(), std::size_t{1});
    const std::vector<ProbeFile> both{read_data("perftest-roce-mib.txt"), read_data("topo-h20-8-gpus.txt")};
    QVERIFY(std::abs(number_at(probed_machine(base, both), "cluster.inter_node.gb_per_s") - 46.43 * 4 / 8) <
            0.01);
  }

  void cards_without_nvlink_between_them_have_pcie() {
    const std::vector<ProbeFile> files{read_data("topo-phb-2-gpus.txt")};
    const PlanDocument base = plan_on(R"({"gpu": {"preset": "rtx-3090-24gb"}})");
    QCOMPARE(number_at(probed_machine(base, files), "cluster.intra_node.gb_per_s"), 31.5);
    const std::vector<ProbeFile> linked{read_data("topo-h20-8-gpus.txt")};
    QCOMPARE(value_of(probed_machine(plan_on(R"({"gpu": {"preset": "h20-96gb"}})"), linked),
                      "cluster.intra_node.gb_per_s"),
             std::string());
  }

  void values_that_a_plan_cannot_have_are_named() {
    const std::vector<ProbeFile> files{read_probe_file(
        R"({"format": "zero-probe-data/1", "cpu": {"cores": 1e15}, "matmul": {"tflops": 1e9}, "host_memory_bytes": 17179869184})",
        "a")};
    const ProbedMachine machine = probed_machine(plan_on("{}"), files);
    QCOMPARE(machine.keys.size(), std::size_t{1});
    QCOMPARE(machine.keys.front().path, std::string("cluster.cpu_memory_gib"));
    QCOMPARE(machine.notes.size(), std::size_t{2});
  }
};

ZP_TEST(ProbedMachineTest)
#include "probed_machine_test.moc"
