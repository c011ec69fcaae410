// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <functional>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_from_config.h"
#include "core/text/config_text.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan with the training keys `training` and the ds_config keys `config`, both without braces.
PlanDocument plan_of_config(const std::string& config, const std::string& training = "") {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + training +
                   R"(}, "deepspeed_config": {)" + config + "}}");
}

using Check = std::function<bool(const Training&)>;

}  // namespace

Q_DECLARE_METATYPE(Check)

/// Tests that the keys of deepspeed_config that cost bytes are read into the plan, and written back in
/// agreement with it.
class DeepspeedConfigTest : public QObject {
  Q_OBJECT

 private slots:
  void what_is_read_from_it_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("training");
    QTest::addColumn<Check>("holds");
    const auto row = [](const char* name, const char* config, const char* training, const Check& holds) {
      QTest::newRow(name) << config << training << holds;
    };
    row("nothing", "", "", [](const Training& t) { return t == Training(); });
    row("16-bit master weights in the precision that a program decides",
        R"("fp16": {"fp16_master_weights_and_grads": true})", R"("program": "deepspeed-chat")",
        [](const Training& t) { return t.precision == Precision::fp16 && t.low_precision_master; });
    row("bf16", R"("bf16": {"enabled": true})", "",
        [](const Training& t) { return t.precision == Precision::bf16; });
    row("fp16", R"("fp16": {"enabled": true})", "",
        [](const Training& t) { return t.precision == Precision::fp16; });
    row("the old name of bf16", R"("bfloat16": {"enabled": true}, "fp16": {"enabled": false})", "",
        [](const Training& t) { return t.precision == Precision::bf16; });
    row("bf16 switched off is fp32", R"("bf16": {"enabled": false})", "",
        [](const Training& t) { return t.precision == Precision::fp32; });
    row("fp16 switched off leaves bf16", R"("fp16": {"enabled": false})", "",
        [](const Training& t) { return t.precision == Precision::bf16; });
    row("bf16 switched off beside fp16 of the plan", R"("bf16": {"enabled": false})",
        R"("precision": "fp16")", [](const Training& t) { return t.precision == Precision::fp16; });
    row("auto states nothing", R"("bf16": {"enabled": "auto"}, "train_micro_batch_size_per_gpu": "auto")", "",
        [](const Training& t) { return t == Training(); });

    row("Adam is AdamW in DeepSpeed", R"("optimizer": {"type": "Adam"})", "",
        [](const Training& t) { return t.optimizer == Optimizer::adamw; });
    row("Adam without decoupled decay", R"("optimizer": {"type": "Adam", "params": {"adam_w_mode": false}})",
        "", [](const Training& t) { return t.optimizer == Optimizer::adam; });
    row("Adam beside adamw", R"("optimizer": {"type": "Adam"})", R"("optimizer": "adamw")",
        [](const Training& t) { return t.optimizer == Optimizer::adamw; });
    row("Adam beside adam", R"("optimizer": {"type": "Adam"})", R"("optimizer": "adam")",
        [](const Training& t) { return t.optimizer == Optimizer::adam; });
    row("any case", R"("optimizer": {"type": "LION"})", "",
        [](const Training& t) { return t.optimizer == Optimizer::lion; });
    row("momentum", R"("optimizer": {"type": "SGD", "params": {"momentum": 0.9}})", "",
        [](const Training& t) { return t.optimizer == Optimizer::sgd && t.optimizer_options.momentum; });
    row("a momentum of 0 is none", R"("optimizer": {"type": "SGD", "params": {"momentum": 0}})", "",
        [](const Training& t) { return !t.optimizer_options.momentum; });
    row("amsgrad", R"("optimizer": {"params": {"amsgrad": true}})", R"("optimizer": "adamw")",
        [](const Training& t) { return t.optimizer_options.amsgrad; });
    row("centered", R"("optimizer": {"type": "RMSprop", "params": {"centered": true}})", "",
        [](const Training& t) { return t.optimizer == Optimizer::rmsprop && t.optimizer_options.centered; });
    row("torch_adam", R"("optimizer": {"params": {"torch_adam": true}})", "",
        [](const Training& t) { return t.optimizer_options.torch_adam; });
    row("states in the weights' type", R"("optimizer": {"params": {"fp32_optimizer_states": false}})", "",
        [](const Training& t) { return !t.optimizer_options.fp32_optimizer_states; });

