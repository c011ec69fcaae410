// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/solve.h"

#include <QtTest>
#include <algorithm>
#include <vector>

#include "core/catalog/catalog.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_7b() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b").value());
  plan.training.activation_checkpointing = Checkpointing::full;
  return with_strategy(plan, {2, Device::none, Device::none});
}

}  // namespace

/// The edge: what is found fits, and the next value does not.
class SolveTest : public QObject {
  Q_OBJECT

 private slots:
  void the_largest_batch_and_sequence_fit_and_the_next_do_not_data() {
    QTest::addColumn<int>("unknown");
    QTest::newRow("micro batch") << static_cast<int>(Unknown::micro_batch);
    QTest::newRow("sequence length") << static_cast<int>(Unknown::sequence_length);
  }
  void the_largest_batch_and_sequence_fit_and_the_next_do_not() {
    QFETCH(int, unknown);
    const auto solved = solve(plan_7b(), static_cast<Unknown>(unknown));
    QVERIFY(solved);
    Plan plan = solved->candidate.plan;
    auto& value = unknown == static_cast<int>(Unknown::micro_batch) ? plan.training.micro_batch_size
                                                                    : plan.training.sequence_length;
    QCOMPARE(value, solved->value);
    QVERIFY(estimate_memory(plan).fits());
    value = solved->refused;
    QVERIFY(!estimate_memory(plan).fits());
  }

  void the_largest_model_keeps_the_width_and_counts_its_layers() {
    const auto solved = solve(plan_7b(), Unknown::parameters);
    QVERIFY(solved);
    const Architecture& shape = solved->candidate.plan.model.architecture;
    QCOMPARE(shape.hidden_size, 4096);
    QCOMPARE(shape.layers, largest_layers(plan_7b()));
    QCOMPARE(model_size(solved->candidate.plan).parameters.value(), solved->value);
    QVERIFY(solved->candidate.estimate.fits());
    QVERIFY(solved->refused > solved->value);
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
    plan.model = model_from_preset(catalog().find_model("llama-2-70b").value());
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
    for (const UnknownRow& row : unknown_rows())
      for (const bool every_plan : {false, true})
        QTest::newRow((std::string(row.name) + (every_plan ? " of every plan" : "")).c_str())
            << static_cast<int>(row.unknown) << every_plan;
  }
  void its_watch_is_told_how_far_it_is_and_may_stop_it() {
    QFETCH(int, unknown);
    QFETCH(bool, every_plan);
    SolveOver over = every_plan ? SolveOver{true, {}} : SolveOver::plan_alone();
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
    plan.zero.stage = 0;  // every GPU holds everything
    QVERIFY(!solve(plan, Unknown::gpus));
  }

  void over_every_plan_the_edge_is_further_out_data() {
    QTest::addColumn<int>("unknown");
    for (const UnknownRow& row : unknown_rows())
      QTest::newRow(std::string(row.name).c_str()) << static_cast<int>(row.unknown);
  }
  void over_every_plan_the_edge_is_further_out() {
    QFETCH(int, unknown);
    const auto asked = static_cast<Unknown>(unknown);
    const auto alone = solve(plan_7b(), asked);
    SolveOver over{true, {}};
    over.wanted.margin = 0;
    const auto every = solve(plan_7b(), asked, over);
    QVERIFY(every);
    QVERIFY(every->candidate.runs());
    QVERIFY(!alone ||
            (row_of(asked).is_smallest ? every->value <= alone->value : every->value >= alone->value));
    QVERIFY(every->refused == 0 || !every->why_refused.empty());
    if (asked == Unknown::micro_batch)
      QCOMPARE(every->candidate.plan.training.micro_batch_size, every->value);
  }

  void an_answer_is_as_fast_as_asked_for() {
    SolveOver over{true, {}};
    const double whole = solve(plan_7b(), Unknown::parameters, over)->candidate.throughput.tokens_per_s;
    over.wanted.least_tokens_per_s = 2 * whole;
    const auto fast = solve(plan_7b(), Unknown::parameters, over);
    QVERIFY(fast);
    QVERIFY(fast->candidate.throughput.tokens_per_s >= over.wanted.least_tokens_per_s);
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
