// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/check/check_config.h"
#include "core/import/embedded_config.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument small_plan() { return read_plan(R"({"model": {"preset": "llama-2-7b"}})"); }

/// A file as `accelerate config` writes it.
const std::string of_accelerate =
    "compute_environment: LOCAL_MACHINE\n"
    "debug: false\n"
    "deepspeed_config:\n"
    "  gradient_accumulation_steps: 4\n"
    "  gradient_clipping: 1.0\n"
    "  offload_optimizer_device: cpu\n"
    "  offload_param_device: none\n"
    "  zero3_init_flag: true\n"
    "  zero3_save_16bit_model: true\n"
    "  zero_stage: 3\n"
    "distributed_type: DEEPSPEED\n"
    "mixed_precision: bf16\n"
    "num_machines: 1\n"
    "num_processes: 8\n";

const std::string of_axolotl =
    "base_model: NousResearch/Llama-2-7b-hf\n"
    "micro_batch_size: 2\n"
    "deepspeed:\n"
    "  zero_optimization:\n"
    "    stage: 2\n"
    "    overlap_comm: yes\n"
    "    reduce_bucket_size: 5.0e+8\n"
    "  bf16:\n"
    "    enabled: true\n"
    "  train_micro_batch_size_per_gpu: 2\n"
    "  gradient_acumulation_steps: 3\n";

const std::string of_lightning =
    "trainer:\n"
    "  devices: 8\n"
    "  strategy:\n"
    "    class_path: lightning.pytorch.strategies.DeepSpeedStrategy\n"
    "    init_args:\n"
    "      config:\n"
    "        zero_optimization: {stage: 4}\n"
    "        train_micro_batch_size_per_gpu: 1\n";

ConfigCheck checked(const std::string& text) {
  CheckOptions options;
  options.world_size = 8;
  return check_config(config_in(text), options);
}

const Finding* found(const ConfigCheck& check, std::string_view path) {
  const auto at = std::ranges::find(check.issues, path, &Finding::path);
  return at == check.issues.end() ? nullptr : &*at;
}

}  // namespace

/// Tests that a ds_config in another program's YAML is read, checked and imported as if it stood alone, at
/// its own lines.
class EmbeddedTest : public QObject {
  Q_OBJECT

 private slots:
  void json_is_itself() {
    QVERIFY(!embedded_config(R"({"deepspeed": {"zero_optimization": {"stage": 2}}})"));
    QVERIFY(!embedded_config("zero_optimization: {stage: 2}"));
    QVERIFY(!embedded_config("a: [1,\n"));
    QVERIFY(!embedded_config("deepspeed:\nlearning_rate: 1\n"));  // as Axolotl's examples have it
    QVERIFY(!embedded_config("deepspeed: ''\n"));
    QVERIFY(config_in(R"({"zero_optimization": {"stage": 2}})").root.find("zero_optimization.stage"));
  }

  void an_axolotl_file_is_imported() {
    QVERIFY(kind_of_import(of_axolotl) == ImportKind::program_yaml);
    const Plan plan = import_file({of_axolotl, {}, {}}, small_plan()).document.plan;
    QCOMPARE(plan.zero.stage, 2);
    QCOMPARE(plan.zero.overlap_comm, std::optional(true));
    QCOMPARE(plan.zero.reduce_bucket_size, 500'000'000);
    QCOMPARE(plan.training.micro_batch_size, 2);
    QVERIFY(plan.training.precision == Precision::bf16);
  }

  void problems_stand_at_lines_of_the_yaml() {
    const ConfigCheck axolotl = checked(of_axolotl);
    QVERIFY(axolotl.accepted);
    const Finding* typo = found(axolotl, "gradient_acumulation_steps");
    QVERIFY(typo != nullptr);
    QCOMPARE(typo->place.position.line, 11);
    const ConfigCheck lightning = checked(of_lightning);
    QVERIFY(!lightning.accepted);
    const Finding* stage = found(lightning, "zero_optimization.stage");
    QVERIFY(stage != nullptr);
    QCOMPARE(stage->place.position.line, 7);
  }

