// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr std::int64_t parameters = 6'738'415'616;  // of Llama-2 7B

/// Llama-2 7B as its weight tensors, bf16, AdamW, 8 ranks, no accumulation, R = 5e8: the worked example of
/// the ledger read from DeepSpeed's source.
Plan example(int stage) {
  Architecture shape;
  shape.layers = 32;
  shape.hidden_size = 4096;
  shape.attention_heads = shape.kv_heads = 32;
  shape.head_dim = 128;
  shape.intermediate_size = 11008;
  shape.vocab_size = 32000;
  Plan plan;
  plan.model = model_from_architecture(shape);
  plan.zero.stage = stage;
  return plan;
}

Plan offloaded(int stage, Device optimizer, Device parameter_device = Device::none) {
  Plan plan = example(stage);
  plan.zero.offload_optimizer.device = optimizer;
  plan.zero.offload_param.device = parameter_device;
  return plan;
}

std::int64_t sum(const Plan& plan, std::initializer_list<EntryId> ids) {
  const MemoryEstimate estimate = estimate_memory(plan);
  Bytes total;
  for (const EntryId id : ids)
    total += estimate.ledger.bytes(id);
  return total.value();
}

using enum EntryId;
const auto model_states = {states_weights, states_master, states_optimizer};
const auto host = {host_master, host_optimizer, host_gradients, host_weights};

}  // namespace

/// Tests that the ledger agrees with the worked example to the byte.
class WorkedExampleTest : public QObject {
  Q_OBJECT

 private slots:
  void parameter_count() { QCOMPARE(estimate_memory(example(0)).model.parameters.value(), parameters); }

  void stage_0_resident() {
    QCOMPARE(sum(example(0), {states_weights, states_master, states_optimizer, states_gradients}),
             107'814'649'856);
  }
  void stages_1_and_2_static() {
    QCOMPARE(sum(example(1), model_states), 23'584'454'656);
    QCOMPARE(sum(example(2), model_states), 23'584'454'656);
    QCOMPARE(estimate_memory(example(2)).gpu.steady.value(), 23'584'454'656);
  }
  void stage_1_resident_with_gradients() {
    QCOMPARE(sum(example(1), {states_weights, states_master, states_optimizer, states_gradients}),
             37'061'285'888);
  }
  void stage_2_resident_with_gradients() {
    QCOMPARE(sum(example(2), {states_weights, states_master, states_optimizer, states_gradients}),
             25'269'058'560);
  }
  void stage_2_backward_with_bucket() {
    const auto ids = {states_weights, states_master, states_optimizer, states_gradients, buffers_reduce};
    QCOMPARE(sum(example(2), ids), 26'269'058'560);
    Plan overlapped = example(2);
    overlapped.zero.overlap_comm = true;
    QCOMPARE(sum(overlapped, ids), 27'269'058'560);
  }
  void stage_2_step_peak() {
    QCOMPARE(sum(example(2), {states_weights, states_master, states_optimizer, states_gradients,
                              step_flat_gradients, step_fp32_gradients}),
             30'322'870'272);
  }
  void stage_2_with_cpu_offload() {
    const Plan plan = offloaded(2, Device::cpu);
    QCOMPARE(sum(plan, {states_weights, buffers_offload_gradient}), 13'738'975'232);
    QCOMPARE(estimate_memory(plan).gpu.steady.value(), 13'738'975'232);
    QCOMPARE(sum(plan, host), 15'161'435'136);
    QCOMPARE(sum(plan, host) * 8, 121'291'481'088);
    Plan accumulating = plan;
    accumulating.training.gradient_accumulation_steps = 2;
    QCOMPARE(sum(accumulating, host), 16'846'039'040);
  }
  void stage_3_resident() {
    QCOMPARE(
        sum(example(3), {states_weights, states_master, states_optimizer, states_gradients, buffers_reduce}),
        14'476'831'232);
    QCOMPARE(sum(example(3), {gathered_persistent}), 532'480);
  }
  void stage_3_step_peak() {
    QCOMPARE(sum(example(3), {states_weights, states_master, states_optimizer, states_gradients,
                              buffers_reduce, step_flat_gradients, step_fp32_gradients}),
             19'530'642'944);
  }
  void stage_3_with_optimizer_on_host() {
    const Plan plan = offloaded(3, Device::cpu);
    QCOMPARE(sum(plan, {states_weights, states_master, states_optimizer, states_gradients, buffers_reduce}),
             2'684'603'904);
    QCOMPARE(sum(plan, host), 15'161'435'136);
    QCOMPARE(estimate_memory(plan).cpu.per_rank.value(), 15'161'435'136);
  }
  void stage_3_with_everything_on_host() {
    const Plan plan = offloaded(3, Device::cpu, Device::cpu);
    QCOMPARE(sum(plan, host), 16'846'039'040);
    QCOMPARE(sum(plan, {states_weights}), 0);
    QCOMPARE(estimate_memory(plan).cpu.per_rank.value(), 16'846'039'040);
  }
  void stage_3_with_optimizer_on_nvme() {
    const Plan plan = offloaded(3, Device::nvme);
    QCOMPARE(sum(plan, {nvme_optimizer}), 107'814'649'856);
    QCOMPARE(estimate_memory(plan).nvme.per_node.value(), 107'814'649'856);
    QCOMPARE(sum(plan, {host_staging}), 13'476'831'232);
  }
  void stage_1_with_fp32_accumulation() {
    Plan plan = example(1);
    plan.training.gradient_accumulation_dtype = AccumulationDtype::fp32;
    QCOMPARE(sum(plan, {states_weights, states_master, states_optimizer, states_gradients,
                        states_accumulated_gradients}),
             64'014'948'352);
  }
  void stage_3_in_fp32() {
    Plan plan = example(3);
    plan.training.precision = Precision::fp32;
    QCOMPARE(sum(plan, {states_weights, states_master, states_optimizer, states_gradients, buffers_reduce}),
             15'476'831'232);
  }
};

ZP_TEST(WorkedExampleTest)
#include "worked_example_test.moc"
