// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <functional>
#include <limits>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "core/sharding/roles.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// A relative tolerance, because sums in another order differ in the last bits.
constexpr double rounding = 1e-9;

using Change = std::function<void(Plan&)>;

Plan random_plan() { return *test::any_plan(); }

/// Checks that `change` never makes the step longer.
void never_slower(const Plan& plan, const Change& change) {
  Plan changed = plan;
  change(changed);
  const double before = estimate_speed(plan).total;
  RC_ASSERT(estimate_speed(changed).total <= before * (1 + rounding));
}

void never_faster(const Plan& plan, const Change& change) {
  Plan changed = plan;
  change(changed);
  const double before = estimate_speed(plan).total;
  RC_ASSERT(estimate_speed(changed).total >= before * (1 - rounding));
}

double factor() { return 1 + *rc::gen::inRange(1, 400) / 100.0; }

}  // namespace

/// Tests of properties that hold for the step time of any plan.
class SpeedPropertiesTest : public QObject {
  Q_OBJECT

 private slots:
  void parts_and_stretches_sum_to_the_step() {
    QVERIFY(rc::check([] {
      const StepTime time = estimate_speed(*test::any_plan());
      RC_ASSERT(time.is_known);
      RC_ASSERT(time.total > 0);
      double parts = 0, entries = 0, communication = 0;
      for (const double part : time.parts)
        parts += part;
      for (const TimeEntry& entry : time.ledger.entries()) {
        entries += entry.exposed();
        if (entry.part == TimePart::communication) communication += entry.busy;
      }
      const double near = time.total * rounding;
      RC_ASSERT(std::abs(parts - time.total) <= near);
      RC_ASSERT(std::abs(entries - time.total) <= near);
      RC_ASSERT(std::abs(time.forward + time.backward + time.step - time.total) <= near);
      RC_ASSERT(std::abs(time.communication - communication) <= near);
      RC_ASSERT(time.exposed_communication <= time.communication + near);
      RC_ASSERT(!time.range.is_known() || (time.range.low <= time.total && time.total <= time.range.high));
    }));
  }

  void an_entry_hides_at_most_what_it_takes() {
    QVERIFY(rc::check([] {
      const StepTime time = estimate_speed(*test::any_plan());
      for (const TimeEntry& entry : time.ledger.entries()) {
        RC_ASSERT(std::isfinite(entry.busy) && entry.busy > 0);
        RC_ASSERT(entry.hidden >= 0 && entry.hidden <= entry.busy);
        RC_ASSERT(entry.amount >= 0 && entry.rate >= 0 && entry.hiding_rate >= 0);
        if (entry.hiding_rate > 0) RC_ASSERT(entry.hiding_rate >= entry.rate * (1 - rounding));
      }
    }));
  }

  void the_same_plan_has_the_same_bits() {
    QVERIFY(rc::check([] {
      const Plan plan = random_plan();
      RC_ASSERT(estimate_speed(plan) == estimate_speed(plan));
    }));
  }

  void more_of_a_resource_is_never_slower_data() {
    QTest::addColumn<int>("which");
    const char* names[] = {"network",     "node link",    "host link",  "host memory",
                           "drive reads", "drive writes", "GPU TFLOPS", "GPU memory"};
    for (int i = 0; i < 8; ++i)
      QTest::newRow(names[i]) << i;
  }
  void more_of_a_resource_is_never_slower() {
    QFETCH(int, which);
    QVERIFY(rc::check([which] {
      const double more = factor();
      never_slower(random_plan(), [&](Plan& plan) {
        Cluster& cluster = plan.cluster;
        double* const resources[] = {&cluster.inter_node.gb_per_s, &cluster.intra_node.gb_per_s,
                                     &cluster.host_link.gb_per_s,  &cluster.cpu_memory_gb_per_s,
                                     &cluster.nvme.read_gb_per_s,  &cluster.nvme.write_gb_per_s,
                                     &cluster.gpu.bf16_tflops,     &cluster.gpu.memory_gb_per_s};
        double& amount = *resources[which];
        if (which == 4 || which == 5) amount = 3.69;  // the default for an undescribed drive
        amount *= more;
      });
    }));
  }

