// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/typed_settings.h"

#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the words that name a setting and its value, as users type them.
class TypedSettingsTest : public QObject {
  Q_OBJECT

 private slots:
  void words_name_a_setting_and_its_value_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("after");
    QTest::newRow("a count") << u"micro batch 8"_s << u"training.micro_batch_size"_s << u"8"_s;
    QTest::newRow("beginnings of words") << u"mic bat 8"_s << u"training.micro_batch_size"_s << u"8"_s;
    QTest::newRow("any order and case") << u"Batch MICRO 8"_s << u"training.micro_batch_size"_s << u"8"_s;
    QTest::newRow("the key itself") << u"training.micro_batch_size = 8"_s << u"training.micro_batch_size"_s
                                    << u"8"_s;
    QTest::newRow("a stage") << u"stage 3"_s << u"zero.stage"_s << u"3"_s;
    QTest::newRow("nodes") << u"nodes 4"_s << u"cluster.nodes"_s << u"4"_s;
    QTest::newRow("a suffix") << u"seq 8k"_s << u"training.sequence_length"_s << u"8,192"_s;
    QTest::newRow("a unit") << u"ram 512 GiB"_s << u"cluster.cpu_memory_gib"_s << u"512"_s;
    QTest::newRow("a word") << u"checkpointing selective"_s << u"training.activation_checkpointing"_s
                            << u"selective"_s;
    QTest::newRow("a switch") << u"overlap on"_s << u"zero.overlap_comm"_s << u"true"_s;
  }
  void words_name_a_setting_and_its_value() {
    QFETCH(QString, typed);
    QFETCH(QString, path);
    const std::vector<TypedSetting> found = typedSettings(example_plan(), typed);
    QVERIFY(!found.empty());
    QCOMPARE(found.front().path, path);
    QTEST(found.front().after, "after");
    QVERIFY(found.front().document != example_plan());
  }

  void offload_cpu_is_either_of_both() {
    PlanDocument document = example_plan();
    document.plan.zero.stage = 3;
    std::vector<QString> paths;
    for (const TypedSetting& found : typedSettings(document, u"offload cpu"_s))
      paths.push_back(found.path);
    QVERIFY(std::ranges::find(paths, u"zero.offload_optimizer"_s) != paths.end() ||
            std::ranges::find(paths, u"zero.offload_optimizer.device"_s) != paths.end());
    QVERIFY(std::ranges::any_of(
        paths, [](const QString& path) { return path.startsWith(u"zero.offload_param"_s); }));
  }

  void what_names_nothing_or_changes_nothing_is_not_offered_data() {
    QTest::addColumn<QString>("typed");
    QTest::newRow("nothing") << QString();
    QTest::newRow("a name alone") << u"stage"_s;
    QTest::newRow("a value alone") << u"8"_s;
    QTest::newRow("a value there is not") << u"nodes -3"_s;
    QTest::newRow("no setting") << u"pineapple 8"_s;
    QTest::newRow("a model") << u"175 gpt-3"_s;
    QTest::newRow("as it is") << u"micro batch 1"_s;
  }
  void what_names_nothing_or_changes_nothing_is_not_offered() {
    QFETCH(QString, typed);
    const std::vector<TypedSetting> found = typedSettings(example_plan(), typed);
    QVERIFY2(found.empty(), found.empty() ? "" : qPrintable(found.front().path));
  }

  void no_more_are_offered_than_asked_for() {
    QCOMPARE(typedSettings(example_plan(), u"size 4096"_s, catalog(), 3).size(), std::size_t{3});
  }
};

ZP_TEST(TypedSettingsTest)
#include "typed_settings_test.moc"
