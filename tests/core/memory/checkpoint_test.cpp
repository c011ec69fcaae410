// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/checkpoint.h"

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr std::int64_t saved_parameters = 70'553'706'496;  // Llama 3.1 70B

Plan saved_plan(int stage) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3.1-70b"));
  plan.cluster.nodes = 4;
  plan.zero.stage = stage;
  return plan;
}

}  // namespace

/// Tests of a 70B model on 32 GPUs, on disk.
class CheckpointTest : public QObject {
  Q_OBJECT

 private slots:
  void below_stage_3_the_module_is_one_file_and_each_rank_has_its_states() {
    const SavedCheckpoint saved = saved_checkpoint(saved_plan(2));
    QCOMPARE(saved.model_states, (SavedFiles{1, Bytes(2 * saved_parameters)}));
    QCOMPARE(saved.optimizer_states, (SavedFiles{32, Bytes(12 * saved_parameters)}));
  }

  void at_stage_3_only_masters_and_states_are_there() {
    const SavedCheckpoint saved = saved_checkpoint(saved_plan(3));
    QCOMPARE(saved.model_states, (SavedFiles{32, Bytes(0)}));
    QCOMPARE(saved.optimizer_states, (SavedFiles{32, Bytes(12 * saved_parameters)}));
    QCOMPARE(estimate_memory(saved_plan(3)).checkpoint.training_state.value(), 12 * saved_parameters);
  }

  void without_zero_one_file_has_all() {
    const SavedCheckpoint saved = saved_checkpoint(saved_plan(0));
    QCOMPARE(saved.model_states, (SavedFiles{1, Bytes(14 * saved_parameters)}));
    QCOMPARE(saved.optimizer_states, SavedFiles{});
    QCOMPARE(saved.fp32_model.value(), 0);
  }

  void converting_takes_all_of_it_twice_before_0_16() {
    Plan plan = saved_plan(3);
    QCOMPARE(saved_checkpoint(plan).fp32_model.value(), 4 * saved_parameters);
    QCOMPARE(saved_checkpoint(plan).host_to_convert.value(), 5'000'000'000);
    QCOMPARE(saved_checkpoint(saved_plan(2)).host_to_convert.value(), 4 * saved_parameters);
    plan.target.deepspeed_version = {0, 15, 4};
    QCOMPARE(saved_checkpoint(plan).host_to_convert.value(), 8 * saved_parameters);
  }

  void a_checkpoint_resumes_on_as_many_ranks_or_as_a_universal_one() {
    const SavedCheckpoint saved = saved_checkpoint(saved_plan(2));
    QCOMPARE(saved.resumes_on, 32);
    QCOMPARE(saved.universal, (SavedFiles{3LL * (80 * 9 + 3), Bytes(12 * saved_parameters)}));
    QCOMPARE(saved.host_to_universal.value(), 12 * saved_parameters / 32 * 4);
    QCOMPARE(saved_checkpoint(saved_plan(0)).resumes_on, 0);
    Plan plan = saved_plan(3);
    plan.training.tensor_parallel = 2;
    QCOMPARE(saved_checkpoint(plan).resumes_on, 16);
    plan.target.deepspeed_version = {0, 14, 4};
    QCOMPARE(saved_checkpoint(plan).universal, SavedFiles{});
    plan.target.deepspeed_version = {0, 14, 5};
    plan.training.optimizer = Optimizer::lion;
    QCOMPARE(saved_checkpoint(plan).universal, SavedFiles{});
  }

  void a_pipeline_saves_every_stage_and_a_file_a_module() {
    Plan plan = saved_plan(1);
    plan.training.pipeline_parallel = 4;
    plan.training.tensor_parallel = 2;
    const SavedCheckpoint saved = saved_checkpoint(plan);
    QCOMPARE(saved.model_states.files, 2LL * (4 + 83));
    QCOMPARE(saved.optimizer_states.files, std::int64_t{32});
    const double parts = static_cast<double>(saved.fp32_model.value()) / (4.0 * saved_parameters);
    QVERIFY(parts >= 1 && parts < 1.001);  // both tensor-parallel ranks have whole norms
    QCOMPARE(saved.resumes_on, 4);
  }

  void adapters_are_saved_alone() {
    Plan plan = saved_plan(3);
    QCOMPARE(saved_checkpoint(plan).adapters.value(), 0);
    plan.training.lora.rank = 8;
    const std::int64_t trained = model_size(plan).trainable.value();
    const SavedCheckpoint saved = saved_checkpoint(plan);
    QCOMPARE(saved.adapters.value(), 2 * trained);
    QCOMPARE(saved.model_states.bytes.value(), 2 * saved_parameters);
    QCOMPARE(saved.fp32_model.value(), 2 * saved_parameters + 4 * trained);
  }
};

ZP_TEST(CheckpointTest)
#include "checkpoint_test.moc"
