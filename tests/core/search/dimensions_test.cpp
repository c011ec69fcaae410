// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/rules/check_plan.h"
#include "core/search/dimension_values.h"
#include "core/search/option.h"
#include "core/search/space.h"
#include "core/units/index_of.h"
#include "tests/support/random_run.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_on_eight() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.cluster.gpus_per_node = 8;
  plan.zero.stage = 2;
  return plan;
}

Freedom every_freedom() {
  Freedom freedom;
  for (const FreedomRow& row : freedom_rows())
    freedom.*row.member = true;
  return freedom;
}

/// Returns the values that a search of the plan tries.
std::vector<std::int64_t> tried(DimensionId id, const Plan& plan, const Plan& origin,
                                const Freedom& freedom) {
  const Values values = values_to_try(dimension(id), plan, origin, freedom);
  return {values.all().begin(), values.all().end()};
}

bool holds(const std::vector<std::int64_t>& values, std::int64_t value) {
  return std::ranges::find(values, value) != values.end();
}

/// A cut of torchtitan in two stages of a pipeline.
Plan pipeline_of_torchtitan() {
  Plan plan = test::with_torchtitan(plan_on_eight());
  plan.training.pipeline_parallel = 2;
  plan.training.gradient_accumulation_steps = 8;
  return plan;
}

}  // namespace

/// Tests of what a search may change, and of the values that it tries.
class DimensionsTest : public QObject {
  Q_OBJECT
 private slots:
  /// A candidate is exported with its value, whatever the plan had before.
  void a_plan_has_each_value_that_a_search_gives_it() {
    QVERIFY(rc::check("set and get", [] {
      const Plan origin = *test::any_run();
      const Freedom freedom = every_freedom();
      Plan plan = origin;
      for (const Dimension& one : dimensions())
        for (const std::int64_t value : tried(one.id, plan, origin, freedom)) {
          one.set(plan, value);
          RC_LOG() << one.name << " " << value << "\n";
          RC_ASSERT(one.get(plan) == value);
        }
    }));
  }

  void a_share_of_the_optimizer_is_set_and_taken_back() {
    Plan plan = plan_on_eight();
    const Dimension& ratio = dimension(DimensionId::ratio);
    plan.zero.offload_optimizer.ratio = 0.5;
    ratio.set(plan, 1000);
    QCOMPARE(plan.zero.offload_optimizer.ratio, 1.0);
    ratio.set(plan, 250);
    QCOMPARE(plan.zero.offload_optimizer.ratio, 0.25);
    // A share that a plan states finer than a search does is left as it is.
    plan.zero.offload_optimizer.ratio = 0.3333333;
    ratio.set(plan, 333);
    QCOMPARE(plan.zero.offload_optimizer.ratio, 0.3333333);
  }

  void micro_batches_go_up_to_sixty_four() {
    Freedom freedom;
    freedom.batch_size = true;
    const Plan plan = plan_on_eight();
    std::vector<std::int64_t> sizes;
    for (const std::int64_t value : tried(DimensionId::batch, plan, plan, freedom)) {
      QCOMPARE(accumulation_of(value), plan.training.gradient_accumulation_steps);
      sizes.push_back(micro_batch_of(value));
    }
    QCOMPARE(sizes, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 64}));
  }

  void a_fused_loss_may_be_taken_out_where_it_is_in_the_plan() {
    Freedom freedom;
    freedom.fused_loss = true;
    const auto none = static_cast<std::int64_t>(FusedLoss::none),
               fused = static_cast<std::int64_t>(FusedLoss::fused),
               tiled = static_cast<std::int64_t>(FusedLoss::tiled);
    Plan plan = plan_on_eight();
    plan.training.fused_loss = FusedLoss::fused;
    std::vector<std::int64_t> values = tried(DimensionId::loss, plan, plan, freedom);
    QVERIFY(values.size() == 2 && holds(values, none) && holds(values, fused));
    plan.training.fused_loss = FusedLoss::tiled;
    values = tried(DimensionId::loss, plan, plan, freedom);
    QVERIFY(values.size() == 2 && holds(values, tiled) && holds(values, fused));
  }

  /// Ranks that share layers and ranks that share a sequence divide the GPUs of a node among them.
  void a_sequence_is_divided_over_the_gpus_that_tensor_parallelism_leaves() {
    Freedom freedom;
    freedom.context_parallel = true;
    Plan plan = test::with_torchtitan(plan_on_eight());
    for (const auto& [tensor_parallel, most] : {std::pair(1, 8), std::pair(2, 4), std::pair(8, 1)}) {
      plan.training.tensor_parallel = tensor_parallel;
      QCOMPARE(std::ranges::max(tried(DimensionId::context_parallel, plan, plan, freedom)), most);
    }
  }

  void a_pipeline_of_two_stages_has_other_schedules_to_try_and_one_stage_has_not() {
    Freedom freedom;
    freedom.schedule = true;
    Plan plan = pipeline_of_torchtitan();
    QVERIFY(tried(DimensionId::schedule, plan, plan, freedom).size() > 1);
    plan.training.pipeline_parallel = 1;
    QCOMPARE(tried(DimensionId::schedule, plan, plan, freedom).size(), std::size_t{1});
  }

  /// DeepSpeed's pipeline has one schedule, so that a strategy of DeepSpeed cannot have another.
  void another_schedule_of_the_pipeline_is_tried_with_pytorch_alone() {
    const Freedom freedom = every_freedom();
    const Plan origin = pipeline_of_torchtitan();
    Plan plan = origin;
    for (const std::int64_t value : tried(DimensionId::schedule, plan, origin, freedom)) {
      dimension(DimensionId::schedule).set(plan, value);
      for (const std::int64_t place : tried(DimensionId::strategy, plan, origin, freedom)) {
        const Framework framework = every_strategy()[static_cast<std::size_t>(place)].framework;
        QVERIFY(value == packed_schedule(origin.training) || framework == Framework::fsdp);
      }
    }
  }

  /// A size is written in millions or billions if one digit behind the point is enough, and else in full.
  void sizes_are_said_as_people_say_them() {
    const auto bucket = [](std::int64_t value) { return print_value(DimensionId::reduce_bucket, value); };
    QCOMPARE(bucket(50'000'000), std::string("50M"));
    QCOMPARE(bucket(1'500'000), std::string("1.5M"));
    QCOMPARE(bucket(2'000'000'000), std::string("2B"));
    QCOMPARE(bucket(500'000), std::string("500,000"));
    QCOMPARE(bucket(50'000'001), std::string("50,000,001"));
  }

  /// DeepSpeed stops where the swapper has fewer buffers than an optimizer has tensors to swap.
  void a_candidate_on_drives_has_the_buffers_that_its_optimizer_needs() {
    Plan plan = plan_on_eight();
    plan.cluster.nvme.capacity_gib = 4000;
    plan.zero.offload_optimizer.buffer_count = plan.zero.offload_param.buffer_count = 1;
    plan = with_strategy(plan, {3, Device::nvme, Device::nvme});
    const SwapBuffers needed = estimate_memory(plan).nvme.smallest_buffers;
    QVERIFY(needed.optimizer_buffer_count > 1);
    QVERIFY(stops(check(plan)));
    const Plan widened = with_pick(plan, pick_of(plan));
    QCOMPARE(widened.zero.offload_optimizer.buffer_count, needed.optimizer_buffer_count);
    QVERIFY(!stops(check(widened)));
  }
};

ZP_TEST(DimensionsTest)
#include "dimensions_test.moc"
