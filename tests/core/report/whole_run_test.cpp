// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/report/whole_run_words.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_of_tokens(double tokens, int nodes) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = 2;
  plan.cluster.nodes = nodes;
  plan.training.tokens = tokens;
  return plan;
}

std::string course_of(const Plan& plan) {
  std::string all;
  for (const std::string& sentence : course_sentences(plan, whole_run(plan, estimate_speed(plan))))
    all += sentence + "\n";
  return all;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

/// Tests of a whole run in words.
class WholeRunWordsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_run_that_hardly_fails_is_told_so_and_no_more() {
    const std::string words = course_of(plan_of_tokens(1e8, 1));
    QVERIFY2(holds(words, "so one during this run is unlikely."), words.c_str());
    QVERIFY2(!holds(words, "in this run, each"), words.c_str());
  }

  void a_long_run_is_told_its_failures_and_the_published_range() {
    const std::string words = course_of(plan_of_tokens(1e12, 64));
    QVERIFY2(holds(words, "in this run, each"), words.c_str());
    QVERIFY2(holds(words, "At the rates that were published"), words.c_str());
    QVERIFY2(holds(words, "Young"), words.c_str());
  }

  void a_price_and_the_share_that_trains_are_in_one_sentence() {
    Plan plan = plan_of_tokens(1e12, 64);
    plan.cluster.gpu_hour_price = 2;
    const WholeRun run = whole_run(plan, estimate_speed(plan));
    const std::string words = budget_sentence(plan, run);
    QVERIFY2(holds(words, goodput_text(run)) && holds(words, "at a cost of ") && holds(words, " USD."),
             words.c_str());
  }

  void generation_that_is_left_out_is_said_in_the_same_sentence() {
    Plan plan = plan_of_tokens(1e9, 1);
    plan.training.method.method = Method::grpo;
    QVERIFY(holds(budget_sentence(plan, whole_run(plan, estimate_speed(plan))), "training part only"));
    plan.training.method.rollout.response_tokens = 400;
    QVERIFY(!holds(budget_sentence(plan, whole_run(plan, estimate_speed(plan))), "training part only"));
  }

  void a_run_without_end_is_said() {
    Plan plan = plan_of_tokens(1e14, 64);
    plan.training.save_steps = 0;
    plan.cluster.failures.per_million_gpu_hours = 100'000;
    QVERIFY(holds(budget_sentence(plan, whole_run(plan, estimate_speed(plan))), "hardly progresses"));
  }
};

ZP_TEST(WholeRunWordsTest)
#include "whole_run_test.moc"
