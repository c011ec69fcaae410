// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/step_time.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace activation_offload {

constexpr std::int64_t block_stream = 2 * 4'096 * 1'024;  ///< bytes of a block's input
constexpr std::int64_t mlp_inner = 2 * 11'008 * 1'024;    ///< bytes of the MLP's mlp_inner tensors

/// Returns Llama-2 7B (32 layers of 4,096, MLP 11,008) in bf16 with 1,024 tokens on each of 8 GPUs.
Plan offload_plan(const std::string& training) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3},
                       "training": {"sequence_length": 1024, )" +
                   training + "}}")
      .plan;
}

}  // namespace activation_offload

using namespace activation_offload;

/// Tests of saved tensors that leave the GPU, worked out by hand.
class ActivationOffloadTest : public QObject {
  Q_OBJECT

 private slots:
  void streamed_moves_all_that_autograd_keeps() {
    const Plan kept = offload_plan(R"("activation_checkpointing": "none")");
    const Plan moved =
        offload_plan(R"("activation_checkpointing": "none", "activation_offload": "streamed")");
    QCOMPARE(bytes(moved, activations_saved_blocks), 0);
    QCOMPARE(bytes(moved, host_checkpoints), bytes(kept, activations_saved_blocks));
    QCOMPARE(bytes(moved, activations_leaving), 5 * mlp_inner);
    QVERIFY(estimate_memory(moved).gpu.peak < estimate_memory(kept).gpu.peak);
    QVERIFY(estimate_memory(moved).cpu.per_rank > estimate_memory(kept).cpu.per_rank);
  }

  void beside_checkpointing_it_moves_the_blocks_inputs() {
    const Plan moved =
        offload_plan(R"("activation_checkpointing": "full", "activation_offload": "streamed")");
    QCOMPARE(bytes(moved, host_checkpoints), 32 * block_stream);
    QCOMPARE(bytes(moved, activations_saved_blocks), 0);
    QCOMPARE(bytes(moved, activations_leaving), 5 * block_stream);
    const Plan waiting = offload_plan(R"("activation_checkpointing": "full", "checkpoints_on_host": true)");
    QCOMPARE(bytes(waiting, host_checkpoints), 32 * block_stream);
    QCOMPARE(bytes(waiting, activations_leaving), 0);
  }

  void files_hold_the_checkpoints_of_a_node() {
    const Plan moved = offload_plan(R"("activation_checkpointing": "full", "activation_offload": "disk")");
    QCOMPARE(bytes(moved, nvme_checkpoints), 8 * 32 * block_stream);
    QCOMPARE(bytes(moved, host_checkpoints), 0);
    const Plan nothing = offload_plan(R"("activation_checkpointing": "none", "activation_offload": "disk")");
    QCOMPARE(bytes(nothing, nvme_checkpoints), 0);
    QVERIFY(bytes(nothing, activations_saved_blocks) > 0);
  }

  /// 2 · 32 inputs of 8 MiB at 25 GB/s are 21 ms, beside 100 ms and more of compute.
  void streamed_checkpoints_hide_behind_the_passes_and_waiting_ones_do_not() {
    const StepTime streamed = estimate_speed(
        offload_plan(R"("activation_checkpointing": "full", "activation_offload": "streamed")"));
    const StepTime waiting =
        estimate_speed(offload_plan(R"("activation_checkpointing": "full", "checkpoints_on_host": true)"));
    const TimeEntry* const hidden = streamed.ledger.find(TimeId::saved_to_host);
    const TimeEntry* const exposed = waiting.ledger.find(TimeId::checkpoints_to_host);
    QVERIFY(hidden != nullptr && exposed != nullptr);
    QCOMPARE(hidden->busy, exposed->busy);
    QCOMPARE(hidden->exposed(), 0.0);
    QCOMPARE(exposed->hidden, 0.0);
  }

  void more_than_the_link_carries_during_a_pass_is_waited_for() {
    Plan plan = offload_plan(R"("activation_checkpointing": "none", "activation_offload": "streamed")");
    plan.cluster.host_link.gb_per_s = 1;
    const StepTime time = estimate_speed(plan);
    const TimeEntry* const copies = time.ledger.find(TimeId::saved_to_host);
    QVERIFY(copies != nullptr && copies->hidden > 0 && copies->exposed() > 0);
  }
};

ZP_TEST(ActivationOffloadTest)
#include "activation_offload_test.moc"
