// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan llama(int stage) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = stage;
  plan.training.activation_checkpointing = Checkpointing::full;
  return plan;
}

TimeEntry entry(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* found = time.ledger.find(id);
  return found == nullptr ? TimeEntry{} : *found;
}

Plan of_release(Plan plan, DeepSpeedVersion version) {
  plan.target.deepspeed_version = version;
  return plan;
}

}  // namespace

class GradientsTest : public QObject {
  Q_OBJECT

 private slots:
  void one_micro_batch_adds_nothing_up() { QCOMPARE(entry(llama(0), TimeId::accumulation).busy, 0.0); }

  /// Both terms of 6.74 billion 16-bit gradients are read and the sum is written, seven times.
  void gradients_are_added_in_place() {
    Plan plan = llama(0);
    plan.training.gradient_accumulation_steps = 8;
    QCOMPARE(entry(plan, TimeId::accumulation).amount, 7.0 * 6 * 6'738'415'616);
  }

  /// DeepSpeed casts each gradient to fp32, 2 bytes read and 4 written, and adds it to 4 that are
  /// read and written.
  void gradients_of_another_type_are_cast_first() {
    Plan plan = llama(1);
    plan.training.gradient_accumulation_steps = 8;
    plan.training.gradient_accumulation_dtype = AccumulationDtype::fp32;
    QCOMPARE(entry(plan, TimeId::accumulation).amount, 8.0 * 18 * 6'738'415'616);
  }

  /// Megatron-LM's products add to the gradients as they write them (core/tensor_parallel/layers.py,
  /// wgrad_gemm_accum_fp32), NeMo's too; nanotron's do not.
  void products_that_add_gradients_up_take_no_time_of_their_own() {
    Plan plan = llama(0);
    plan.training.framework = Framework::fsdp;
    plan.training.gradient_accumulation_steps = 8;
    plan.training.program = program_named("nanotron");
    QVERIFY(entry(plan, TimeId::accumulation).busy > 0);
    for (const char* program : {"megatron-lm", "nemo"}) {
      plan.training.program = program_named(program);
      QCOMPARE(entry(plan, TimeId::accumulation).busy, 0.0);
    }
  }

  /// From stage 2 on, a rank keeps only its part.
  void divided_gradients_are_added_by_part() {
    Plan whole = llama(1), divided = llama(2);
    whole.training.gradient_accumulation_steps = divided.training.gradient_accumulation_steps = 4;
    const double ratio = entry(whole, TimeId::accumulation).busy / entry(divided, TimeId::accumulation).busy;
    QVERIFY2(std::abs(ratio - 8) < 1e-3, qPrintable(QString::number(ratio)));
  }

  /// In DeepSpeed 0.6.0 to 0.19.4, stage3.py, partition_grads, the host waits for each copy of the last micro
  /// batch, so nothing runs beside it, nor beside the reduction before it.
  void older_releases_wait_for_the_last_copies() {
    Plan now = llama(3);
    now.cluster.gpus_per_node = 8;
    now.zero.offload_optimizer.device = Device::cpu;
    for (const double micro_batches : {1.0, 4.0}) {
      now.training.gradient_accumulation_steps = static_cast<std::int64_t>(micro_batches);
      const double share = (micro_batches - 1) / micro_batches;
      for (const TimeId id : {TimeId::gradients_to_host, TimeId::reduce_gradients}) {
        const double hidden = entry(now, id).hidden;
        QVERIFY(hidden > 0);
        for (const DeepSpeedVersion version : {DeepSpeedVersion{0, 15, 4}, DeepSpeedVersion{0, 19, 4}})
          QVERIFY(std::abs(entry(of_release(now, version), id).hidden - share * hidden) < 1e-9);
        for (const DeepSpeedVersion version : {DeepSpeedVersion{0, 5, 10}, DeepSpeedVersion{0, 19, 5}})
          QCOMPARE(entry(of_release(now, version), id).hidden, hidden);
        // Until 0.15.4 the copies of the last micro batch are different ones, and no more of them is hidden.
        QVERIFY(entry(of_release(now, {0, 6, 0}), id).hidden <= share * hidden + 1e-9);
      }
    }
  }
  /// Before 0.6.0 the host waits for the GPU at each gather, so that nothing runs beside one.
  void nothing_runs_beside_the_gathers_of_the_first_releases() {
    Plan plan = llama(3);
    plan.cluster.nodes = 8;
    plan.zero.overlap_comm = true;
    for (const TimeId id : {TimeId::gather_forward, TimeId::gather_backward}) {
      QCOMPARE(entry(of_release(plan, {0, 5, 10}), id).hidden, 0.0);
      QVERIFY(entry(of_release(plan, {0, 6, 0}), id).hidden > 0);
    }
  }

  void only_stage_3_with_the_optimizer_in_host_memory_waits() {
    const DeepSpeedVersion old{0, 19, 4};
    for (const int stage : {2, 3}) {
      Plan plan = llama(stage);
      plan.cluster.gpus_per_node = 8;
      if (stage == 2) plan.zero.offload_optimizer.device = Device::cpu;
      plan.zero.overlap_comm = true;
      QVERIFY(entry(of_release(plan, old), TimeId::reduce_gradients).hidden > 0);
    }
  }

  /// Profiles show no overlap at stages 1 and 2 in 0.15 to 0.18 (DeepSpeed issues 6685 and 7804), none in
  /// 0.18.2 and some in 0.19.1 (NVlabs/alpamayo-recipes pull request 24). From 0.4.4 to 0.12.6 stage 1 did
  /// not read overlap_comm (DeepSpeed pull requests 1246 and 4887).
  void some_releases_reduce_after_the_backward_pass_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<QString>("release");
    QTest::addColumn<bool>("overlaps");
    for (const auto& [stage, release, overlaps] :
         {std::tuple{1, "0.4.3", true}, std::tuple{1, "0.4.4", false}, std::tuple{1, "0.12.6", false},
          std::tuple{1, "0.13.0", true}, std::tuple{2, "0.12.6", true}, std::tuple{2, "0.14.2", true},
          std::tuple{2, "0.14.3", false}, std::tuple{2, "0.18.2", false}, std::tuple{1, "0.18.2", false},
          std::tuple{2, "0.19.1", true}, std::tuple{3, "0.18.2", true}})
      QTest::addRow("stage %d in %s", stage, release) << stage << QString(release) << overlaps;
  }
  void some_releases_reduce_after_the_backward_pass() {
    QFETCH(int, stage);
    QFETCH(QString, release);
    QFETCH(bool, overlaps);
    Plan plan = llama(stage);
    plan.cluster.gpus_per_node = 8;
    plan.zero.overlap_comm = true;
    const auto version = parse_version(release.toStdString());
    QVERIFY(version);
    QCOMPARE(entry(of_release(plan, *version), TimeId::reduce_gradients).hidden > 0, overlaps);
  }
  /// Stage 3 reduces when a bucket is full (stage3.py, __add_grad_to_ipg_bucket): of two buckets the last is
  /// left, although 31 of 32 blocks are done.
  void the_last_bucket_of_stage_3_is_left() {
    Plan plan = llama(3);
    plan.cluster.gpus_per_node = 8;
    plan.training.micro_batch_size = 8;
    plan.zero.reduce_bucket_size = 4'000'000'000;
    const TimeEntry two = entry(plan, TimeId::reduce_gradients);
    QVERIFY(two.hidden < 0.5 * two.busy);
    plan.zero.reduce_bucket_size = 50'000'000;
    const TimeEntry many = entry(plan, TimeId::reduce_gradients);
    QVERIFY(many.hidden > 0.8 * many.busy);
  }

  /// An element's gradient, master and two states in fp32: gradient, master and states read, master and
  /// states written, 28 bytes, three times as much operation by operation.
  void pytorchs_unfused_adam_moves_three_times_as_much() {
    Plan plan = llama(0);
    plan.training.framework = Framework::fsdp;
    plan.training.optimizer_kernel = OptimizerKernel::fused;
    const double fused = entry(plan, TimeId::optimizer_gpu).amount;
    plan.training.optimizer_kernel = OptimizerKernel::foreach;
    QCOMPARE(entry(plan, TimeId::optimizer_gpu).amount - fused, 2.0 * 28 * 6'738'415'616);
  }

  /// Llama 2 7B has 291 tensors. DeepSpeed's fp16 wrapper starts four kernels for each and waits; ZeRO steps
  /// a flat partition, and the bf16 wrapper looks for no overflow.
  void the_fp16_wrapper_visits_each_tensor() {
    Plan plan = llama(0);
    plan.training.precision = Precision::fp16;
    const TimeEntry wrapper = entry(plan, TimeId::optimizer_launches);
    QVERIFY(std::abs(wrapper.busy / (291 * 4 * 30e-6) - 1) < 1e-9);
    QCOMPARE(wrapper.hidden, 0.0);
    plan.training.precision = Precision::bf16;
    QCOMPARE(entry(plan, TimeId::optimizer_launches).busy, 0.0);
    plan = llama(2);
    plan.training.precision = Precision::fp16;
    QCOMPARE(entry(plan, TimeId::optimizer_launches).busy, 0.0);
  }

  /// PyTorch pull request 118361 has 13.4 ms for 291 tensors. The host is ahead of the GPU by then, unless
  /// the micro batch is so small that the GPU waits for it all the time.
  void pytorchs_optimizer_hides_its_own_launches_behind_long_kernels() {
    Plan plan = llama(0);
    plan.training.framework = Framework::fsdp;
    const TimeEntry large = entry(plan, TimeId::optimizer_launches);
    QVERIFY(std::abs(large.busy / 13.4e-3 - 1) < 0.01);
    QCOMPARE(large.hidden, large.busy);
    plan.model = model_from_preset(catalog().find_model("smollm2-135m"));
    plan.training.sequence_length = 128;
    const TimeEntry small = entry(plan, TimeId::optimizer_launches);
    QVERIFY(small.hidden < small.busy);
  }

  /// ZeRO-Offload, arXiv 2101.06840, Table 4, measures 5.4 to 5.7 times as long on two sockets; DeepSpeed's
  /// SuperOffload blog has 2.4 to 3 times on a Grace.
  void pytorchs_adam_takes_longer_on_the_host() {
    const auto slower = [](std::string_view gpu) {
      Plan plan = llama(3);
      plan.zero.offload_optimizer.device = Device::cpu;
      plan.cluster.gpu = gpu_from_preset(catalog().find_gpu(gpu));
      const double own = entry(plan, TimeId::optimizer_cpu).busy;
      plan.training.optimizer_options.torch_adam = true;
      return entry(plan, TimeId::optimizer_cpu).busy / own;
    };
    QVERIFY(slower("v100-sxm2-32gb") > 5.3 && slower("v100-sxm2-32gb") < 5.8);
    QVERIFY(slower("gh200-96gb") > 2.4 && slower("gh200-96gb") < 3.1);
  }
};

ZP_TEST(GradientsTest)
#include "gradients_test.moc"
