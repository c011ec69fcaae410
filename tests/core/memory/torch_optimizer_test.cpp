// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace torch_optimizer {

constexpr std::int64_t llama_2_7b_weights = 6'738'415'616;  // Llama-2 7B
constexpr std::int64_t largest_of_7b = 32'000LL * 4096;

/// Returns Llama-2 7B on 8 GPUs with further keys of the training section and of the plan.
Plan plan_of(const std::string& training, const std::string& rest) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + training + "}, " + rest + "}")
      .plan;
}
Plan deepspeed(int stage, const std::string& training) {
  return plan_of(training, R"("zero": {"stage": )" + std::to_string(stage) + "}");
}

constexpr auto by_lists = R"("optimizer_kernel": "foreach")";

}  // namespace torch_optimizer

using namespace torch_optimizer;

/// Tests of what torch's own AdamW holds while it steps, as its source of the releases has it
/// (torch/optim/adamw.py), and of gradients that zero_grad does not free.
class TorchOptimizerTest : public QObject {
  Q_OBJECT

 private slots:
  /// The root of the second moment (4 bytes) when the flat gradients (2 bytes) are gone.
  void the_step_of_a_partition_holds_the_root_of_the_second_moment() {
    for (const int stage : {1, 2, 3}) {
      QCOMPARE(bytes(deepspeed(stage, by_lists), step_optimizer), (4 - 2) * llama_2_7b_weights / 8);
      QCOMPARE(bytes(deepspeed(stage, ""), step_optimizer), 0);
    }
  }

  /// Until 2.1 the root and its sum with epsilon, or its quotient, were two tensors.
  void before_torch_2_1_it_holds_two_tensors() {
    const std::string of_2_0 = R"(, "program": "hf-trainer", "program_version": "torch 2.0")";
    QCOMPARE(bytes(deepspeed(2, by_lists + of_2_0), step_optimizer), (8 - 2) * llama_2_7b_weights / 8);
    const std::string of_2_1 = R"(, "program": "hf-trainer", "program_version": "torch 2.1")";
    QCOMPARE(bytes(deepspeed(2, by_lists + of_2_1), step_optimizer), (4 - 2) * llama_2_7b_weights / 8);
  }

  void torch_adam_of_a_ds_config_is_such_an_optimizer() {
    const std::string config = R"("deepspeed_config": {"optimizer": {"params": {"torch_adam": true}}})";
    QCOMPARE(bytes(plan_of("", R"("zero": {"stage": 2}, )" + config), step_optimizer),
             (4 - 2) * llama_2_7b_weights / 8);
    // Without ZeRO all parameters are stepped as one list, beside their fp32 gradients.
    QCOMPARE(bytes(plan_of("", R"("zero": {"stage": 0}, )" + config), step_optimizer),
             4 * llama_2_7b_weights);
  }

  void a_sub_group_is_stepped_at_a_time() {
    const Plan plan = plan_of(by_lists, R"("zero": {"stage": 3, "sub_group_size": 100000000})");
    QVERIFY(bytes(plan, step_optimizer) < 2 * 200'000'000LL);
    QVERIFY(bytes(plan, step_optimizer) >= 2 * 100'000'000LL);
  }

  void an_optimizer_on_the_host_holds_nothing_on_the_gpu() {
    const Plan plan = plan_of(by_lists, R"("zero": {"stage": 2, "offload_optimizer": {"device": "cpu"}})");
    QCOMPARE(bytes(plan, step_optimizer), 0);
  }

  /// HybridZeroOptimizer and FSDPadaptOptimizer step fp32 copies of bf16 weights; their AdamW is fused since
  /// 21 March 2024.
  void internevo_steps_its_fp32_copies() {
    const std::string internevo = R"("framework": "fsdp", "program": "internevo")";
    const std::string of_tag = R"(, "program_version": "v0.2.1dev20231121")";
    const std::string sharded = R"("zero": {"stage": 3})";
    QCOMPARE(bytes(plan_of(internevo + of_tag, sharded), step_optimizer), 2 * 4 * llama_2_7b_weights / 8);
    QCOMPARE(bytes(plan_of(internevo, sharded), step_optimizer), 0);
  }

  /// Before 2.0 a loop steps one tensor at a time, and zero_grad writes zeros into gradients.
  void before_torch_2_0_gradients_stay_and_tensors_are_stepped_one_by_one() {
    const std::string zero = R"("zero": {"stage": 0})", old = R"(, "target": {"deepspeed_version": "0.8.2"})";
    const std::string training = std::string(R"("framework": "fsdp", )") + by_lists;
    QCOMPARE(bytes(plan_of(training, zero), step_optimizer), 4 * llama_2_7b_weights);
    QCOMPARE(bytes(plan_of(training, zero + old), step_optimizer), 2 * 4 * largest_of_7b);
    const auto has_gradients = [](const Plan& plan) {
      const MemoryEstimate estimate = estimate_memory(plan);
      return estimate.ledger.find(states_gradients)->moments.has(Moment::forward);
    };
    QVERIFY(has_gradients(plan_of(training, zero + old)));
    QVERIFY(!has_gradients(plan_of(training, zero)));
  }
};

ZP_TEST(TorchOptimizerTest)
#include "torch_optimizer_test.moc"
