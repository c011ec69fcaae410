// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan of eight GPUs, each of which steps an eighth of Llama 2 7B in host memory.
Plan offloaded(int stage, DeepSpeedVersion version) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = stage;
  plan.zero.offload_optimizer.device = Device::cpu;
  plan.target.deepspeed_version = version;
  return plan;
}

TimeEntry on_host(const Plan& plan, TimeId id) {
  const TimeEntry* found = estimate_speed(plan).ledger.find(id);
  return found == nullptr ? TimeEntry{} : *found;
}

double elements(const Plan& plan) { return on_host(plan, TimeId::optimizer_cpu).amount / 30; }

bool equals(double value, double expected) { return std::abs(value / expected - 1) < 1e-9; }

constexpr DeepSpeedVersion by_tiles{0, 8, 3}, pageable{0, 14, 0}, in_fp32{0, 16, 9}, pinned{0, 19, 2};

}  // namespace

class HostCopiesTest : public QObject {
  Q_OBJECT

 private slots:
  /// The bytes per element beside Adam's 30: the gradient unscaled (8), the weight read (4), new memory for
  /// it (2).
  void pytorch_converts_what_no_kernel_of_the_optimizer_writes() {
    const auto bytes = [](int stage, DeepSpeedVersion version) {
      const Plan plan = offloaded(stage, version);
      return on_host(plan, TimeId::host_conversion).amount / elements(plan);
    };
    QVERIFY(equals(bytes(2, by_tiles), 8));
    QVERIFY(equals(bytes(2, pageable), 14));
    QVERIFY(equals(bytes(2, in_fp32), 8));
    QVERIFY(equals(bytes(2, pinned), 12));
    QVERIFY(equals(bytes(3, pinned), 14));
    QVERIFY(equals(bytes(3, pageable), 14 + 8));  // the gradients too arrive in 16 bits
  }

  /// DeepSpeed pull request 5301 measures 4 to 5 times the speed from pinned memory on 8 GPUs.
  void weights_come_back_from_pageable_memory_where_pytorch_converts_them() {
    const auto seconds_per_byte = [](int stage, DeepSpeedVersion version) {
      const TimeEntry weights = on_host(offloaded(stage, version), TimeId::weights_to_gpu);
      return weights.busy / weights.amount;
    };
    const double good = seconds_per_byte(2, pinned);
    QVERIFY(equals(seconds_per_byte(2, by_tiles), good));
    QVERIFY(equals(seconds_per_byte(2, in_fp32), good));
    QVERIFY(equals(seconds_per_byte(2, pageable), 4.5 * good));
    QVERIFY(equals(seconds_per_byte(3, pinned), 4.5 * good));
    QVERIFY(equals(on_host(offloaded(2, in_fp32), TimeId::weights_to_gpu).amount,
                   2 * on_host(offloaded(2, pinned), TimeId::weights_to_gpu).amount));
  }

  /// In DeepSpeed csrc/adam/cpu_adam.cpp before 0.9, a rank's 842 million weights are seven tiles of 128 Mi,
  /// and the GPU reads all but the last in fp32 while the next is stepped. Before 0.3.16 a tile is 1 Gi, and
  /// they are one tile.
  void the_gpu_reads_a_tile_while_the_optimizer_steps_the_next() {
    const Plan plan = offloaded(2, by_tiles);
    const TimeEntry weights = on_host(plan, TimeId::weights_to_gpu);
    QVERIFY(equals(weights.amount, 4 * elements(plan) / 8));
    const double stepping = on_host(plan, TimeId::optimizer_cpu).busy;
    QVERIFY(equals(weights.hidden, std::min(weights.busy * 6 / 7, stepping)));
    QCOMPARE(on_host(offloaded(2, {0, 3, 15}), TimeId::weights_to_gpu).hidden, 0.0);
    QCOMPARE(on_host(offloaded(2, pinned), TimeId::weights_to_gpu).hidden, 0.0);
  }

