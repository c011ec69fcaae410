// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/key_details.h"

#include <QtTest>
#include <algorithm>

#include "core/export/ds_config.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the details of a ds_config.json key: its default, its bytes, and where they come from.
class KeyDetailsTest : public QObject {
  Q_OBJECT

 private slots:
  void defaults_are_of_the_release_and_the_stage_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("patch");
    QTest::addColumn<int>("stage");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* path, int patch, int stage, const char* expected) {
      QTest::newRow(name) << QByteArray(path) << patch << stage << QByteArray(expected);
    };
    row("a size", "zero_optimization.reduce_bucket_size", 6, 2, "500000000");
    row("clipping today", "gradient_clipping", 6, 2, "1.0");
    row("clipping before 0.19.3", "gradient_clipping", 2, 2, "0.0");
    row("overlap at stage 3", "zero_optimization.overlap_comm", 6, 3, "true");
    row("overlap at stage 2", "zero_optimization.overlap_comm", 6, 2, "false");
    row("a parameter of the optimizer", "optimizer.params.eps", 6, 2, "1e-08");
    row("no key of DeepSpeed's", "my.own", 6, 2, "");
  }
  void defaults_are_of_the_release_and_the_stage() {
    QFETCH(QByteArray, path);
    QFETCH(int, patch);
    QFETCH(int, stage);
    QFETCH(QByteArray, expected);
    Plan plan = example_plan().plan;
    plan.target.deepspeed_version = {0, 19, patch};
    plan.zero.stage = stage;
    const KeyDetails details = details_of_key(path.toStdString(), plan, estimate_memory(plan));
    if (path.endsWith("eps"))
      QCOMPARE(QByteArray::fromStdString(details.default_value).toDouble(), expected.toDouble());
    else
      QCOMPARE(QByteArray::fromStdString(details.default_value), expected);
  }

  void bytes_are_the_ledgers() {
    Plan plan = example_plan().plan;
    plan.zero.overlap_comm = true;
    const MemoryEstimate estimate = estimate_memory(plan);
    const KeyDetails details = details_of_key("zero_optimization.reduce_bucket_size", plan, estimate);
    QVERIFY(details.costs.size() >= 2);
    QCOMPARE(details.costs.front().id, EntryId::buffers_reduce);
    QCOMPARE(details.costs.front().bytes.value(), std::int64_t{2'000'000'000});  // two of 5e8 × 2 bytes
    for (const KeyCost& cost : details.costs) {
      QCOMPARE(cost.bytes, estimate.ledger.bytes(cost.id));
      QVERIFY(!cost.title.empty() && !cost.formula.empty() && !cost.source.empty());
    }
    QVERIFY(std::ranges::is_sorted(details.costs, std::greater<>(), &KeyCost::bytes));
    QVERIFY(cost_sentence(details).starts_with("Decides on 2.8"));
  }
  void places_are_told_apart() {
    Plan plan = example_plan().plan;
    plan.zero.stage = 3;
    plan.zero.offload_optimizer.device = Device::nvme;
    const std::string said = cost_sentence(
        details_of_key("zero_optimization.offload_optimizer.device", plan, estimate_memory(plan)));
    for (const char* place : {"per GPU", "of host memory per rank", "on the drive per node"})
      QVERIFY2(said.find(place) != std::string::npos, said.c_str());
  }
  void what_costs_nothing_says_so_and_a_section_nothing() {
    const Plan plan = example_plan().plan;
    const MemoryEstimate estimate = estimate_memory(plan);
    QCOMPARE(cost_sentence(details_of_key("gradient_clipping", plan, estimate)),
             std::string("Costs no memory."));
    const KeyDetails section = details_of_key("zero_optimization", plan, estimate);
    QVERIFY(section.is_section);
    QVERIFY(cost_sentence(section).empty() && section.default_value.empty());
  }
  void every_line_of_a_file_can_be_asked() {
    PlanDocument document = example_plan();
    document.plan.zero.stage = 3;
    document.plan.zero.offload_param.device = Device::nvme;
    document.plan.zero.offload_optimizer.device = Device::cpu;
    const MemoryEstimate estimate = estimate_memory(document.plan);
    int with_bytes = 0;
    for (const ConfigLine& line : exported_config(document).lines) {
      const KeyDetails details = details_of_key(line.config_path, document.plan, estimate);
      with_bytes += details.costs.empty() ? 0 : 1;
      if (line.differs_from_default && !details.is_section && !line.config_path.empty() &&
          !line.config_path.starts_with("optimizer.params."))
        QVERIFY2(line.text.find(": " + details.default_value + ',') == std::string::npos,
                 (line.text + " is the default " + details.default_value).c_str());
    }
    QVERIFY2(with_bytes >= 14, std::to_string(with_bytes).c_str());
  }
};

ZP_TEST(KeyDetailsTest)
#include "key_details_test.moc"
