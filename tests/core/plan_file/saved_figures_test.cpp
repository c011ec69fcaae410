// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/saved_figures.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_link.h"
#include "core/plan_file/scenarios.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const SavedFigures figures{"0.1.0",
                           70'000'000'000,
                           900'000'000'000,
                           1.25,
                           {{"states.weights", 13'476'831'232.0}, {"host.master", 8e9}},
                           {{"forward", 0.4}}};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

/// Tests of the section saved_with of a plan file.
class SavedFiguresTest : public QObject {
  Q_OBJECT

 private slots:
  void what_was_saved_is_read_again() {
    const std::string text = write_plan(example_plan(), figures);
    QVERIFY(saved_figures_in(text) == figures);
    QVERIFY(read_plan(text) == example_plan());
  }

  void it_stands_in_no_other_text_of_the_plan() {
    const PlanDocument document = read_plan(write_plan(example_plan(), figures));
    QVERIFY(!saved_figures_in(write_plan(document)));
    QVERIFY(!saved_figures_in(text_of_link(link_of(document))));
    const std::vector<KeySetting> settings = {{"training.micro_batch_size", "2"}};
    QVERIFY(!saved_figures_in(write_plan(with_settings(document, settings))));
  }

  void a_file_without_it_has_none() { QVERIFY(!saved_figures_in(R"({"model": {"preset": "llama-2-7b"}})")); }

  void a_key_changed_by_hand_makes_it_another_plans() {
    PlanDocument document = example_plan();
    document.plan.training.micro_batch_size = 3;
    const std::string text = write_plan(document, figures);
    QVERIFY(saved_figures_in(text));
    QVERIFY(!saved_figures_in(replaced(text, "\"micro_batch_size\": 3", "\"micro_batch_size\": 4")));
  }

  void spaces_do_not_matter_and_nonsense_is_ignored() {
    const std::string text = write_plan(example_plan(), figures);
    QVERIFY(saved_figures_in(replaced(text, "{\n", "{   \n\n")) == figures);
    QVERIFY(!saved_figures_in(replaced(text, "70000000000", "\"much\"")));
    QVERIFY(!saved_figures_in("no JSON"));
    QVERIFY(read_plan(replaced(text, "70000000000", "\"much\"")) == example_plan());
  }

  void scenarios_stay_beside_it() {
    const PlanDocument document = with_scenarios(with_copy(example_plan(), "one", "two"));
    const std::string text = write_plan(document, figures);
    QVERIFY(saved_figures_in(text) == figures);
    QVERIFY(scenarios_of(read_plan(text)) == scenarios_of(document));
  }
};

ZP_TEST(SavedFiguresTest)
#include "saved_figures_test.moc"
