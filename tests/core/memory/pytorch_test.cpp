// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/memory/explain.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace {

constexpr std::int64_t parameters = 6'738'415'616;  // of Llama-2 7B
constexpr std::int64_t root = 2LL * 32'000 * 4096;
constexpr std::int64_t of_block = (parameters - root) / 32;

Plan fsdp_7b(int stage) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.training.framework = Framework::fsdp;
  plan.zero.stage = stage;
  return plan;
}

}  // namespace

/// Tests of training by PyTorch itself, on 8 GPUs, without DeepSpeed's buffers.
class PyTorchTest : public QObject {
  Q_OBJECT

 private slots:
  void a_shard_is_its_own_master() {
    const Plan plan = fsdp_7b(3);
    QCOMPARE(bytes(plan, states_weights), 4 * parameters / 8);
    QCOMPARE(bytes(plan, states_master), 0);
    QCOMPARE(bytes(plan, states_gradients), 4 * parameters / 8);
    QCOMPARE(bytes(plan, states_optimizer), parameters);
  }

  void pure_16_bit_training_keeps_everything_in_two_bytes() {
    Plan plan = fsdp_7b(3);
    plan.training.low_precision_master = true;
    QCOMPARE(bytes(plan, states_weights), 2 * parameters / 8);
    QCOMPARE(bytes(plan, states_gradients), 2 * parameters / 8);
    QCOMPARE(bytes(plan, states_optimizer), 4 * parameters / 8);
  }

  void blocks_are_gathered_as_units_beside_the_root() {
    const Plan plan = fsdp_7b(3);
    QCOMPARE(bytes(plan, gathered_live), 2 * (root + 3 * of_block));
    QCOMPARE(bytes(plan, buffers_large_gradient), 2 * (of_block + root / 2));
    QCOMPARE(bytes(plan, buffers_reduce_scatter), 2 * of_block);
  }

  /// litgpt finetune/full.py, fit: fabric.no_backward_sync; torch distributed/fsdp/_runtime_utils.py,
  /// _post_backward_hook returns before the reduction.
  void under_no_sync_whole_gradients_wait_for_the_last_micro_batch() {
    Plan plan = fsdp_7b(3);
    plan.training.program = program_named("litgpt");
    plan.training.fsdp_version = 1;
    const std::int64_t of_units = 2 * (of_block + root / 2);
    QCOMPARE(bytes(plan, buffers_large_gradient), of_units);
    plan.training.gradient_accumulation_steps = 4;
    QCOMPARE(bytes(plan, buffers_large_gradient), of_units + 2 * parameters - 4 * parameters / 8);
    QVERIFY(estimate_memory(plan).ledger.find(buffers_large_gradient)->moments.has(Moment::forward));
    plan.training.lora.rank = 8;
    // one flat gradient of each block; the root has no adapters
    QVERIFY(bytes(plan, buffers_large_gradient) > of_units + 2 * (parameters - root));
    plan.training.fsdp_version = 2;
    const std::int64_t of_adapters = bytes(plan, buffers_large_gradient);
    QVERIFY(of_adapters < of_units + parameters / 5);
    plan.training.program = program_named("torchtune");
    QVERIFY(bytes(plan, buffers_large_gradient) < of_adapters);
  }

  void gradients_reduced_in_fp32_take_twice_the_input() {
    Plan plan = fsdp_7b(3);
    plan.training.communication_dtype = AccumulationDtype::fp32;
    QCOMPARE(bytes(plan, buffers_reduce_scatter), 4 * of_block);
  }

  void embedding_and_head_as_units_are_gathered_while_they_are_used() {
    Plan plan = fsdp_7b(3);
    plan.training.fsdp_wrap = FsdpWrap::all;
    QCOMPARE(bytes(plan, gathered_live), 6 * of_block);
    QCOMPARE(bytes(plan, buffers_large_gradient), 2 * of_block);
    QCOMPARE(bytes(plan, gathered_kept), std::max<std::int64_t>(0, 2 * (root / 2 - of_block)));
  }

  /// The flat weight of the one unit is split into the weights, whose gradients are joined again.
  void one_unit_is_gathered_whole_and_reduced_when_the_last_gradient_is_there() {
    for (const int stage : {2, 3}) {
      Plan plan = fsdp_7b(stage);
      plan.training.fsdp_wrap = FsdpWrap::none;
      QCOMPARE(bytes(plan, gathered_live), 2 * parameters);
      QCOMPARE(bytes(plan, buffers_large_gradient), 2 * parameters);
      QCOMPARE(bytes(plan, buffers_reduce_scatter), 2 * parameters);
    }
  }

  void sharding_gradients_only_keeps_the_weights_gathered() {
    QCOMPARE(bytes(fsdp_7b(2), gathered_live), 2 * (parameters + of_block));
  }

  void replicas_keep_states_in_fp32_buckets_and_copies_of_autocast() {
    const Plan plan = fsdp_7b(0);
    for (const EntryId id : {states_weights, states_gradients, buffers_reduce})
      QCOMPARE(bytes(plan, id), 4 * parameters);
    QCOMPARE(bytes(plan, states_optimizer), 8 * parameters);
    QCOMPARE(bytes(plan, states_autocast), 2 * parameters);
  }

  void one_gpu_has_neither_buckets_nor_gathers() {
    Plan plan = fsdp_7b(0);
    plan.cluster.gpus_per_node = 1;
    QCOMPARE(bytes(plan, buffers_reduce), 0);
    plan.zero.stage = 3;
    QCOMPARE(bytes(plan, gathered_live), 0);
  }

  void a_partitioned_optimizer_has_one_gradient_buffer_in_the_accumulation_type() {
    Plan plan = fsdp_7b(1);
    plan.training.gradient_accumulation_dtype = AccumulationDtype::fp32;
    QCOMPARE(bytes(plan, states_weights), 2 * parameters);
    QCOMPARE(bytes(plan, states_gradients), 4 * parameters);
    QCOMPARE(bytes(plan, states_master), 4 * parameters / 8);
  }

  void offload_moves_shard_gradients_and_states_to_pinned_host_memory() {
    Plan plan = fsdp_7b(3);
    plan.zero.offload_param.device = Device::cpu;
    for (const EntryId id : {states_weights, states_gradients, states_optimizer})
      QCOMPARE(bytes(plan, id), 0);
    QCOMPARE(bytes(plan, host_weights), 4 * parameters / 8);
    QVERIFY(estimate_memory(plan).ledger.find(host_weights)->pinned);
    QCOMPARE(bytes(plan, host_optimizer), parameters);
  }

  void no_entry_is_explained_by_deepspeed() {
    for (const int stage : {0, 1, 2, 3}) {
      const Plan plan = fsdp_7b(stage);
      const MemoryEstimate estimate = estimate_memory(plan);
      const Explanations words(plan, estimate.ledger);
      for (const Entry& entry : estimate.ledger.entries()) {
        if (entry.place != Place::gpu || entry.id == save_gathered) continue;
        const std::string source(words.of(entry.id).source);
        QVERIFY2(source.find("DeepSpeed runtime") == std::string::npos,
                 (std::string(name_of(entry.id)) + ": " + source).c_str());
      }
    }
  }
};

ZP_TEST(PyTorchTest)
#include "pytorch_test.moc"
