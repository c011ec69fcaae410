// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/fields/fields.h"
#include "ui/inputs/choice_search.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests that the name of a model or GPU as people type it finds that preset as the first hit.
class PresetSearchTest : public QObject {
  Q_OBJECT

 private slots:
  void finds_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    const auto gpu = [](const char* typed, const QString& first) {
      QTest::newRow(typed) << u"cluster.gpu.preset"_s << QString::fromLatin1(typed) << first;
    };
    const auto model = [](const char* typed, const QString& first) {
      QTest::newRow(typed) << u"model.preset"_s << QString::fromLatin1(typed) << first;
    };
    gpu("h100", u"H100 SXM5 80GB"_s);
    gpu("a100", u"A100 SXM4 80GB"_s);
    gpu("A100-40GB", u"A100 SXM4 40GB"_s);
    gpu("v100", u"V100 SXM2 16GB"_s);
    gpu("rtx4090", u"RTX 4090 24GB"_s);
    gpu("h100 pcie", u"H100 PCIe 80GB"_s);
    gpu("mi300x", u"Instinct MI300X 192GB"_s);
    model("llama3", u"Llama 3 8B"_s);
    model("llama-3 8", u"Llama 3 8B"_s);
    model("Meta-Llama-3-8B", u"Llama 3 8B"_s);
    model("meta-llama/Llama-3.1-70B-Instruct", u"Llama 3.1 70B"_s);
    model("qwen2.5-7b", u"Qwen2.5 7B"_s);
    model("gpt2", u"GPT-2 124M"_s);
    model("mixtral 8x7b", u"Mixtral 8x7B"_s);
  }
  void finds() {
    QFETCH(QString, key);
    QFETCH(QString, typed);
    const Field* field = fieldOf(key.toStdString());
    const std::vector<Choice> found = foundChoices(std::get<ChoiceField>(*field).choices, typed);
    QVERIFY(!found.empty());
    QTEST(found.front().text, "first");
  }
};

ZP_TEST(PresetSearchTest)
#include "preset_search_test.moc"
