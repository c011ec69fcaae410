// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

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

  void the_best_plan_is_that_of_the_search() {
    const Plan plan = lora_of_8b();
    const MachineFigures figures = figures_of_machine(plan, "aws/p5.48xlarge");
    QVERIFY(figures.runs);
    Plan there = plan;
    there.cluster = cluster_of(machine("aws/p5.48xlarge"), 1, plan.cluster, catalog());
    Requirements wanted;
    wanted.freedom.sequences = train_batch_size(plan);
    const PlanChoice choice = choose(there, wanted);
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
        "stands twice");
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
