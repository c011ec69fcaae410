// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/key_entries.h"

#include <QtTest>
#include <algorithm>
#include <functional>
#include <set>

#include "core/deepspeed/schema.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns true for entries that follow from all the others, not from a key.
bool is_derived(EntryId id) {
  return id == EntryId::fragmentation_allocator || id == EntryId::framework_nccl ||
         id == EntryId::host_pinning;
}

using Change = std::function<void(Plan&)>;

struct Case {
  const char* key;
  Change before;  ///< makes the plan in which the key acts
  Change change;
};

void stage(Plan& plan, int number) { plan.zero.stage = number; }

Change at(int number, const Change& more = {}) {
  return [=](Plan& plan) {
    stage(plan, number);
    if (more) more(plan);
  };
}

const auto opt_cpu = [](Plan& p) { p.zero.offload_optimizer.device = Device::cpu; };
const auto compiled = [](Plan& p) {
  p.target.deepspeed_version = {0, 19, 6};
  p.training.deepcompile.enabled = true;
};
const auto zenflow = [](Plan& p) {
  opt_cpu(p);
  p.zero.zenflow.enabled = true;
};
const auto opt_nvme = [](Plan& p) { p.zero.offload_optimizer.device = Device::nvme; };
const auto param_nvme = [](Plan& p) { p.zero.offload_param.device = Device::nvme; };

