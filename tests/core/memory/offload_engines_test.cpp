// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace offload_engine_bytes {

constexpr std::int64_t llama_elements = 6'738'415'616;                 ///< of Llama-2 7B
constexpr std::int64_t engine_part = llama_elements / 8;               ///< a multiple of 16
constexpr std::int64_t selected_elements = (llama_elements + 9) / 10;  ///< of topk_ratio 0.1

/// Returns Llama-2 7B in bf16 on 8 GPUs with the optimizer on the host.
Plan engine_plan(int stage, const std::string& zero) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": )" + std::to_string(stage) +
                   ", " + zero + "}}")
      .plan;
}

/// Returns Llama-2 7B at stage 3 with DeepCompile, its keys beside `deepcompile`, and its blocks checkpointed
/// unless `training` says otherwise. The GPUs are so small that all that can go has to.
Plan compiled_plan(const char* training, const char* keys) {
  std::string compile = keys;
  compile.insert(1, compile == "{}" ? R"("deepcompile": true)" : R"("deepcompile": true, )");
  Plan plan = read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + std::string(training) +
                        R"(}, "target": {"deepspeed_version": "0.19.6"}, "zero": {"stage": 3},
                           "deepspeed_config": {"compile": )" +
                        compile + "}}")
                  .plan;
  if (std::string_view(training).find("activation_checkpointing") == std::string_view::npos)
    plan.training.activation_checkpointing = Checkpointing::full;
  if (std::string_view(training).find("sequence_length") == std::string_view::npos)
    plan.training.sequence_length = 2'048;
  plan.cluster.gpu.memory_gib = 4;
  return plan;
}

/// Returns the bytes on the GPU at a moment as a pass reads them, with context and NCCL.
double bytes_at(const Plan& plan, Moment moment) {
  std::int64_t sum = 0;
  const MemoryEstimate estimate = estimate_memory(plan);
  for (const Entry& entry : estimate.ledger.entries())
    if (entry.place == Place::gpu && entry.component != Component::fragmentation && entry.moments.has(moment))
      sum += entry.bytes.value();
  return static_cast<double>(sum);
}

}  // namespace offload_engine_bytes

using namespace offload_engine_bytes;

/// Tests of the bytes that ZenFlow, SuperOffload and DeepCompile take, worked out by hand.
class OffloadEnginesTest : public QObject {
  Q_OBJECT

 private slots:
  void zenflow_keeps_moments_and_gradients_of_selected_columns() {
    const Plan plan = engine_plan(2, R"("offload_optimizer": "cpu", "zenflow": {"enabled": true})");
    QCOMPARE(bytes(plan, states_selected), 2 * 2 * selected_elements);
    QCOMPARE(bytes(plan, states_selected_gradients), 2 * 2 * selected_elements);
    QCOMPARE(bytes(plan, step_optimizer), 2 * 2 * selected_elements);
    QCOMPARE(bytes(plan, host_zenflow), 0);
    QCOMPARE(bytes(plan, host_gradients), (4 + 2) * engine_part);  // it accumulates over four micro batches
  }

  void its_process_has_two_of_everything() {
    const Plan plain = engine_plan(2, R"("offload_optimizer": "cpu")");
    const Plan plan =
        engine_plan(2, R"("offload_optimizer": "cpu", "zenflow": {"enabled": true, "overlap_step": true})");
    QCOMPARE(bytes(plan, host_zenflow), (4 + 4 + 8) * engine_part);
    QCOMPARE(bytes(plan, host_master), bytes(plain, host_master));
    QCOMPARE(bytes(plan, host_optimizer), bytes(plain, host_optimizer));
  }

  void its_offload_leaves_a_bucket_of_moments_on_the_gpu() {
    const Plan plan = engine_plan(
        2,
        R"("offload_optimizer": "cpu", "overlap_comm": true, "zenflow": {"enabled": true, "offload": true})");
    QCOMPARE(bytes(plan, states_selected), 2 * 2 * 500'000'000LL);
    QCOMPARE(bytes(plan, host_zenflow), 2 * 2 * selected_elements);
  }

