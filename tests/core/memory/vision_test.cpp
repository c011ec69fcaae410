// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum EntryId;

namespace vision_memory {

Plan plan_of(const char* id) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(id));
  plan.training.sequence_length = 4096;
  plan.training.attention_kernel = AttentionKernel::flash_2;
  plan.zero.stage = 3;
  return plan;
}

Ledger ledger_of(const Plan& plan) { return estimate_memory(plan).ledger; }

}  // namespace vision_memory

/// The bytes of a vision tower in a plan: what is trained, what autograd records, and the images.
class VisionMemoryTest : public QObject {
  Q_OBJECT

 private slots:
  /// 1,369 visual tokens of 1,024 × 1,024 pixels are 5,476 patches, each 28·1280 + 8·3420 + 72 bytes in each
  /// of 32 blocks.
  void a_trained_tower_keeps_its_blocks() {
    const Ledger ledger = vision_memory::ledger_of(vision_memory::plan_of("qwen2.5-vl-7b"));
    QCOMPARE(ledger.bytes(vision_saved_blocks).value(), 32L * (28 * 1280 + 8 * 3420 + 72) * 5476);
    QCOMPARE(ledger.bytes(vision_pixels).value(), 5476L * 3 * 2 * 14 * 14 * (4 + 2));
  }

  void checkpointing_keeps_the_input_of_each_block() {
    Plan plan = vision_memory::plan_of("qwen2.5-vl-7b");
    plan.training.activation_checkpointing = Checkpointing::full;
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_saved_blocks).value(), 32L * 2 * 1280 * 5476);
    plan.training.vision.checkpointing = TowerCheckpointing::none;
    QVERIFY(vision_memory::ledger_of(plan).bytes(vision_saved_blocks).value() > 32L * 50'000 * 5476);
  }

  /// ms-swift pull request 9945: a frozen tower keeps activations where its input is hooked.
  void a_frozen_tower_keeps_activations_only_if_it_is_recorded() {
    Plan plan = vision_memory::plan_of("qwen2.5-vl-7b");
    plan.training.vision.tower = PartTraining::frozen;
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_saved_blocks), Bytes(0));
    plan.training.vision.graph = TowerGraph::hooked;
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_saved_blocks), Bytes(0));
    plan.training.activation_checkpointing = Checkpointing::full;
    QVERIFY(vision_memory::ledger_of(plan).bytes(vision_saved_blocks) > Bytes(0));
    plan.training.vision.checkpointing = TowerCheckpointing::none;
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_saved_blocks).value(),
             32L * (20 * 1280 + 6 * 3420 + 72) * 5476);
  }

  void a_frozen_tower_has_no_optimizer_states() {
    Plan plan = vision_memory::plan_of("qwen2.5-vl-7b");
    const std::int64_t all = estimate_memory(plan).model.trainable.value();
    QCOMPARE(all, 8'292'166'656);
    plan.training.vision.tower = PartTraining::frozen;
    plan.training.vision.projector = PartTraining::trained;
    QCOMPARE(estimate_memory(plan).model.trainable.value(), all - 631'975'680);
    plan.training.vision.projector = PartTraining::automatic;
    QCOMPARE(estimate_memory(plan).model.trainable.value(), 7'615'616'512);  // printed by a public notebook
    QCOMPARE(estimate_memory(plan).model.parameters.value(), all);
  }

  void a_tower_is_trained_beside_adapters_if_the_plan_says_so() {
    Plan plan = vision_memory::plan_of("qwen2.5-vl-7b");
    plan.training.lora.rank = 8;
    const std::int64_t adapters = estimate_memory(plan).model.trainable.value();
    plan.training.vision.tower = PartTraining::trained;
    QCOMPARE(estimate_memory(plan).model.trainable.value(), adapters + 676'550'144);  // and its merger
  }

  void a_frozen_language_model_leaves_the_tower_to_train() {
    Plan plan = vision_memory::plan_of("qwen3-vl-8b");
    plan.training.vision.language_model = PartTraining::frozen;
    QCOMPARE(estimate_memory(plan).model.trainable.value(), 576'388'336);
  }

  void images_scale_what_the_tower_keeps() {
    Plan plan = vision_memory::plan_of("qwen3-vl-8b");
    const std::int64_t one = vision_memory::ledger_of(plan).bytes(vision_saved_blocks).value();
    plan.training.vision.images_per_sequence = 3;
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_saved_blocks).value(), 3 * one);
    plan.training.micro_batch_size = 2;
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_saved_blocks).value(), 6 * one);
    plan.training.vision.images_per_sequence = 0;
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_saved_blocks), Bytes(0));
    QCOMPARE(vision_memory::ledger_of(plan).bytes(vision_pixels), Bytes(0));
  }

  /// A tower stands on the first stage of a pipeline (torchtitan models/qwen3_5/README.md).
  void a_pipeline_has_its_tower_on_the_first_stage() {
    Plan plan = vision_memory::plan_of("qwen3-vl-8b");
    plan.zero.stage = 1;
    plan.training.pipeline_parallel = 2;
    plan.training.gradient_accumulation_steps = 4;
    const MemoryEstimate estimate = estimate_memory(plan);
    QCOMPARE(estimate.stage.index, 0);
    QVERIFY(estimate.ledger.bytes(vision_saved_blocks) > Bytes(0));
  }

  void a_model_without_a_tower_has_none_of_it() {
    const Ledger ledger = vision_memory::ledger_of(vision_memory::plan_of("llama-3-8b"));
    for (const EntryId id :
         {vision_pixels, vision_saved_blocks, vision_live_block, vision_projector, vision_features})
      QCOMPARE(ledger.bytes(id), Bytes(0));
  }
};

ZP_TEST(VisionMemoryTest)
#include "vision_test.moc"
