// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/diagnosis/memory_parts.h"
#include "core/estimate/figures.h"
#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr double gib_of_bytes = 1024.0 * 1024 * 1024;

/// Returns a message of PyTorch's allocator; all figures in GiB, a negative one is not stated.
OutOfMemory out_of_memory(double requested, double capacity, double free, double reserved, double allocated) {
  OutOfMemory message;
  const auto set = [](std::optional<double>& figure, double gib) {
    if (gib >= 0) figure = gib * gib_of_bytes;
  };
  set(message.requested, requested);
  set(message.capacity, capacity);
  set(message.free, free);
  set(message.reserved, reserved);
  set(message.allocated, allocated);
  return message;
}

const char* const stage_2 = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
  "training": {"precision": "bf16", "micro_batch_size": 1, "sequence_length": 2560},
  "zero": {"stage": 2, "reduce_bucket_size": 500000000, "allgather_bucket_size": 300000000}})";

std::vector<std::string> names_of_size(const char* plan_text, double bytes) {
  const Plan plan = read_plan(plan_text).plan;
  std::vector<std::string> names;
  for (const KnownAllocation& one : allocations_of(plan, estimate_memory(plan)))
    if (one.bytes == bytes) names.push_back(one.description);
  return names;
}
bool is_any_named(const std::vector<std::string>& names, std::string_view part) {
  return std::ranges::any_of(names,
                             [&](const std::string& name) { return name.find(part) != std::string::npos; });
}

NamedLog log_with(const std::string& text) { return log_of_text(text, "run.log"); }

}  // namespace

/// Tests of the sum of a GPU's memory at a message, of the allocations of a plan, and of the plan that a log
/// states.
class MemorySumTest : public QObject {
  Q_OBJECT

 private slots:
  /// A context of CUDA takes some hundred MiB to 3 GiB, with NCCL and libraries: only more is another's.
  void a_rest_as_large_as_a_context_is_nobody_else_s() {
    QVERIFY(!memory_sum(out_of_memory(1, 80, 1, 76.5, 70)).others);  // 2.5 GiB
    QVERIFY(!memory_sum(out_of_memory(1, 80, 1, 74, 70)).others);    // 5 GiB, below a tenth of the GPU
    const MemorySum sum = memory_sum(out_of_memory(1, 80, 1, 70, 66));
    QVERIFY(sum.others && std::abs(*sum.others - 9 * gib_of_bytes) < 1);
  }
  void blocks_are_in_pieces_only_where_something_was_missing() {
    QVERIFY(memory_sum(out_of_memory(2, 40, 1, 38, 30)).is_fragmented);    // 8 unused, 1 missing
    QVERIFY(!memory_sum(out_of_memory(2, 40, 2, 37, 30)).is_fragmented);   // nothing missing
    QVERIFY(!memory_sum(out_of_memory(2, 40, 1, 38, 37)).is_fragmented);   // 1 unused of the 2
    QVERIFY(memory_sum(out_of_memory(2, 40, 1, 38, 36)).is_fragmented);    // just enough
    QVERIFY(!memory_sum(out_of_memory(2, 40, -1, 38, 30)).is_fragmented);  // not known what was free
  }
  /// DeepSpeed's stage_1_and_2.py gathers the weights after a step in pieces of allgather_bucket_size.
  void the_bucket_of_the_gather_is_named_at_stages_1_and_2_alone() {
    const std::string plan = stage_2;
    QVERIFY(is_any_named(names_of_size(stage_2, 300e6 * 2), "weights are gathered in after the step"));
    for (const char* stage : {"0", "3"}) {
      std::string other = plan;
      other.replace(other.find("\"stage\": 2") + 9, 1, stage);
      QVERIFY(!is_any_named(names_of_size(other.c_str(), 300e6 * 2), "after the step"));
    }
  }
  /// A hidden state of 2,560 tokens × 4,096 × 2 bytes takes 20 MiB to the byte.
  void the_smallest_allocation_that_is_named_has_20_mib() {
    const Plan plan = read_plan(stage_2).plan;
    const std::vector<KnownAllocation> all = allocations_of(plan, estimate_memory(plan));
    const KnownAllocation* named = allocation_of(out_of_memory(20.0 / 1024, -1, -1, -1, -1), all);
    QVERIFY(named != nullptr &&
            named->description.find("hidden state (1 × 2,560 × 4,096 × 2") != std::string::npos);
    QVERIFY(allocation_of(out_of_memory(19.9 / 1024, -1, -1, -1, -1), all) == nullptr);
  }