std::vector<Case> cases() {
  return {
      {"train_micro_batch_size_per_gpu", at(2), [](Plan& p) { p.training.micro_batch_size = 2; }},
      {"train_micro_batch_size_per_gpu",
       at(2,
          [](Plan& p) {
            p.training.activation_checkpointing = Checkpointing::full;
            p.training.checkpoints_on_host = true;
          }),
       [](Plan& p) { p.training.micro_batch_size = 2; }},
      {"gradient_accumulation_steps", at(2, [](Plan& p) { p.training.gradient_accumulation_steps = 1; }),
       [](Plan& p) { p.training.gradient_accumulation_steps = 4; }},
      {"optimizer.params.amsgrad", at(2, [](Plan& p) { p.training.optimizer_options.torch_adam = true; }),
       [](Plan& p) { p.training.optimizer_options.amsgrad = true; }},
      {"optimizer.params.momentum", at(2, [](Plan& p) { p.training.optimizer = Optimizer::sgd; }),
       [](Plan& p) { p.training.optimizer_options.momentum = true; }},
      {"optimizer.params.centered", at(2, [](Plan& p) { p.training.optimizer = Optimizer::rmsprop; }),
       [](Plan& p) { p.training.optimizer_options.centered = true; }},
      {"optimizer.params.fp32_optimizer_states", at(2, opt_cpu),
       [](Plan& p) { p.training.optimizer_options.fp32_optimizer_states = false; }},
      {"optimizer.type", at(2), [](Plan& p) { p.training.optimizer = Optimizer::lion; }},
      {"bf16.bf16_optimizer_states", at(2, [](Plan& p) { p.training.low_precision_master = true; }),
       [](Plan& p) { p.training.low_precision_states = true; }},
      {"data_types.grad_accum_dtype", at(3),
       [](Plan& p) { p.training.gradient_accumulation_dtype = AccumulationDtype::fp32; }},
      {"communication_data_type", at(2),
       [](Plan& p) { p.training.communication_dtype = AccumulationDtype::fp32; }},
      {"communication_data_type", at(3),
       [](Plan& p) { p.training.communication_dtype = AccumulationDtype::fp32; }},
      {"zero_optimization.zenflow", at(2, opt_cpu), [](Plan& p) { p.zero.zenflow.enabled = true; }},
      {"zero_optimization.zenflow", at(3, opt_cpu), [](Plan& p) { p.zero.zenflow.enabled = true; }},
      {"zero_optimization.zenflow.topk_ratio", at(2, zenflow),
       [](Plan& p) { p.zero.zenflow.topk_ratio = 0.2; }},
      {"zero_optimization.zenflow.update_interval", at(2, zenflow),
       [](Plan& p) { p.zero.zenflow.update_interval = 1; }},
      {"zero_optimization.zenflow.overlap_step", at(2, zenflow),
       [](Plan& p) { p.zero.zenflow.overlap_step = true; }},
      {"zero_optimization.zenflow.offload", at(2, zenflow), [](Plan& p) { p.zero.zenflow.offload = true; }},
      {"zero_optimization.offload_optimizer.super_offload", at(3, opt_cpu),
       [](Plan& p) { p.zero.offload_optimizer.super_offload = true; }},
      {"compile.deepcompile", at(3), [](Plan& p) { p.training.deepcompile.enabled = true; }},
      {"compile.offload_opt_states", at(3, [](Plan& p) { p.training.deepcompile.enabled = true; }),
       [](Plan& p) { p.training.deepcompile.offload_opt_states = true; }},
      {"compile.offload_activation", at(3, compiled),
       [](Plan& p) { p.training.deepcompile.offload_activation = true; }},
      {"compile.offload_parameters",
       at(3,
          [](Plan& p) {
            compiled(p);
            p.zero.offload_param.device = Device::cpu;
          }),
       [](Plan& p) { p.training.deepcompile.offload_parameters = true; }},
      {"zero_optimization.overlap_comm", at(2), [](Plan& p) { p.zero.overlap_comm = true; }},
      {"zero_optimization.contiguous_gradients", at(2), [](Plan& p) { p.zero.contiguous_gradients = false; }},
      {"zero_optimization.contiguous_gradients", at(3), [](Plan& p) { p.zero.contiguous_gradients = false; }},
      {"zero_optimization.reduce_bucket_size", at(1),
       [](Plan& p) { p.zero.reduce_bucket_size = 50'000'000; }},
      {"zero_optimization.reduce_bucket_size", at(2),
       [](Plan& p) { p.zero.reduce_bucket_size = 50'000'000; }},
      {"zero_optimization.reduce_bucket_size", at(3),
       [](Plan& p) { p.zero.reduce_bucket_size = 50'000'000; }},
      {"zero_optimization.sub_group_size", at(3), [](Plan& p) { p.zero.sub_group_size = 100'000'000; }},
      {"zero_optimization.sub_group_size", at(3, opt_nvme),
       [](Plan& p) { p.zero.sub_group_size = 100'000'000; }},
      {"zero_optimization.stage3_prefetch_bucket_size", at(3),
       [](Plan& p) { p.zero.stage3_prefetch_bucket_size = 400'000'000; }},
      {"zero_optimization.stage3_max_live_parameters", at(3),
       [](Plan& p) { p.zero.stage3_max_live_parameters = 100'000'000; }},
      {"zero_optimization.stage3_max_reuse_distance", at(3),
       [](Plan& p) { p.zero.stage3_max_reuse_distance = 0; }},
      {"zero_optimization.stage3_param_persistence_threshold", at(3),
       [](Plan& p) { p.zero.stage3_param_persistence_threshold = 100'000'000; }},
      {"zero_optimization.stage3_model_persistence_threshold", at(3),
       [](Plan& p) { p.zero.stage3_model_persistence_threshold = 1000; }},
      {"zero_optimization.zero_hpz_partition_size", at(3),
       [](Plan& p) { p.zero.zero_hpz_partition_size = 8; }},
      {"zero_optimization.zero_quantized_weights", at(3),
       [](Plan& p) { p.zero.zero_quantized_weights = true; }},
      {"zero_optimization.zero_quantized_gradients", at(3),
       [](Plan& p) { p.zero.zero_quantized_gradients = true; }},
      {"zero_optimization.stage3_allgather_sequential", at(3),
       [](Plan& p) { p.zero.stage3_allgather_sequential = true; }},
      {"zero_optimization.memory_efficient_linear",
       at(3, [](Plan& p) { p.training.activation_checkpointing = Checkpointing::none; }),
       [](Plan& p) { p.zero.memory_efficient_linear = false; }},
      {"zero_optimization.stage3_use_all_reduce_for_fetch_params", at(3),
       [](Plan& p) { p.zero.stage3_use_all_reduce_for_fetch_params = true; }},
      {"zero_optimization.offload_optimizer.buffer_count", at(3, opt_nvme),
       [](Plan& p) { p.zero.offload_optimizer.buffer_count = 8; }},
      {"zero_optimization.offload_param.buffer_count", at(3, param_nvme),
       [](Plan& p) { p.zero.offload_param.buffer_count = 8; }},
      {"zero_optimization.offload_param.buffer_size", at(3, param_nvme),
       [](Plan& p) { p.zero.offload_param.buffer_size = 200'000'000; }},
      {"zero_optimization.offload_param.max_in_cpu", at(3, param_nvme),
       [](Plan& p) { p.zero.offload_param.max_in_cpu = 0; }},
      {"aio.use_gds", at(3, param_nvme), [](Plan& p) { p.zero.use_gds = true; }},
  };
}