  /// Pull request 6670 converts them on the GPU, so twice the bytes are copied, four and a half
  /// times as fast.
  void gradients_converted_on_the_host_come_as_they_are() {
    const auto gradients = [](DeepSpeedVersion version) {
      return on_host(offloaded(3, version), TimeId::gradients_to_host);
    };
    const Plan plan = offloaded(3, pinned);
    const double difference = gradients({0, 15, 4}).amount - gradients({0, 15, 3}).amount;
    QVERIFY(equals(difference, 2 * elements(plan) / plan.cluster.gpus_per_node));
    QVERIFY(gradients({0, 15, 3}).busy > gradients({0, 15, 4}).busy);
  }

  /// DeepSpeed stage_1_and_2.py pins gradients whatever pin_memory says until pull request 4131 (0.10.1);
  /// stage3.py pins as it says. A copy to pageable memory takes 4.5 times as long and hides behind nothing.
  void gradients_go_to_pageable_memory_unless_they_are_pinned() {
    const auto gradients = [](int stage, DeepSpeedVersion version, bool pins) {
      Plan plan = offloaded(stage, version);
      plan.zero.overlap_comm = true;
      plan.zero.offload_optimizer.pin_memory = pins;
      return on_host(plan, TimeId::gradients_to_host);
    };
    for (const DeepSpeedVersion version : {DeepSpeedVersion{0, 10, 1}, DeepSpeedVersion{0, 19, 5}})
      for (const int stage : {2, 3}) {
        const TimeEntry copied = gradients(stage, version, false),
                        from_pinned = gradients(stage, version, true);
        QVERIFY(copied.amount > 0);
        QCOMPARE(copied.hidden, 0.0);
        QVERIFY(copied.busy > from_pinned.busy);
        if (stage == 2) QVERIFY(equals(copied.busy, 4.5 * from_pinned.busy) && from_pinned.hidden > 0);
      }
    QVERIFY(equals(gradients(2, {0, 10, 0}, false).busy, gradients(2, {0, 10, 0}, true).busy));
    QVERIFY(gradients(3, {0, 10, 0}, false).busy > gradients(3, {0, 10, 0}, true).busy);
  }

  /// DeepSpeed stage3.py, has_overflow, reads the gradients that are in host memory: 16 bytes for each of 16
  /// bits. Pull request 3622 brought it (0.9.4), 4512 left it to fp16 (0.11.2).
  void stage_3_seeks_an_overflow_in_host_memory() {
    const auto bytes = [](int stage, DeepSpeedVersion version, Precision precision) {
      Plan plan = offloaded(stage, version);
      plan.training.precision = precision;
      return on_host(plan, TimeId::host_conversion).amount / elements(plan);
    };
    const double without = bytes(3, {0, 9, 3}, Precision::bf16);
    QVERIFY(equals(bytes(3, {0, 9, 3}, Precision::fp16), without));
    QVERIFY(equals(bytes(3, {0, 9, 4}, Precision::fp16), without + 16));
    QVERIFY(equals(bytes(3, {0, 11, 1}, Precision::bf16), without + 16));
    QVERIFY(equals(bytes(3, {0, 11, 2}, Precision::bf16), without));
    QVERIFY(equals(bytes(3, pinned, Precision::fp16), bytes(3, pinned, Precision::bf16) + 16));
    QVERIFY(equals(bytes(2, pinned, Precision::fp16), bytes(2, pinned, Precision::bf16)));
  }

  /// DeepSpeed issue 1697: 1321.7 ms with 0.5.8, 86.3 with 0.5.3. Pull request 1637 mended it.
  void cpu_adam_was_slow_in_some_releases() {
    const auto busy = [](DeepSpeedVersion version) {
      return on_host(offloaded(2, version), TimeId::optimizer_cpu).busy;
    };
    QVERIFY(equals(busy({0, 5, 8}), 1321.71 / 86.3 * busy({0, 5, 4})));
    QVERIFY(equals(busy({0, 5, 5}), busy({0, 5, 8})));
    QVERIFY(equals(busy({0, 5, 9}), busy({0, 5, 4})));
  }

  /// The gradients of earlier micro batches come up to be added to, and the GPU waits for them too.
  void gradients_come_back_from_pageable_memory() {
    Plan plan = offloaded(3, {0, 19, 5});
    plan.training.gradient_accumulation_steps = 4;
    const TimeEntry from_pinned = on_host(plan, TimeId::gradients_from_host);
    plan.zero.offload_optimizer.pin_memory = false;
    const TimeEntry copied = on_host(plan, TimeId::gradients_from_host);
    QVERIFY(equals(copied.amount, from_pinned.amount) && equals(copied.busy, 4.5 * from_pinned.busy));
    QCOMPARE(copied.hidden, 0.0);
  }

