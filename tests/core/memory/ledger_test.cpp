// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/memory/optimizer_states.h"
#include "core/search/candidates.h"

using namespace zp;
using enum EntryId;

namespace {

Plan plan_7b(int stage, Device optimizer = Device::none, Device parameter_device = Device::none) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b").value());
  return with_strategy(plan, {stage, optimizer, parameter_device});
}

std::int64_t bytes(const Plan& plan, EntryId id) { return estimate_memory(plan).ledger.bytes(id).value(); }

}  // namespace

/// Each rule of DeepSpeed's allocations on its own.
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
    row("adamw8bit", Optimizer::adamw8bit, false, false, 2 + 8.0 / 2048, 2 + 8.0 / 2048);
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
    QCOMPARE(optimizer_state_bytes(training, StateHome::gpu, 2, 2, 0.9), gpu);
    QCOMPARE(optimizer_state_bytes(training, StateHome::cpu, 2, 2, 0.9), cpu);
  }

  void overlap_comm_doubles_the_bucket_at_stage_2_and_not_at_stage_3() {
    Plan plan = plan_7b(2);
    QCOMPARE(bytes(plan, buffers_reduce), 1'000'000'000);
    plan.zero.overlap_comm = true;
    QCOMPARE(bytes(plan, buffers_reduce), 2'000'000'000);
    QCOMPARE(bytes(plan_7b(3), buffers_reduce), 1'000'000'000);
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
    QCOMPARE(bytes(plan, activations_saved_blocks), whole / 4);
  }

  void loading_is_partitioned_only_with_zero_init_at_stage_3() {
    Plan plan = plan_7b(3);
    QCOMPARE(estimate_memory(plan).cpu.loading_per_node.value(), 0);
    plan.training.zero_init = false;
    QCOMPARE(estimate_memory(plan).cpu.loading_per_node.value(), std::int64_t{16} * 6'738'415'616);
  }
};

QTEST_GUILESS_MAIN(LedgerTest)
#include "ledger_test.moc"
