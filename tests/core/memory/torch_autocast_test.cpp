// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/activations/activations.h"
#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/sharding/types_of.h"
#include "core/speed/step_time.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum EntryId;

namespace torch_autocast {

/// Llama 2 7B: 32 blocks of four matrices of 4,096² and three of 4,096 × 11,008, and a head of 32,000.
constexpr std::int64_t linear = 32LL * (4 * 4096 * 4096 + 3 * 4096 * 11008) + 32'000LL * 4096;
constexpr std::int64_t all_weights = 6'738'415'616, reduce_bucket = 500'000'000;

/// The same plan in fp32, with DeepSpeed's torch_autocast or without.
Plan autocast_plan(bool autocasts, int stage, const std::string& training = "") {
  const std::string autocast =
      autocasts ? R"(, "deepspeed_config": {"torch_autocast": {"enabled": true, "dtype": "bfloat16"}})" : "";
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8},
    "training": {"precision": "fp32")" +
                   training + R"(}, "zero": {"stage": )" + std::to_string(stage) + "}" + autocast + "}")
      .plan;
}
std::int64_t autocast_bytes(const Plan& plan, EntryId id) {
  return estimate_memory(plan).ledger.bytes(id).value();
}
double autocast_sent(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* const entry = time.ledger.find(id);
  return entry == nullptr ? 0 : entry->amount;
}

}  // namespace torch_autocast

/// DeepSpeed's torch_autocast over fp32 weights (runtime/torch_autocast.py), worked out by hand.
class TorchAutocastTest : public QObject {
  Q_OBJECT

 private slots:
  void states_are_fp32_and_linear_layers_travel_in_its_type() {
    const NumericTypes types = types_of(torch_autocast::autocast_plan(true, 2));
    for (const Dtype kept : {types.weights, types.master, types.gradients, types.states, types.residual})
      QCOMPARE(kept, Dtype::fp32);
    QCOMPARE(types.products, Dtype::bf16);
    QCOMPARE(types.reduced, Dtype::bf16);
  }

  /// The engine's all-reduce of stage 0 knows no tags (runtime/engine.py, buffered_allreduce_fallback).
  void stage_0_reduces_in_fp32() {
    QCOMPARE(types_of(torch_autocast::autocast_plan(true, 0)).reduced, Dtype::fp32);
  }

  /// autocast caches the cast of each leaf that requires a gradient; stage 3 swaps the data of the same
  /// tensor object, so that the copies are whole on every rank.
  void a_copy_of_each_linear_weight_is_kept_at_every_stage() {
    for (const int stage : {0, 1, 2, 3})
      QCOMPARE(torch_autocast::autocast_bytes(torch_autocast::autocast_plan(true, stage), states_autocast),
               2 * torch_autocast::linear);
    QCOMPARE(torch_autocast::autocast_bytes(torch_autocast::autocast_plan(false, 3), states_autocast),
             std::int64_t{0});
  }

  /// The cache ends with the engine's forward; recomputed blocks cast theirs again.
  void recomputed_blocks_keep_the_copies_until_the_end_of_forward() {
    const auto moments = [](const std::string& training) {
      return estimate_memory(torch_autocast::autocast_plan(true, 3, training))
          .ledger.find(states_autocast)
          ->moments;
    };
    QVERIFY(moments("").has(Moment::backward_first));
    const Moments recomputed = moments(R"(, "activation_checkpointing": "full")");
    QVERIFY(recomputed.has(Moment::forward));
    QVERIFY(!recomputed.has(Moment::backward_head));
  }

  /// Bytes that PyTorch's autograd keeps of one block (tests/truth/autocast_saved_tensors.py).
  void saved_bytes_of_a_block_equal_autograd() {
    for (const test::CsvRow& row : test::read_csv("saved-activations-autocast.csv")) {
      Plan plan = torch_autocast::autocast_plan(true, 3);
      plan.model = model_from_preset(catalog().find_model(row.text("preset")));
      const double ours =
          block_operations(plan.model.architecture, plan.training, types_of(plan), BlockKind::dense)
              .bytes_per_token();
      QCOMPARE(ours * row.number("tokens"), row.number("bytes"));
    }
  }

  /// Embedding and norms keep fp32, so that there are two types and two buckets: of fp32 both below stage 3,
  /// of the type itself there.
  void each_type_that_gradients_travel_in_has_a_bucket() {
    const auto bucket = [](bool autocasts, int stage) {
      return torch_autocast::autocast_bytes(torch_autocast::autocast_plan(autocasts, stage), buffers_reduce);
    };
    QCOMPARE(bucket(true, 2), 2 * bucket(false, 2));
    QCOMPARE(bucket(false, 3), 4 * torch_autocast::reduce_bucket);
    QCOMPARE(bucket(true, 3), (2 + 4) * torch_autocast::reduce_bucket);
  }

  void weights_arrive_in_16_bits_and_are_used_in_fp32() {
    const Plan plain = torch_autocast::autocast_plan(false, 3), cast = torch_autocast::autocast_plan(true, 3);
    QCOMPARE(2 * torch_autocast::autocast_bytes(cast, gathered_receive),
             torch_autocast::autocast_bytes(plain, gathered_receive));
    QCOMPARE(torch_autocast::autocast_bytes(cast, gathered_live),
             torch_autocast::autocast_bytes(plain, gathered_live));
  }

  /// Two bytes of each linear weight on the way, four of the rest; both ways.
  void messages_are_as_long_as_the_tags_say() {
    const Plan plain = torch_autocast::autocast_plan(false, 3), cast = torch_autocast::autocast_plan(true, 3);
    const double share = static_cast<double>(torch_autocast::linear) / torch_autocast::all_weights;
    for (const TimeId id : {TimeId::gather_forward, TimeId::reduce_gradients}) {
      const double ratio = torch_autocast::autocast_sent(cast, id) / torch_autocast::autocast_sent(plain, id);
      QVERIFY2(std::abs(ratio - (1 - share / 2)) < 1e-4, std::to_string(ratio).c_str());
    }
  }
};

ZP_TEST(TorchAutocastTest)
#include "torch_autocast_test.moc"