  /// Memory that no preset names counts as that of older cards below 1.1 TB/s, which reach more of it.
  void faster_memory_is_never_slower_across_its_kinds() {
    Plan plan;
    plan.cluster.gpu.preset = {};
    double before = std::numeric_limits<double>::infinity();
    for (double gb_per_s = 800; gb_per_s <= 2000; gb_per_s += 20) {
      plan.cluster.gpu.memory_gb_per_s = gb_per_s;
      const double seconds = estimate_speed(plan).total;
      QVERIFY2(seconds <= before * (1 + rounding), qPrintable(QString::number(gb_per_s)));
      before = seconds;
    }
  }

  void a_deeper_model_is_never_faster() {
    QVERIFY(rc::check([] {
      Plan plan = random_plan();
      Architecture shape = plan.model.architecture;
      plan.model = model_from_architecture(shape);
      const double before = estimate_speed(plan).total;
      shape.layers += *rc::gen::inRange(1, 40);
      plan.model = model_from_architecture(shape);
      RC_ASSERT(estimate_speed(plan).total >= before * (1 - rounding));
    }));
  }

  void more_tokens_are_never_faster() {
    QVERIFY(rc::check("a longer sequence", [] {
      const std::int64_t more = *rc::gen::inRange(1, 8192);
      never_faster(random_plan(), [&](Plan& plan) { plan.training.sequence_length += more; });
    }));
    QVERIFY(rc::check("a larger micro batch", [] {
      const std::int64_t more = *rc::gen::inRange(1, 32);
      never_faster(random_plan(), [&](Plan& plan) { plan.training.micro_batch_size += more; });
    }));
    QVERIFY(rc::check("more accumulation", [] {
      const std::int64_t more = *rc::gen::inRange(1, 8);
      never_faster(random_plan(), [&](Plan& plan) { plan.training.gradient_accumulation_steps += more; });
    }));
  }

  /// Fewer, larger micro batches of the same global batch do the same work with fewer gathers and launches,
  /// but for one that is masked because its sequences differ in length: attention takes a slower kernel.
  /// Sequences of one length: others are padded to the longest of a micro batch, and attention over the
  /// padding takes time. At least two sequences: of a single one, eager attention copies no queries, keys and
  /// values.
  void a_larger_micro_batch_of_the_same_batch_is_never_slower() {
    QVERIFY(rc::check([] {
      Plan plan = random_plan();
      plan.training.batch_lengths = BatchLengths::fixed;
      plan.training.micro_batch_size = std::max<std::int64_t>(2, plan.training.micro_batch_size);
      const int factor = *rc::gen::inRange(2, 5);
      plan.training.gradient_accumulation_steps *= factor;
      const double before = estimate_speed(plan).total;
      const bool was_masked = masks_attention(plan.training);
      plan.training.gradient_accumulation_steps /= factor;
      plan.training.micro_batch_size *= factor;
      RC_PRE(masks_attention(plan.training) == was_masked);
      RC_ASSERT(estimate_speed(plan).total <= before * (1 + rounding));
    }));
  }

  void recomputing_is_never_faster() {
    QVERIFY(rc::check([] {
      Plan plan = random_plan();
      plan.training.activation_checkpointing = Checkpointing::none;
      plan.training.activation_offload =
          ActivationOffload::none;  // fewer copies may make up for recomputation
      const double before = estimate_speed(plan).total;
      plan.training.activation_checkpointing =
          *rc::gen::element(Checkpointing::selective, Checkpointing::full);
      RC_ASSERT(estimate_speed(plan).total >= before * (1 - rounding));
    }));
  }

  /// If nothing is hidden on either side, stage 3 moves at least as much as stage 2, and has its hooks and
  /// copies besides. Only its messages can be fewer: in the largest models a tensor is larger than a bucket,
  /// and each message costs its start and its steps.
  void stage_3_is_never_faster_than_stage_2_where_nothing_hides() {
    for (const SharedModelPreset& model : catalog().models)
      for (const int nodes : {1, 4}) {
        Plan plan;
        plan.cluster = default_cluster();
        plan.cluster.nodes = nodes;
        plan.model = model_from_preset(model);
        plan.zero.overlap_comm = false;
        plan.zero.stage3_max_reuse_distance = 0;  // keeps nothing from forward for backward
        plan.zero.stage = 2;
        const double stage2 = estimate_speed(plan).total;
        plan.zero.stage = 3;
        QVERIFY2(estimate_speed(plan).total >= stage2 * 0.99, model->name.c_str());
      }
  }