  void it_acts_over_a_cpu_optimizer_since_its_release() {
    for (const char* zero :
         {R"("zenflow": {"enabled": true})", R"("offload_optimizer": "cpu", "zenflow": null)",
          R"("offload_optimizer": "cpu", "zenflow": {"topk_ratio": 0.2})"})
      QCOMPARE(bytes(engine_plan(2, zero), states_selected), 0);
    Plan old = engine_plan(2, R"("offload_optimizer": "cpu", "zenflow": {"enabled": true})");
    old.target.deepspeed_version = {0, 17, 4};
    QCOMPARE(bytes(old, states_selected), 0);
  }

  void super_offload_copies_a_sub_groups_gradients() {
    const Plan plan = engine_plan(
        3, R"("sub_group_size": 100000000, "offload_optimizer": {"device": "cpu", "super_offload": true})");
    const std::int64_t embedding = 32'000LL * 4'096 / 8;
    QCOMPARE(bytes(plan, host_staging), 4 * (100'000'000 + embedding));
    Plan lower = plan;
    lower.zero.stage = 2;
    QCOMPARE(bytes(lower, host_staging), 0);
  }

  /// Every block's input of 8,192 tokens is 64 MiB; the graph keeps it on the host until it has run.
  void deep_compile_moves_block_inputs() {
    const Plan kept = compiled_plan(R"("micro_batch_size": 4)", "{}"),
               moved = compiled_plan(R"("micro_batch_size": 4)", R"({"offload_activation": true})");
    const std::int64_t inputs = 32LL * 4 * 2'048 * 4'096 * 2;
    QCOMPARE(bytes(kept, activations_saved_blocks), inputs);
    QCOMPARE(bytes(moved, activations_saved_blocks), 0);
    QCOMPARE(bytes(moved, host_checkpoints), inputs);
    QCOMPARE(bytes(moved, activations_returned), inputs);
    QVERIFY(estimate_memory(moved).gpu.peak < estimate_memory(kept).gpu.peak);
  }

