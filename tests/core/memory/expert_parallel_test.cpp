// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr std::int64_t hidden = 4096, width = 14'336, layers = 32, expert_count = 8, vocabulary = 32'000;

/// Returns a plan of Mixtral 8x7B (config.json of mistralai/Mixtral-8x7B-v0.1) on 4 nodes of 8 GPUs.
Plan mixtral(int stage, int expert_parallel) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
  plan.cluster.nodes = 4;
  plan.zero.stage = stage;
  plan.training.expert_parallel = expert_parallel;
  return plan;
}

/// Returns the elements of every tensor that all ranks share, one by one.
std::vector<std::int64_t> shared_tensors() {
  std::vector<std::int64_t> sizes{vocabulary * hidden, vocabulary * hidden, hidden};
  for (int layer = 0; layer < layers; ++layer)
    for (const std::int64_t size : {hidden * hidden, 1024 * hidden, 1024 * hidden, hidden * hidden,
                                    expert_count * hidden, hidden, hidden})
      sizes.push_back(size);
  return sizes;
}

/// Returns the elements of one rank's experts, three tensors a layer as AutoEP makes them.
std::vector<std::int64_t> expert_tensors(int expert_parallel) {
  return std::vector<std::int64_t>(3 * layers, expert_count / expert_parallel * width * hidden);
}

std::int64_t rounded_up(std::int64_t value, std::int64_t to) { return (value + to - 1) / to * to; }

/// Returns one rank's part of tensors that are concatenated and padded (zero/stage_1_and_2.py, flatten with
/// alignment), or of each tensor by itself (zero/partition_parameters.py).
std::int64_t part(const std::vector<std::int64_t>& tensors, std::int64_t ranks, int stage) {
  std::int64_t flat = 0, each = 0;
  for (const std::int64_t numel : tensors) {
    flat += numel;
    each += rounded_up(numel, ranks) / ranks;
  }
  return stage == 3 ? each : rounded_up(flat, 2 * ranks) / ranks;
}

std::int64_t bytes_of(const Plan& plan, EntryId id) {
  const auto ledger = estimate_memory(plan).ledger;
  const Entry* entry = ledger.find(id);
  return entry ? entry->bytes.value() : 0;
}

}  // namespace

/// Tests of expert parallelism: weights, gradients and states of experts belong to one rank, in parts over
/// the ranks that hold the same experts.
class ExpertParallelTest : public QObject {
  Q_OBJECT

