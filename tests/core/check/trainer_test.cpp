// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>

#include "core/plan_file/plan_file.h"
#include "tests/core/check/checked.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of files that Hugging Face's Trainer fills in.
class TrainerTest : public QObject {
  Q_OBJECT

 private slots:
  void told_data() {
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("fault");  // "" means none
    const char* const rates =
        R"("optimizer": {"type": "AdamW", "params": {"lr": 3e-4}}, "scheduler": {"type": "WarmupLR",
        "params": {"warmup_max_lr": %1, "warmup_num_steps": 10}})";
    const auto with_peak = [&](const char* peak) { return QByteArray(rates).replace("%1", peak); };
    const QByteArray auto_steps =
        R"("scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": "auto"}})";
    QTest::newRow("two learning rates")
        << with_peak("2e-5") << QByteArray("0.19.6")
        << QByteArray("fails_later trainer_one_learning_rate scheduler.params.warmup_max_lr");
    QTest::newRow("the same twice") << with_peak("0.0003") << QByteArray("0.19.6") << QByteArray();
    QTest::newRow("one of them auto") << with_peak("\"auto\"") << QByteArray("0.19.6") << QByteArray();
    QTest::newRow("warm-up left to Trainer")
        << auto_steps << QByteArray("0.19.3")
        << QByteArray("style trainer_warm_up scheduler.params.warmup_num_steps");
    QTest::newRow("before DeepSpeed asked for a step") << auto_steps << QByteArray("0.19.2") << QByteArray();
  }
  void told() {
    QFETCH(QByteArray, sections);
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, fault);
    const std::string text = R"({"train_micro_batch_size_per_gpu": "auto", "bf16": {"enabled": true}, )" +
                             sections.toStdString() + "}";
    CheckOptions options;
    options.plan =
        read_plan(R"({"model": {"preset": "llama-2-7b"}, "target": {"flavour": "hf-trainer"}})").plan;
    options.world_size = 8;
    options.version = *parse_version(version.toStdString());
    const QStringList found =
        test::faults(check_config(read_config_text(text), options)).filter(QStringLiteral(" trainer_"));
    QCOMPARE(found, fault.isEmpty() ? QStringList() : QStringList{QString::fromUtf8(fault)});
  }

  /// The only batch size of the file is left to Trainer to fill in.
  void a_total_of_trainer_s_is_a_batch() {
    CheckOptions options;
    options.plan = read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {"micro_batch_size": 3},
                                 "target": {"flavour": "hf-trainer"}})")
                       .plan;
    options.world_size = 8;
    const ConfigCheck check = check_config(read_config_text(R"({"train_batch_size": "auto"})"), options);
    QVERIFY2(check.accepted, test::sentences(check).c_str());
    QCOMPARE(check.derived.train_batch_size->value(), 24.0);
    QCOMPARE(check.derived.train_micro_batch_size_per_gpu->value(), 3.0);
  }
};

ZP_TEST(TrainerTest)
#include "trainer_test.moc"
