// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/estimate/figures.h"
#include "core/hardware/machine_cluster.h"
#include "core/hardware/machine_list.h"
#include "core/search/choice.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan lora_of_8b() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3.1-8b"));
  plan.training.lora.rank = 16;
  plan.training.sequence_length = 8192;
  plan.training.gradient_accumulation_steps = 8;
  plan.training.tokens = 1e9;
  return plan;
}

Machine machine(const char* id) {
  const std::vector<Machine> found = machines_named(shipped_machines(), id);
  return found.empty() ? Machine{} : found.front();
}

Cluster cluster_on(const Machine& one, const Cluster& own = default_cluster()) {
  return cluster_of(one, 1, own, catalog());
}

/// Returns a machine that has done the run after so many hours, at that cost.
MachineFigures done(double hours, double cost) {
  MachineFigures one;
  one.runs = true;
  one.run.hours = hours / 2;
  one.run.wall_hours = hours;
  one.run.cost = cost;
  one.searched = 7;
  return one;
}

MachineFigures figures_of_machine(const Plan& plan, const char* id, int nodes = 1) {
  const std::vector<Machine> one = {machine(id)};
  std::vector<MachineJob> jobs = machine_jobs(plan, one, {.counts = {nodes}, .least_gpus = 1}, catalog());
  return figures_on(jobs.back(), train_batch_size(plan), {});
}

}  // namespace

/// Tests of one job on many machines.
class HardwareTest : public QObject {
  Q_OBJECT

 private slots:
  void every_shipped_machine_is_whole() {
    const std::vector<Machine>& machines = shipped_machines();
    QVERIFY(machines.size() > 200);
    std::set<std::string> ids;
    for (const Machine& one : machines) {
      QVERIFY2(ids.insert(one.id()).second, one.id().c_str());
      QVERIFY(!one.source.empty());
      const Cluster cluster = cluster_of(one, 1, default_cluster(), catalog());
      QVERIFY2(cluster.cpu_memory_gib > 0 && cluster.cpu_cores > 0 && cluster.intra_node.gb_per_s > 0,
               one.id().c_str());
    }
  }

  /// AWS states 8 H100, 2,048 GiB and 3,200 Gbit/s of a p5.48xlarge.
  void a_network_is_shared_by_the_gpus_of_a_node() {
    const Cluster cluster = cluster_of(machine("aws/p5.48xlarge"), 2, default_cluster(), catalog());
    QCOMPARE(cluster.ranks(), 16);
    QCOMPARE(cluster.inter_node.gb_per_s, 3200.0 / 8 / 8);
    QCOMPARE(cluster.cpu_memory_gib, 2048.0);
    QCOMPARE(cluster.gpu_hour_price * 8, machine("aws/p5.48xlarge").usd_per_hour);
  }

  /// AWS's page of P5 instances: 192 vCPUs, 2 TiB, 8 drives of 3.84 TB (3.8 in the API), 8 H100 of 700 W
  /// (NVIDIA's datasheet).
  void a_machine_has_the_published_host_drives_and_power() {
    const Cluster cluster = cluster_on(machine("aws/p5.48xlarge"));
    QCOMPARE(cluster.gpus_per_node, 8);
    QCOMPARE(cluster.cpu_cores, 96);
    QCOMPARE(cluster.gpu_watts, 700.0);
    QCOMPARE(std::llround(cluster.nvme.capacity_gib * 1024 * 1024 * 1024), 30'400'000'000'000LL);
    QVERIFY(cluster.stated_defaults.network);
  }

  /// GH200: 72 cores and 480 GB of LPDDR5X beside each GPU (NVIDIA's datasheet). CoreWeave states no host.
  void a_host_that_is_not_stated_is_the_vendors() {
    const Cluster cluster = cluster_on(machine("coreweave/GH200 1x"));
    QCOMPARE(cluster.cpu_cores, 72);
    QCOMPARE(cluster.cpu_memory_gib, 478.5);
    QCOMPARE(cluster.cpu_memory_gb_per_s, 384.0);
    QVERIFY(!cluster.stated_defaults.network);
    QCOMPARE(cluster.inter_node.gb_per_s, default_inter_node().gb_per_s);
  }