/// Returns the entries whose bytes differ between two ledgers.
std::set<EntryId> changed(const Plan& before, const Plan& after) {
  const Ledger a = estimate_memory(before).ledger, b = estimate_memory(after).ledger;
  std::set<EntryId> ids;
  for (std::size_t i = 0; i < entry_id_count; ++i) {
    const auto id = static_cast<EntryId>(i);
    if (a.bytes(id) != b.bytes(id) && !is_derived(id)) ids.insert(id);
  }
  return ids;
}

}  // namespace

/// Tests of the table of the memory that a key of ds_config.json costs, against the ledger itself.
class KeyEntriesTest : public QObject {
  Q_OBJECT

 private slots:
  void every_entry_that_moves_with_a_key_is_named_data() {
    QTest::addColumn<int>("index");
    const auto all = cases();
    for (std::size_t i = 0; i < all.size(); ++i)
      QTest::addRow("%s (%d)", all[i].key, static_cast<int>(i)) << static_cast<int>(i);
  }
  void every_entry_that_moves_with_a_key_is_named() {
    QFETCH(int, index);
    const Case one = cases()[static_cast<std::size_t>(index)];
    Plan before = example_plan().plan;
    before.cluster.nodes = 2;
    one.before(before);
    Plan after = before;
    one.change(after);
    QVERIFY(is_usable(check(before)) && is_usable(check(after)));
    const auto named = entries_of_key(one.key);
    const std::set<EntryId> moved = changed(before, after);
    QVERIFY2(!moved.empty(), one.key);
    for (const EntryId id : moved)
      QVERIFY2(std::ranges::find(named, id) != named.end(), std::string(name_of(id)).c_str());
  }

  void keys_are_deepspeeds_own_and_stand_once() {
    std::set<std::string> seen;
    for (const PlanKey& key : plan_keys()) {
      if (key.decides.empty() || key.deepspeed_key.empty()) continue;
      for (const QString& part : QString::fromStdString(key.deepspeed_key).split(QStringLiteral(", "))) {
        const std::string path = part.toStdString();
        QVERIFY2(seen.insert(path).second, path.c_str());
        QVERIFY2(path.starts_with("optimizer.params.") || schema().find(path) != nullptr, path.c_str());
        QVERIFY(!entries_of_key(path).empty());
      }
    }
    QVERIFY(seen.size() > 40);
  }

  void keys_that_cost_nothing_name_nothing_data() {
    QTest::addColumn<QByteArray>("key");
    for (const char* key : {"zero_optimization.allgather_bucket_size", "gradient_clipping",
                            "train_batch_size", "optimizer.params.lr", "no.such.key", ""})
      QTest::newRow(*key ? key : "none") << QByteArray(key);
  }
  void keys_that_cost_nothing_name_nothing() {
    QFETCH(QByteArray, key);
    QVERIFY(entries_of_key(key.toStdString()).empty());
  }
};

ZP_TEST(KeyEntriesTest)
#include "key_entries_test.moc"