    row("accumulation type", R"("data_types": {"grad_accum_dtype": "float32"})", "",
        [](const Training& t) { return t.gradient_accumulation_dtype == AccumulationDtype::fp32; });
    row("accumulation type, twice the same", R"("data_types": {"grad_accum_dtype": "fp32"})",
        R"("gradient_accumulation_dtype": "fp32")",
        [](const Training& t) { return t.gradient_accumulation_dtype == AccumulationDtype::fp32; });
    row("communication type", R"("communication_data_type": "FP32")", "",
        [](const Training& t) { return t.communication_dtype == AccumulationDtype::fp32; });
    row("communication type of sequence parallelism", R"("seq_parallel_communication_data_type": "bf16")", "",
        [](const Training& t) { return t.sequence_communication_dtype == AccumulationDtype::bf16; });
    row("master weights in bf16",
        R"("bf16": {"bf16_master_weights_and_grads": true, "bf16_optimizer_states": true})", "",
        [](const Training& t) { return t.low_precision_master && t.low_precision_states; });
    row("master weights in fp16", R"("fp16": {"enabled": true, "fp16_master_weights_and_grads": true})", "",
        [](const Training& t) { return t.low_precision_master && !t.low_precision_states; });
    row("the other type's flag does nothing", R"("fp16": {"fp16_master_weights_and_grads": true})", "",
        [](const Training& t) { return !t.low_precision_master; });

