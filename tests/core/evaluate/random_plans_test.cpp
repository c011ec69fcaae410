// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QtTest>
#include <array>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/evaluate/evaluate.h"
#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/rules/check_plan.h"
#include "core/search/recommend.h"
#include "core/sharding/deep_compile.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// A relative tolerance, because sums in another order differ in the last bits.
constexpr double last_bits = 1e-9;

/// Returns a plan with every switch; its file is printed if a property fails.
Plan any_usable_plan() {
  Plan plan = *test::any_plan_of_all_kinds();
  RC_PRE(is_usable(check(plan)));
  RC_LOG(write_plan({plan, {}}));
  return plan;
}

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

/// Returns the bytes of parameters, gradients and optimizer that one rank holds on its GPU.
Bytes state_bytes(const MemoryEstimate& estimate) {
  Bytes sum;
  for (const Entry& entry : estimate.ledger.entries())
    if (name_of(entry.id).starts_with("states.") && entry.place == Place::gpu) sum += entry.bytes;
  return sum;
}

/// Doubles the sequence. Examples that fill it go on filling it: several packed into one would make batches
/// of one length of those that vary, which reserve more.
void double_sequence(Plan& plan) {
  Training& training = plan.training;
  if (training.example_length >= training.sequence_length) training.example_length *= 2;
  training.sequence_length *= 2;
}

/// Checks that `change` does not lower the need of the GPU and of the host.
void needs_no_less(const Plan& plan, void (*change)(Plan&)) {
  Plan changed = plan;
  change(changed);
  RC_PRE(is_usable(check(changed)));
  const MemoryEstimate before = estimate_memory(plan), after = estimate_memory(changed);
  RC_ASSERT(after.gpu.peak >= before.gpu.peak);
  // The estimate of a pipeline is that of the stage with the largest peak; another stage may have
  // a larger `least`.
  if (after.stage.index == before.stage.index)
    RC_ASSERT(after.gpu.peak_without_cache >= before.gpu.peak_without_cache);
  RC_ASSERT(after.cpu.needed_per_node() >= before.cpu.needed_per_node());
}

constexpr std::size_t rate_count = 8;
std::array<double*, rate_count> rates_of(Plan& plan) {
  Cluster& cluster = plan.cluster;
  return {&cluster.gpu.bf16_tflops,     &cluster.gpu.memory_gb_per_s, &cluster.intra_node.gb_per_s,
          &cluster.inter_node.gb_per_s, &cluster.host_link.gb_per_s,  &cluster.cpu_memory_gb_per_s,
          &cluster.nvme.read_gb_per_s,  &cluster.nvme.write_gb_per_s};
}

void equals_its_own_estimate(const Candidate& candidate) {
  const Figures own = figures_of(candidate.plan);
  RC_ASSERT(candidate.estimate == own.estimate);
  RC_ASSERT(candidate.time == own.time);
  RC_ASSERT(candidate.throughput == own.throughput);
  RC_ASSERT(candidate.slowdown_vs_stage_1 == own.slowdown_vs_stage_1);
  RC_ASSERT(candidate.largest_micro_batch == largest_micro_batch(candidate.plan));
  RC_ASSERT(candidate.findings == check(candidate.plan));
}

}  // namespace

/// Tests of properties that hold for any plan.
class RandomPlansTest : public QObject {
  Q_OBJECT

 private slots:
  void parts_sum_to_the_whole() {
    QVERIFY(rc::check([] {
      const Figures figures = figures_of(any_usable_plan());
      Bytes parts;
      for (const Bytes part : figures.estimate.gpu.components)
        parts += part;
      RC_ASSERT(parts == figures.estimate.gpu.peak);
      Bytes host;
      for (const Bytes part : figures.estimate.cpu.components)
        host += part;
      RC_ASSERT(host == figures.estimate.cpu.per_rank);
      const StepTime& time = figures.time;
      RC_PRE(time.is_known);
      double exposed = 0;
      for (const TimeEntry& entry : time.ledger.entries())
        exposed += entry.exposed();
      RC_ASSERT(std::abs(exposed - time.total) <= time.total * last_bits);
    }));
  }

  void everything_is_finite_and_nothing_negative() {
    QVERIFY(rc::check([] {
      const Figures figures = figures_of(any_usable_plan());
      for (const Entry& entry : figures.estimate.ledger.entries())
        RC_ASSERT(entry.low.value() >= 0 && entry.bytes.value() >= 0 && entry.high.value() >= 0);
      for (const TimeEntry& entry : figures.time.ledger.entries())
        RC_ASSERT(is_amount(entry.busy) && is_amount(entry.hidden) && is_amount(entry.exposed()));
      for (const double seconds : {figures.time.total, figures.time.forward, figures.time.backward,
                                   figures.time.communication, figures.time.optimizer, figures.time.offload})
        RC_ASSERT(is_amount(seconds));
      for (const double rate :
           {figures.throughput.tokens_per_s, figures.throughput.mfu, figures.throughput.hfu})
        RC_ASSERT(is_amount(rate));
    }));
  }