  /// In a model of so many small tensors the host cannot keep up: with equal memory for the buckets, the
  /// hooks of stage 3 take longer than those of stage 2, and both take longer than no hooks.
  void hooks_make_small_tensors_slow() {
    Plan plan;
    plan.cluster = default_cluster();
    plan.model = model_from_preset(catalog().find_model("bloom-560m"));
    plan.training.sequence_length = 256;
    double before = 0;
    for (const int stage : {0, 2, 3}) {
      plan.zero.stage = stage;
      const StepTime time = estimate_speed(plan);
      QVERIFY(time.is_host_bound());
      QVERIFY2(time.host > before, qPrintable(QString::number(stage)));
      before = time.host;
    }
    plan.zero.stage = 2;
    const double usual = estimate_speed(plan).host;
    plan.target.deepspeed_version = {0, 18, 6};  // every hook counts all parameters
    QVERIFY(estimate_speed(plan).host > 2 * usual);
    plan.target.deepspeed_version = {0, 18, 7};
    QCOMPARE(estimate_speed(plan).host, usual);
  }

  /// A tensor larger than the bucket is reduced alone, so a bucket of 1,000 elements does not make millions
  /// of messages.
  void a_tiny_bucket_costs_a_message_a_tensor() {
    Plan plan;
    plan.cluster = default_cluster();
    plan.cluster.nodes = 4;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.zero.stage = 2;
    const double usual = estimate_speed(plan).ledger.busy(TimeId::reduce_gradients);
    plan.zero.reduce_bucket_size = 1000;
    QVERIFY(estimate_speed(plan).ledger.busy(TimeId::reduce_gradients) < usual + 1);
  }

  /// The step takes at least as long as the traffic of the drives, whatever hides behind it, and a faster
  /// host never makes it longer.
  void pipelined_drives_are_no_faster_than_their_traffic() {
    QVERIFY(rc::check([] {
      Plan plan = *test::any_plan();
      plan.training.framework = Framework::deepspeed;
      plan.training.lora.rank = 0;
      plan.cluster.nvme = {10000, 3, 2};
      plan.zero.stage = 3;
      plan.zero.offload_optimizer.device = Device::nvme;
      plan.zero.offload_optimizer.pipeline_read = plan.zero.offload_optimizer.pipeline_write = true;
      plan.zero.sub_group_size = 100'000'000;
      const StepTime time = estimate_speed(plan);
      const double traffic = time.ledger.busy(TimeId::nvme_read) + time.ledger.busy(TimeId::nvme_write);
      RC_ASSERT(time.total >= traffic * (1 - rounding));
      never_slower(plan, [](Plan& changed) { changed.cluster.cpu_memory_gb_per_s *= 3; });
    }));
  }