    row("micro batch", R"("train_micro_batch_size_per_gpu": 4)", "",
        [](const Training& t) { return t.micro_batch_size == 4 && t.gradient_accumulation_steps == 1; });
    row("total alone: accumulation 1", R"("train_batch_size": 64)", "",
        [](const Training& t) { return t.micro_batch_size == 8 && t.gradient_accumulation_steps == 1; });
    row("total and micro batch", R"("train_batch_size": 64, "train_micro_batch_size_per_gpu": 2)", "",
        [](const Training& t) { return t.micro_batch_size == 2 && t.gradient_accumulation_steps == 4; });
    row("total and the plan's micro batch", R"("train_batch_size": 64)", R"("micro_batch_size": 4)",
        [](const Training& t) { return t.micro_batch_size == 4 && t.gradient_accumulation_steps == 2; });
    row("total and accumulation", R"("train_batch_size": 64, "gradient_accumulation_steps": 8)", "",
        [](const Training& t) { return t.micro_batch_size == 1 && t.gradient_accumulation_steps == 8; });
    row("sequence parallel ranks count once", R"("train_batch_size": 8, "sequence_parallel_size": 4)", "",
        [](const Training& t) { return t.micro_batch_size == 4 && t.sequence_parallel == 4; });
    row("tensor parallel size", R"("tensor_parallel": {"autotp_size": 2})", "",
        [](const Training& t) { return t.tensor_parallel == 2; });
    row("a tensor parallel size of 0 is none", R"("tensor_parallel": {"autotp_size": 0})", "",
        [](const Training& t) { return t.tensor_parallel == 1; });
  }
  void what_is_read_from_it() {
    QFETCH(QString, config);
    QFETCH(QString, training);
    QFETCH(Check, holds);
    const PlanDocument document = plan_of_config(config.toStdString(), training.toStdString());
    QVERIFY(holds(document.plan.training));
    QVERIFY(read_plan(write_plan(document)) == document);
  }

  /// Trainer fills in "auto" by its own arguments, of which the plan at hand says the type, but only the
  /// section that the file has; a file without a section leaves fp32 (runtime/config.py).
  void a_precision_that_is_auto_data() {
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("read");
    QTest::newRow("the plan's") << "fp16"
                                << R"("fp16": {"enabled": "auto"})"
                                << "fp16";
    QTest::newRow("another section") << "fp16"
                                     << R"("bf16": {"enabled": "auto"})"
                                     << "bf16";
    QTest::newRow("fp16 beside a plan in bf16") << "bf16"
                                                << R"("fp16": {"enabled": "auto"})"
                                                << "fp16";
    QTest::newRow("both") << "fp16"
                          << R"("fp16": {"enabled": "auto"}, "bf16": {"enabled": "auto"})"
                          << "fp16";
    QTest::newRow("fp32") << "fp32"
                          << R"("bf16": {"enabled": "auto"})"
                          << "fp32";
    QTest::newRow("no section") << "bf16"
                                << R"("steps_per_print": 5)"
                                << "fp32";
  }
  void a_precision_that_is_auto() {
    QFETCH(QString, plan);
    QFETCH(QString, file);
    QFETCH(QString, read);
    const PlanDocument base = read_plan(R"({"model": {"preset": "gpt2"}, "training": {"precision": )" +
                                        ('"' + plan.toStdString() + '"') + "}}");
    const PlanFromConfig made = plan_from_config(read_config_text("{" + file.toStdString() + "}").root, base);
    QCOMPARE(QString::fromStdString(std::string(name_of(made.document.plan.training.precision))), read);
  }

  void zero_optimization_moves_to_zero() {
    const PlanDocument document =
        read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}, "deepspeed_config":
          {"zero_optimization": {"offload_optimizer": {"device": "cpu"}, "ignore_unused_parameters": false},
           "steps_per_print": 1}})");
    QVERIFY(document.plan.zero.offload_optimizer.device == Device::cpu);
    QCOMPARE(document.text.zero_extra, std::string(R"({"ignore_unused_parameters":false})"));
    QCOMPARE(document.text.deepspeed_config, std::string(R"({"steps_per_print":1})"));
  }

  void the_legacy_boolean_is_stage_1() {
    QCOMPARE(plan_of_config(R"("zero_optimization": true)").plan.zero.stage, 1);
  }

  /// The window changes the Plan, not the text beside it: the file must agree with the Plan
  /// and stay readable.
  void a_changed_plan_is_written_over_the_text_data() {
    QTest::addColumn<std::function<void(Plan&)>>("change");
    const auto row = [](const char* name, const std::function<void(Plan&)>& change) {
      QTest::newRow(name) << change;
    };
    row("micro batch", [](Plan& p) { p.training.micro_batch_size = 7; });
    row("accumulation", [](Plan& p) { p.training.gradient_accumulation_steps = 5; });
    row("nodes, and with them the total", [](Plan& p) { p.cluster.nodes = 3; });
    row("bf16", [](Plan& p) { p.training.precision = Precision::bf16; });
    row("fp32", [](Plan& p) { p.training.precision = Precision::fp32; });
    row("optimizer", [](Plan& p) { p.training.optimizer = Optimizer::lion; });
    row("an optimizer the client builds", [](Plan& p) { p.training.optimizer = Optimizer::adamw8bit; });
    row("momentum", [](Plan& p) { p.training.optimizer_options.momentum = false; });
    row("amsgrad", [](Plan& p) { p.training.optimizer_options.amsgrad = true; });
    row("accumulation type",
        [](Plan& p) { p.training.gradient_accumulation_dtype = AccumulationDtype::automatic; });
    row("communication type", [](Plan& p) { p.training.communication_dtype = AccumulationDtype::bf16; });
    row("master weights", [](Plan& p) { p.training.low_precision_master = true; });
    row("tensor parallel", [](Plan& p) { p.training.tensor_parallel = 4; });
  }
  void a_changed_plan_is_written_over_the_text() {
    QFETCH(std::function<void(Plan&)>, change);
    PlanDocument document = plan_of_config(R"("train_batch_size": 32, "train_micro_batch_size_per_gpu": 2,
      "gradient_accumulation_steps": 4, "fp16": {"enabled": true, "loss_scale": 0}, "tensor_parallel": {"autotp_size": 2},
      "optimizer": {"type": "SGD", "params": {"momentum": 0.9, "lr": 0.1}}, "data_types": {"grad_accum_dtype": "fp32"},
      "communication_data_type": "fp32", "steps_per_print": 10)");
    change(document.plan);
    const std::string text = write_plan(document);
    const PlanDocument again = read_plan(text);
    QVERIFY2(again.plan == document.plan, text.c_str());
    QVERIFY2(
        text.find("\"lr\": 0.1") != std::string::npos && text.find("steps_per_print") != std::string::npos,
        text.c_str());
  }
};

ZP_TEST(DeepspeedConfigTest)
#include "deepspeed_config_test.moc"
