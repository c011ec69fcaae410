// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/calibrate/calibrate.h"

#include <QtTest>
#include <cmath>
#include <string>
#include <vector>

#include "core/calibrate/least_squares.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/range.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_from(const std::string& more) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, )" + more + "}").plan;
}
/// Returns a plan of one GPU without offload, whose step consists of kernels alone.
Plan plan_on_one_gpu(int micro_batch) {
  return plan_from(
      R"("cluster": {"gpus_per_node": 1}, "zero": {"stage": 0}, "training": {"micro_batch_size": )" +
      std::to_string(micro_batch) + "}");
}
/// Returns a plan in which every constant matters.
Plan plan_on_drives() {
  return plan_from(
      R"("cluster": {"nodes": 2}, "zero": {"stage": 3, "offload_optimizer": "nvme", "offload_param": "cpu"})");
}

/// Returns the figure that the plan predicts on a machine with those constants.
RunFigure figure_on(const Plan& plan, FigureKind figure, const Measured& machine) {
  Plan there = plan;
  there.cluster.measured = machine;
  return {plan, figure, predicted(there, figure)};
}

double width_of_peak(const Plan& plan) {
  const GpuMemory gpu = estimate_memory(plan).gpu;
  return static_cast<double>((gpu.peak_range.high - gpu.peak_range.low).value());
}

}  // namespace

/// Tests of a machine's constants from its runs, with the published ones as prior.
class CalibrateTest : public QObject {
  Q_OBJECT

 private slots:
  void least_squares_weighs_by_prior_and_noise() {
    LeastSquares<2> fit({0.5, 2});
    fit.add({1, 0}, 1.0, 0.5);
    fit.add({0, 2}, 4.0, 1.0);
    fit.add({0, 2}, 4.0, 1.0);
    const auto x = fit.solved();
    QVERIFY(std::abs(x[0] - 0.5) < 1e-12);        // prior and figure have the same weight
    QVERIFY(std::abs(x[1] - 16 / 8.25) < 1e-12);  // 2 · 2 · 4 ÷ (2 · 4 + 1/4)
    LeastSquares<2> coupled({1, 1});
    coupled.add({1, 1}, 3.0, 1.0);
    QVERIFY(std::abs(coupled.solved()[0] - 1) < 1e-12 && std::abs(coupled.solved()[1] - 1) < 1e-12);
  }

