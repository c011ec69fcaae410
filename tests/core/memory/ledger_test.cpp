// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/search/candidates.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace {

Plan plan_7b(int stage, Device optimizer = Device::none, Device parameter_device = Device::none) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  return with_strategy(plan, {stage, optimizer, parameter_device});
}

}  // namespace

/// Tests of each rule of DeepSpeed's allocations by itself.
class LedgerTest : public QObject {
  Q_OBJECT

 private slots:
  void state_bytes_per_element_data() {
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<bool>("momentum");
    QTest::addColumn<bool>("centered");
    QTest::addColumn<double>("gpu");
    QTest::addColumn<double>("cpu");
    const auto row = [](const char* name, Optimizer optimizer, bool momentum, bool centered, double gpu,
                        double cpu) {
      QTest::newRow(name) << static_cast<int>(optimizer) << momentum << centered << gpu << cpu;
    };
    row("adam", Optimizer::adam, false, false, 8, 8);
    row("adamw", Optimizer::adamw, false, false, 8, 8);
    row("adagrad", Optimizer::adagrad, false, false, 4, 4);
    row("sgd without momentum", Optimizer::sgd, false, false, 0, 0);
    row("sgd with momentum", Optimizer::sgd, true, false, 4, 4);
    row("rmsprop", Optimizer::rmsprop, false, false, 4, 4);
    row("rmsprop centered with momentum", Optimizer::rmsprop, true, true, 12, 12);
    row("lion keeps an unused buffer on the host", Optimizer::lion, false, false, 4, 8);
    row("lamb", Optimizer::lamb, false, false, 8, 8);
    row("adamw8bit", Optimizer::adamw8bit, false, false, 2 + 8.0 / 256, 2 + 8.0 / 256);
  }

  void state_bytes_per_element() {
    QFETCH(int, optimizer);
    QFETCH(bool, momentum);
    QFETCH(bool, centered);
    QFETCH(double, gpu);
    QFETCH(double, cpu);
    Training training;
    training.optimizer = static_cast<Optimizer>(optimizer);
    training.optimizer_options.momentum = momentum;
    training.optimizer_options.centered = centered;
    QCOMPARE(optimizer_state_bytes(training, {StateHome::gpu}), gpu);
    QCOMPARE(optimizer_state_bytes(training, {StateHome::cpu}), cpu);
  }