  void volta_multiplies_bf16_without_its_tensor_cores() {
    Plan plan;
    plan.cluster = default_cluster();
    plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("v100-sxm2-32gb"));
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.training.precision = Precision::bf16;
    const double bf16 = estimate_speed(plan).ledger.busy(TimeId::forward_matmul);
    plan.training.precision = Precision::fp16;
    QVERIFY(bf16 > 3 * estimate_speed(plan).ledger.busy(TimeId::forward_matmul));
  }

  /// DeepSpeed, blogs/comm-opt/README.md, Table 1: a dense 7B on 1,024 A100 spends 1.2 s reducing each rank's
  /// slice by itself and 0.36 s all-reducing them together. On one node, the slices move half the bytes.
  void each_slice_by_itself_is_slow_on_many_ranks() {
    Plan plan;
    plan.cluster = default_cluster();
    plan.cluster.nodes = 128;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.zero.stage = 2;
    const auto seconds = [&](bool together) {
      plan.zero.use_multi_rank_bucket_allreduce = together;
      return estimate_speed(plan).ledger.busy(TimeId::reduce_gradients);
    };
    qInfo("1,024 GPUs: %.2f s by rank, %.2f s together", seconds(false), seconds(true));
    QVERIFY(std::abs(seconds(false) / 1.2 - 1) < 0.25);
    QVERIFY(std::abs(seconds(true) / 0.36 - 1) < 0.25);
    plan.cluster.nodes = 1;
    QVERIFY(seconds(false) < seconds(true));
  }

  void a_few_cores_bound_the_optimizer_on_the_host() {
    Plan plan;
    plan.cluster = default_cluster();
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.zero.stage = 2;
    plan.zero.offload_optimizer.device = Device::cpu;
    const auto seconds = [&](int cores) {
      plan.cluster.cpu_cores = cores;
      return estimate_speed(plan).ledger.busy(TimeId::optimizer_cpu);
    };
    QVERIFY(std::abs(seconds(2) / seconds(4) - 2) < 1e-9);
    QVERIFY(seconds(4) > seconds(64));
    QCOMPARE(seconds(256), seconds(64));  // the memory is the limit
  }

  void overlapping_is_never_slower() {
    QVERIFY(rc::check([] {
      Plan plan = random_plan();
      plan.zero.overlap_comm = false;
      const double before = estimate_speed(plan).total;
      plan.zero.overlap_comm = true;
      RC_ASSERT(estimate_speed(plan).total <= before * (1 + rounding));
    }));
  }

  void offloading_the_optimizer_is_never_faster() {
    QVERIFY(rc::check([] {
      Plan plan = random_plan();
      const int stage = *rc::gen::inRange(1, 4);
      const double without = estimate_speed(with_strategy(plan, {stage, Device::none, Device::none})).total;
      const double with = estimate_speed(with_strategy(plan, {stage, Device::cpu, Device::none})).total;
      RC_ASSERT(with >= without * (1 - rounding));
    }));
  }

  void one_gpu_communicates_nothing() {
    QVERIFY(rc::check([] {
      Plan plan = random_plan();
      plan.cluster.nodes = plan.cluster.gpus_per_node = 1;
      RC_ASSERT(estimate_speed(plan).communication == 0);
    }));
  }

  /// The parts of network and host link that hide behind neither compute nor the other link are added up; a
  /// faster GPU uncovers no more than it saves.
  void two_links_do_not_wait_for_each_other() {
    Plan plan;
    plan.model = model_from_parameters(Params(11'535'147'009));
    plan.cluster.nodes = 2;
    plan.cluster.gpus_per_node = 4;
    plan.training.sequence_length = 428;
    plan = with_strategy(plan, {3, Device::cpu, Device::none});
    plan.zero.reduce_bucket_size = 1000;
    QVERIFY(
        rc::check([&] { never_slower(plan, [](Plan& faster) { faster.cluster.gpu.bf16_tflops *= 1.01; }); }));
  }
  /// This also holds for the drives, which take gradients while the backward pass waits for both links.
  void drives_do_not_wait_for_the_links() {
    Plan plan;
    plan.model = model_from_parameters(Params(1'429'258'529));
    plan.cluster.nodes = 2;
    plan.cluster.gpus_per_node = 2;
    plan.training.sequence_length = 1;
    plan.training.gradient_accumulation_dtype = AccumulationDtype::fp32;
    plan = with_strategy(plan, {3, Device::nvme, Device::none});
    plan.zero.reduce_bucket_size = 23'314;
    QVERIFY(rc::check([&] {
      never_slower(plan, [](Plan& faster) { faster.cluster.inter_node.gb_per_s *= 1.01; });
      never_slower(plan, [](Plan& faster) { faster.cluster.intra_node.gb_per_s *= 1.01; });
    }));
  }

  void a_list_of_tensors_has_no_step_time() {
    Plan plan;
    plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    const StepTime time = estimate_speed(plan);
    QVERIFY(!time.is_known);
    QCOMPARE(time.total, 0.0);
    QVERIFY(time.ledger.entries().empty());
  }
};

ZP_TEST(SpeedPropertiesTest)
#include "properties_test.moc"