  /// An instance with fewer GPUs is a share of a vendor's node with 8.
  void a_small_instance_has_a_share_of_the_hosts_bandwidth() {
    const Cluster quarter = cluster_on(machine("aws/g6.xlarge")),
                  half = cluster_on(machine("aws/g6.12xlarge")),
                  whole = cluster_on(machine("aws/g6.48xlarge"));
    QCOMPARE(half.cpu_memory_gb_per_s * 2, whole.cpu_memory_gb_per_s);
    QCOMPARE(quarter.cpu_memory_gb_per_s, 50.0);  // two channels of memory at least
    QCOMPARE(quarter.cpu_memory_gib, 16.0);
    QCOMPARE(quarter.cpu_cores, 2);
  }

  void the_smallest_stated_figures_count() {
    Machine small = machine("aws/g6.xlarge");
    small.vcpus = 1, small.host_gib = 0.5, small.network_gbit_per_s = 0.5;
    const Cluster cluster = cluster_on(small);
    QCOMPARE(cluster.cpu_cores, 1);
    QCOMPARE(cluster.cpu_memory_gib, 0.5);
    QCOMPARE(cluster.inter_node.gb_per_s, 0.0625);
    small.vcpus = 0, small.host_gib = 0;
    QCOMPARE(cluster_on(small).cpu_cores * 8, default_host(cluster.gpu, 8).cores);
    QCOMPARE(cluster_on(small).cpu_memory_gib * 8, default_host(cluster.gpu, 8).memory_gib);
  }

  void failures_storage_and_site_are_those_of_the_plan() {
    Cluster own = default_cluster();
    own.failures.per_million_gpu_hours = 99, own.storage.write_gb_per_s = 7, own.power_overhead = 2;
    const Cluster cluster = cluster_on(machine("aws/p5.48xlarge"), own);
    QCOMPARE(cluster.failures, own.failures);
    QCOMPARE(cluster.storage, own.storage);
    QCOMPARE(cluster.power_overhead, 2.0);
  }

  void the_plans_own_cluster_is_a_machine_too() {
    Cluster own = default_cluster();
    own.gpus_per_node = 4, own.cpu_memory_gib = 300, own.gpu_hour_price = 1.5;
    const Machine one = own_machine(own);
    QCOMPARE(one.gpus, 4);
    QCOMPARE(one.host_gib, 300.0);
    QCOMPARE(one.usd_per_hour, 6.0);
  }

  void the_batch_stays_on_a_machine_with_fewer_gpus() {
    const MachineFigures figures = figures_of_machine(lora_of_8b(), "aws/p5.4xlarge");
    QVERIFY2(figures.runs, figures.reason.c_str());
    QCOMPARE(figures.gpus(), 1);
    QCOMPARE(train_batch_size(figures.job.plan), train_batch_size(lora_of_8b()));
  }

  void a_title_counts_nodes_only_if_there_are_several() {
    const auto title = [](int nodes) {
      return QString::fromStdString(machine_title(
          machine_jobs(lora_of_8b(), std::vector{machine("aws/p5.48xlarge")}, {.counts = {nodes}}, catalog())
              .back()));
    };
    QCOMPARE(title(1), QStringLiteral("8 H100 SXM5 80GB"));
    QCOMPARE(title(2), QStringLiteral("2 × 8 H100 SXM5 80GB"));
  }

  void a_limit_is_met_by_what_reaches_it_exactly() {
    const MachineLimits limits{10, 5};
    QCOMPARE(ranked({done(10, 5)}, limits).best, 0);
    QCOMPARE(ranked({done(10.1, 5)}, limits).best, -1);
    QCOMPARE(ranked({done(10, 5.1)}, limits).best, -1);
  }

  void the_frontier_does_not_depend_on_the_order_of_the_machines() {
    std::vector<MachineFigures> all = {done(40, 1), done(30, 3), done(20, 2), done(10, 9)};
    const MachineRanking ranking = ranked(all, {});
    QCOMPARE(ranking.frontier, (std::vector<int>{3, 2, 0}));
    QCOMPARE(ranking.order, (std::vector<int>{0, 2, 1, 3}));
    QCOMPARE(ranking.searched, std::int64_t{28});
  }