  void overlap_comm_doubles_the_bucket_at_stage_2_and_not_at_stage_3() {
    Plan plan = plan_7b(2);
    QCOMPARE(bytes(plan, buffers_reduce), 1'000'000'000);
    plan.zero.overlap_comm = true;
    QCOMPARE(bytes(plan, buffers_reduce), 2'000'000'000);
    QCOMPARE(bytes(plan_7b(3), buffers_reduce), 1'000'000'000);
  }

  void buckets_of_old_releases() {
    Plan stage_2 = plan_7b(2), stage_3 = plan_7b(3);
    stage_2.zero.overlap_comm = stage_3.zero.overlap_comm = true;
    stage_2.target.deepspeed_version = {0, 3, 16};
    QCOMPARE(bytes(stage_2, buffers_reduce), 2 * 4'500'000'000);
    stage_2.target.deepspeed_version = {0, 4, 0};
    QCOMPARE(bytes(stage_2, buffers_reduce), 2'000'000'000);
    stage_3.target.deepspeed_version = {0, 5, 10};
    QCOMPARE(bytes(stage_3, buffers_reduce), 2'000'000'000);
    QCOMPARE(bytes(stage_3, buffers_reduce_copy), 2 * 131'072'000);
    QCOMPARE(bytes(stage_3, gathered_receive), 2 * 131'072'000);
    stage_3.target.deepspeed_version = {0, 6, 0};
    QCOMPARE(bytes(stage_3, buffers_reduce), 1'000'000'000);
    QCOMPARE(bytes(stage_3, buffers_reduce_copy), 1'000'000'000);
  }

  /// torch's linear layer saves what it multiplied with; zero.Init replaces it (pull request 8189).
  void without_zero_init_autograd_keeps_gathered_weights() {
    Plan plan = plan_7b(3);
    plan.training.zero_init = false;
    plan.target.deepspeed_version = {0, 19, 3};
    // The module at work, the largest tensor, is one of them.
    QCOMPARE(bytes(plan, gathered_kept), 2 * (6'738'415'616 - 131'072'000));
    plan.training.activation_checkpointing = Checkpointing::full;
    QVERIFY(bytes(plan, gathered_kept) < 1'000'000'000);
    plan.training.activation_checkpointing = Checkpointing::none;
    plan.target.deepspeed_version = {0, 19, 4};
    QVERIFY(bytes(plan, gathered_kept) < 1'000'000'000);
  }

  /// DeepSpeed runtime/zero/config.py, memory_efficient_linear; zero.Init reads it from the config whatever
  /// its own argument says (partition_parameters.py, Init).
  void torchs_linear_layer_keeps_gathered_weights_under_zero_init_too() {
    Plan plan = plan_7b(3);
    plan.zero.memory_efficient_linear = false;
    QCOMPARE(bytes(plan, gathered_kept), 2 * (6'738'415'616 - 131'072'000));
    plan.training.activation_checkpointing = Checkpointing::full;
    QVERIFY(bytes(plan, gathered_kept) < 1'000'000'000);
  }

  /// The first release with stage 3 takes torch's linear layer back when zero.Init ends (pull request 881).
  void zero_init_of_0_3_13_does_not_keep_its_linear_layer() {
    Plan plan = plan_7b(3);
    plan.target.deepspeed_version = {0, 3, 13};
    QCOMPARE(bytes(plan, gathered_kept), 2 * (6'738'415'616 - 131'072'000));
    plan.target.deepspeed_version = {0, 3, 14};
    QVERIFY(bytes(plan, gathered_kept) < 1'000'000'000);
  }

  /// deepspeed/runtime/zero/stage3.py of each release, temp_grad_gpu_buffer.
  void stage_3_of_old_releases_stages_gradients_in_two_buffers() {
    Plan plan = plan_7b(3, Device::cpu);
    plan.zero.sub_group_size = 1'000'000'000'000;
    const auto of = [&](DeepSpeedVersion version) {
      plan.target.deepspeed_version = version;
      return bytes(plan, buffers_offload_gradient);
    };
    QCOMPARE(of({0, 3, 13}), 2 * 2 * 131'072'000LL / 8);
    QCOMPARE(of({0, 3, 16}), 2 * 2 * 6'738'415'616 / 8);
    QCOMPARE(of({0, 4, 1}), 2 * 2 * 131'072'000LL / 8);
    QCOMPARE(of({0, 5, 10}), 2 * 2 * 131'072'000LL);
    QCOMPARE(of({0, 6, 0}), 0);
  }

  void without_contiguous_gradients_there_is_no_bucket_unless_offload_forces_it() {
    Plan plan = plan_7b(2);
    plan.zero.contiguous_gradients = false;
    QCOMPARE(bytes(plan, buffers_reduce), 0);
    plan.zero.offload_optimizer.device = Device::cpu;
    QCOMPARE(bytes(plan, buffers_reduce), 1'000'000'000);
  }

  void nvme_below_stage_3_is_host_memory() {
    const MemoryEstimate nvme = estimate_memory(plan_7b(2, Device::nvme));
    QCOMPARE(nvme.nvme.per_node.value(), 0);
    QVERIFY(nvme == estimate_memory(plan_7b(2, Device::cpu)));
  }

  void parameter_offload_below_stage_3_changes_nothing() {
    QVERIFY(estimate_memory(plan_7b(2, Device::none, Device::cpu)) == estimate_memory(plan_7b(2)));
  }

  void offload_at_stage_0_changes_nothing() {
    QVERIFY(estimate_memory(plan_7b(0, Device::cpu)) == estimate_memory(plan_7b(0)));
  }

  void one_rank_gathers_nothing() {
    Plan plan = plan_7b(3);
    plan.cluster.gpus_per_node = 1;
    for (const EntryId id : {gathered_live, gathered_kept, gathered_receive, gathered_persistent})
      QCOMPARE(bytes(plan, id), 0);
  }

  void weights_kept_over_the_turn_follow_the_reuse_distance() {
    Plan plan = plan_7b(3);
    const auto live = [&] { return bytes(plan, gathered_live) + bytes(plan, gathered_kept); };
    QCOMPARE(live(), 2 * 550'000'000);  // D/2 + A
    plan.training.activation_checkpointing = Checkpointing::full;
    QCOMPARE(live(), 2 * (333'333'333 + 50'000'000));  // D/3 + A
    plan.zero.stage3_max_reuse_distance = 0;
    QCOMPARE(live(), 2 * (131'072'000 + 50'000'000));  // U + A
  }

  void ratio_does_nothing_with_one_sub_group() {
    Plan plan = plan_7b(3, Device::cpu);
    plan.zero.offload_optimizer.ratio = 0.5;
    QCOMPARE(bytes(plan, states_optimizer), 0);
    plan.zero.sub_group_size = 10'000'000;
    QVERIFY(bytes(plan, states_optimizer) > 0);
    QVERIFY(bytes(plan, host_optimizer) + bytes(plan, states_optimizer) == std::int64_t{8} * 842'301'952);
  }

  void fp32_weights_are_their_own_master_at_stage_3_only() {
    Plan plan = plan_7b(3);
    plan.training.precision = Precision::fp32;
    QCOMPARE(bytes(plan, states_master), 0);
    plan.zero.stage = 2;
    QCOMPARE(bytes(plan, states_master), std::int64_t{4} * 842'301'952);
    plan.zero.stage = 0;
    QCOMPARE(bytes(plan, states_master), 0);
  }

  void a_sub_group_below_one_mib_stays_in_host_memory() {
    Plan plan = plan_7b(3, Device::nvme);
    plan.zero.sub_group_size = 1'000;
    plan.cluster.nodes = 1024;
    QCOMPARE(bytes(plan, nvme_optimizer), 0);
    QVERIFY(bytes(plan, host_optimizer) > 0);
  }

  void checkpoints_on_the_host_leave_the_gpu() {
    Plan plan = plan_7b(2);
    plan.training.activation_checkpointing = Checkpointing::full;
    const std::int64_t on_gpu = bytes(plan, activations_saved_blocks);
    QCOMPARE(on_gpu, 32LL * 2 * 4096 * 2048);
    plan.training.checkpoints_on_host = true;
    QCOMPARE(bytes(plan, activations_saved_blocks), 0);
    QCOMPARE(bytes(plan, host_checkpoints), on_gpu);
  }

  void lora_trains_only_its_adapters() {
    Plan plan = plan_7b(2);
    plan.training.lora.rank = 8;
    const MemoryEstimate estimate = estimate_memory(plan);
    const std::int64_t adapters = 32LL * 2 * (4096 * 8 + 8 * 4096);
    QCOMPARE(estimate.model.trainable.value(), adapters);
    QCOMPARE(estimate.ledger.bytes(states_weights).value(), 2 * (6'738'415'616 + adapters));
    QCOMPARE(estimate.ledger.bytes(states_optimizer).value(), adapters);
  }

  void frozen_parameters_cost_weights_only() {
    Plan plan = plan_7b(2);
    Architecture shape = plan.model.architecture;
    shape.frozen_parameters = 6'000'000'000;
    plan.model = model_from_architecture(shape);
    QCOMPARE(bytes(plan, states_weights), std::int64_t{2} * 6'738'415'616);
    QCOMPARE(bytes(plan, states_optimizer), 738'415'616);
  }

  void a_stated_count_is_exact() {
    Plan plan = plan_7b(2);
    plan.model = model_from_parameters(Params(7'000'000'000));
    QCOMPARE(estimate_memory(plan).model.parameters.value(), 7'000'000'000);
    QCOMPARE(bytes(plan, states_weights), 14'000'000'000);
  }

  void tensor_parallelism_divides_the_matrices() {
    Plan plan = plan_7b(0);
    const std::int64_t whole = bytes(plan, states_weights);
    plan.training.tensor_parallel = 8;
    const std::int64_t norms = 2LL * 65 * 4096;
    QCOMPARE(bytes(plan, states_weights), (whole - norms) / 8 + norms);
  }

  void sequence_parallelism_divides_the_tokens() {
    Plan plan = plan_7b(2);
    const std::int64_t whole = bytes(plan, activations_saved_blocks);
    plan.training.sequence_parallel = 4;
    // The output of attention is kept twice: as its kernel made it, and exchanged.
    const std::int64_t exchanged = 32LL * 2 * 4096 * plan.training.sequence_length / 4;
    QCOMPARE(bytes(plan, activations_saved_blocks), whole / 4 + exchanged);
  }

  void loading_is_partitioned_only_with_zero_init_at_stage_3() {
    Plan plan = plan_7b(3);
    const std::int64_t one_file = 5'000'000'000;  // from_pretrained reads one at a time
    QCOMPARE(estimate_memory(plan).cpu.loading_per_node.value(), 8 * one_file);
    plan.training.zero_init = false;
    QCOMPARE(estimate_memory(plan).cpu.loading_per_node.value(), std::int64_t{16} * 6'738'415'616);
  }

  void without_zero_init_the_whole_model_comes_to_the_gpu_before_the_engine_is_built() {
    Plan plan = plan_7b(3);
    plan.training.zero_init = false;
    const Ledger ledger = estimate_memory(plan).ledger;
    QCOMPARE(ledger.bytes(init_whole_model).value(), 2 * (6'738'415'616 + 131'072'000 / 8));
    QVERIFY(ledger.find(init_whole_model)->moments == Moments::of(Moment::loading));
    QVERIFY(!ledger.find(states_weights)->moments.has(Moment::loading));
    QVERIFY(!ledger.find(buffers_reduce)->moments.has(Moment::loading));
  }

  void a_master_in_host_memory_is_cloned_on_the_gpu_since_0_18_3() {
    Plan plan = plan_7b(2, Device::cpu);
    plan.target.deepspeed_version = {0, 18, 2};
    QCOMPARE(bytes(plan, init_workspace), 0);
    plan.target.deepspeed_version = {0, 18, 3};
    QCOMPARE(bytes(plan, init_workspace), 2 * 6'738'415'616 / 8);
  }

  /// DeepSpeed prints 2.05 GiB at most "After initializing ZeRO optimizer" of Llama-3 8B on four L40S, with
  /// everything offloaded.
  void each_tensor_is_gathered_once_while_the_engine_is_built() {
    constexpr std::int64_t largest = 131'072'000;
    Plan plan = plan_7b(3, Device::cpu);
    QCOMPARE(bytes(plan, init_workspace), 2 * largest);
    plan.zero.offload_param.device = Device::cpu;  // the part is copied to the GPU first
    QCOMPARE(bytes(plan, init_workspace), 2 * (largest + largest / 8));
    plan.target.deepspeed_version = {0, 18, 4};  // joined in a second copy
    QCOMPARE(bytes(plan, init_workspace), 4 * largest);
    plan.zero.offload_optimizer.device = Device::none;  // the sub-group's master and clone are larger
    QCOMPARE(bytes(plan, init_workspace), 8 * (6'738'415'616 / 8));
  }

  void quantised_gathers_arrive_in_one_byte_a_weight() {
    Plan plan = plan_7b(3);
    QCOMPARE(bytes(plan, gathered_receive), 2 * 131'072'000);
    plan.zero.zero_quantized_weights = true;
    QCOMPARE(bytes(plan, gathered_receive), 131'072'000);
  }

  void gathers_one_by_one_or_by_all_reduce_need_no_flat_buffer() {
    Plan plan = plan_7b(3);
    plan.zero.stage3_allgather_sequential = true;
    QCOMPARE(bytes(plan, gathered_receive), 0);
    plan.zero.stage3_allgather_sequential = false;
    plan.zero.stage3_use_all_reduce_for_fetch_params = true;
    QCOMPARE(bytes(plan, gathered_receive), 0);
  }

  void quantised_gradients_travel_tensor_by_tensor() {
    Plan plan = plan_7b(3);
    QCOMPARE(bytes(plan, buffers_reduce_copy), 1'000'000'000);
    plan.zero.zero_quantized_gradients = true;
    QCOMPARE(bytes(plan, buffers_reduce_copy), 131'072'000);
  }

  void quantised_frozen_weights_take_one_byte_each() {
    Plan plan = plan_7b(3);
    plan.training.lora.rank = 8;
    const std::int64_t whole = bytes(plan, states_weights);
    plan.zero.zero_quantized_nontrainable_weights = true;
    QCOMPARE(whole - bytes(plan, states_weights), 6'738'415'616 / 8);
  }

  void without_contiguous_gradients_a_bucket_of_them_waits_and_at_worst_all() {
    Plan plan = plan_7b(2);
    QVERIFY(estimate_memory(plan).ledger.find(buffers_waiting_gradients) == nullptr);
    plan.zero.contiguous_gradients = false;
    const Entry waiting = *estimate_memory(plan).ledger.find(buffers_waiting_gradients);
    QCOMPARE(waiting.bytes.value(), 1'000'000'000);
    QCOMPARE(waiting.low.value(), 0);
    QCOMPARE(waiting.high.value(), 2 * (6'738'415'616 - 6'738'415'616 / 8));
  }

  void with_gds_the_staging_of_weights_is_gpu_memory() {
    Plan plan = plan_7b(3, Device::nvme, Device::nvme);
    const std::int64_t staged = bytes(plan, host_parameter_staging);
    QVERIFY(staged >= 1'000'000'000);
    plan.zero.use_gds = true;
    QCOMPARE(bytes(plan, host_parameter_staging), 0);
    QCOMPARE(bytes(plan, staging_parameters), staged);
  }

  void the_smallest_buffers_that_run_are_named() {
    Plan plan = plan_7b(3, Device::nvme, Device::nvme);
    plan.zero.sub_group_size = 100'000'000;
    SwapBuffers buffers = estimate_memory(plan).nvme.smallest_buffers;
    QCOMPARE(buffers.optimizer_buffer_count, 4);
    QCOMPARE(buffers.parameter_buffer_size, 131'072'000 / 8);
    QVERIFY(buffers.parameter_buffer_count >= 2);
    plan.zero.offload_optimizer.pipeline_read = true;
    plan.zero.offload_optimizer.pipeline_write = true;
    QCOMPARE(estimate_memory(plan).nvme.smallest_buffers.optimizer_buffer_count, 12);
    QCOMPARE(estimate_memory(plan_7b(3)).nvme.smallest_buffers, SwapBuffers{});
  }

  void a_checkpoint_on_disk_is_weights_or_weights_master_and_states() {
    const CheckpointSize size = estimate_memory(plan_7b(2)).checkpoint;
    QCOMPARE(size.weights.value(), std::int64_t{2} * 6'738'415'616);
    QCOMPARE(size.training_state.value(), std::int64_t{14} * 6'738'415'616);
  }

  void pinning_keeps_the_pageable_twin_of_the_largest_buffer() {
    Plan plan = plan_7b(2, Device::cpu);
    const Ledger ledger = estimate_memory(plan).ledger;
    QCOMPARE(ledger.bytes(host_pinning).value(), ledger.bytes(host_master).value());
    QVERIFY(ledger.find(host_pinning)->moments == Moments::of(Moment::initialisation));
  }
};

ZP_TEST(LedgerTest)
#include "ledger_test.moc"
