// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/measure/curves.h"

#include <QtTest>
#include <algorithm>

#include "core/plan_file/examples.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a log of DeepSpeed's throughput timer, of that many steps; tensors grow a little with each.
NamedLog log_of(int steps) {
  std::string text;
  for (int step = 1; step <= steps; ++step)
    text += "[timer.py:260:stop] epoch=0/micro_step=" + std::to_string(step) +
            "/global_step=" + std::to_string(10 * step) +
            ", RunningAvgSamplesPerSec=2.0, CurrSamplesPerSec=2.5, MemAllocated=" +
            std::to_string(10 + step / 100.0) + "GB, MaxMemAllocated=30.1GB\n";
  return log_of_text(text, "run.log");
}

const MeasuredCurve* curve_named(const std::vector<MeasuredCurve>& all, ObservedQuantity quantity) {
  const auto found = std::ranges::find(all, quantity, &MeasuredCurve::quantity);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

/// Tests of the quantities of a log over the course of its run.
class CurvesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_figure_of_each_step_is_a_curve_over_the_steps() {
    const NamedLog log = log_of(5);
    const auto all = curves_of({&log, 1});
    const MeasuredCurve* allocated = curve_named(all, ObservedQuantity::gpu_allocated);
    QVERIFY(allocated != nullptr);
    QCOMPARE(allocated->points.size(), std::size_t{5});
    QVERIFY(allocated->axis == CurveAxis::steps);
    QCOMPARE(allocated->points[2].at, 30.0);
    QCOMPARE(allocated->points[2].line, 3);
    QVERIFY(allocated->points[4].value > allocated->points[0].value);
  }
  void two_figures_are_no_curve() {
    const NamedLog log = log_of(2);
    QVERIFY(curves_of({&log, 1}).empty());
  }
  void messages_without_steps_are_readings_in_their_order() {
    std::string text;
    for (const char* message : {"before forward", "after forward", "after backward"})
      text += std::string("[utils.py:800:see_memory_usage] ") + message +
              "\n[utils.py:801:see_memory_usage] MA 1.5 GB Max_MA 2.5 GB CA 3.0 GB Max_CA 3 GB\n";
    const NamedLog log = log_of_text(text, "run.log");
    const auto all = curves_of({&log, 1});
    const MeasuredCurve* peak = curve_named(all, ObservedQuantity::gpu_max_allocated);
    QVERIFY(peak != nullptr);
    QVERIFY(peak->axis == CurveAxis::readings);
    QCOMPARE(peak->points.back().at, 3.0);
  }
  void a_long_run_keeps_its_highest_points() {
    const NamedLog log = log_of(3000);
    const auto all = curves_of({&log, 1});
    const MeasuredCurve* allocated = curve_named(all, ObservedQuantity::gpu_allocated);
    QCOMPARE(allocated->points.size(), most_curve_points);
    QCOMPARE(allocated->points.back().at, 30000.0);  // it grows, so the last is the highest of all
    QVERIFY(std::ranges::is_sorted(allocated->points, {}, &CurvePoint::at));
  }
  void the_plans_prediction_stands_beside_its_quantity_alone() {
    const NamedLog log = log_of(5);
    const auto all = curves_of({&log, 1});
    const PlanDocument plan = example_plan();
    const Measurement measurement = measure(&plan, {&log, 1});
    const MeasuredCurve* peak = curve_named(all, ObservedQuantity::gpu_max_allocated);
    const MeasuredDifference* of_plan = difference_at(*peak, measurement);
    QVERIFY(of_plan != nullptr);
    QVERIFY(of_plan->quantity == ObservedQuantity::gpu_max_allocated && of_plan->predicted > 0);
    QVERIFY(difference_at(*peak, Measurement()) == nullptr);
  }
};

ZP_TEST(CurvesTest)
#include "curves_test.moc"
