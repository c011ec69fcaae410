// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <string>

#include "core/plan/cluster.h"
#include "core/plan/finding.h"
#include "core/plan/method_program.h"
#include "core/plan/optimizers.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of core/plan: the sentence of a finding, releases of DeepSpeed, and what a GPU's host and a program
/// are taken for where a plan says nothing of them.
class PlanValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void the_sentence_of_a_finding_names_its_key_once() {
    Finding finding;
    finding.message = "Nothing fits.";
    QCOMPARE(sentence_of(finding), std::string("Nothing fits."));
    finding.path = "zero.stage";
    QCOMPARE(sentence_of(finding), std::string("zero.stage: Nothing fits."));
    finding.fix = "Choose stage 3.";
    QCOMPARE(sentence_of(finding), std::string("zero.stage: Nothing fits. Choose stage 3."));
    finding.message = "zero.stage is 4.";
    QCOMPARE(sentence_of(finding), std::string("zero.stage is 4. Choose stage 3."));
  }

  /// The last releases of two closed series on PyPI are 0.15.4 and 0.16.9.
  void releases_of_deepspeed_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("release");
    const auto row = [](const char* text, const char* release) {
      QTest::newRow(text) << QString(text) << QString(release);
    };
    row("0.16.3", "0.16.3");
    row("0.16", "0.16.9");
    row("0.15", "0.15.4");
    row("0.16.1234", "0.16.1234");
    row("0.16.12345", "");
    row("0.16.", "");
    row("0.16.3.1", "");
    row("0,16", "");
    row("0.-1.3", "");
    row("16", "");
    row("v0.16.3", "");
  }
  void releases_of_deepspeed() {
    QFETCH(QString, text);
    QFETCH(QString, release);
    const std::optional<DeepSpeedVersion> parsed = parse_version(text.toStdString());
    QCOMPARE(parsed ? QString::fromStdString(name_of(*parsed)) : QString(), release);
  }

  /// A Grace has 480 GB of LPDDR5X; GB200 puts two GPUs on each, GH200 one (NVIDIA's datasheets). The host of
  /// eight H100 is one machine with as many channels as its processors have together.
  void the_host_that_a_gpu_brings_data() {
    QTest::addColumn<QString>("gpu");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<double>("processors");
    QTest::newRow("GH200") << R"("gh200-96gb")" << 1 << 1.0;
    QTest::newRow("two GH200") << R"("gh200-96gb")" << 2 << 2.0;
    QTest::newRow("one GPU of a GB200") << R"("gb200-per-gpu-186gb")" << 1 << 1.0;
    QTest::newRow("GB200") << R"("gb200-per-gpu-186gb")" << 2 << 1.0;
    QTest::newRow("three GPUs") << R"("gb200-per-gpu-186gb")" << 3 << 2.0;
    QTest::newRow("a tray of GB200") << R"("gb200-per-gpu-186gb")" << 4 << 2.0;
  }
  void the_host_that_a_gpu_brings() {
    QFETCH(QString, gpu);
    QFETCH(int, gpus);
    QFETCH(double, processors);
    const std::string text = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpu": {"preset": )" +
                             gpu.toStdString() + R"(}, "gpus_per_node": )" + std::to_string(gpus) + "}}";
    const Plan plan = read_plan(text).plan;
    QCOMPARE(plan.cluster.cpu_memory_gib, processors * 478.5);
    QCOMPARE(plan.cluster.cpu_memory_gb_per_s, processors * 384);
    QCOMPARE(plan.cluster.cpu_cores, processors * 72);
  }
  void the_host_of_a_gpu_on_pcie_is_one_machine() {
    for (const char* gpus : {"1", "8"}) {
      const Plan plan = read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": )" +
                                  std::string(gpus) + R"(, "gpu": {"preset": "h100-sxm5-80gb"}}})")
                            .plan;
      QCOMPARE(plan.cluster.cpu_memory_gb_per_s, 563.2);
    }
  }

  /// DeepSpeedCPUAdam keeps both moments in fp32, or in the parameters' type with fp32_optimizer_states false
  /// (ops/adam/cpu_adam.py); FusedAdam keeps them in fp32, and torch.optim.AdamW has a third one for amsgrad.
  void bytes_of_adams_states() {
    StateFacts host, device;
    host.home = StateHome::cpu;
    Training training;
    QCOMPARE(optimizer_state_bytes(training, host), 8.0);
    QCOMPARE(optimizer_state_bytes(training, device), 8.0);
    training.optimizer_options.fp32_optimizer_states = false;
    QCOMPARE(optimizer_state_bytes(training, host), 4.0);
    QCOMPARE(optimizer_state_bytes(training, device), 8.0);
    host.weight_bytes = 4;
    QCOMPARE(optimizer_state_bytes(training, host), 8.0);
    training.optimizer_options.amsgrad = true;
    QCOMPARE(optimizer_state_bytes(training, device), 8.0);
    training.optimizer_options.torch_adam = true;
    host.weight_bytes = 2;
    QCOMPARE(optimizer_state_bytes(training, host), 12.0);
    QCOMPARE(optimizer_state_bytes(training, device), 12.0);
  }

  /// The errors of 1-bit Adam beside its two moments: of the whole tensor as a worker, of a part for each
  /// rank as a server (runtime/fp16/onebit/adam.py), which is everything if there is one.
  void bytes_of_compressed_states() {
    Training training;
    training.optimizer = Optimizer::onebit_adam;
    StateFacts facts;
    QCOMPARE(optimizer_state_bytes(training, facts), 4.0 * (2 + 1 + 1));
    facts.ranks = 8;
    QCOMPARE(optimizer_state_bytes(training, facts), 4.0 * (2 + 1 + 1.0 / 8));
  }

  /// Muon keeps one momentum buffer of the matrices inside of the blocks and steps the others with AdamW
  /// (runtime/zero/muon/original_muon.py, MuonWithAuxAdam).
  void muon_steps_tables_and_vectors_with_adam() {
    const auto& bytes = row_of(Optimizer::muon).tensor_bytes;
    QVERIFY(bytes != nullptr);
    SteppedTensor matrix{.elements = 64, .rows = 8, .columns = 8, .is_hidden = true};
    QCOMPARE(bytes({}, {}, matrix), 4.0 * 64);
    matrix.is_hidden = false;
    QCOMPARE(bytes({}, {}, matrix), 2 * 4.0 * 64);
  }

  /// DeepSpeed builds FusedAdam for adam and adamw unless torch_adam asks for PyTorch's class
  /// (runtime/engine.py, _configure_basic_optimizer).
  void fused_adam_is_deepspeeds_choice() {
    Training training;
    QVERIFY(is_fused_adam(training));
    training.optimizer_options.torch_adam = true;
    QVERIFY(!is_fused_adam(training));
    training.optimizer = Optimizer::lion;
    training.optimizer_options.torch_adam = false;
    QVERIFY(!is_fused_adam(training));
  }

  /// A step within backward cannot wait for the gradients of later micro batches (torchtune
  /// full_finetune_distributed.py refuses both together).
  void a_step_in_backward_needs_one_micro_batch() {
    Training training;
    training.gradient_accumulation_steps = 1;
    QVERIFY(!steps_in_backward(training));
    training.optimizer_in_backward = true;
    QVERIFY(steps_in_backward(training));
    training.gradient_accumulation_steps = 2;
    QVERIFY(!steps_in_backward(training));
    training.optimizer = Optimizer::lomo;
    QVERIFY(steps_in_backward(training));
  }

  /// Axolotl, Unsloth and VeOmni run TRL's trainers, AReaL asynchronous ones as prime-rl does; Trainer alone
  /// has no other method than the loss of the next token.
  void a_program_has_the_methods_of_the_trainers_it_uses_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("trainer_program");
    const auto row = [](const char* program, const char* trainer_program) {
      QTest::newRow(program) << QString(program) << QString(trainer_program);
    };
    row("trl", "trl");
    row("axolotl", "trl");
    row("unsloth", "trl");
    row("veomni", "trl");
    row("areal", "prime-rl");
    row("roll", "roll");
    row("rl2", "rl2");
    row("ms-swift", "ms-swift");
    row("hf-trainer", "");
    row("megatron-lm", "");
  }
  void a_program_has_the_methods_of_the_trainers_it_uses() {
    QFETCH(QString, program);
    QFETCH(QString, trainer_program);
    QCOMPARE(QString::fromStdString(std::string(method_program(program_named(program.toStdString())).id)),
             trainer_program);
  }
};

ZP_TEST(PlanValuesTest)
#include "plan_values_test.moc"