  void the_gpus_of_a_log_stand_in_nodes_of_eight() {
    const auto cluster = [](const std::string& gpus) {
      const auto plan = plan_of_log(
          log_with("{\"model_name\": \"Qwen/Qwen3-0.6B\", \"seq_len\": 4096, \"num_gpus\": " + gpus +
                   "}\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a "
                   "total capacity of 79.18 GiB of which 1.00 GiB is free.\n"));
      return plan ? std::pair(plan->plan.cluster.nodes, plan->plan.cluster.gpus_per_node) : std::pair(0, 0);
    };
    QCOMPARE(cluster("1"), std::pair(1, 1));
    QCOMPARE(cluster("8"), std::pair(1, 8));
    QCOMPARE(cluster("16"), std::pair(2, 8));
    QCOMPARE(cluster("12"), std::pair(1, 12));
  }

  /// The arguments as DeepSpeed's launcher prints them (LLaMA-Factory issue 1722).
  void the_plan_of_a_log_has_the_adapters_and_gpus_of_the_printed_arguments() {
    const auto plan_with = [](const std::string& arguments) {
      return plan_of_log(
          log_with("['/usr/bin/python', '-u', 'src/train_bash.py', '--local_rank=1', '--deepspeed', "
                   "'ds_config.json', '--model_name_or_path', 'Qwen/Qwen1.5-1.8B-Chat'" +
                   arguments +
                   "]\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 1 has a "
                   "total capacity of 23.69 GiB of which 1.00 GiB is free.\n"));
    };
    const auto adapters = plan_with(", '--finetuning_type', 'lora', '--lora_rank', '16'");
    QVERIFY(adapters);
    QCOMPARE(adapters->plan.training.lora.rank, 16);
    QCOMPARE(adapters->plan.cluster.gpus_per_node, 2);
    QVERIFY2(adapters->assumed.find("LoRA of rank 16") != std::string::npos, adapters->assumed.c_str());
    QCOMPARE(plan_with(", '--finetuning_type', 'lora'")->plan.training.lora.rank, 8);
    QCOMPARE(plan_with("")->plan.training.lora.rank, 0);
  }

  /// All of a 14B model on one GPU of 24 GiB needs fourteen times its memory.
  void a_plan_that_needs_many_times_the_gpu_of_the_log_is_not_offered() {
    const std::string message =
        "\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total "
        "capacity "
        "of 23.69 GiB of which 1.00 GiB is free.\n";
    QVERIFY(!plan_of_log(log_with("model_name_or_path: Qwen/Qwen1.5-14B-Chat" + message)));
    QVERIFY(plan_of_log(log_with("model_name_or_path: Qwen/Qwen1.5-1.8B-Chat" + message)));
  }

  void what_grows_from_one_size_to_another_is_told_with_both_figures() {
    const PlanDocument plan = read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})");
    NamedLog log = log_with("torch.distributed\n");
    log.log.observations = {{ObservedQuantity::world_size, "", std::nullopt, 16, "", 0, 1}};
    const std::optional<Growth> growth = growth_of(plan.plan, {&log, 1});
    QVERIFY(growth && !growth->entries.empty());
    Plan large = plan.plan;
    large.cluster.nodes = 2;
    const Figures small_figures = figures_of(plan.plan), large_figures = figures_of(large);
    const auto busy = [](const Figures& figures, const std::string& id) {
      double sum = 0;
      for (const TimeEntry& one : figures.time.ledger.entries())
        if (name_of(one.id) == id) sum += one.busy;
      return sum;
    };
    double last = 1e300;
    for (const GrownEntry& one : growth->entries) {
      if (one.unit != "s") continue;
      QCOMPARE(one.before, busy(small_figures, one.id));
      QVERIFY2(one.after - one.before > 1e-3 && one.after > 1.01 * one.before, one.id.c_str());
      QVERIFY2(one.after - one.before <= last, one.id.c_str());
      last = one.after - one.before;
    }
    // An entry of the clock that grows by as much is left out of no list.
    for (const TimeEntry& one : large_figures.time.ledger.entries()) {
      const std::string id(name_of(one.id));
      const double before = busy(small_figures, id);
      const bool is_grown = one.busy - before > 1e-3 && one.busy > 1.01 * before;
      QCOMPARE(std::ranges::any_of(growth->entries, [&](const GrownEntry& each) { return each.id == id; }),
               is_grown);
    }
  }
};

ZP_TEST(MemorySumTest)
#include "memory_sum_test.moc"
