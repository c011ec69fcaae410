// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/ds_config.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/export/bundle.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/search/candidates.h"
#include "tests/support/test_main.h"

using namespace zp;
using nlohmann::json;

namespace {

PlanDocument base(const char* training = "{}") {
  return read_plan(std::string(R"({"model": {"preset": "llama-2-7b"}, "training": )") + training + "}");
}

Imported imported(const std::string& text, const PlanDocument& from) {
  return import_file({text, {}, {}}, from);
}

bool has_note(const Imported& imported, const char* path) {
  return std::ranges::any_of(imported.notes, [&](const Finding& issue) { return issue.path == path; });
}

std::string file_named(const std::vector<ExportFile>& files, const char* name) {
  return std::ranges::find(files, name, &ExportFile::name)->text;
}

}  // namespace

/// Tests of ds_config.json and accelerate YAML as plans.
class DsConfigImportTest : public QObject {
  Q_OBJECT

 private slots:
  void an_export_comes_back_as_the_plan_it_was_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<int>("strategy");
    const char* const trainings[] = {
        R"({"micro_batch_size": 2, "gradient_accumulation_steps": 4, "precision": "bf16"})",
        R"({"precision": "fp16", "optimizer": "adam", "sequence_length": 4096})",
        R"({"gradient_accumulation_dtype": "fp32", "optimizer": "lion", "activation_checkpointing": "full"})"};
    for (const char* training : trainings)
      for (std::size_t i = 0; i < all_strategies().size(); ++i)
        QTest::addRow("%s %s", name_of(all_strategies()[i]).c_str(), training)
            << training << static_cast<int>(i);
  }

  void an_export_comes_back_as_the_plan_it_was() {
    QFETCH(QString, training);
    QFETCH(int, strategy);
    PlanDocument document = base(training.toUtf8().constData());
    document.plan = with_strategy(document.plan, all_strategies()[static_cast<std::size_t>(strategy)]);
    document.plan.zero.stage3_gather_16bit_weights_on_model_save =
        document.plan.zero.stage == 3;  // every export has these
    document.plan.zero.overlap_comm = document.plan.zero.overlaps();
    const std::string config = file_named(launch_bundle(document), "ds_config.json");
    const Plan back = imported(config, document).document.plan;
    QVERIFY(back.training == document.plan.training);
    if (document.plan.zero.stage > 0) {  // an export of stage 0 has its stage alone
      Zero zero = back.zero;
      zero.overlap_comm = zero.overlaps();
      QVERIFY(zero == document.plan.zero);
    }
    // The file of the imported plan says the same as the first file.
    const std::string again =
        file_named(launch_bundle(imported(config, document).document), "ds_config.json");
    QCOMPARE(QString::fromStdString(again), QString::fromStdString(config));
  }

  void a_key_of_the_file_is_listed_once_with_the_plans_key() {
    const Imported found = imported(R"({"train_micro_batch_size_per_gpu": 2, "bf16": {"enabled": true},
                                        "zero_optimization": {"stage": 2}, "of_the_program": 3})",
                                    base("{}"));
    std::vector<std::string> keys;
    for (const ReadKey& key : found.read)
      keys.push_back(key.key + " → " + key.path + " = " + key.value + ", " + key.stated_value);
    std::ranges::sort(keys);
    const std::vector<std::string> expected = {
        "bf16.enabled → training.precision = \"bf16\", true",
        "of_the_program → deepspeed_config.of_the_program = 3, 3",
        "train_micro_batch_size_per_gpu → training.gradient_accumulation_steps = 1, 2",
        "train_micro_batch_size_per_gpu → training.micro_batch_size = 2, 2",
        "zero_optimization.stage → zero.stage = 2, 2"};
    QCOMPARE(keys, expected);
  }

  void what_the_file_leaves_open_is_listed() {
    const Imported found =
        imported(R"({"zero_optimization": {"stage": 2}, "bf16": {"enabled": true}})", base());
    for (const char* path : {"training.micro_batch_size", "training.optimizer", "training.sequence_length",
                             "training.activation_checkpointing"})
      QVERIFY2(has_note(found, path), path);
    QVERIFY(!has_note(found, "training.precision"));
    QCOMPARE(found.document.plan.zero.stage, 2);
  }

  void the_third_of_the_batch_sizes_is_inferred() {
    const Imported found = imported(R"({"train_batch_size": 64, "gradient_accumulation_steps": 4})",
                                    base(R"({"micro_batch_size": 7})"));
    QCOMPARE(found.document.plan.training.micro_batch_size, 2);
  }

  void auto_is_trainer_s_and_the_base_fills_in() {
    const Imported found = imported(
        R"({"train_micro_batch_size_per_gpu": "auto", "bf16": {"enabled": "auto"},
            "zero_optimization": {"stage": 3, "reduce_bucket_size": "auto"}})",
        base(R"({"micro_batch_size": 3})"));
    QCOMPARE(found.document.plan.training.micro_batch_size, 3);
    QVERIFY(found.document.plan.target.flavour == Flavour::hf_trainer);
    QCOMPARE(found.document.plan.zero.reduce_bucket_size, 4096 * 4096);
  }

  void the_base_s_own_zero_section_is_replaced() {
    PlanDocument from = base();
    from.plan = with_strategy(from.plan, {3, Device::cpu, Device::cpu});
    QCOMPARE(imported(R"({"zero_optimization": {"stage": 1}})", from).document.plan.zero.offload_param.device,
             Device::none);
  }

  void an_accelerate_file_gives_cluster_stage_and_offload() {
    const Imported found = imported(
        "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\nmixed_precision: "
        "fp16\nnum_machines: 2\n"
        "num_processes: 16\ndeepspeed_config:\n  zero_stage: 3\n  offload_optimizer_device: cpu\n"
        "  offload_param_device: none\n  gradient_accumulation_steps: 8\n  zero3_init_flag: false\n",
        base());
    const Plan& plan = found.document.plan;
    QCOMPARE(found.kind, ImportKind::accelerate);
    QCOMPARE(plan.cluster.nodes, 2);
    QCOMPARE(plan.cluster.gpus_per_node, 8);
    QCOMPARE(plan.zero.stage, 3);
    QCOMPARE(plan.zero.offload_optimizer.device, Device::cpu);
    QCOMPARE(plan.training.precision, Precision::fp16);
    QCOMPARE(plan.training.gradient_accumulation_steps, 8);
    QVERIFY(!plan.training.zero_init);
  }

  void nvme_in_an_accelerate_file_is_warned_of() {
    const Imported found = imported(
        "distributed_type: DEEPSPEED\nnum_processes: 8\ndeepspeed_config:\n  zero_stage: 3\n"
        "  offload_optimizer_device: nvme\n  offload_optimizer_nvme_path: /scratch\n",
        base());
    QVERIFY(std::ranges::any_of(found.notes,
                                [](const Finding& issue) { return issue.code == "accelerate_nvme_path"; }));
  }

  void an_accelerate_file_that_names_a_ds_config_reads_that() {
    const std::string yaml =
        "distributed_type: DEEPSPEED\nnum_processes: 4\ndeepspeed_config:\n"
        "  deepspeed_config_file: ds.json\n";
    QCOMPARE(QString::fromStdString(ds_config_named_in(yaml)), QStringLiteral("ds.json"));
    const Imported found = import_file({yaml, {}, R"({"zero_optimization": {"stage": 1}})"}, base());
    QCOMPARE(found.document.plan.zero.stage, 1);
    QVERIFY_THROWS_EXCEPTION(FileError, imported(yaml, base()));
  }

  void broken_text_is_placed_and_foreign_text_named() {
    try {
      imported("{\"zero_optimization\": {\n  \"stage\": 2,,\n}}", base());
      QFAIL("read");
    } catch (const FileError& error) {
      QCOMPARE(error.line(), 2);
    }
    QVERIFY_THROWS_EXCEPTION(FileError, imported(R"({"hello": 1})", base()));
    QVERIFY_THROWS_EXCEPTION(FileError, imported("just words", base()));
    QVERIFY_THROWS_EXCEPTION(FileError, imported("", base()));
  }
};

ZP_TEST(DsConfigImportTest)
#include "ds_config_test.moc"
