// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/reference_figures.h"

#include <rapidcheck.h>

#include <QtTest>
#include <cmath>
#include <utility>

#include "core/report/reference_parts.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::int64_t count_of(const FigureList& figures, std::string_view name) {
  for (const Figure& figure : figures)
    if (figure.name == name) return std::get<std::int64_t>(figure.value);
  return -1;
}

}  // namespace

/// Tests of the figures of the other estimators for a plan, and of the figures of our ledger beside them.
class ReferenceFiguresTest : public QObject {
  Q_OBJECT

 private slots:
  void every_estimator_has_figures_and_ours_for_any_plan() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      const auto all = reference_figures(plan, estimate_memory(plan));
      RC_ASSERT(all.size() == all_estimators.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        RC_ASSERT(all[i].estimator == all_estimators[i]);
        RC_ASSERT(!all[i].figures.empty());
        RC_ASSERT(!all[i].ours.empty());
        for (const FigureTable& table : all[i].tables)
          RC_ASSERT(!table.rows.empty());
      }
    }));
  }

  void the_parts_of_one_gpu_add_up_to_the_estimators_own_total() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      for (const EstimatorFigures& one : reference_figures(plan, estimate_memory(plan))) {
        const auto parts = gpu_parts(one);
        double own = 0;
        for (const auto& [name, unit] : {std::pair<std::string_view, double>{"gpu_bytes", 1},
                                         {"total_gpu_bytes", 1},
                                         {"total_per_gpu_gib", 1024.0 * 1024 * 1024},
                                         {"total_gb", 1e9}})
          for (const Figure& figure : one.figures) {
            if (figure.name != name) continue;
            if (const auto* whole = std::get_if<std::int64_t>(&figure.value))
              own += static_cast<double>(*whole) * unit;
            if (const auto* real = std::get_if<double>(&figure.value)) own += *real * unit;
          }
        if (one.estimator == Estimator::zero_infinity) continue;  // prints no total
        RC_ASSERT(parts.has_value() == (own > 0));
        if (parts) RC_ASSERT(std::abs(parts->total() - own) <= 1e-6 * own + 4);
      }
    }));
  }

  void ours_add_up() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      const MemoryEstimate estimate = estimate_memory(plan);
      const OurFigures ours = our_figures(plan, estimate);
      RC_ASSERT(ours.model_states_gpu_bytes ==
                ours.parameters_gpu_bytes + ours.gradients_gpu_bytes + ours.optimizer_states_gpu_bytes);
      RC_ASSERT(ours.parameters_gpu_bytes == estimate.ledger.bytes(EntryId::states_weights));
      RC_ASSERT(ours.model_states_total_bytes >= ours.model_states_gpu_bytes);
    }));
  }

  void tensor_parallel_ranks_share_the_model_in_the_zero_paper() {
    Plan plan = example_plan().plan;
    plan.training.tensor_parallel = 2;
    const EstimatorFigures paper = zero_paper_figures(plan, estimate_memory(plan));
    QCOMPARE(count_of(paper.inputs, "gpus"), 4);
    QCOMPARE(count_of(paper.inputs, "model_parallel_gpus"), 2);
    QCOMPARE(count_of(paper.inputs, "parameters"), estimate_memory(plan).model.parameters.value() / 2);
  }

  void several_nodes_count_in_deepspeeds_estimate() {
    Plan plan = example_plan().plan;
    plan.cluster.nodes = 4;
    const EstimatorFigures deepspeed = deepspeed_figures(plan, estimate_memory(plan));
    QCOMPARE(count_of(deepspeed.inputs, "gpus_per_node"), 8);
    QCOMPARE(count_of(deepspeed.inputs, "nodes"), 4);
    const double parameters = static_cast<double>(estimate_memory(plan).model.parameters.value());
    QCOMPARE(count_of(deepspeed.figures, "gpu_bytes"),
             static_cast<std::int64_t>(2 * parameters) + static_cast<std::int64_t>(18 * parameters / 32));
  }

  /// PR 5099 changed stage 2's formula with 0.14.3.
  void deepspeeds_estimate_is_that_of_the_plans_release() {
    Plan plan = example_plan().plan;
    const auto parameters = static_cast<double>(estimate_memory(plan).model.parameters.value());
    plan.target.deepspeed_version = {0, 14, 2};
    QCOMPARE(count_of(deepspeed_figures(plan, estimate_memory(plan)).figures, "gpu_bytes"),
             static_cast<std::int64_t>(4 * parameters) + static_cast<std::int64_t>(16 * parameters / 8));
    plan.target.deepspeed_version = {0, 14, 3};
    QCOMPARE(count_of(deepspeed_figures(plan, estimate_memory(plan)).figures, "gpu_bytes"),
             static_cast<std::int64_t>(2 * parameters) + static_cast<std::int64_t>(18 * parameters / 8));
  }

  void recomputation_follows_the_plan_data() {
    QTest::addColumn<int>("checkpointing");
    QTest::addColumn<int>("tensor_parallel");
    QTest::addColumn<QByteArray>("technique");
    const auto row = [](const char* name, Checkpointing checkpointing, int tensor_parallel,
                        const char* technique) {
      QTest::newRow(name) << static_cast<int>(checkpointing) << tensor_parallel << QByteArray(technique);
    };
    row("none", Checkpointing::none, 1, "none");
    row("tensor parallel", Checkpointing::none, 2, "tensor_parallel");
    row("selective", Checkpointing::selective, 1, "tensor_parallel_selective");
    row("full", Checkpointing::full, 2, "full_recomputation");
  }
  void recomputation_follows_the_plan() {
    QFETCH(int, checkpointing);
    QFETCH(int, tensor_parallel);
    QFETCH(QByteArray, technique);
    Plan plan = example_plan().plan;
    plan.training.activation_checkpointing = static_cast<Checkpointing>(checkpointing);
    plan.training.tensor_parallel = tensor_parallel;
    const EstimatorFigures figures = korthikanti_figures(plan, estimate_memory(plan));
    QCOMPARE(QByteArray::fromStdString(text_of(figures.figures.front())), technique);
  }
};

ZP_TEST(ReferenceFiguresTest)
#include "reference_figures_test.moc"
