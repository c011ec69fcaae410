// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/step_ends.h"

#include <QtTest>
#include <algorithm>

#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const char* const llama = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
  "training": {"micro_batch_size": 2, "sequence_length": 4096, "activation_checkpointing": "full"},
  "zero": {"stage": 2}})";

std::optional<StepEnds> ends_of(const PlanDocument& document) {
  return step_ends(document, unstated_settings(document));
}

}  // namespace

/// Tests of the two step times between which a plan's assumptions leave it.
class StepEndsTest : public QObject {
  Q_OBJECT

 private slots:
  void two_assumptions_give_two_figures_in_words() {
    const PlanDocument document = read_plan(llama);
    const auto ends = ends_of(document);
    QVERIFY(ends.has_value());
    const double step = open_figures(document.plan).step_s;
    QVERIFY(ends->fastest.step_s <= step && step <= ends->slowest.step_s);
    QVERIFY(ends->slowest.step_s > 1.1 * ends->fastest.step_s);
    const std::string words = step_ends_words(*ends);
    qInfo("%s", words.c_str());
    QVERIFY(words.find("eager attention") != std::string::npos);
  }

  void each_end_is_the_step_of_a_plan_that_states_it() {
    const PlanDocument document = read_plan(llama);
    const auto ends = ends_of(document);
    QVERIFY(ends.has_value() && ends->slowest.with.front() == "eager attention");
    const PlanDocument eager =
        with_settings(document, std::vector<KeySetting>{{"training.attention", "eager"}});
    const auto then = ends_of(eager);
    QVERIFY(!then || std::ranges::find(then->slowest.with, "eager attention") == then->slowest.with.end());
    QVERIFY(open_figures(eager.plan).step_s <= ends->slowest.step_s * (1 + 1e-9));
  }
};

ZP_TEST(StepEndsTest)
#include "step_ends_test.moc"