  void nothing_measured_changes_nothing() {
    const Calibration none = calibrate({});
    QCOMPARE(none.measured, Measured());
    QVERIFY(none.changed.empty() && none.used == 0);
    const std::vector<RunFigure> useless = {{plan_on_one_gpu(4), FigureKind::step_seconds, 0},
                                            {plan_on_one_gpu(4), FigureKind::step_seconds, -1},
                                            {plan_on_one_gpu(4), FigureKind::step_seconds, std::nan("")}};
    QCOMPARE(calibrate(useless).measured, Measured());
  }
  void what_was_predicted_moves_nothing() {
    const std::vector<RunFigure> figures = {figure_on(plan_on_one_gpu(4), FigureKind::step_seconds, {})};
    const Calibration calibration = calibrate(figures);
    QVERIFY(calibration.changed.empty());
    QCOMPARE(calibration.measured.compute, 1.0);
    QCOMPARE(calibration.measured.runs.one_node, 1);
    QCOMPARE(calibration.measured.runs.all(), 1);
  }
  /// A share, prior² ÷ (prior² + noise²), of a deviation in one figure that is all compute is believed.
  void one_run_is_believed_in_part() {
    Measured slow;
    slow.compute = 0.8;
    const std::vector<RunFigure> figures = {figure_on(plan_on_one_gpu(8), FigureKind::forward_seconds, slow)};
    const Calibration calibration = calibrate(figures);
    const double prior = measured_constants()[0].prior;
    const double share = prior * prior / (prior * prior + scatter_of_one_machine * scatter_of_one_machine);
    QVERIFY(std::abs(std::log(calibration.measured.compute) / (share * std::log(0.8)) - 1) < 0.02);
    QVERIFY(calibration.error_after < calibration.error_before);
    QCOMPARE(calibration.changed.size(), std::size_t{1});
    QCOMPARE(calibration.changed[0].constant->key, std::string_view("measured.compute"));
    QCOMPARE(calibration.changed[0].before, 1.0);
    QCOMPARE(calibration.changed[0].after, calibration.measured.compute);
  }
  void many_runs_are_believed() {
    Measured slow;
    slow.compute = 0.8;
    std::vector<RunFigure> figures;
    for (int micro_batch = 1; micro_batch <= 20; ++micro_batch)
      figures.push_back(figure_on(plan_on_one_gpu(micro_batch), FigureKind::step_seconds, slow));
    const Calibration calibration = calibrate(figures);
    QVERIFY2(std::abs(calibration.measured.compute - 0.8) < 0.01,
             std::to_string(calibration.measured.compute).c_str());
    QVERIFY(calibration.error_after < 0.01);
    // One noisy line among many changes little.
    figures.front().value *= 3;
    QVERIFY(std::abs(calibrate(figures).measured.compute - 0.8) < 0.05);
  }
  void parts_of_a_step_tell_constants_apart() {
    Measured machine;
    machine.compute = 0.9;
    machine.host_memory = 0.5;
    Plan plan = plan_from(R"("zero": {"stage": 2, "offload_optimizer": "cpu"})");
    std::vector<RunFigure> figures;
    for (int micro_batch = 1; micro_batch <= 5; ++micro_batch) {
      plan.training.micro_batch_size = micro_batch;
      for (const FigureKind figure :
           {FigureKind::forward_seconds, FigureKind::backward_seconds, FigureKind::optimizer_seconds})
        figures.push_back(figure_on(plan, figure, machine));
    }
    const Calibration calibration = calibrate(figures);
    const Measured& learned = calibration.measured;
    QVERIFY2(std::abs(learned.host_memory - 0.5) < 0.05, std::to_string(learned.host_memory).c_str());
    QCOMPARE(learned.runs.cpu_offload, 15);
    QCOMPARE(learned.runs.all(), 15);
  }
  void memory_beside_the_allocator() {
    Plan plan = plan_from(R"("zero": {"stage": 2})");
    Measured machine;
    machine.context = 1.2;
    machine.reserve = 2;
    std::vector<RunFigure> figures;
    for (int micro_batch = 1; micro_batch <= 10; ++micro_batch) {
      plan.training.micro_batch_size = micro_batch;
      figures.push_back(figure_on(plan, FigureKind::reserve_share, machine));
      figures.push_back(figure_on(plan, FigureKind::bytes_beside, machine));
    }
    const Measured learned = calibrate(figures).measured;
    QVERIFY2(std::abs(learned.reserve - 2) < 0.1, std::to_string(learned.reserve).c_str());
    QVERIFY(learned.context > 1 && learned.compute == 1);
    QCOMPARE(learned.runs.driver, 10);
    QCOMPARE(learned.runs.reserve, 10);
    QCOMPARE(learned.runs.one_node, 0);  // no figure was a time

    const double before = width_of_peak(plan);
    plan.cluster.measured = learned;
    QVERIFY(width_of_peak(plan) < before / 2);
  }
  void a_calibration_goes_on_from_the_last() {
    Measured start;
    start.compute = 0.8;
    start.runs.one_node = 7;
    const std::vector<RunFigure> same = {figure_on(plan_on_one_gpu(4), FigureKind::step_seconds, start)};
    QCOMPARE(calibrate(same, start).measured.compute, 0.8);
    QCOMPARE(calibrate(same, start).measured.runs.one_node, 8);
    // One other figure does not overrule seven.
    const std::vector<RunFigure> other = {figure_on(plan_on_one_gpu(4), FigureKind::step_seconds, {})};
    QVERIFY(calibrate(other, start).measured.compute < 0.85);
    QVERIFY(calibrate(other, start).measured.compute > 0.8);
  }
  /// A run given twice says no more about the next than one given once.
  void figures_of_one_plan_count_as_one() {
    Measured slow;
    slow.compute = 0.8;
    const RunFigure one = figure_on(plan_on_one_gpu(8), FigureKind::forward_seconds, slow);
    const Measured once = calibrate(std::vector{one}).measured;
    QCOMPARE(calibrate(std::vector{one, one, one}).measured, once);
    QCOMPARE(once.runs.one_node, 1);
  }

