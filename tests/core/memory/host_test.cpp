// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <bit>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum zp::EntryId;

namespace {

/// Returns a plan of Llama-2 7B with stage 3's optimizer on the host.
Plan offloaded(bool pins) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = 3;
  plan.zero.offload_optimizer.device = Device::cpu;
  plan.zero.offload_optimizer.pin_memory = pins;
  plan.zero.offload_param.pin_memory = pins;
  return plan;
}

}  // namespace

/// Tests of host memory beside the tensors themselves.
class HostTest : public QObject {
  Q_OBJECT

 private slots:
  void pinned_sub_groups_are_rounded_up_one_by_one() {
    Plan plan = offloaded(true);
    plan.cluster.gpus_per_node = 1;
    const auto gradients = static_cast<std::uint64_t>(bytes(plan, host_gradients));
    const std::uint64_t parameters = gradients / 6;  // 4 bytes in fp32, and 2 in the type they arrive in
    const std::uint64_t group = 1'000'000'000;
    const std::uint64_t rounded = parameters / group * std::bit_ceil(4 * group) +
                                  std::bit_ceil(4 * (parameters % group)) + std::bit_ceil(2 * parameters);
    QCOMPARE(bytes(plan, host_rounding), static_cast<std::int64_t>(rounded - gradients));
    QCOMPARE(bytes(offloaded(false), host_rounding), 0);
  }

  void before_pytorch_1_11_pinned_memory_was_not_rounded() {
    Plan plan = offloaded(true);
    plan.zero.offload_param.device = Device::cpu;
    QVERIFY(bytes(plan, host_rounding) > 0);
    plan.target.deepspeed_version = {0, 5, 10};
    QCOMPARE(bytes(plan, host_rounding), 0);
    QCOMPARE(bytes(plan, host_partitions), bytes(plan, host_weights));
  }

  void partitions_pinned_one_by_one_stay_beside_the_flat_buffer() {
    Plan plan = offloaded(true);
    QCOMPARE(bytes(plan, host_partitions), 0);
    plan.zero.offload_param.device = Device::cpu;
    QVERIFY(bytes(plan, host_partitions) >= bytes(plan, host_weights));
    QVERIFY(bytes(plan, host_partitions) < 2 * bytes(plan, host_weights));
    plan.zero.offload_param.pin_memory = false;
    QCOMPARE(bytes(plan, host_partitions), 0);
  }

  /// Qwen3-235B with adapters and offloaded parameters takes about 650 GB of a node (row ST8046 of
  /// tests/data/blind/memory-8.json): frozen weights are in no flat buffer.
  void frozen_partitions_stay_where_they_were_pinned() {
    Plan plan = offloaded(true);
    plan.zero.offload_param.device = Device::cpu;
    const std::int64_t all = bytes(plan, host_weights);
    plan.training.lora.rank = 8;
    const std::int64_t adapters = bytes(plan, host_weights) - all;
    QVERIFY(adapters > 0 && adapters < all / 100);
    QVERIFY(bytes(plan, host_partitions) < 3 * adapters);
    QVERIFY(bytes(plan, host_pinning) < all / 100);
    // Each of 8 ranks pins 2·11008·4096/8 bytes of 96 matrices in 16 MiB and 2·32000·4096/8 bytes of two in
    // 32 MiB; those of attention are powers of two.
    const std::int64_t expected = 96 * ((1 << 24) - 11'272'192) + 2 * ((1 << 25) - 32'768'000);
    QVERIFY(std::abs(bytes(plan, host_rounding) - expected) < expected / 20);
  }

  void frozen_parameters_of_a_model_are_not_in_the_flat_buffer_either() {
    Plan plan = offloaded(true);
    plan.zero.offload_param.device = Device::cpu;
    const std::int64_t before = bytes(plan, host_partitions), rounding = bytes(plan, host_rounding);
    Architecture shape = plan.model.architecture;
    shape.frozen_parameters = 6'000'000'000;
    plan.model = model_from_architecture(shape);
    QVERIFY(bytes(plan, host_partitions) < before / 5 && bytes(plan, host_partitions) > before / 20);
    QVERIFY(bytes(plan, host_rounding) != rounding);
  }

  void workers_keep_what_was_written_before_they_were_forked() {
    Plan plan = offloaded(false);
    QCOMPARE(bytes(plan, host_workers), 0);
    plan.training.data_workers = 1;
    const std::int64_t built = bytes(plan, host_master) + bytes(plan, host_gradients);
    QCOMPARE(bytes(plan, host_workers), built);
    plan.training.data_workers = 4;  // the workers share the old pages
    QCOMPARE(bytes(plan, host_workers), built);
    plan.target.deepspeed_version = {0, 12, 6};  // its engine steps once while it is built
    QCOMPARE(bytes(plan, host_workers), built + bytes(plan, host_optimizer));
  }

  void pinned_pages_are_not_forked() {
    Plan plan = offloaded(true);
    plan.training.data_workers = 1;
    QCOMPARE(bytes(plan, host_workers), bytes(plan, host_master));
  }

  void checkpoints_on_the_host_are_pageable() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.training.activation_checkpointing = Checkpointing::full;
    plan.training.checkpoints_on_host = true;
    const MemoryEstimate estimate = estimate_memory(plan);
    QVERIFY(estimate.ledger.bytes(host_checkpoints).value() > 0);
    QCOMPARE(estimate.cpu.pinned_per_node.value(), 0);
  }
};

ZP_TEST(HostTest)
#include "host_test.moc"
