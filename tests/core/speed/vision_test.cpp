// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum TimeId;

namespace vision_speed {

Plan plan_of(const char* id) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(id));
  plan.training.sequence_length = 4096;
  plan.zero.stage = 2;
  return plan;
}

TimeLedger clock_of(const Plan& plan) { return estimate_speed(plan).ledger; }

}  // namespace vision_speed

/// The time of a vision tower.
class VisionSpeedTest : public QObject {
  Q_OBJECT

 private slots:
  /// Megatron-Bridge training/utils/flop_utils.py: depth·((8h² + 4hi)·T + 4h·Σn²), and 2·((4h)² + 4h·out) for
  /// each visual token of each of the four mergers. The patch embedding comes on top.
  void the_work_is_that_of_the_published_formula() {
    const TimeLedger clock = vision_speed::clock_of(vision_speed::plan_of("qwen3-vl-8b"));
    const double h = 1152, i = 4304, patches = 4096, tokens = 1024, wide = 4 * h, out = 4096;
    const double blocks = 27 * ((8 * h * h + 4 * h * i) * patches + 4 * h * patches * patches);
    const double mergers = 4 * tokens * 2 * (wide * wide + wide * out);
    const double embedding = 2 * patches * 3 * 2 * 16 * 16 * h;
    const TimeEntry* forward = clock.find(vision_forward);
    QVERIFY(forward != nullptr);
    QVERIFY(std::abs(forward->amount / (blocks + mergers + embedding) - 1) < 0.001);
  }

  void a_frozen_tower_has_no_backward_pass() {
    Plan plan = vision_speed::plan_of("qwen3-vl-8b");
    const double trained = vision_speed::clock_of(plan).busy(vision_backward);
    QVERIFY(trained > 1.9 * vision_speed::clock_of(plan).busy(vision_forward));
    plan.training.vision.tower = PartTraining::frozen;
    QCOMPARE(vision_speed::clock_of(plan).busy(vision_backward), 0.0);
    plan.training.vision.graph = TowerGraph::recorded;
    const double recorded = vision_speed::clock_of(plan).busy(vision_backward);
    QVERIFY(recorded > 0 && recorded < trained);
    plan.training.vision.graph = TowerGraph::automatic;
    plan.training.vision.projector = PartTraining::trained;
    const double of_projector = vision_speed::clock_of(plan).busy(vision_backward);
    QVERIFY(of_projector > 0 && of_projector < recorded);
  }

  void windows_make_attention_shorter() {
    Plan plan = vision_speed::plan_of("qwen2.5-vl-7b");
    const double windowed = vision_speed::clock_of(plan).busy(vision_forward);
    plan.model.vision.window_size = 0;
    QVERIFY(vision_speed::clock_of(plan).busy(vision_forward) > windowed);
  }

  void the_steps_work_counts_the_tower() {
    Plan plan = vision_speed::plan_of("qwen3-vl-8b");
    const double with = flops_per_step(plan).model;
    plan.training.vision.images_per_sequence = 0;
    QVERIFY(with > flops_per_step(plan).model);
    QVERIFY(vision_speed::clock_of(plan).find(vision_forward) == nullptr);
  }
};

ZP_TEST(VisionSpeedTest)
#include "vision_test.moc"
