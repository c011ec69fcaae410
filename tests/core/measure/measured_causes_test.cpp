// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/estimate/figures.h"
#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// BigScience's runs of GPT-2 52B on 64 V100 under ZeRO-3 (tests/data/throughput-measured.csv, TP0992 to
/// TP0997, scripts and tables of bigscience-workshop/bigscience, train/tr1-13B-base/experiments/gpt2.md), as
/// somebody plans them who assumes 25 GB/s between nodes.
const char* const gpt2_52b = R"({"model": {"architecture": {"layers": 64, "hidden_size": 8192,
    "attention_heads": 32, "vocabulary": 50257, "ffn_size": 32768}},
  "cluster": {"nodes": 16, "gpus_per_node": 4, "gpu": {"preset": "v100-sxm2-32gb"},
    "inter_node": {"gb_per_s": 25}},
  "training": {"precision": "fp16", "micro_batch_size": 8, "sequence_length": 1024,
    "activation_checkpointing": "full"}, "zero": {"stage": 3}})";

const char* const llama = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
  "training": {"micro_batch_size": 2, "sequence_length": 4096, "activation_checkpointing": "full"},
  "zero": {"stage": 2}})";

Measurement of_rate(const PlanDocument& plan, double samples_per_s) {
  const NamedLog log = {"run.log", read_run_log("[2021-05-28 10:00:00,000] [INFO] [timer.py:157:stop] 0/100, "
                                                "SamplesPerSec=" +
                                                std::to_string(samples_per_s) + "\n")};
  return measure(&plan, {&log, 1});
}

const MeasuredCause* cause_at(const Measurement& all, std::string_view path) {
  for (const MeasuredDifference& one : all.differences)
    for (const MeasuredCause& cause : one.causes)
      if (cause.path == path) return &cause;
  return nullptr;
}

}  // namespace

/// Tests of the causes that would explain a figure outside its range.
class MeasuredCausesTest : public QObject {
  Q_OBJECT

 private slots:
  /// The cluster's own all-reduce over 16 nodes reached 54.2 Gbit/s a node (the same table): 1.7 GB/s for
  /// each of its four GPUs. The steps took 139 s for 512 sequences.
  void a_slow_network_is_named_first_with_its_speed() {
    const Measurement all = of_rate(read_plan(gpt2_52b), 512.0 / 139);
    QCOMPARE(all.differences.size(), 1);
    QVERIFY(!all.differences.front().causes.empty());
    const MeasuredCause& first = all.differences.front().causes.front();
    QCOMPARE(first.path, "cluster.inter_node.gb_per_s");
    constexpr double reached = 54.2 / 8 / 4;
    const double found = std::stod(first.value);
    qInfo("%.2f GB/s a GPU would explain the step; the cluster's all-reduce reached %.2f", found, reached);
    QVERIFY(found > reached / 2 && found < reached * 2);
    QVERIFY(all.differences.front().explanation.find("network between nodes at") != std::string::npos);
  }

  void a_run_within_its_range_has_no_cause() {
    const PlanDocument plan = read_plan(gpt2_52b);
    const Measurement all = of_rate(plan, 512 / figures_of(plan.plan).time.total);
    QVERIFY(!all.is_outside());
    QVERIFY(all.differences.front().causes.empty());
  }

  void an_unstated_kernel_that_gives_the_time_is_named_with_its_value() {
    const PlanDocument plan = read_plan(llama);
    const PlanDocument eager = with_settings(plan, std::vector<KeySetting>{{"training.attention", "eager"}});
    const Measurement all = of_rate(plan, 16 / figures_of(eager.plan).time.total);
    const MeasuredCause* const cause = cause_at(all, "training.attention");
    QVERIFY(cause != nullptr);
    QCOMPARE(cause->value, "eager");
    QCOMPARE(cause->plan.training.attention, eager.plan.training.attention);
  }

  void a_stated_kernel_is_no_cause() {
    const PlanDocument plan =
        with_settings(read_plan(llama), std::vector<KeySetting>{{"training.attention", "sdpa"}});
    const PlanDocument eager = with_settings(plan, std::vector<KeySetting>{{"training.attention", "eager"}});
    const Measurement all = of_rate(plan, 16 / figures_of(eager.plan).time.total);
    QVERIFY(cause_at(all, "training.attention") == nullptr);
  }

  void a_run_faster_than_its_range_blames_no_part_of_the_machine() {
    const PlanDocument plan = read_plan(gpt2_52b);
    const Measurement all = of_rate(plan, 512 / figures_of(plan.plan).time.total * 3);
    QVERIFY(all.is_outside());
    QVERIFY(cause_at(all, "cluster.inter_node.gb_per_s") == nullptr);
  }
};

ZP_TEST(MeasuredCausesTest)
#include "measured_causes_test.moc"
