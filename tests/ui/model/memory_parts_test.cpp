// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/memory_parts.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "ui/model/plan_results.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the text that says in which place a strategy lacks memory.
class MemoryPartsTest : public QObject {
  Q_OBJECT

 private slots:
  void verdict_and_lack_data() {
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QString>("lack");
    const auto row = [](const char* name, const char* rest, Verdict verdict, const QString& lack) {
      QTest::newRow(name) << QByteArray(R"({"model": {"preset": "llama-2-7b"}, )") + rest
                          << static_cast<int>(verdict) << lack;
    };
    row("all fits", R"("zero": {"stage": 3}})", Verdict::fits, {});
    row("a GPU that PyTorch's cache fills",
        R"("zero": {"stage": 3}, "cluster": {"nodes": 2, "gpu": {"preset": "rtx-4090-24gb"}},
        "training": {"program": "trl", "micro_batch_size": 6, "sequence_length": 2048}})",
        Verdict::fits, {});
    row("no room on the GPU", R"("zero": {"stage": 0}})", Verdict::over, u"+"_s);
    row("no room on the host",
        R"("zero": {"stage": 2, "offload_optimizer": "cpu"}, "cluster": {"cpu_memory_gib": 64}})",
        Verdict::over, u"host +"_s);
    row("no room on the drives",
        R"("zero": {"stage": 3, "offload_optimizer": "nvme"}, "cluster": {"nvme": {"capacity_gib": 10}}})",
        Verdict::over, u"NVMe +"_s);
    row("drives of which nothing is stated", R"("zero": {"stage": 3, "offload_optimizer": "nvme"}})",
        Verdict::unknown, u"NVMe space?"_s);
  }
  void verdict_and_lack() {
    QFETCH(QByteArray, plan);
    QFETCH(QString, lack);
    const PlanResults results = computeResults(read_plan(plan.toStdString()), {});
    QTEST(static_cast<int>(verdictOf(results.evaluation.figures.estimate)), "verdict");
    const QString said = lackText(results.evaluation.figures.estimate);
    QVERIFY2(lack.isEmpty() ? said.isEmpty() : said.startsWith(lack), qPrintable(said));
  }
};

ZP_TEST(MemoryPartsTest)
#include "memory_parts_test.moc"