  void one_figure_seen_before_is_a_surer_prior() {
    Measured start;
    start.compute = 0.8;
    start.runs.one_node = 1;
    const std::vector<RunFigure> other = {figure_on(plan_on_one_gpu(8), FigureKind::forward_seconds, {})};
    // The prior of the constant after one figure, prior ÷ √(1 + (prior ÷ noise)²), against the noise of this.
    const double prior = measured_constants()[0].prior, noise = scatter_of_one_machine;
    const double left = prior / std::sqrt(1 + prior * prior / (noise * noise));
    const double share = left * left / (left * left + noise * noise);
    const double learned = calibrate(other, start).measured.compute;
    QVERIFY2(std::abs(std::log(learned / 0.8) / (share * std::log(1 / 0.8)) - 1) < 0.02,
             std::to_string(learned).c_str());
    // A factor that nobody has learned is as open as before, whatever was seen of others.
    start.compute = 1;
    Measured slow;
    slow.compute = 0.8;
    const std::vector<RunFigure> first = {figure_on(plan_on_one_gpu(8), FigureKind::forward_seconds, slow)};
    QCOMPARE(calibrate(first, start).measured.compute, calibrate(first).measured.compute);
  }
  /// The middle one of 1.1, 1.2 and 50 times the seconds counts, and the larger of two.
  void of_repeated_figures_the_median_counts() {
    const Plan run = plan_on_one_gpu(8);
    const double usual = predicted(run, FigureKind::step_seconds);
    const auto learned_of = [&](std::vector<double> factors) {
      std::vector<RunFigure> figures;
      for (const double factor : factors)
        figures.push_back({run, FigureKind::step_seconds, factor * usual});
      return calibrate(figures).measured.compute;
    };
    const double middle = learned_of({1.2});
    QVERIFY(middle < 1);
    QCOMPARE(learned_of({1.1, 1.2, 50}), middle);
    QCOMPARE(learned_of({50, 1.1, 1.2}), middle);
    QCOMPARE(learned_of({1.1, 1.2}), middle);
  }
  /// Two plans of one kind are two figures, and two kinds of one plan as well.
  void figures_of_other_plans_and_kinds_are_kept_apart() {
    const std::vector<RunFigure> figures = {figure_on(plan_on_one_gpu(4), FigureKind::forward_seconds, {}),
                                            figure_on(plan_on_one_gpu(4), FigureKind::backward_seconds, {}),
                                            figure_on(plan_on_one_gpu(8), FigureKind::forward_seconds, {}),
                                            figure_on(plan_on_one_gpu(8), FigureKind::forward_seconds, {})};
    const Calibration calibration = calibrate(figures);
    QCOMPARE(calibration.used, std::size_t{3});
    QCOMPARE(calibration.measured.runs.one_node, 3);
    QCOMPARE(calibration.error_before, 0.0);
  }
  /// The errors are |predicted ÷ measured − 1|: a run of 1.25 times the seconds was predicted 20 % short.
  void the_error_is_that_of_the_prediction() {
    const Plan run = plan_on_one_gpu(8);
    const std::vector<RunFigure> slow = {
        {run, FigureKind::step_seconds, 1.25 * predicted(run, FigureKind::step_seconds)}};
    const Calibration calibration = calibrate(slow);
    QVERIFY(std::abs(calibration.error_before - 0.2) < 1e-9);
    QVERIFY(calibration.error_after > 0 && calibration.error_after < 0.2);
  }
  /// Eight passes that took half of the seconds are those of a GPU nearly twice as fast.
  void agreeing_runs_outweigh_the_published_value() {
    for (const double share : {0.5, 0.8}) {
      std::vector<RunFigure> figures;
      for (int micro_batch = 1; micro_batch <= 8; ++micro_batch) {
        const Plan run = plan_on_one_gpu(micro_batch);
        figures.push_back(
            {run, FigureKind::forward_seconds, share * predicted(run, FigureKind::forward_seconds)});
      }
      const Calibration calibration = calibrate(figures);
      QVERIFY(std::abs(calibration.measured.compute * share - 1) < 0.05);
      QVERIFY(std::abs(calibration.error_before - (1 / share - 1)) < 1e-9);
      QVERIFY(calibration.error_after < 0.05);
    }
  }
  void a_model_without_a_shape_predicts_memory_alone() {
    const Plan plan = read_plan(R"({"model": {"tensors": [{"shape": [4096, 4096], "count": 100}]}})").plan;
    for (const FigureKind figure : {FigureKind::step_seconds, FigureKind::forward_seconds,
                                    FigureKind::backward_seconds, FigureKind::optimizer_seconds})
      QCOMPARE(predicted(plan, figure), 0.0);
    QVERIFY(predicted(plan, FigureKind::bytes_beside) > 0);
    QVERIFY(predicted(plan, FigureKind::reserve_share) > 0);
    QCOMPARE(calibrate(std::vector{RunFigure{plan, FigureKind::step_seconds, 1}}).used, std::size_t{0});
  }
  void the_figures_are_those_of_the_clock_and_the_ledger() {
    const Plan plan = plan_on_drives();
    const StepTime time = estimate_speed(plan);
    QCOMPARE(predicted(plan, FigureKind::forward_seconds), time.forward);
    QCOMPARE(predicted(plan, FigureKind::backward_seconds), time.backward);
    QCOMPARE(predicted(plan, FigureKind::optimizer_seconds), time.step);
    QCOMPARE(predicted(plan, FigureKind::step_seconds), time.total);
    const GpuMemory gpu = estimate_memory(plan).gpu;
    QCOMPARE(predicted(plan, FigureKind::bytes_beside),
             static_cast<double>(gpu.peak.value() - gpu.peak_reserved.value()));
    QVERIFY(std::abs(predicted(plan, FigureKind::reserve_share) -
                     static_cast<double>(gpu.peak_reserved.value() - gpu.peak_allocated.value()) /
                         static_cast<double>(gpu.peak_allocated.value())) < 1e-12);
  }
  /// 25 GB/s of PCIe 4.0 measured at half are shown as half; a machine without such a link has the factor.
  void a_constant_is_shown_as_the_rate_that_transfers_reach() {
    const auto shown = [](const Plan& plan, std::string_view key) {
      for (const MeasuredConstant& constant : measured_constants())
        if (constant.key == key) return constant.value(plan);
      return std::string();
    };
    const auto rate = [](const std::string& text) { return text.ends_with("GB/s") ? std::stod(text) : 0; };
    for (const std::string_view key : {"measured.network", "measured.host_link", "measured.drives"}) {
      Plan plan = plan_on_drives();
      const double usual = rate(shown(plan, key));
      QVERIFY2(usual > 0, shown(plan, key).c_str());
      for (const MeasuredConstant& constant : measured_constants())
        if (constant.key == key) plan.cluster.measured.*constant.factor = 0.5;
      QVERIFY2(std::abs(rate(shown(plan, key)) / usual - 0.5) < 0.05, shown(plan, key).c_str());
    }
    const double host_link = rate(shown(plan_on_drives(), "measured.host_link"));
    QVERIFY2(host_link > 5 && host_link < 32, std::to_string(host_link).c_str());  // PCIe 4.0 × 16: 32 GB/s
    Plan single = plan_on_one_gpu(1);
    single.cluster.measured.network = 0.12345;
    QCOMPARE(shown(single, "measured.network"), std::string("0.123 × the published"));
    QCOMPARE(shown(single, "measured.drives"), std::string("1 × the published"));
  }

