// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/solve.h"

#include <QtTest>
#include <algorithm>
#include <optional>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/evaluate/evaluate.h"
#include "core/rules/check_plan.h"
#include "core/search/candidates.h"
#include "core/speed/whole_run.h"
#include "tests/support/random_run.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Quantities that a search ends by itself.
std::vector<UnknownRow> rows_without_limits() {
  std::vector<UnknownRow> rows;
  for (const UnknownRow& row : unknown_rows())
    if (!row.needs_limits) rows.push_back(row);
  return rows;
}

Plan plan_7b() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.training.activation_checkpointing = Checkpointing::full;
  return with_strategy(plan, {2, Device::none, Device::none});
}

/// Returns the plan with another value of the unknown; no value if no key holds the unknown.
std::optional<Plan> with(Plan plan, Unknown unknown, std::int64_t value) {
  switch (unknown) {
    case Unknown::micro_batch:
      plan.training.micro_batch_size = value;
      return plan;
    case Unknown::sequence_length:
      plan.training.sequence_length = value;
      return plan;
    case Unknown::host_memory:
      plan.cluster.cpu_memory_gib = static_cast<double>(value);
      return plan;
    default:
      return std::nullopt;
  }
}

}  // namespace

Q_DECLARE_METATYPE(zp::Unknown)

/// Tests that the answer fits, and that the next value does not.
class SolveTest : public QObject {
  Q_OBJECT

  /// Returns the question to the plan as it stands in which the estimate alone decides, whatever the odds.
  static SolveOver by_estimate() {
    SolveOver over = SolveOver::plan_alone();
    over.requirements.fit = FitDemand::with_margin(0);
    return over;
  }

 private slots:
  void the_largest_batch_and_sequence_fit_and_the_next_do_not_data() {
    QTest::addColumn<int>("unknown");
    QTest::newRow("micro batch") << static_cast<int>(Unknown::micro_batch);
    QTest::newRow("sequence length") << static_cast<int>(Unknown::sequence_length);
  }
  void the_largest_batch_and_sequence_fit_and_the_next_do_not() {
    QFETCH(int, unknown);
    const auto solved = solve(plan_7b(), static_cast<Unknown>(unknown), by_estimate());
    QVERIFY(solved);
    Plan plan = solved->candidate.plan;
    auto& value = unknown == static_cast<int>(Unknown::micro_batch) ? plan.training.micro_batch_size
                                                                    : plan.training.sequence_length;
    QCOMPARE(value, solved->value);
    QVERIFY(estimate_memory(plan).fits());
    value = solved->refused;
    QVERIFY(!estimate_memory(plan).fits());
  }

  void the_largest_batch_has_the_odds_that_are_asked_for() {
    for (const double confidence : {0.9, 0.6}) {
      SolveOver over = SolveOver::plan_alone();
      over.requirements.fit.confidence = confidence;
      const auto solved = solve(plan_7b(), Unknown::micro_batch, over);
      QVERIFY(solved);
      Plan plan = solved->candidate.plan;
      QVERIFY(fit_odds(plan, estimate_memory(plan)).both >= confidence);
      plan.training.micro_batch_size = solved->refused;
      QVERIFY(fit_odds(plan, estimate_memory(plan)).both < confidence);
    }
  }

  void the_most_layers_are_a_question_to_memory_alone() {
    Plan refused = with_strategy(plan_7b(), {3, Device::cpu, Device::none});
    refused.zero.mics_shard_size = 4;
    QVERIFY(stops(check(refused)));
    QVERIFY(largest_layers(refused) > 0);
  }

  void the_largest_model_keeps_the_width_and_counts_its_layers() {
    const auto solved = solve(plan_7b(), Unknown::parameters, by_estimate());
    QVERIFY(solved);
    const Architecture& shape = solved->candidate.plan.model.architecture;
    QCOMPARE(shape.hidden_size, 4096);
    QCOMPARE(shape.layers, largest_layers(plan_7b()));

    QCOMPARE(model_size(solved->candidate.plan).parameters.value(), solved->value);
    QVERIFY(solved->candidate.estimate.fits());
    Plan deeper = solved->candidate.plan;
    ++deeper.model.architecture.layers;
    QCOMPARE(solved->refused, model_size(deeper).parameters.value());
  }

