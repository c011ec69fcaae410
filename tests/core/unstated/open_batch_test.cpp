// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_batch.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests which parts of its batch a plan leaves to the search.
class OpenBatchTest : public QObject {
  Q_OBJECT

 private slots:
  void half_a_batch_is_open_unless_somebody_stated_it_data() {
    QTest::addColumn<QString>("rest");
    QTest::addColumn<bool>("micro_batch");
    QTest::addColumn<bool>("accumulation");
    const auto row = [](const char* name, const char* rest, bool micro_batch, bool accumulation) {
      QTest::newRow(name) << QString(rest) << micro_batch << accumulation;
    };
    row("nothing stated", R"("zero": {"stage": 2})", true, true);
    row("a program's default", R"("training": {"program": "trl"})", true, true);
    row("micro batch", R"("training": {"micro_batch_size": 4})", false, true);
    row("micro batch with the default's value", R"("training": {"micro_batch_size": 1})", false, true);
    row("accumulation with the default's value", R"("training": {"gradient_accumulation_steps": 1})", true,
        false);
    row("batch of a ds_config", R"("deepspeed_config": {"train_batch_size": 64})", false, false);
    row("batch of a ds_config with the default's value", R"("deepspeed_config": {"train_batch_size": 8})",
        false, false);
    row("micro batch of a ds_config", R"("deepspeed_config": {"train_micro_batch_size_per_gpu": 1})", false,
        true);
    row("auto in a ds_config", R"("deepspeed_config": {"train_batch_size": "auto"})", true, true);
    row("a method that generates", R"("training": {"method": "grpo"})", false, false);
    row("preferences", R"("training": {"method": "dpo"})", true, true);
  }
  void half_a_batch_is_open_unless_somebody_stated_it() {
    QFETCH(QString, rest);
    QFETCH(bool, micro_batch);
    QFETCH(bool, accumulation);
    const std::string text =
        R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8}, )" + rest.toStdString() + "}";
    const PlanDocument document = read_plan(text);
    const OpenBatch expected{micro_batch, accumulation};
    QVERIFY(open_batch_of(document) == expected);
    QVERIFY(open_batch_of(read_plan(write_plan(document))) == expected);
  }
};

ZP_TEST(OpenBatchTest)
#include "open_batch_test.moc"