 private slots:
  void states_are_those_of_every_tensor_by_itself_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("size");
    for (const int stage : {1, 2, 3})
      for (const int size : {2, 4, 8})
        QTest::addRow("stage %d, %d ranks", stage, size) << stage << size;
  }
  void states_are_those_of_every_tensor_by_itself() {
    QFETCH(int, stage);
    QFETCH(int, size);
    const Plan plan = mixtral(stage, size);
    const std::int64_t mine =
        part(shared_tensors(), 32, stage) + part(expert_tensors(size), 32 / size, stage);
    QCOMPARE(bytes_of(plan, EntryId::states_master), 4 * mine);
    QCOMPARE(bytes_of(plan, EntryId::states_optimizer), 8 * mine);
    if (stage == 3) QCOMPARE(bytes_of(plan, EntryId::states_weights), 2 * mine);
  }

  void weights_are_divided_where_zero_does_not_divide_them() {
    for (const int stage : {0, 1, 2})
      for (const int size : {1, 2, 4, 8}) {
        std::int64_t whole = 0;
        for (const std::int64_t numel : shared_tensors())
          whole += numel;
        for (const std::int64_t numel : expert_tensors(size))
          whole += numel;
        const double bytes = static_cast<double>(bytes_of(mixtral(stage, size), EntryId::states_weights));
        QVERIFY(bytes >= 2.0 * static_cast<double>(whole));
        QVERIFY(bytes < 2.0 * static_cast<double>(whole) + 1000);
      }
  }

  /// A leaf module is fetched with everything below it: router and eight experts of three matrices;
  /// prefetched tensors come on top in either case.
  void a_leaf_gathers_its_whole_block() {
    constexpr std::int64_t block = expert_count * hidden + 3 * expert_count * width * hidden;
    constexpr std::int64_t tensor = vocabulary * hidden, prefetched = 50'000'000;
    Plan plan = mixtral(3, 1);
    plan.zero.leaf_modules = LeafModules::experts;
    QCOMPARE(bytes_of(plan, EntryId::gathered_live), 2 * (tensor + prefetched));
    QCOMPARE(bytes_of(plan, EntryId::gathered_leaf), 2 * (block - tensor - prefetched));  // 1e9 may be live
    QCOMPARE(bytes_of(plan, EntryId::gathered_receive), 2 * block);
    plan.zero.leaf_modules = LeafModules::none;
    QCOMPARE(bytes_of(plan, EntryId::gathered_leaf), 0);
    QCOMPARE(bytes_of(plan, EntryId::gathered_receive), 2 * tensor);
  }

  void expert_blocks_are_leaves_by_themselves_since_0_18() {
    Plan plan = mixtral(3, 1);
    const std::int64_t today = bytes_of(plan, EntryId::gathered_leaf);
    QVERIFY(today > 0);
    plan.target.deepspeed_version = {0, 18, 0};
    QCOMPARE(bytes_of(plan, EntryId::gathered_leaf), today);
    plan.target.deepspeed_version = {0, 17, 6};
    QCOMPARE(bytes_of(plan, EntryId::gathered_leaf), 0);
    plan.training.experts = Experts::grouped;  // a single module has all experts
    QVERIFY(bytes_of(plan, EntryId::gathered_leaf) > 0);
    plan.zero.stage = 2;
    QCOMPARE(bytes_of(plan, EntryId::gathered_leaf), 0);
  }

  /// Two experts per token give 4,096 elements each, which AutoEP keeps in fp32 to weigh them.
  void outputs_of_experts_are_kept_in_fp32() {
    const auto saved = [](int size) {
      Plan plan = mixtral(2, size);
      plan.training.sequence_length = 1024;
      return bytes_of(plan, EntryId::activations_saved_blocks);
    };
    QCOMPARE(saved(8) - saved(1), 1024 * layers * 2 * hidden * (4 - 2));
    QCOMPARE(saved(8), saved(2));
  }

  void a_checkpoint_holds_every_expert_whoever_has_it() {
    const Bytes whole = estimate_memory(mixtral(3, 1)).checkpoint.weights;
    for (const int size : {2, 4, 8})
      QCOMPARE(estimate_memory(mixtral(3, size)).checkpoint.weights, whole);
  }

  void all_to_alls_carry_every_token_to_its_experts_and_back() {
    Plan plan = mixtral(2, 8);
    plan.training.sequence_length = 2048;
    const auto ledger = estimate_speed(plan).ledger;
    const TimeEntry* entry = ledger.find(TimeId::expert_parallel);
    QVERIFY(entry != nullptr);
    // Two experts per token, sent there and back, forward and backward; one of eight copies stays
    // on its rank.
    const double bytes = 2048.0 * 2 * hidden * 2 * 2 * 2 * layers;
    QVERIFY(std::abs(entry->amount - bytes * 7 / 8) <= 1e-9 * bytes);
    QVERIFY(!estimate_speed(mixtral(2, 1)).ledger.find(TimeId::expert_parallel));
  }

  /// Within one node each expert is on one rank: only the shared 1.6 of 46.7 billion parameters are reduced.
  void experts_of_one_rank_are_not_reduced() {
    const auto seconds = [](int size) {
      Plan plan = mixtral(2, size);
      plan.cluster.nodes = 1;
      return estimate_speed(plan).ledger.busy(TimeId::reduce_gradients);
    };
    QVERIFY(seconds(8) < seconds(1) / 20);
    QVERIFY(seconds(8) > seconds(1) / 40);
  }
};

ZP_TEST(ExpertParallelTest)
#include "expert_parallel_test.moc"
