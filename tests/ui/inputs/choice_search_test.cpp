// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/choice_search.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const std::vector<Choice> catalog{
    {u"a"_s, u"Llama 2 7B"_s, u"Models"_s},
    {u"b"_s, u"Llama 2 13B"_s, u"Models"_s},
    {u"c"_s, u"Llama 3 8B"_s, u"Models"_s, {}, {}, u"meta-llama/Meta-Llama-3-8B"_s},
    {u"d"_s, u"Llama 3.1 8B"_s, u"Models"_s},
    {u"e"_s, u"Qwen2.5 7B"_s, u"Models"_s},
    {u"f"_s, u"GPT-3 175B"_s, u"Models"_s},
    {u"g"_s, u"H100 SXM5 80GB"_s, u"NVIDIA"_s, {}, {}, u"Hopper"_s},
    {u"h"_s, u"H100 PCIe 80GB"_s, u"NVIDIA"_s, {}, {}, u"Hopper"_s},
    {u"i"_s, u"MPT 30B"_s, u"Models"_s},
    {u"j"_s, u"MPT 3.5B"_s, u"Models"_s}};

}  // namespace

/// Tests that the name of a model or GPU as people type it finds that entry as the first hit.
class ChoiceSearchTest : public QObject {
  Q_OBJECT

 private slots:
  void finds_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("ids");
    QTest::newRow("words apart") << u"llama 13"_s << u"b"_s;
    QTest::newRow("any order, any case") << u"175 GPT"_s << u"f"_s;
    QTest::newRow("with a sign") << u"llama-3 8"_s << u"cd"_s;
    QTest::newRow("without a space") << u"llama3"_s << u"cd"_s;
    QTest::newRow("no part of another number") << u"mpt3"_s << u"ji"_s;
    QTest::newRow("a point release") << u"llama 3.1"_s << u"d"_s;
    QTest::newRow("a name elsewhere") << u"Meta-Llama-3-8B"_s << u"c"_s;
    QTest::newRow("a path elsewhere") << u"meta-llama/Meta-Llama-3-8B-Instruct"_s << u"c"_s;
    QTest::newRow("a word nobody knows beside some that are") << u"llama 2 7b chat"_s << u"a"_s;
    QTest::newRow("letters and digits together") << u"qwen 2.5"_s << u"e"_s;
    QTest::newRow("part of a number") << u"17"_s << u"f"_s;
    QTest::newRow("equally good ones in their order") << u"h100"_s << u"gh"_s;
    QTest::newRow("by group") << u"nvidia"_s << u"gh"_s;
    QTest::newRow("nothing") << u"bert"_s << QString();
    QTest::newRow("nothing typed") << u" "_s << u"abcdefghij"_s;
  }
  void finds() {
    QFETCH(QString, typed);
    QString ids;
    for (const Choice& choice : foundChoices(catalog, typed))
      ids += choice.id;
    QTEST(ids, "ids");
  }

  void names_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("ids");
    QTest::newRow("text") << u"llama 2 7b"_s << u"a"_s;
    QTest::newRow("id") << u"F"_s << u"f"_s;
    QTest::newRow("repository") << u"META-llama/meta-llama-3-8b"_s << u"c"_s;
    QTest::newRow("repository without owner") << u"meta_llama_3_8b"_s << u"c"_s;
    QTest::newRow("the only one that has all words") << u"h100 pcie"_s << u"h"_s;
    QTest::newRow("several") << u"h100"_s << u"gh"_s;
    QTest::newRow("an unknown word beside known ones") << u"NoSuchModel-7B"_s << QString();
    QTest::newRow("the beginning of a number") << u"gpt 17"_s << QString();
    QTest::newRow("the whole part of a number") << u"mpt 3"_s << QString();
    QTest::newRow("nothing") << u" "_s << QString();
  }
  void names() {
    QFETCH(QString, typed);
    QString ids;
    for (const Choice& choice : namedChoices(catalog, typed))
      ids += choice.id;
    QTEST(ids, "ids");
  }
  void a_misspelt_name_is_like_the_right_one() {
    QCOMPARE(similarChoices(catalog, u"lama 2 13B"_s, 3).front().id, u"b"_s);
    QCOMPARE(similarChoices(catalog, u"Quen2.5 7B"_s, 3).front().id, u"e"_s);
    QVERIFY(similarChoices(catalog, u"zzz"_s, 3).empty());
  }
};

ZP_TEST(ChoiceSearchTest)
#include "choice_search_test.moc"
