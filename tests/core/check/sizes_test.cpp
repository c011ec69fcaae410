// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/check/check_config.h"
#include "tests/core/check/checked.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;

/// Tests of rules that need the model and the cluster of a plan: each is reported for the file that breaks
/// it, and for no other.
class SizesTest : public QObject {
  Q_OBJECT

 private slots:
  void told_with_a_plan_data() {
    QTest::addColumn<QByteArray>("zero");
    QTest::addColumn<QByteArray>("others");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* zero, const char* others, const char* expected) {
      QTest::newRow(name) << QByteArray(zero) << QByteArray(others) << QString::fromLatin1(expected);
    };
    row("nothing wrong", R"("stage": 2)", "", "");
    row("a parameter buffer below the largest share",
        R"("stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/n", "buffer_size": 16383999})", "",
        "fails_later buffer_too_small zero_optimization.offload_param.buffer_size");
    row("a parameter buffer of exactly the largest share",
        R"("stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/n", "buffer_size": 16384000})", "",
        "");
    row("fewer buffers than weights in flight",
        R"("stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/n", "buffer_count": 2})", "",
        "fails_later too_few_param_buffers zero_optimization.offload_param.buffer_count");
    row("fewer buffers than Adam's tensors",
        R"("stage": 3, "offload_optimizer": {"device": "nvme", "nvme_path": "/n", "buffer_count": 3})", "",
        "fails_later too_few_buffers zero_optimization.offload_optimizer.buffer_count");
    row("a pipeline over one sub-group doubles nothing",
        R"("stage": 3, "offload_optimizer": {"device": "nvme", "nvme_path": "/n", "pipeline_read": true})",
        "", "wasteful nvme_sub_group zero_optimization.sub_group_size");
    row("a pipeline over several does",
        R"("stage": 3, "sub_group_size": 1e8, "offload_optimizer": {"device": "nvme", "nvme_path": "/n", "pipeline_read": true})",
        "", "fails_later too_few_buffers zero_optimization.offload_optimizer.buffer_count");
    row("fast_init without room",
        R"("stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/n"}, "offload_optimizer": {"device": "nvme", "nvme_path": "/n", "fast_init": true})",
        "", "fails_later nvme_fast_init zero_optimization.offload_optimizer.fast_init");
    row("a ratio of one sub-group", R"("stage": 3, "offload_optimizer": {"device": "cpu", "ratio": 0.5})", "",
        "ignored ratio_without_effect zero_optimization.offload_optimizer.ratio");
    row("a bucket below the largest weight", R"("stage": 2, "reduce_bucket_size": 131071999)", "",
        "style bucket_below_largest zero_optimization.reduce_bucket_size");
    row("a bucket of the largest weight", R"("stage": 2, "reduce_bucket_size": 131072000)", "", "");
    row("a threshold that keeps nearly all", R"("stage": 3, "stage3_param_persistence_threshold": 1e9)", "",
        "wasteful little_is_partitioned zero_optimization.stage3_param_persistence_threshold");
    row("a threshold under its other name", R"("stage": 3, "param_persistence_threshold": 1e9)", "",
        "wasteful little_is_partitioned zero_optimization.param_persistence_threshold");
    row("ranks over tensor-parallel groups", R"("stage": 2)", R"(, "tensor_parallel": {"autotp_size": 3})",
        "fails_later ranks_do_not_divide tensor_parallel.autotp_size");
    row("Lamb on the host", R"("stage": 2, "offload_optimizer": {"device": "cpu"})",
        R"(, "optimizer": {"type": "Lamb"}, "zero_allow_untested_optimizer": true)",
        "fails_later optimizer_cannot_offload optimizer.type");
  }
  void told_with_a_plan() {
    QFETCH(QByteArray, zero);
    QFETCH(QByteArray, others);
    QFETCH(QString, expected);
    QStringList list = told(zero, others, example_plan().plan);
    if (expected.isEmpty()) {
      QVERIFY2(list.isEmpty(), qPrintable(list.join(u'\n')));
    } else {
      QVERIFY2(list.contains(expected), qPrintable(list.join(u'\n')));
      // Without a plan, the file has none of these findings.
      CheckOptions alone;
      alone.world_size = 8;
      const ConfigCheck check = check_config(read_config_text(text(zero, others)), alone);
      const bool needs_no_model = expected.contains(QStringLiteral("too_few_buffers")) ||
                                  expected.contains(QStringLiteral("optimizer_cannot_offload")) ||
                                  expected.contains(QStringLiteral("ranks_do_not_divide"));
      if (!needs_no_model) QVERIFY2(!faults(check).contains(expected), sentences(check).c_str());
    }
  }

  void a_drive_that_swaps_nothing() {
    Plan plan = example_plan().plan;
    plan.model = model_from_parameters(Params(100'000));
    const QStringList list =
        told(R"("stage": 3, "offload_optimizer": {"device": "nvme", "nvme_path": "/n"})", "", plan);
    QVERIFY2(list.contains(QStringLiteral("ignored too_small_to_swap zero_optimization.offload_optimizer")),
             qPrintable(list.join(u'\n')));
  }
  void bf16_on_a_gpu_without_it() {
    Plan plan = example_plan().plan;
    plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("v100-sxm2-32gb"));
    QVERIFY(told(R"("stage": 2)", "", plan).contains(QStringLiteral("fails_later no_bf16 bf16.enabled")));
  }
  void tensor_parallelism_at_stage_3_needs_a_newer_release_data() {
    QTest::addColumn<int>("patch");
    QTest::addColumn<bool>("is_told");
    QTest::newRow("0.19.3") << 3 << true;
    QTest::newRow("0.19.4") << 4 << false;
  }
  void tensor_parallelism_at_stage_3_needs_a_newer_release() {
    QFETCH(int, patch);
    QFETCH(bool, is_told);
    Plan plan = example_plan().plan;
    plan.target.deepspeed_version = {0, 19, patch};
    QCOMPARE(told(R"("stage": 3)", R"(, "tensor_parallel": {"autotp_size": 2})", plan)
                 .contains(QStringLiteral("fails_later tensor_parallel_stage tensor_parallel.autotp_size")),
             is_told);
  }
  /// There are 12 ranks, though the plan has 8: hpZ over 8 does not divide them.
  void the_ranks_given_count_not_the_plans() {
    CheckOptions options;
    options.plan = example_plan().plan;
    options.world_size = 12;
    const ConfigCheck check = check_config(
        read_config_text(text(
            R"("stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/n", "buffer_size": 10922666})",
            "")),
        options);
    QVERIFY2(faults(check).contains(
                 QStringLiteral("fails_later buffer_too_small zero_optimization.offload_param.buffer_size")),
             sentences(check).c_str());
  }

  /// The parser's verdict does not depend on a model, whatever the file says.
  void a_plan_changes_nothing_about_acceptance() {
    std::ifstream file(ZP_TEST_DATA "/random-configs.json");
    const auto vectors = nlohmann::ordered_json::parse(file).at("vectors");
    int more = 0;
    for (const auto& vector : test::share_of(vectors)) {
      CheckOptions alone, with_plan;
      alone.world_size = with_plan.world_size = vector.at("world_size").get<int>();
      with_plan.plan = example_plan().plan;
      const ConfigSource config = read_config_text(vector.at("config").dump(2));
      const ConfigCheck first = check_config(config, alone), second = check_config(config, with_plan);
      QVERIFY2(first.accepted == second.accepted, config.text.c_str());
      QVERIFY2(first.accepted == vector.at("accepted").get<bool>(), config.text.c_str());
      more += second.issues.size() > first.issues.size();
    }
    QVERIFY(more > 0);
  }

  void of_trainers_files_data() {
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<QString>("expected");
    QTest::newRow("clipping of its own") << QByteArray(R"("gradient_clipping": 0.5)")
                                         << QStringLiteral("style trainer_clipping gradient_clipping");
    QTest::newRow("clipping as Trainer's") << QByteArray(R"("gradient_clipping": 1.0)") << QString();
    QTest::newRow("clipping left to it") << QByteArray(R"("gradient_clipping": "auto")") << QString();
    QTest::newRow("auto at stage 3")
        << QByteArray(
               R"("zero_optimization": {"stage": 3, "reduce_bucket_size": "auto", "stage3_gather_16bit_weights_on_model_save": true})")
        << QString();
    QTest::newRow("auto that Trainer does not fill in, dropped")
        << QByteArray(
               R"("zero_optimization": {"stage": 3, "sub_group_size": "auto", "stage3_gather_16bit_weights_on_model_save": true})")
        << QStringLiteral("style auto_is_default zero_optimization.sub_group_size");
    QTest::newRow("auto that Trainer does not fill in, kept")
        << QByteArray(R"("steps_per_print": "auto")")
        << QStringLiteral("fails_later auto_not_filled_in steps_per_print");
    QTest::newRow("weights that are not gathered")
        << QByteArray(R"("zero_optimization": {"stage": 3})")
        << QStringLiteral(
               "style no_weights_saved zero_optimization.stage3_gather_16bit_weights_on_model_save");
  }
  void of_trainers_files() {
    QFETCH(QByteArray, sections);
    QFETCH(QString, expected);
    const ConfigCheck result =
        check("{\"train_micro_batch_size_per_gpu\": \"auto\", \"train_batch_size\": \"auto\",\n" +
              sections.toStdString() + "}");
    QStringList list = faults(result);
    list.removeIf([](const QString& fault) { return fault.contains(u"auto_in_batch"); });
    QVERIFY2(list == (expected.isEmpty() ? QStringList() : QStringList{expected}), sentences(result).c_str());
  }
  void overlap_switched_off_at_stage_3_data() {
    QTest::addColumn<QByteArray>("zero");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<bool>("is_told");
    QTest::newRow("stage 3") << QByteArray(R"("stage": 3, "overlap_comm": false)") << 8 << true;
    QTest::newRow("stage 3, left out") << QByteArray(R"("stage": 3)") << 8 << false;
    QTest::newRow("stage 2, where it is the default")
        << QByteArray(R"("stage": 2, "overlap_comm": false)") << 8 << false;
    QTest::newRow("nobody to wait for") << QByteArray(R"("stage": 3, "overlap_comm": false)") << 1 << false;
  }
  void overlap_switched_off_at_stage_3() {
    QFETCH(QByteArray, zero);
    QFETCH(int, ranks);
    QFETCH(bool, is_told);
    const ConfigCheck result = check(text(zero, ""), ranks);
    QCOMPARE(faults(result).contains(QStringLiteral("slow no_overlap zero_optimization.overlap_comm")),
             is_told);
  }

 private:
  static std::string text(const QByteArray& zero, const QByteArray& others) {
    return "{\"train_micro_batch_size_per_gpu\": 1, \"bf16\": {\"enabled\": true}, \"zero_optimization\": {" +
           zero.toStdString() + "}" + others.toStdString() + "}";
  }
  /// Returns the faults of a file for that plan, without those that say that the two differ.
  static QStringList told(const QByteArray& zero, const QByteArray& others, const Plan& plan) {
    CheckOptions options;
    options.plan = plan;
    options.version = plan.target.deepspeed_version;
    options.world_size = zero_world(plan);
    QStringList list = faults(check_config(read_config_text(text(zero, others)), options));
    list.removeIf([](const QString& fault) { return fault.contains(QStringLiteral("differs_from_plan")); });
    return list;
  }
};

ZP_TEST(SizesTest)
#include "sizes_test.moc"
