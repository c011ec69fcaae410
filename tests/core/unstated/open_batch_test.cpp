// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_batch.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests whether a plan leaves its batch to the search.
class OpenBatchTest : public QObject {
  Q_OBJECT

 private slots:
  void a_batch_is_open_unless_somebody_stated_it_data() {
    QTest::addColumn<QString>("rest");
    QTest::addColumn<bool>("is_open");
    const auto row = [](const char* name, const char* rest, bool is_open) {
      QTest::newRow(name) << QString(rest) << is_open;
    };
    row("nothing stated", R"("zero": {"stage": 2})", true);
    row("a program's default", R"("training": {"program": "trl"})", true);
    row("micro batch", R"("training": {"micro_batch_size": 4})", false);
    row("micro batch with the default's value", R"("training": {"micro_batch_size": 1})", false);
    row("accumulation with the default's value", R"("training": {"gradient_accumulation_steps": 1})", false);
    row("batch of a ds_config", R"("deepspeed_config": {"train_batch_size": 64})", false);
    row("batch of a ds_config with the default's value", R"("deepspeed_config": {"train_batch_size": 8})",
        false);
    row("micro batch of a ds_config", R"("deepspeed_config": {"train_micro_batch_size_per_gpu": 1})", false);
    row("auto in a ds_config", R"("deepspeed_config": {"train_batch_size": "auto"})", true);
    row("a method that generates", R"("training": {"method": "grpo"})", false);
    row("preferences", R"("training": {"method": "dpo"})", true);
  }
  void a_batch_is_open_unless_somebody_stated_it() {
    QFETCH(QString, rest);
    QFETCH(bool, is_open);
    const std::string text =
        R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8}, )" + rest.toStdString() + "}";
    const PlanDocument document = read_plan(text);
    QCOMPARE(leaves_batch_open(document), is_open);
    QCOMPARE(leaves_batch_open(read_plan(write_plan(document))), is_open);
  }
};

ZP_TEST(OpenBatchTest)
#include "open_batch_test.moc"
