// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/swept_key.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the values of a key as users list them.
class SweptKeyTest : public QObject {
  Q_OBJECT

 private slots:
  void values_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("values");
    QTest::newRow("list") << "zero.stage=1,2,3" << QStringList{"1", "2", "3"};
    QTest::newRow("one") << "zero.stage=2" << QStringList{"2"};
    QTest::newRow("words") << "training.precision=bf16,fp16" << QStringList{"bf16", "fp16"};
    QTest::newRow("range") << "zero.stage=0..3" << QStringList{"0", "1", "2", "3"};
    QTest::newRow("doubling") << "training.micro_batch_size=1..10*2" << QStringList{"1", "2", "4", "8"};
    QTest::newRow("steps") << "training.micro_batch_size=1..16+5" << QStringList{"1", "6", "11", "16"};
    QTest::newRow("steps that end before")
        << "training.micro_batch_size=1..15+5" << QStringList{"1", "6", "11"};
    QTest::newRow("fractions") << "training.dropout=0..0.3+0.1" << QStringList{"0", "0.1", "0.2", "0.3"};
    QTest::newRow("a sum ends at the number that is written")
        << "training.padding_share=0..0.3+0.1" << QStringList{"0", "0.1", "0.2", "0.3"};
    QTest::newRow("fractions that are doubled")
        << "training.padding_share=0.1..0.8*2" << QStringList{"0.1", "0.2", "0.4", "0.8"};
    QTest::newRow("below nought") << "training.padding_share=-1..1" << QStringList{"-1", "0", "1"};
    QTest::newRow("suffixes") << "zero.reduce_bucket_size=1M..4M*2"
                              << QStringList{"1000000", "2000000", "4000000"};
    QTest::newRow("one number") << "training.micro_batch_size=4..4" << QStringList{"4"};
    QTest::newRow("a list with a range")
        << "training.micro_batch_size=1,4..6,9" << QStringList{"1", "4", "5", "6", "9"};
    QTest::newRow("objects") << R"(zero.offload_optimizer=none,{"device": "cpu", "ratio": 0.5},nvme)"
                             << QStringList{"none", R"({"device": "cpu", "ratio": 0.5})", "nvme"};
    QTest::newRow("lists") << R"(training.lora.targets=["q_proj","k_proj"],["v_proj"])"
                           << QStringList{R"(["q_proj","k_proj"])", R"(["v_proj"])"};
    QTest::newRow("a path is no range") << "cluster.nvme.path=../a,b" << QStringList{"../a", "b"};
    QTest::newRow("sizes with units")
        << "cluster.gpu.memory_gib=40 GiB,80 GB" << QStringList{"40 GiB", "80 GB"};
  }
  void values() {
    QFETCH(QString, text);
    QFETCH(QStringList, values);
    QStringList found;
    for (const std::string& value : parse_swept_key(text.toStdString()).values)
      found << QString::fromStdString(value);
    // Sums of fractions are compared as numbers, because 3 × 0.1 is not 0.3.
    if (text.startsWith(u"training.dropout"))
      for (QString& value : found)
        value = QString::number(value.toDouble(), 'g', 6);
    QCOMPARE(found, values);
  }

  void unusable_texts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("no values") << "zero.stage"
                               << "no key and value";
    QTest::newRow("empty value") << "zero.stage=1,,2"
                                 << "a value is empty";
    QTest::newRow("no key of a plan") << "zero_stage=1"
                                      << "no key of a plan";
    QTest::newRow("broken range") << "zero.stage=1..x"
                                  << "no range";
    QTest::newRow("broken step") << "zero.stage=1..4+"
                                 << "no range";
    QTest::newRow("backwards") << "zero.stage=3..1"
                               << "smaller number first";
    QTest::newRow("no step") << "zero.stage=1..3+0"
                             << "never ends";
    QTest::newRow("no factor") << "training.micro_batch_size=1..3*1"
                               << "never ends";
    QTest::newRow("factor from nothing") << "training.micro_batch_size=0..4*2"
                                         << "never ends";
    QTest::newRow("too many") << "training.micro_batch_size=1..100000"
                              << "10,000";
    QTest::newRow("too many, far") << "training.dropout=0..1+1e-300"
                                   << "10,000";
  }
  void unusable_texts() {
    QFETCH(QString, text);
    QFETCH(QString, said);
    try {
      (void)parse_swept_key(text.toStdString());
      QFAIL("taken");
    } catch (const FileError& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(said), error.what());
    }
  }
};

ZP_TEST(SweptKeyTest)
#include "swept_key_test.moc"