  void nothing_of_a_yaml_is_called_lenient_json() {
    for (const Finding& issue : checked(of_axolotl).issues)
      QVERIFY2(!leniency_of(issue.code), issue.code.c_str());
  }

  void accelerates_own_keys_are_what_it_makes_of_them() {
    QVERIFY(kind_of_import(of_accelerate) == ImportKind::accelerate);
    const TextNode root = config_in(of_accelerate).root;
    QCOMPARE(root.find("zero_optimization.stage")->integer, 3);
    QCOMPARE(root.find("zero_optimization.offload_optimizer.device")->text, std::string("cpu"));
    QVERIFY(!root.find("zero_optimization.offload_param"));
    QVERIFY(root.find("bf16.enabled")->boolean && !root.find("fp16.enabled")->boolean);
    const Plan plan = import_file({of_accelerate, {}, {}}, small_plan()).document.plan;
    QCOMPARE(plan.zero.stage, 3);
    QVERIFY(plan.zero.offload_optimizer.device == Device::cpu);
    QCOMPARE(plan.training.gradient_accumulation_steps, 4);
    std::string bad = of_accelerate;
    bad.replace(bad.find("zero_stage: 3"), 13, "zero_stage: 7");
    const ConfigCheck check = checked(bad);
    QVERIFY(!check.accepted);
    QCOMPARE(found(check, "zero_optimization.stage")->place.position.line, 10);
  }

  void a_yaml_that_names_a_file_says_which_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("LLaMA-Factory") << QByteArray("stage: sft\ndeepspeed: examples/deepspeed/mine.json\n");
    QTest::newRow("a program of one's own") << QByteArray(
        "model_name_or_path: Qwen/Qwen2.5-7B\nlearning_rate: 1e-6\ngradient_accumulation_steps: 2\n"
        "deepspeed_config: examples/deepspeed/mine.json\n");
    QTest::newRow("accelerate") << QByteArray(
        "distributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: "
        "examples/deepspeed/mine.json\n");
    QTest::newRow("Lightning") << QByteArray(
        "strategy:\n  class_path: DeepSpeedStrategy\n  init_args:\n    config: "
        "examples/deepspeed/mine.json\n");
  }
  void a_yaml_that_names_a_file_says_which() {
    QFETCH(QByteArray, text);
    QCOMPARE(ds_config_named_in(text.toStdString()), std::string("examples/deepspeed/mine.json"));
    try {
      (void)config_in(text.toStdString());
      QFAIL("was read");
    } catch (const FileError& error) {
      QVERIFY2(QByteArray(error.what()).contains("examples/deepspeed/mine.json"), error.what());
    }
    const ImportFile with_file{text.toStdString(),
                               {},
                               R"({"zero_optimization": {"stage": 1}, "train_micro_batch_size_per_gpu": 1})"};
    QCOMPARE(import_file(with_file, small_plan()).document.plan.zero.stage, 1);
    if (text.startsWith("stage") || text.startsWith("model"))
      QVERIFY(std::ranges::any_of(import_file({text.toStdString(), {}, {}}, small_plan()).notes,
                                  [](const Finding& note) { return note.code == "no_config"; }));
    else
      QVERIFY_THROWS_EXCEPTION(FileError, (void)import_file({text.toStdString(), {}, {}}, small_plan()));
  }

  /// PipelineRL names a file of its own conf/deepspeed so (after ServiceNow/PipelineRL, conf/base.yaml).
  void a_name_without_a_file_gives_its_stage() {
    const Imported read =
        import_file({"model_path: Qwen/Qwen2.5-7B\ndeepspeed_config: deepspeed_stage3_bf16\n"
                     "finetune:\n  learning_rate: 1e-6\n  seq_length: 8192\n",
                     {},
                     {}},
                    small_plan());
    QCOMPARE(read.document.plan.zero.stage, 3);
    QVERIFY(std::ranges::none_of(read.unread_keys,
                                 [](const UnreadKey& key) { return key.key == "deepspeed_config"; }));
  }
};

ZP_TEST(EmbeddedTest)
#include "embedded_test.moc"