  /// MIN_OFFLOAD_SIZE of compile/passes/offload_activation.py is 5 MiB; 640 tokens of 4,096 in bf16.
  void deep_compile_leaves_small_tensors_on_the_gpu() {
    for (const int tokens : {639, 640}) {
      const Plan plan =
          compiled_plan((R"("micro_batch_size": 1, "sequence_length": )" + std::to_string(tokens)).c_str(),
                        R"({"offload_activation": true})");
      QCOMPARE(bytes(plan, host_checkpoints), tokens < 640 ? 0 : 32LL * tokens * 4'096 * 2);
    }
  }

  /// Without checkpointing most of a block goes; fp32 scales of norms are too small.
  void deep_compile_moves_what_blocks_keep() {
    constexpr const char* without = R"("activation_checkpointing": "none")";
    const Plan kept = compiled_plan(without, "{}"),
               moved = compiled_plan(without, R"({"offload_activation": true})");
    const std::int64_t all = bytes(kept, activations_saved_blocks);
    QVERIFY(bytes(moved, host_checkpoints) > all * 9 / 10);
    QVERIFY(std::abs(bytes(moved, host_checkpoints) + bytes(moved, activations_saved_blocks) - all) <= 1);
  }

  /// A step may take 90 % of the GPU: block inputs stay as far as they fit beside the peak without them.
  void deep_compile_keeps_activations_that_fit() {
    Plan plan = compiled_plan(R"("micro_batch_size": 4)", R"({"offload_activation": true})");
    const std::int64_t inputs = 32LL * 4 * 2'048 * 4'096 * 2;
    double peak = 0;
    for (const Moment moment : {Moment::forward, Moment::backward_head, Moment::backward_first,
                                Moment::backward_last, Moment::step})
      peak = std::max(peak, bytes_at(plan, moment));
    plan.cluster.gpu.memory_gib = (peak + static_cast<double>(inputs) / 4) / 0.9 / (1 << 30);
    QVERIFY(std::abs(bytes(plan, activations_saved_blocks) - inputs / 4) <= 2);
    QVERIFY(std::abs(bytes(plan, host_checkpoints) - inputs * 3 / 4) <= 2);
    QCOMPARE(bytes(plan, activations_returned), bytes(plan, host_checkpoints));
    plan.cluster.gpu.memory_gib *= 2;
    QCOMPARE(bytes(plan, activations_saved_blocks), inputs);
    QCOMPARE(bytes(plan, host_checkpoints), 0);
    QCOMPARE(bytes(plan, activations_returned), 0);
  }

  /// A rank has 842 million elements in one sub-group. Both moments go before the master weights, until the
  /// others fit into 80 % of the GPU. The host has buffers for all of them.
  void deep_compile_keeps_states_that_fit() {
    Plan plan = compiled_plan(R"("micro_batch_size": 1)", R"({"offload_opt_states": true})");
    const std::int64_t tensor = 4 * engine_part, all = 3 * tensor;
    QCOMPARE(bytes(plan, states_kept), 0);
    const double forward = bytes_at(plan, Moment::forward);
    for (const auto& [room, kept] :
         {std::pair(0.9, 0), std::pair(1.1, 1), std::pair(2.5, 2), std::pair(3.1, 3)}) {
      plan.cluster.gpu.memory_gib = (forward + room * static_cast<double>(tensor)) / 0.8 / (1 << 30);
      QCOMPARE(bytes(plan, states_kept), kept * tensor);
      QCOMPARE(bytes(plan, host_parked_states), all);
      QVERIFY(bytes_at(plan, Moment::forward) <= 0.8 * plan.cluster.gpu.memory_gib * (1 << 30));
      QVERIFY(bytes_at(plan, Moment::step) >= static_cast<double>(all));
    }
    plan.target.deepspeed_version = {0, 19, 2};
    QCOMPARE(bytes(plan, host_parked_states), 0);
  }

  void deep_compile_takes_one_offload_at_stage_3_of_its_release() {
    for (const char* keys :
         {R"({"offload_activation": true, "offload_opt_states": true})",
          R"({"offload_activation": true, "offload_parameters": true})", R"({"offload_activation": false})"})
      QCOMPARE(bytes(compiled_plan(R"("micro_batch_size": 4)", keys), host_checkpoints), 0);
    Plan old = compiled_plan(R"("micro_batch_size": 4)", R"({"offload_activation": true})");
    old.target.deepspeed_version = {0, 19, 5};
    QCOMPARE(bytes(old, host_checkpoints), 0);
    old.target.deepspeed_version = {0, 19, 6};
    old.zero.stage = 2;
    QCOMPARE(bytes(old, host_checkpoints), 0);
  }

  /// The graph starts with copies of all of a rank's parts, where they are on the host.
  void deep_compile_brings_weights_up() {
    Plan plan = compiled_plan(R"("micro_batch_size": 1)", "{}");
    QCOMPARE(bytes(plan, gathered_reloaded), 0);
    const std::int64_t part = bytes(plan, states_weights);
    plan.training.deepcompile.offload_parameters = true;
    QCOMPARE(bytes(plan, gathered_reloaded), 0);
    plan.training.deepcompile.offload_parameters = false;
    plan.zero.offload_param.device = plan.zero.offload_optimizer.device = Device::cpu;
    QCOMPARE(bytes(plan, gathered_reloaded), part);
    plan.training.deepcompile.enabled = false;
    QCOMPARE(bytes(plan, gathered_reloaded), 0);
  }

  /// A plan without these keys has the bytes that it had.
  void plain_offload_has_no_entry_of_them() {
    for (const int stage : {1, 2, 3}) {
      const Plan plan = engine_plan(stage, R"("offload_optimizer": "cpu")");
      for (const EntryId id : {states_selected, states_selected_gradients, host_zenflow, host_staging})
        QCOMPARE(bytes(plan, id), 0);
    }
  }
};

ZP_TEST(OffloadEnginesTest)
#include "offload_engines_test.moc"