  void the_best_plan_is_that_of_the_search() {
    const Plan plan = lora_of_8b();
    const MachineFigures figures = figures_of_machine(plan, "aws/p5.48xlarge");
    QVERIFY(figures.runs);
    Plan there = plan;
    there.cluster = cluster_of(machine("aws/p5.48xlarge"), 1, plan.cluster, catalog());
    Requirements requirements;
    requirements.freedom.sequences = train_batch_size(plan);
    const PlanChoice choice = choose(there, requirements);
    QVERIFY(choice.best);
    QCOMPARE(pick_of(figures.job.plan), choice.best->pick);
    QCOMPARE(figures.tokens_per_s, zp::figures_of(figures.job.plan).throughput.tokens_per_s);
    QCOMPARE(train_batch_size(figures.job.plan), train_batch_size(plan));
    QCOMPARE(figures.cost(), figures.run.wall_hours * machine("aws/p5.48xlarge").usd_per_hour);
  }

  void gpus_without_bf16_train_in_fp16() {
    QCOMPARE(figures_of_machine(lora_of_8b(), "aws/p3dn.24xlarge").job.plan.training.precision,
             Precision::fp16);
    QCOMPARE(figures_of_machine(lora_of_8b(), "aws/p5.48xlarge").job.plan.training.precision,
             Precision::bf16);
  }

  void a_machine_that_is_too_small_says_what_is_short() {
    Plan plan = lora_of_8b();
    plan.training.lora.rank = 0;
    const MachineFigures figures = figures_of_machine(plan, "aws/g4dn.xlarge");
    QVERIFY(!figures.runs);
    QVERIFY2(figures.reason.find("memory") != std::string::npos, figures.reason.c_str());
  }

  void a_batch_that_does_not_divide_is_said() {
    Plan plan = lora_of_8b();
    plan.training.micro_batch_size = 1;
    plan.training.gradient_accumulation_steps = 3;
    plan.cluster.gpus_per_node = 1;
    const MachineFigures figures = figures_of_machine(plan, "aws/p5.48xlarge");
    QVERIFY(figures.reason.find("3 sequences do not divide among 8") != std::string::npos);
  }

  void only_machines_with_a_known_network_get_several_nodes() {
    std::vector<Machine> two = {machine("aws/p5.48xlarge"), machine("aws/p5.48xlarge")};
    two.back().network_gbit_per_s = 0;
    const std::vector<MachineJob> jobs = machine_jobs(lora_of_8b(), two, {}, catalog());
    QCOMPARE(jobs.size(), std::size_t{1 + 3 + 1});
    QVERIFY(jobs.front().is_own);
    QCOMPARE(jobs.back().nodes, 1);
  }

  void the_usual_list_fits_one_comparison() {
    const std::vector<Machine> usual = usual_machines(shipped_machines());
    const std::vector<MachineJob> jobs = machine_jobs(lora_of_8b(), usual, {}, catalog());
    QVERIFY(jobs.size() < most_machines);  // nothing is cut off
    std::set<std::tuple<std::string, std::string, int>> shapes, of_usual;
    for (const Machine& one : shipped_machines())
      if (one.provider != "vast") shapes.emplace(one.provider, one.gpu, one.gpus);
    for (const Machine& one : usual)
      QVERIFY2(of_usual.emplace(one.provider, one.gpu, one.gpus).second, one.id().c_str());
    QVERIFY(shapes == of_usual);
    for (const Machine& one : usual)
      for (const Machine& other : shipped_machines())
        if (other.provider == one.provider && other.gpu == one.gpu && other.gpus == one.gpus &&
            other.usd_per_hour > 0)
          QVERIFY2(one.usd_per_hour > 0 && one.usd_per_hour <= other.usd_per_hour, other.id().c_str());
  }

  void words_name_machines() {
    const std::vector<Machine>& all = shipped_machines();
    QVERIFY(machines_named(all, "AWS").size() > 20);
    QCOMPARE(machines_named(all, "p5.48xlarge").size(), std::size_t{1});
    for (const Machine& one : machines_named(all, "h100"))
      QVERIFY(one.gpu.find("h100") != std::string::npos);
    QVERIFY(machines_named(all, "no such machine").empty());
  }