  void every_constant_decides_on_something() {
    for (const MeasuredConstant& constant : measured_constants()) {
      bool decides = false;
      for (const Plan& plan : {plan_on_drives(), plan_from(R"("cluster": {"nodes": 2})")})
        for (const FigureKind figure :
             {FigureKind::step_seconds, FigureKind::forward_seconds, FigureKind::optimizer_seconds,
              FigureKind::bytes_beside, FigureKind::reserve_share}) {
          Measured machine;
          machine.*constant.factor = 0.5;
          decides = decides || figure_on(plan, figure, machine).value != predicted(plan, figure);
        }
      QVERIFY2(decides, std::string(constant.key).c_str());
      QVERIFY(constant.prior > 0 && !constant.source.empty() && !constant.value(plan_on_drives()).empty());
    }
  }
  void a_plan_that_learned_has_the_calibrated_range_in_that_regime() {
    Plan plan = plan_from(R"("zero": {"stage": 2})");
    const auto width = [&] {
      const StepTime time = estimate_speed(plan);
      return (time.range.high - time.range.low) / time.total;
    };
    const double published = width();
    plan.cluster.measured.runs.many_nodes = 1;
    QCOMPARE(width(), published);
    plan.cluster.measured.runs.one_node = 1;
    const double calibrated = width();
    QVERIFY(calibrated < published);
    plan.training.attention_kernel = AttentionKernel::flash_2;  // a stated kernel never widens it
    QVERIFY(width() <= calibrated * (1 + 1e-9));
  }
};

ZP_TEST(CalibrateTest)
#include "calibrate_test.moc"
