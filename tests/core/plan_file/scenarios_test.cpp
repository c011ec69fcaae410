// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/scenarios.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_link.h"
#include "core/settings/changed_keys.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const char* const two_plans = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
  "scenarios": [{"name": "Small", "plan": {"model": {"preset": "gpt2"}, "mine": 1}}, {"name": "Base"}]})";

std::string error_in_scenarios(const char* scenarios) {
  try {
    (void)scenarios_of(
        read_plan(std::string(R"({"model": {"preset": "gpt2"}, "scenarios": )") + scenarios + "}"));
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

/// Tests of several named plans in one file.
class ScenariosTest : public QObject {
  Q_OBJECT

 private slots:
  void a_reader_that_knows_nothing_of_them_sees_one_plan() {
    const PlanDocument document = read_plan(two_plans);
    QCOMPARE(document.plan.zero.stage, 2);
    QVERIFY(unknown_keys(document.text).empty());
    QVERIFY(write_plan(read_plan(write_plan(document))) == write_plan(document));
  }
  void each_is_whole_and_the_files_own_is_the_one_without_a_plan() {
    const Scenarios scenarios = scenarios_of(read_plan(two_plans));
    QCOMPARE(scenarios.all.size(), std::size_t{2});
    QCOMPARE(scenarios.present, std::size_t{1});
    QCOMPARE(scenarios.all[0].name, std::string("Small"));
    QVERIFY(scenarios.all[0].document.plan == read_plan(R"({"model": {"preset": "gpt2"}})").plan);
    QVERIFY(write_plan(scenarios.all[0].document).find("mine") != std::string::npos);
    QVERIFY(write_plan(scenarios.all[1].document).find("scenarios") == std::string::npos);
  }
  void switching_there_and_back_changes_nothing() {
    const PlanDocument before = read_plan(two_plans);
    Scenarios scenarios = scenarios_of(before);
    scenarios.present = 0;
    const PlanDocument other = read_plan(write_plan(with_scenarios(scenarios)));
    QVERIFY(other.plan == scenarios.all[0].document.plan);
    Scenarios back = scenarios_of(other);
    QVERIFY(back == scenarios);
    back.present = 1;
    QVERIFY(with_scenarios(back).plan == before.plan);
    QVERIFY(scenarios_of(with_scenarios(back)) == scenarios_of(before));
  }
  void a_copy_stands_behind_and_is_shown() {
    const PlanDocument one = read_plan(R"({"model": {"preset": "gpt2"}})");
    const Scenarios two = with_copy(one, "Base", "More");
    QCOMPARE(two.all.size(), std::size_t{2});
    QCOMPARE(two.all[two.present].name, std::string("More"));
    const Scenarios three = with_copy(with_scenarios(two), "ignored", "Most");
    QCOMPARE(three.all[0].name, std::string("Base"));
    QCOMPARE(three.all[2].name, std::string("Most"));
    QCOMPARE(three.present, std::size_t{2});
    QCOMPARE(three.free_name("More"), std::string("More 2"));
  }
  void the_last_one_left_is_a_plan_without_a_name() {
    const PlanDocument one = read_plan(R"({"model": {"preset": "gpt2"}})");
    QVERIFY(with_scenarios(without(with_copy(one, "Base", "More"), 1)) == one);
    const Scenarios left = without(scenarios_of(read_plan(two_plans)), 0);
    QCOMPARE(left.present, std::size_t{0});
    QCOMPARE(left.all[0].name, std::string("Base"));
  }
  void what_is_wrong_is_said_with_its_place_data() {
    QTest::addColumn<QString>("scenarios");
    QTest::addColumn<QString>("told");
    QTest::newRow("no list") << "{}"
                             << "scenarios must be a list";
    QTest::newRow("no name") << R"([{"plan": {}}])"
                             << "scenarios.0 needs a name";
    QTest::newRow("no plan in it") << R"([{"name": "A"}, {"name": "B", "plan": {"zero": {"stage": 9}}}])"
                                   << "scenarios.1.plan: ";
    QTest::newRow("twice") << R"([{"name": "A"}, {"name": "A", "plan": {"model": {"preset": "gpt2"}}}])"
                           << "There is a scenario A already";
    QTest::newRow("two own ones") << R"([{"name": "A"}, {"name": "B"}])"
                                  << "found 2";
    QTest::newRow("none") << R"([{"name": "A", "plan": {"model": {"preset": "gpt2"}}}])"
                          << "found 0";
    QTest::newRow("a sign") << R"([{"name": "A#1"}])"
                            << "cannot contain #";
  }
  void what_is_wrong_is_said_with_its_place() {
    QFETCH(QString, scenarios);
    QFETCH(QString, told);
    const QString error = QString::fromStdString(error_in_scenarios(scenarios.toUtf8().constData()));
    QVERIFY2(error.contains(told), qPrintable(error));
  }
  void one_of_them_by_name() {
    const PlanDocument document = read_plan(two_plans);
    QCOMPARE(scenario_named(document, "Base").plan.zero.stage, 2);
    try {
      (void)scenario_named(document, "Huge");
      QFAIL("there is none");
    } catch (const FileError& error) {
      QVERIFY(std::string(error.what()).find("Small, Base") != std::string::npos);
    }
  }
  void a_file_of_one_plan_has_none_by_name() {
    try {
      (void)scenario_named(read_plan(R"({"model": {"preset": "gpt2"}})"), "Huge");
      QFAIL("there is none");
    } catch (const FileError& error) {
      QVERIFY(std::string(error.what()).find("no scenario Huge: the file has one plan") != std::string::npos);
    }
  }
  void a_link_and_settings_keep_them() {
    const PlanDocument document = read_plan(two_plans);
    QVERIFY(read_plan(text_of_link(link_of(document))) == document);
    const KeySetting setting{"zero.stage", "3"};
    QVERIFY(scenarios_of(with_settings(document, {&setting, 1})).all[0] == scenarios_of(document).all[0]);
  }
  void they_differ_by_name() {
    const PlanDocument one = read_plan(R"({"model": {"preset": "gpt2"}})");
    const auto keys = differing_keys(one, with_scenarios(with_copy(one, "Base", "More")));
    QCOMPARE(keys.size(), std::size_t{1});
    QCOMPARE(keys[0].path, std::string("scenarios"));
    QCOMPARE(keys[0].after, std::string(R"(["Base","More"])"));
  }
};

ZP_TEST(ScenariosTest)
#include "scenarios_test.moc"