  void where_every_batch_fits_the_answer_is_the_last_that_is_asked_about() {
    Plan plan = plan_7b();
    plan.cluster.gpu.memory_gib = 50'000;
    plan.training.sequence_length = 64;
    const auto solved = solve(plan, Unknown::micro_batch, by_estimate());
    QVERIFY(solved);
    QCOMPARE(solved->value, 65'536);
    QCOMPARE(solved->refused, 0);
    QCOMPARE(solved->binding_limit.code, std::string("range"));
  }

  /// Rented GPUs cost less than one unit of money an hour too.
  void a_budget_counts_whatever_a_gpu_costs() {
    Plan plan = plan_7b();
    const auto binding_limit = [&](double price, double budget = 100) {
      plan.cluster.gpu_hour_price = price;
      SolveOver over = SolveOver::plan_alone();
      over.limits.budget = budget;
      const auto solved = solve(plan, Unknown::tokens, over);
      return solved ? solved->binding_limit.code : why_unsolved(plan, Unknown::tokens, over).why;
    };
    QCOMPARE(binding_limit(0.4), std::string("budget"));
    QCOMPARE(binding_limit(2), std::string("budget"));
    QCOMPARE(binding_limit(2, 0.5), std::string("budget"));
    for (const double budget : {100.0, 0.5})
      QVERIFY2(binding_limit(0, budget).starts_with("cluster.gpu_hour_price is not stated"),
               binding_limit(0, budget).c_str());
  }

  void a_stated_count_grows_as_a_count() {
    Plan plan = plan_7b();
    plan.model = model_from_parameters(Params(1'000'000'000));
    const auto solved = solve(plan, Unknown::parameters);
    QVERIFY(solved);
    QVERIFY(solved->candidate.plan.model.source == ModelSource::parameters);
    QVERIFY(solved->candidate.estimate.fits());
  }

  void the_fewest_gpus_are_found_and_fewer_do_not_fit() {
    Plan plan = plan_7b();
    plan.model = model_from_preset(catalog().find_model("llama-2-70b"));
    plan = with_strategy(plan, {3, Device::none, Device::none});
    const auto solved = solve(plan, Unknown::gpus);
    QVERIFY(solved);
    QCOMPARE(solved->candidate.plan.cluster.ranks(), static_cast<int>(solved->value));
    QVERIFY(solved->candidate.estimate.fits());
    QVERIFY(solved->refused > 0 && solved->refused < solved->value);
  }

  void its_watch_is_told_how_far_it_is_and_may_stop_it_data() {
    QTest::addColumn<int>("unknown");
    QTest::addColumn<bool>("every_plan");
    for (const UnknownRow& row : rows_without_limits())
      for (const bool every_plan : {false, true})
        QTest::newRow((std::string(row.name) + (every_plan ? " of every plan" : "")).c_str())
            << static_cast<int>(row.unknown) << every_plan;
  }
  void its_watch_is_told_how_far_it_is_and_may_stop_it() {
    QFETCH(int, unknown);
    QFETCH(bool, every_plan);
    SolveOver over = every_plan ? SolveOver{true, {}} : by_estimate();
    Plan plan = plan_7b();
    plan.cluster.nodes = 2;
    std::vector<double> told;
    const Watch listener = [&](double done) {
      told.push_back(done);
      return true;
    };
    const auto solved = solve(plan, static_cast<Unknown>(unknown), over, listener);
    QVERIFY(solved);
    QCOMPARE(solved->value, solve(plan, static_cast<Unknown>(unknown), over)->value);
    QVERIFY(told.size() > 1 && std::ranges::is_sorted(told));
    QVERIFY(told.front() >= 0 && told.back() <= 1);
    const Watch impatient = [](double) { return false; };
    QVERIFY_THROWS_EXCEPTION(SearchStopped,
                             (void)solve(plan, static_cast<Unknown>(unknown), over, impatient));
  }

  void what_never_fits_has_no_solution() {
    Plan plan = plan_7b();
    plan.cluster.gpu.memory_gib = 1;
    for (const Unknown unknown : {Unknown::micro_batch, Unknown::sequence_length, Unknown::parameters})
      QVERIFY(!solve(plan, unknown));
    plan.zero.stage = 0;  // every GPU then holds everything
    QVERIFY(!solve(plan, Unknown::gpus));
  }

  void over_every_plan_the_edge_is_further_out_data() {
    QTest::addColumn<int>("unknown");
    for (const UnknownRow& row : rows_without_limits())
      QTest::newRow(std::string(row.name).c_str()) << static_cast<int>(row.unknown);
  }
  void over_every_plan_the_edge_is_further_out() {
    QFETCH(int, unknown);
    const auto asked = static_cast<Unknown>(unknown);
    const auto alone = solve(plan_7b(), asked, by_estimate());
    SolveOver over{true, {}};
    over.requirements.fit = FitDemand::with_margin(0);
    const auto every = solve(plan_7b(), asked, over);
    QVERIFY(every);
    QVERIFY(every->candidate.runs());
    QVERIFY(!alone ||
            (row_of(asked).is_smallest ? every->value <= alone->value : every->value >= alone->value));
    QVERIFY(every->refused == 0 || !every->why_refused.empty());
    if (asked == Unknown::micro_batch)
      QCOMPARE(every->candidate.plan.training.micro_batch_size, every->value);
  }

  /// The largest budget that is done in a day: one token more is not.
  void tokens_end_at_the_deadline_and_at_the_budget() {
    Plan plan = plan_7b();
    plan.cluster.gpu_hour_price = 2;
    for (const bool every_plan : {false, true}) {
      SolveOver over{every_plan, {}};
      over.limits.deadline_hours = 24;
      const auto day = solve(plan, Unknown::tokens, over);
      QVERIFY(day);
      const auto hours_of = [&](const Plan& of, double tokens) {
        Plan asked = of;
        asked.training.tokens = tokens;
        return whole_run(asked, estimate_speed(asked)).wall_hours;
      };
      const double tokens = static_cast<double>(day->value);
      QVERIFY(hours_of(day->candidate.plan, tokens) <= 24);
      QVERIFY(hours_of(day->candidate.plan, 1.03 * tokens) > 24);
      QCOMPARE(day->binding_limit.code, std::string("deadline"));
      over.limits.budget = 24.0 * 2 * plan.cluster.ranks() / 2;
      const auto half = solve(plan, Unknown::tokens, over);
      QVERIFY(half && half->value < day->value);
      QCOMPARE(half->binding_limit.code, std::string("budget"));
    }
  }

  void a_model_is_no_larger_than_the_deadline_allows() {
    Plan plan = plan_7b();
    plan.training.tokens = 1e9;
    SolveOver over = SolveOver::plan_alone();
    const auto any = solve(plan, Unknown::parameters, over);
    over.limits.deadline_hours = 1;
    const auto soon = solve(plan, Unknown::parameters, over);
    QVERIFY(any && (!soon || soon->value < any->value));
  }

  void an_answer_is_as_fast_as_asked_for() {
    SolveOver over{true, {}};
    const double whole = solve(plan_7b(), Unknown::parameters, over)->candidate.throughput.tokens_per_s;
    over.requirements.least_tokens_per_s = 2 * whole;
    const auto fast = solve(plan_7b(), Unknown::parameters, over);
    QVERIFY(fast);
    QVERIFY(fast->candidate.throughput.tokens_per_s >= over.requirements.least_tokens_per_s);
  }

  void no_answer_is_stopped_and_the_next_value_is_data() {
    QTest::addColumn<Unknown>("unknown");
    for (const UnknownRow& row : rows_without_limits())
      QTest::newRow(std::string(row.name).c_str()) << row.unknown;
  }
  /// No rule refuses or stops the answer to random plans, alone and over a few plans, and the answer names
  /// the limit that binds.
  void no_answer_is_stopped_and_the_next_value_is() {
    QFETCH(Unknown, unknown);
    int answers = 0, edges = 0;
    QVERIFY(rc::check("solved", [&] {
      const Plan plan = *test::any_run();
      SolveOver over = by_estimate();
      over.most_gpus = 256;
      if (*rc::gen::inRange(0, 4) == 0) {
        over.every_plan = true;
        over.requirements.freedom.tuning = false;
      }
      const std::optional<Solution> solved = solve(plan, unknown, over);
      if (!solved) {
        RC_ASSERT(!why_unsolved(plan, unknown, over).binding_limit.code.empty());
        return;
      }
      ++answers;
      for (const Finding& finding : evaluate({solved->candidate.plan, {}}).findings) {
        RC_LOG() << finding.code << ": " << finding.message << "\n";
        RC_ASSERT(finding.severity > Severity::fails_later);
      }
      RC_ASSERT(!solved->binding_limit.code.empty() && !solved->binding_limit.title.empty());
      RC_ASSERT((solved->refused == 0) == (solved->binding_limit.code == "range"));
      RC_ASSERT(solved->refused == 0 || !solved->why_refused.empty());
      if (solved->refused == 0 || over.every_plan) return;
      const std::optional<Plan> next = with(solved->candidate.plan, unknown, solved->refused);
      if (!next) return;
      ++edges;
      RC_ASSERT(!is_usable(*next) || stops(evaluate({*next, {}}).findings));
    }));
    qInfo("%d answers, %d next values", answers, edges);
    QVERIFY(answers > 0);
  }

  void what_binds_is_named_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("stage");
    QTest::addColumn<Unknown>("unknown");
    QTest::addColumn<QString>("code");
    QTest::newRow("memory of the GPU") << "llama-2-7b" << 2 << Unknown::micro_batch << "gpu_memory";
    QTest::newRow("learned positions")
        << "opt-125m" << 2 << Unknown::sequence_length << "sequence_exceeds_positions";
    QTest::newRow("loading") << "llama-2-7b" << 2 << Unknown::host_memory << "host_loading";
  }
  void what_binds_is_named() {
    QFETCH(QString, model);
    QFETCH(int, stage);
    QFETCH(Unknown, unknown);
    QFETCH(QString, code);
    Plan plan = plan_7b();
    plan.model = model_from_preset(catalog().find_model(model.toStdString()));
    plan.zero.stage = stage;
    const auto solved = solve(plan, unknown, by_estimate());
    QVERIFY(solved);
    QCOMPARE(QString::fromStdString(solved->binding_limit.code), code);
    if (unknown == Unknown::sequence_length)
      QCOMPARE(solved->value, plan.model.architecture.learned_positions);
  }

  void a_plan_that_no_value_mends_is_told_why() {
    Plan plan = plan_7b();
    plan.model = model_from_preset(catalog().find_model("opt-125m"));
    plan.training.sequence_length = 4096;
    QVERIFY(!solve(plan, Unknown::host_memory));
    const Unsolved unsolved = why_unsolved(plan, Unknown::host_memory);
    QCOMPARE(unsolved.binding_limit.code, std::string("sequence_exceeds_positions"));
    QVERIFY(unsolved.binding_limit.is_rule && !unsolved.why.empty());
  }

  void a_sequence_that_ranks_share_is_solved_in_their_multiples() {
    Plan plan = plan_7b();
    plan.training.sequence_parallel = 4;
    const auto solved = solve(plan, Unknown::sequence_length);
    QVERIFY(solved && solved->value % 4 == 0 && solved->refused == solved->value + 4);
  }

  void without_activations_only_gpus_are_solved_for() {
    Plan plan = plan_7b();
    plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    QVERIFY(!solve(plan, Unknown::micro_batch));
    QVERIFY(solve(plan, Unknown::gpus));
  }
};

ZP_TEST(SolveTest)
#include "solve_test.moc"
