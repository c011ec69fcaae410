// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/autotuning.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/estimate/figures.h"
#include "core/evaluate/autotuner_shortlist.h"
#include "core/export/bundle.h"
#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument tuned_plan(const char* more) {
  return read_plan(std::string(R"({"model": {"preset": "llama-2-7b"}, )") + more + "}");
}

const char* const sixteen = R"("zero": {"stage": 2}, "training": {"activation_checkpointing": "full",
    "gradient_accumulation_steps": 16})";

std::vector<Plan> sizes_of(const PlanDocument& document, const std::vector<std::int64_t>& sizes) {
  const std::int64_t batch =
      document.plan.training.micro_batch_size * document.plan.training.gradient_accumulation_steps;
  std::vector<Plan> plans;
  for (const std::int64_t size : sizes)
    plans.push_back(as_autotuned(document.plan, size, batch / size));
  return plans;
}

nlohmann::json section_of(const PlanDocument& document) {
  return nlohmann::json::parse(ds_config(document))["autotuning"];
}

bool has(const std::vector<Finding>& findings, const char* code) {
  return std::ranges::any_of(findings, [&](const Finding& finding) { return finding.code == code; });
}

}  // namespace

/// Tests of DeepSpeed's autotuner, limited to a shortlist.
class AutotuningTest : public QObject {
  Q_OBJECT

 private slots:
  void the_section_is_limited_to_the_shortlist() {
    const PlanDocument document = tuned_plan(sixteen);
    const nlohmann::json made = section_of(with_autotuning(document, sizes_of(document, {8, 2, 4})));
    const nlohmann::json wanted = {{"enabled", true},
                                   {"fast", true},
                                   {"max_train_batch_size", 128},
                                   {"min_train_micro_batch_size_per_gpu", 2},
                                   {"max_train_micro_batch_size_per_gpu", 8},
                                   {"num_tuning_micro_batch_sizes", 1}};
    QCOMPARE(QString::fromStdString(made.dump()), QString::fromStdString(wanted.dump()));
  }

  void trainer_and_ranks_of_one_replica_are_told() {
    const PlanDocument document = tuned_plan(
        R"("zero": {"stage": 1}, "target": {"flavour": "hf-trainer"}, "training": {"gradient_accumulation_steps": 8,
           "tensor_parallel": 2})");
    const nlohmann::json made = section_of(with_autotuning(document, sizes_of(document, {1, 2})));
    QCOMPARE(made["mp_size"].get<int>(), 2);
    QCOMPARE(made["max_train_batch_size"].get<int>(), 32);
    QCOMPARE(
        QString::fromStdString(made["arg_mappings"]["train_micro_batch_size_per_gpu"].get<std::string>()),
        QStringLiteral("--per_device_train_batch_size"));
  }

  /// Worked out by hand from Autotuner.tune_space: first the plan's micro batch and the largest, at the
  /// plan's accumulation; then from half of the largest on by the stride, at the global batch; and one below
  /// the largest.
  void runs_are_those_of_the_autotuner_data() {
    QTest::addColumn<QList<qint64>>("shortlist");
    QTest::addColumn<QList<QList<qint64>>>("runs");
    QTest::newRow("two sizes") << QList<qint64>{1, 2} << QList<QList<qint64>>{{1, 16}, {2, 16}, {2, 8}};
    QTest::newRow("to four") << QList<qint64>{1, 2, 4}
                             << QList<QList<qint64>>{{1, 16}, {4, 16}, {2, 8}, {4, 4}, {3, 5}};
    QTest::newRow("to sixteen") << QList<qint64>{1, 2, 4, 8, 16}
                                << QList<QList<qint64>>{{1, 16}, {16, 16}, {8, 2}, {16, 1}, {15, 1}};
  }
  void runs_are_those_of_the_autotuner() {
    QFETCH(QList<qint64>, shortlist);
    QFETCH(QList<QList<qint64>>, runs);
    const PlanDocument document = tuned_plan(sixteen);
    QList<QList<qint64>> found;
    for (const AutotunerRun& run :
         autotuner_runs(with_autotuning(document, sizes_of(document, {shortlist.begin(), shortlist.end()}))))
      found << QList<qint64>{run.micro_batch, run.accumulation};
    QCOMPARE(found, runs);
    QVERIFY(found.size() <= 5);
  }

  void the_shortlist_fits_keeps_the_batch_and_is_fastest_first() {
    const Plan plan = tuned_plan(sixteen).plan;
    const std::vector<Plan> shortlist = autotuner_shortlist(plan);
    QVERIFY(shortlist.size() > 1 && shortlist.size() <= longest_shortlist);
    double last = std::numeric_limits<double>::infinity();
    for (const Plan& candidate : shortlist) {
      QCOMPARE(train_batch_size(candidate), train_batch_size(plan));
      const Figures figures = figures_of(candidate);
      QVERIFY(figures.estimate.fits() && !stops(check(candidate)));
      QVERIFY(figures.throughput.tokens_per_s <= last);
      last = figures.throughput.tokens_per_s;
    }
  }

  void what_the_autotuner_cannot_run_has_no_shortlist() {
    QVERIFY(autotuner_shortlist(tuned_plan(R"("zero": {"stage": 2})").plan)
                .empty());  // one sequence for each GPU
    const PlanDocument big = read_plan(R"({"model": {"preset": "llama-2-70b"},
        "zero": {"stage": 3, "offload_optimizer": "cpu", "offload_param": "cpu"},
        "training": {"activation_checkpointing": "full", "gradient_accumulation_steps": 16}})");
    QVERIFY(figures_of(big.plan).estimate.gpu.fits);
    QVERIFY(autotuner_shortlist(big.plan).empty());
  }

  void the_launch_starts_the_autotuner_and_nothing_else() {
    const PlanDocument plain = tuned_plan(sixteen);
    const PlanDocument tuned = with_autotuning(plain, sizes_of(plain, {1, 2}));
    QVERIFY(!is_autotuned(plain) && is_autotuned(tuned));
    QVERIFY(launch_script(plain).find("autotun") == std::string::npos);
    QVERIFY(launch_script(tuned).find("exec deepspeed --autotuning \"$tuning\"") != std::string::npos);
    QVERIFY(launch_command(tuned).starts_with("deepspeed --autotuning run "));
    QVERIFY(has(exported_config(tuned).findings, "autotuner_runs"));
    QVERIFY(!has(exported_config(plain).findings, "autotuner_runs"));
  }

  void what_the_experiments_leave_out_is_said() {
    const PlanDocument plain = tuned_plan(sixteen);
    const PlanDocument tuned = with_autotuning(plain, sizes_of(plain, {1, 2}));
    QVERIFY(has(check(tuned), "autotuning_ends_run"));
    QVERIFY(!has(check(tuned), "autotuner_drops_keys"));
    PlanDocument smaller = tuned;
    smaller.plan.zero.reduce_bucket_size /= 2;
    QVERIFY(has(check(smaller), "autotuner_drops_keys"));
    PlanDocument written = tuned;
    written.plan.zero.overlap_comm = false;  // states the default of stage 2
    QVERIFY(!has(check(written), "autotuner_drops_keys"));
  }
};

ZP_TEST(AutotuningTest)
#include "autotuning_test.moc"
