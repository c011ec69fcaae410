// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/basis.h"
#include "core/memory/estimate.h"
#include "core/memory/explain.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace {

/// Returns a plan of Llama-2 7B in four stages on 16 GPUs, ZeRO-1, 16 micro batches.
Plan pipelined_plan() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.cluster.nodes = 2;
  plan.zero.stage = 1;
  plan.training.pipeline_parallel = 4;
  plan.training.pipeline_partition = PipelinePartition::blocks;
  plan.training.gradient_accumulation_steps = 16;
  return plan;
}

MemoryEstimate of_stage(const Plan& plan, std::size_t stage) {
  const ModelTensors tensors(plan);
  return estimate_stage(Basis(plan, tensors, pipeline_stages(plan)[stage]));
}

constexpr std::int64_t stream = 2LL * 4096 * 2048;  // bf16, hidden, tokens

}  // namespace

/// Tests of the memory of pipeline stages.
class PipelineMemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void a_stage_keeps_its_layers_and_of_them_all_micro_batches_in_flight() {
    const Plan plan = pipelined_plan();
    Plan whole = plan;
    whole.training.pipeline_parallel = 1;
    const Bytes saved = estimate_memory(whole).ledger.bytes(activations_saved_blocks);
    const MemoryEstimate first = of_stage(plan, 0), third = of_stage(plan, 2), last = of_stage(plan, 3);
    QCOMPARE(first.ledger.bytes(activations_saved_blocks) * 4, saved);
    QCOMPARE(first.ledger.bytes(activations_in_flight) * 4, saved * 3);
    QCOMPARE(third.ledger.bytes(activations_in_flight) * 4, saved);
    QCOMPARE(last.ledger.bytes(activations_in_flight), Bytes(0));
    QCOMPARE(first.ledger.bytes(logits_saved), Bytes(0));
    QVERIFY(last.ledger.bytes(logits_saved) > Bytes(0));
  }

  void what_was_received_and_sent_is_kept() {
    const Plan plan = pipelined_plan();
    QCOMPARE(of_stage(plan, 0).ledger.bytes(buffers_pipeline).value(), 5 * stream);  // 4 sent, 1 gradient
    QCOMPARE(of_stage(plan, 1).ledger.bytes(buffers_pipeline).value(), (4 + 4) * stream);
    QCOMPARE(of_stage(plan, 3).ledger.bytes(buffers_pipeline).value(), 2 * stream);
  }

  void states_are_partitioned_over_the_ranks_of_a_stage() {
    const Plan plan = pipelined_plan();
    const ModelTensors tensors(plan);
    const Basis basis(plan, tensors, pipeline_stages(plan)[1]);
    QCOMPARE(basis.symbols.ranks, 4);
    QCOMPARE(of_stage(plan, 1).ledger.bytes(states_master).value(), 4 * basis.symbols.partition);
    std::int64_t parameters = 0;
    for (std::size_t stage = 0; stage < 4; ++stage)
      parameters += Basis(plan, tensors, pipeline_stages(plan)[stage]).symbols.sums.trainable;
    QCOMPARE(parameters, model_size(plan).parameters.value());
  }

  void the_estimate_is_that_of_the_neediest_stage() {
    const Plan plan = pipelined_plan();
    const MemoryEstimate estimate = estimate_memory(plan);
    Bytes most, saved;
    for (std::size_t stage = 0; stage < 4; ++stage) {
      most = std::max(most, of_stage(plan, stage).gpu.peak);
      saved += of_stage(plan, stage).checkpoint.training_state;
    }
    QCOMPARE(estimate.gpu.peak, most);
    QCOMPARE(estimate.checkpoint.training_state, saved);
    QCOMPARE(of_stage(plan, static_cast<std::size_t>(estimate.stage.index)).gpu.peak, most);
    const Explanations words(plan, estimate.ledger);
    QVERIFY(words.of(activations_in_flight).line.find("in_flight") != std::string::npos);
  }

  void a_pipeline_reduces_once_and_from_one_bucket() {
    Plan plan = pipelined_plan();
    const Entry* bucket = estimate_memory(plan).ledger.find(buffers_reduce);
    QVERIFY(bucket != nullptr);
    QCOMPARE(bucket->bytes.value(), 2 * plan.zero.reduce_bucket_size);
    QVERIFY(!bucket->moments.has(Moment::forward));
    plan.zero.overlap_comm = true;  // a pipeline switches it off
    QCOMPARE(bytes(plan, buffers_reduce), 2 * plan.zero.reduce_bucket_size);
  }

  void bf16_without_zero_is_partitioned_all_the_same() {
    Plan plan = pipelined_plan();
    const Bytes at_stage_1 = estimate_memory(plan).ledger.bytes(states_optimizer);
    plan.zero.stage = 0;
    QCOMPARE(estimate_memory(plan).ledger.bytes(states_optimizer), at_stage_1);
    plan.training.precision = Precision::fp16;
    QVERIFY(estimate_memory(plan).ledger.bytes(states_optimizer) > at_stage_1 * 3);
  }

  void tensor_parallel_ranks_send_a_part_each() {
    Plan plan = pipelined_plan();
    plan.training.tensor_parallel = 2;
    QCOMPARE(of_stage(plan, 0).ledger.bytes(buffers_pipeline).value(), 5 * stream / 2);
    QCOMPARE(of_stage(plan, 1).ledger.bytes(buffers_pipeline).value(), 3 * stream + 5 * stream / 2);
  }
};

ZP_TEST(PipelineMemoryTest)
#include "pipeline_test.moc"