  void limits_say_what_exceeds_them_and_order_the_rest_by_cost() {
    const Plan plan = lora_of_8b();
    std::vector<MachineFigures> figures;
    for (const char* id : {"aws/p5.48xlarge", "aws/p4d.24xlarge", "aws/g5.48xlarge", "consumer/8 × RTX 4090"})
      figures.push_back(figures_of_machine(plan, id));
    const MachineRanking free = ranked(figures, {});
    QVERIFY(free.best >= 0 && free.order.front() == free.best);
    double before = 0;
    for (const int index : free.order) {
      const double cost = free.machines[static_cast<std::size_t>(index)].cost();
      if (cost > 0) QVERIFY(cost >= before);
      if (cost > 0) before = cost;
    }
    // A price that nobody states is unknown: it comes last, and is not on the frontier.
    const auto of_consumer = static_cast<int>(figures.size()) - 1;
    if (figures.back().runs) QCOMPARE(free.order.back(), of_consumer);
    QVERIFY(std::ranges::find(free.frontier, of_consumer) == free.frontier.end());
    const double fastest = figures.front().run.wall_hours;
    const MachineRanking soon = ranked(figures, {.deadline_hours = fastest * 1.01});
    QCOMPARE(soon.best, 0);
    for (std::size_t i = 1; i < soon.machines.size(); ++i)
      if (soon.machines[i].runs) QVERIFY(soon.machines[i].reason.starts_with("done in "));
    const MachineRanking cheap = ranked(figures, {.budget = 0.01});
    for (const MachineFigures& one : cheap.machines)
      if (one.runs && one.cost() > 0) QVERIFY(one.reason.starts_with("costs "));
  }

  void the_frontier_gets_cheaper_as_it_gets_slower() {
    const Plan plan = lora_of_8b();
    std::vector<MachineFigures> figures;
    for (const Machine& one : machines_named(shipped_machines(), "lambda")) {
      std::vector<MachineJob> jobs = machine_jobs(plan, std::vector{one}, {.counts = {1}}, catalog());
      figures.push_back(figures_on(jobs.back(), train_batch_size(plan), {}));
    }
    const MachineRanking ranking = ranked(figures, {});
    QVERIFY(!ranking.frontier.empty());
    double hours = 0, cost = 1e300;
    for (const int index : ranking.frontier) {
      const MachineFigures& one = ranking.machines[static_cast<std::size_t>(index)];
      QVERIFY(one.run.wall_hours >= hours && one.cost() < cost);
      hours = one.run.wall_hours, cost = one.cost();
    }
    for (const MachineFigures& one : ranking.machines)
      if (one.is_done() && one.cost() > 0)
        QVERIFY(std::ranges::any_of(ranking.frontier, [&](int index) {
          const MachineFigures& best = ranking.machines[static_cast<std::size_t>(index)];
          return best.cost() <= one.cost() && best.run.wall_hours <= one.run.wall_hours;
        }));
  }

  void a_plan_without_a_budget_is_compared_over_the_usual_tokens() {
    Plan plan = lora_of_8b();
    plan.training.tokens = 0;
    QCOMPARE(machine_jobs(plan, {}, {}, catalog()).front().plan.training.tokens, usual_tokens);
  }

  void faults_of_a_users_file_name_entry_and_key_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const char* entry, const char* told) {
      QTest::newRow(name) << QByteArray("{\"machines\": [") + entry + "]}" << QString(told);
    };
    row("no GPU", R"({"provider": "us", "instance": "a", "gpus": 8})", "machines[0].gpu is missing");
    row("unknown GPU", R"({"provider": "us", "instance": "a", "gpu": "h1000", "gpus": 8})", "names no GPU");
    row("no GPUs at all", R"({"provider": "us", "instance": "a", "gpu": "l4-24gb", "gpus": 0})",
        "whole number from 1");
    row("a price in words",
        R"({"provider": "us", "instance": "a", "gpu": "l4-24gb", "gpus": 1, "usd_per_hour": "2"})",
        "usd_per_hour must be a number");
    row("unknown key", R"({"provider": "us", "instance": "a", "gpu": "l4-24gb", "gpus": 1, "price": 2})",
        "machines[0].price is not known");
    row("twice", R"({"provider": "us", "instance": "a", "gpu": "l4-24gb", "gpus": 1},
                    {"provider": "us", "instance": "a", "gpu": "l4-24gb", "gpus": 1})",
        "appears twice");
    QTest::newRow("no list") << QByteArray("{}") << QString("has a list");
  }

  void faults_of_a_users_file_name_entry_and_key() {
    QFETCH(QByteArray, file);
    QFETCH(QString, told);
    try {
      read_machines(file.toStdString());
      QFAIL("nothing was thrown");
    } catch (const FileError& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(told), error.what());
    }
  }
};

ZP_TEST(HardwareTest)
#include "hardware_test.moc"
