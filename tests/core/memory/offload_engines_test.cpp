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

}  // namespace offload_engine_bytes

using namespace offload_engine_bytes;

/// Tests of the bytes that ZenFlow and SuperOffload take, worked out by hand.
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