  void what_is_expected_lies_in_its_range() {
    QVERIFY(rc::check([] {
      const Figures figures = figures_of(any_usable_plan());
      const MemoryEstimate& estimate = figures.estimate;
      for (const Entry& entry : estimate.ledger.entries())
        RC_ASSERT(entry.low <= entry.bytes && entry.bytes <= entry.high);
      RC_ASSERT(estimate.gpu.peak_range.low <= estimate.gpu.peak);
      RC_ASSERT(estimate.gpu.peak <= estimate.gpu.peak_range.high);
      RC_ASSERT(estimate.cpu.needed_range.low <= estimate.cpu.needed_per_node());
      RC_ASSERT(estimate.cpu.needed_per_node() <= estimate.cpu.needed_range.high);
      if (figures.time.range.is_known()) {
        RC_ASSERT(figures.time.range.low <= figures.time.total);
        RC_ASSERT(figures.time.total <= figures.time.range.high);
      }
    }));
  }

  void a_gpu_suffices_where_the_least_does() {
    QVERIFY(rc::check([] {
      const GpuMemory gpu = estimate_memory(any_usable_plan()).gpu;
      RC_ASSERT(gpu.peak_without_cache <= gpu.peak);
      RC_ASSERT(gpu.fits == (gpu.peak_without_cache <= gpu.capacity));
    }));
  }

  void states_do_not_grow_with_the_ranks() {
    QVERIFY(rc::check([] {
      const Plan plan = any_usable_plan();
      Plan larger = plan;
      larger.cluster.nodes *= 2;
      RC_PRE(is_usable(check(larger)));
      // Each flat buffer is filled up to two elements for every
      // rank (stage_1_and_2.py, nccl_start_alignment).
      const Bytes filling(std::int64_t{64} * larger.cluster.ranks());
      const MemoryEstimate before = estimate_memory(plan), after = estimate_memory(larger);
      RC_PRE(after.stage.index == before.stage.index);  // another stage may have the peak
      RC_ASSERT(state_bytes(after) <= state_bytes(before) + filling);
    }));
  }

  void memory_does_not_fall_with_the_micro_batch_or_the_sequence() {
    QVERIFY(rc::check([] {
      const Plan plan = any_usable_plan();
      // DeepCompile moves whole tensors to the host once what is beside them grows past its limit, and FPDT
      // all chunks once there are two.
      RC_PRE(!parks_states(plan) && !moves_activations(plan) && !plan.training.fpdt_offload);
      needs_no_less(plan, [](Plan& changed) { ++changed.training.micro_batch_size; });
      // The length is doubled, not raised a little: with one tile of the MLP more, each tile gets smaller.
      needs_no_less(plan, double_sequence);
    }));
  }

  void no_step_is_longer_with_more_of_a_resource() {
    QVERIFY(rc::check([] {
      const Plan plan = any_usable_plan();
      const double before = estimate_speed(plan).total;
      const double more = 1 + *rc::gen::inRange(1, 400) / 100.0;
      for (std::size_t i = 0; i < rate_count; ++i) {
        Plan faster = plan;
        *rates_of(faster)[i] *= more;
        RC_ASSERT(estimate_speed(faster).total <= before * (1 + last_bits));
      }
    }));
  }

  void utilisation_is_at_most_that_of_the_hardware() {
    QVERIFY(rc::check([] {
      const Figures figures = figures_of(any_usable_plan());
      RC_PRE(figures.time.is_known);
      RC_ASSERT(figures.throughput.mfu <= figures.throughput.hfu * (1 + last_bits));
      RC_ASSERT(figures.throughput.hfu <= 1);
    }));
  }

  void the_same_plan_gives_the_same_bytes() {
    QVERIFY(rc::check([] {
      const PlanDocument document = read_plan(write_plan({any_usable_plan(), {}}));
      const std::string once = estimate_json(evaluate(document));
      RC_ASSERT(estimate_json(evaluate(read_plan(write_plan(document)))) == once);
      const Plan other = *test::any_plan();
      (void)evaluate({other, {}});  // no result of another plan remains
      RC_ASSERT(estimate_json(evaluate(document)) == once);
    }));
  }

  void compared_plans_equal_their_own_estimate() {
    QVERIFY(rc::check([] {
      for (const Candidate& candidate : compare(any_usable_plan()))
        equals_its_own_estimate(candidate);
    }));
  }

  void recommended_plans_equal_their_own_estimate_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("nodes");
    QTest::newRow("dense, one node") << "llama-2-7b" << 1;
    QTest::newRow("dense, four nodes") << "llama-3.1-70b" << 4;
    QTest::newRow("experts") << "mixtral-8x7b" << 4;
  }
  void recommended_plans_equal_their_own_estimate() {
    QFETCH(QString, model);
    QFETCH(int, nodes);
    Plan plan = example_plan().plan;
    plan.model = model_from_preset(catalog().find_model(model.toStdString()));
    plan.cluster.nodes = nodes;
    const Recommendation recommendation = recommend(plan);
    QVERIFY(!recommendation.candidates.empty());
    for (const Candidate& candidate : recommendation.candidates) {
      const Figures own = figures_of(candidate.plan);
      QVERIFY2(candidate.estimate == own.estimate && candidate.time == own.time &&
                   candidate.throughput == own.throughput &&
                   candidate.slowdown_vs_stage_1 == own.slowdown_vs_stage_1,
               candidate.name.c_str());
      QVERIFY2(candidate.largest_micro_batch == largest_micro_batch(candidate.plan), candidate.name.c_str());
      QVERIFY2(candidate.findings == check(candidate.plan), candidate.name.c_str());
    }
  }
};

ZP_TEST(RandomPlansTest)
#include "random_plans_test.moc"
