// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/search/choice_words.h"
#include "core/search/resolution.h"
#include "core/units/format.h"
#include "core/units/index_of.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan with_stage(int stage) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.training.micro_batch_size = 1;
  plan.training.gradient_accumulation_steps = 4;
  plan.training.activation_checkpointing = Checkpointing::full;
  plan.zero.stage = stage;
  return plan;
}

Option made_of(const Plan& plan, double seconds, int mechanisms = 0) {
  Option option;
  option.pick = pick_of(plan);
  option.gpu = Bytes(50'000'000'000);
  option.seconds = seconds;
  option.mechanisms = mechanisms;
  return option;
}

/// Returns a choice made by hand: the plan as it is runs, and another one is the best and the fastest.
PlanChoice choice_of(const Option& present, const Option& best) {
  PlanChoice choice;
  choice.kind = VerdictKind::run;
  choice.capacity.gpu = Bytes(80'000'000'000);
  choice.present = present;
  choice.present_runs = choice.present_is_taken = choice.present_fits = true;
  choice.best = choice.fastest = choice.plainest = best;
  return choice;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

bool names_overlap(const Pick& from, const Pick& to) {
  const std::vector<PickDifference> all = differences(from, to);
  return std::ranges::find(all, DimensionId::overlap, &PickDifference::id) != all.end();
}

}  // namespace

/// Tests of sentences about choices that are made by hand.
class WordsTest : public QObject {
  Q_OBJECT

 private slots:
  void the_card_says_as_fast_within_what_the_clock_can_tell() {
    const Plan plan = with_stage(2);
    Plan other = plan;
    other.training.activation_checkpointing = Checkpointing::none;
    const Option present = made_of(plan, 1);
    const double told = resolution_between(present.pick, pick_of(other));
    QVERIFY(told > 0);
    const auto card = [&](double factor) {
      return card_summary(choice_of(present, made_of(other, 1 / factor)), plan);
    };
    for (const double factor : {1 + told / 2, 1 / (1 + told / 2)})
      QVERIFY2(contains(card(factor), ", as fast as your plan, which is as good."), card(factor).c_str());
    QVERIFY2(
        contains(card(1.5), ", 50 % faster than your plan.") || contains(card(1.5), ", 50\u202f% faster"),
        card(1.5).c_str());
    QVERIFY2(contains(card(0.5), "% slower"), card(0.5).c_str());
    const auto answer = [&](double factor) {
      return answer_of(choice_of(present, made_of(other, 1 / factor)), plan);
    };
    QVERIFY(contains(answer(1 + told / 2), "as fast as your plan within what an estimate can tell"));
    QVERIFY(contains(answer(1.5), " faster than your plan"));
    QVERIFY(contains(answer(0.5), " slower than your plan"));
  }

  void the_card_says_why_the_present_plan_does_not_count_only_if_it_runs() {
    const Plan plan = with_stage(2);
    PlanChoice choice = choice_of(made_of(plan, 1), made_of(with_stage(1), 0.5));
    choice.present_runs = choice.present_fits = false;
    choice.capacity.confidence = 1;
    QVERIFY2(contains(card_summary(choice, plan), " settings. Your plan's odds are ") ||
                 contains(card_summary(choice, plan), " setting. Your plan's odds are "),
             card_summary(choice, plan).c_str());
    choice.present_is_taken = false;
    QVERIFY2(
        card_summary(choice, plan).ends_with("setting.") || card_summary(choice, plan).ends_with("settings."),
        card_summary(choice, plan).c_str());
    QVERIFY(contains(answer_of(choice, plan), "; your plan does not run."));
  }

  /// A strategy that every rule refuses has no option that comes near.
  void the_nearest_is_found_behind_a_strategy_that_has_none() {
    const Plan plan = with_stage(2);
    PlanChoice choice = choice_of(made_of(plan, 1), made_of(plan, 1));
    choice.kind = VerdictKind::nothing_fits;
    choice.present_runs = choice.present_fits = false;
    choice.best = choice.fastest = choice.plainest = {};
    const Family refused{strategy_of(with_stage(0)), {}, {}, {}};
    choice.families = {refused};
    QVERIFY2(contains(verdict_of(choice, plan), "DeepSpeed refuses all of them"),
             verdict_of(choice, plan).c_str());
    for (const auto& [stage, gigabytes] : {std::pair(1, 90), std::pair(2, 85), std::pair(3, 95)}) {
      Option near = made_of(with_stage(stage), 1);
      near.gpu = Bytes(gigabytes * std::int64_t{1'000'000'000});
      const Shortage shortage{
          Limit::gpu, near.gpu - choice.capacity.gpu, near.gpu - choice.capacity.gpu, {}, {}};
      choice.families.push_back({strategy_of(with_stage(stage)), {}, near, shortage});
    }
    choice.families.push_back(refused);
    choice.capacity.usable_gpu = choice.capacity.gpu;
    QVERIFY2(contains(verdict_of(choice, plan), "No plan fits: ZeRO-2") &&
                 contains(verdict_of(choice, plan),
                          "comes nearest and lacks " + format_gib(Bytes(5'000'000'000)) + " on each GPU"),
             verdict_of(choice, plan).c_str());
  }

  /// The place that lacks most for the odds is not the only one named: 32B on 80 GB GPUs without offload
  /// lacks host memory while it loads, and much more on each GPU.
  void every_place_that_is_too_small_is_named() {
    const auto gib = [](double count) { return from_gib(count); };
    QCOMPARE(shortage_words({Limit::host, gib(179.6), gib(67.25), gib(14.5), {}}),
             format_gib(gib(67.25)) + " on each GPU and " + format_gib(gib(14.5)) +
                 " of host memory on each node");
    QCOMPARE(shortage_words({Limit::host, gib(179.6), {}, {}, {}}),
             format_gib(gib(179.6)) + " of host memory on each node");
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("qwen3-32b"));
    plan.cluster.nodes = 4;
    plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("h100-sxm5-80gb"));
    const PlanChoice choice = choose(plan, {});
    for (const Family& family : choice.families)
      if (family.nearest && family.strategy.stage == 1)
        QVERIFY2(contains(why_not(family, choice, plan), " on each GPU and "),
                 why_not(family, choice, plan).c_str());
  }

  void a_strategy_that_the_search_may_not_take_is_left_out_and_not_refused() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("gpt-2-124m"));
    plan.zero.stage = 2;
    Requirements requirements;
    requirements.freedom.offload = requirements.freedom.nvme = false;
    const PlanChoice choice = choose(plan, requirements);
    int closed = 0;
    for (const Family& family : choice.families)
      if (family.strategy.reaches(Device::cpu) || family.strategy.reaches(Device::nvme)) {
        QVERIFY2(contains(why_not(family, choice, plan), "left out"), why_not(family, choice, plan).c_str());
        ++closed;
      }
    QVERIFY(closed > 0);
  }

  void divided_weights_are_explained_where_a_lower_stage_fits() {
    const Plan divided = with_stage(3), whole = with_stage(2);
    const auto why = [&](const Plan& best, double seconds_of_lower, int mechanisms_of_lower) {
      PlanChoice choice = choice_of(made_of(whole, 2), made_of(best, 1));
      Family lower{strategy_of(whole), made_of(whole, seconds_of_lower, mechanisms_of_lower), {}, {}};
      choice.families = {lower};
      return reason_for_best(choice, whole);
    };
    QVERIFY2(contains(why(divided, 1.2, 0), " ZeRO-2 fits too and takes 20"), why(divided, 1.2, 0).c_str());
    QVERIFY(!contains(why(divided, 1.2, 1), "fits too"));
    QVERIFY(!contains(why(whole, 1.2, 0), "fits too"));
  }

  void steps_of_other_batches_are_compared_by_tokens() {
    const Plan divided = with_stage(3), whole = with_stage(2);
    PlanChoice choice = choice_of(made_of(whole, 2), made_of(divided, 1));
    choice.families = {{strategy_of(whole), made_of(whole, 1.2), {}, {}}};
    QVERIFY(contains(reason_for_best(choice, whole), " longer a step: "));
    choice.families[0].fastest->batch = 8;
    QVERIFY(contains(reason_for_best(choice, whole), " longer for as many tokens: "));
  }

  void the_fastest_of_several_lower_stages_is_named() {
    const Plan divided = with_stage(3);
    PlanChoice choice = choice_of(made_of(divided, 2), made_of(divided, 1));
    choice.present.pick = pick_of(with_stage(2));
    for (const auto& [stage, seconds] : {std::pair(0, 1.9), std::pair(1, 1.3), std::pair(2, 1.6)}) {
      const Plan lower = with_stage(stage);
      choice.families.push_back({strategy_of(lower), made_of(lower, seconds), {}, {}});
    }
    const std::string why = reason_for_best(choice, divided);
    QVERIFY2(contains(why, " ZeRO-1 fits too and takes 30"), why.c_str());
  }

  void a_smaller_batch_is_named_beside_the_faster_plan() {
    const Plan plan = with_stage(2);
    Plan larger = plan;
    larger.training.micro_batch_size = 4;
    PlanChoice choice = choice_of(made_of(plan, 1), made_of(plan, 1));
    choice.plainest = choice.fastest = made_of(larger, 0.95);
    const auto says = [&](const char* part) { return contains(reason_for_best(choice, plan), part); };
    QVERIFY(says("slower than the fastest") && says("with fewer settings"));
    choice.best->batch = 4;
    choice.plainest->batch = 16;
    QVERIFY(says(", with a smaller batch") && !says("fewer settings"));
    choice.plainest->parts = choice.best->parts + 1;
    QVERIFY(says(", with fewer settings and a smaller batch"));
  }

  void an_overlap_is_said_only_where_it_is_not_the_stages_default() {
    Plan of_2 = with_stage(2), of_3 = with_stage(3);
    of_2.zero.overlap_comm = false;
    of_3.zero.overlap_comm = true;
    QVERIFY(!names_overlap(pick_of(of_2), pick_of(of_3)));
    QVERIFY(!names_overlap(pick_of(of_3), pick_of(of_2)));
    Plan other = of_2;
    other.zero.overlap_comm = true;
    QVERIFY(names_overlap(pick_of(of_2), pick_of(other)));
    other = of_3;
    other.zero.overlap_comm = false;
    QVERIFY(names_overlap(pick_of(of_3), pick_of(other)));
    QVERIFY(names_overlap(pick_of(other), pick_of(of_3)));  // back to the default is a change too
  }

  void a_faster_plan_with_more_to_it_is_named_beside_the_best() {
    const Plan plan = with_stage(2);
    Plan offloading = plan;
    offloading.zero.offload_optimizer.device = Device::cpu;
    PlanChoice choice = choice_of(made_of(with_stage(1), 3), made_of(plan, 2));
    choice.fastest = made_of(offloading, 1, 1);
    const std::string why = reason_for_best(choice, plan);
    QVERIFY2(contains(why, " Faster by 100") && contains(why, "the clock is least sure of offload."),
             why.c_str());
    choice.fastest->seconds = 1.99;  // less than can be told
    QVERIFY(!contains(reason_for_best(choice, plan), "Faster by"));
  }

  void differences_of_one_kind_have_its_error_and_several_add_up_as_squares() {
    const Plan plan = with_stage(2);
    const Pick origin = pick_of(plan);
    double squares = 0;
    Pick all = origin;
    std::array<bool, difference_count> seen{};
    for (const Dimension& dimension : dimensions()) {
      const std::size_t d = index_of(dimension.id);
      if (dimension.id == DimensionId::strategy) continue;  // its kind depends on what differs in it
      Pick other = origin;
      other[d] += 1;
      QCOMPARE(resolution_between(origin, other), error_of(dimension.difference));
      all[d] += 1;
      bool& is_seen = seen[static_cast<std::size_t>(dimension.difference)];
      if (!is_seen) squares += error_of(dimension.difference) * error_of(dimension.difference);
      is_seen = true;
    }
    QVERIFY(std::abs(resolution_between(origin, all) - std::sqrt(squares)) < 1e-12);
    QCOMPARE(resolution_between(origin, origin), 0.0);
  }
};

ZP_TEST(WordsTest)
#include "words_test.moc"