  void nothing_is_converted_where_the_master_weights_are_16_bits() {
    Plan plan = offloaded(3, pinned);
    plan.training.low_precision_master = true;
    const TimeEntry weights = on_host(plan, TimeId::weights_to_gpu);
    const TimeEntry others = on_host(offloaded(2, pinned), TimeId::weights_to_gpu);
    QVERIFY(equals(weights.busy / weights.amount, others.busy / others.amount));
  }

  /// Each core works at 12 GB/s, so four cores are the limit; if all cores of a node work, its memory
  /// is the limit.
  void few_cores_bound_the_optimizer() {
    Plan plan = offloaded(3, pinned);
    plan.cluster.cpu_cores = 64;
    const double all = on_host(plan, TimeId::optimizer_cpu).rate;
    plan.cluster.cpu_cores = 4;
    QVERIFY(equals(on_host(plan, TimeId::optimizer_cpu).rate, 4 * 12e9));
    QVERIFY(all > 4 * 12e9);
  }

  /// torchrun sets OMP_NUM_THREADS to 1 for several processes of a node; DeepSpeed's launcher does not.
  void torchrun_gives_each_of_several_ranks_one_core() {
    Plan plan = offloaded(3, pinned);
    plan.cluster.cpu_memory_gb_per_s = 600;
    QVERIFY(equals(on_host(plan, TimeId::optimizer_cpu).rate, 600e9 * 0.46));
    plan.training.framework = Framework::fsdp;
    QVERIFY(equals(on_host(plan, TimeId::optimizer_cpu).rate, 8 * 12e9));
    plan.cluster.gpus_per_node = 1;
    QVERIFY(equals(on_host(plan, TimeId::optimizer_cpu).rate, 600e9 * 0.46));
  }

  /// LLaMA-Factory starts ranks by torchrun, and TRL, and programs on it, by accelerate launch; OpenRLHF
  /// starts them by DeepSpeed's launcher, and a script on Trainer by any (programs.json, with lines of their
  /// sources).
  void programs_that_start_by_torchrun_have_one_core_a_rank() {
    Plan plan = offloaded(3, pinned);
    plan.cluster.cpu_memory_gb_per_s = 600;
    for (const char* program : {"llama-factory", "ms-swift", "axolotl", "trl", "alignment-handbook"}) {
      plan.training.program = program_named(program);
      QVERIFY2(equals(on_host(plan, TimeId::optimizer_cpu).rate, 8 * 12e9), program);
    }
    for (const char* program : {"openrlhf", "hf-trainer", "megatron-deepspeed"}) {
      plan.training.program = program_named(program);
      QVERIFY2(equals(on_host(plan, TimeId::optimizer_cpu).rate, 600e9 * 0.46), program);
    }
    plan.training.program = program_named("trl");
    plan.cluster.gpus_per_node = 1;
    QVERIFY(equals(on_host(plan, TimeId::optimizer_cpu).rate, 600e9 * 0.46));
  }

  /// The norm reads an fp32 gradient, clipping reads and writes it.
  void pytorch_clips_gradients_in_host_memory() {
    Plan plan = offloaded(3, pinned);
    plan.training.framework = Framework::fsdp;
    QVERIFY(equals(on_host(plan, TimeId::host_conversion).amount, 12 * 6'738'415'616.0));
  }

  /// A DGX H100 has sixteen channels of DDR5-4400.
  void a_gpu_preset_brings_the_memory_of_its_vendors_node() {
    const auto memory = [](const char* gpu) {
      return default_host(gpu_from_preset(catalog().find_gpu(gpu)), 8).memory_gb_per_s;
    };
    QCOMPARE(memory("h100-sxm5-80gb"), 16 * 4.4 * 8);
    QCOMPARE(memory("a100-sxm4-80gb"), 200.0);
  }
};

ZP_TEST(HostCopiesTest)
#include "host_copies_test.moc"
