// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <cstdio>

#include "core/estimate/figures.h"
#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// A plan that does not fit: 7 B at stage 2 on 4 GPUs of 40 GB.
const char* const too_large = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 4, "gpu": {"preset": "a100-sxm4-40gb"}},
  "training": {"precision": "bf16", "micro_batch_size": 2, "sequence_length": 4096},
  "zero": {"stage": 2}})";
/// A plan that fits but for its activations.
const char* const one_change_away = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
  "training": {"precision": "bf16", "micro_batch_size": 8, "sequence_length": 4096},
  "zero": {"stage": 3}})";

/// Returns PyTorch's message for an allocation of `requested` bytes.
std::string message(double requested, double capacity_gib = 39.39, double free_gib = 1.0,
                    double allocated_gib = 36.0, double unused_gib = 0.5) {
  char text[400];
  std::snprintf(text, sizeof text,
                "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %.2f GiB. GPU 0 has a total "
                "capacity of %.2f GiB of which %.2f GiB is free. Of the allocated memory %.2f GiB is "
                "allocated by PyTorch, and %.2f GiB is reserved by PyTorch but unallocated.\n",
                requested / bytes_per_gib, capacity_gib, free_gib, allocated_gib, unused_gib);
  return text;
}

MemoryDiagnosis diagnosed(const char* plan_text, const std::string& text) {
  const NamedLog log{"run.log", read_run_log(text)};
  if (plan_text == nullptr) return measure(nullptr, {&log, 1}).out_of_memory.front();
  const PlanDocument plan = read_plan(plan_text);
  return measure(&plan, {&log, 1}).out_of_memory.front();
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

/// Tests of an out-of-memory message, alone and together with the plan of the run.
class MessagesTest : public QObject {
  Q_OBJECT

 private slots:
  void an_allocation_is_known_by_its_size_data() {
    QTest::addColumn<double>("bytes");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("bucket") << 500e6 * 2 << QByteArray("bucket");
    QTest::newRow("logits in fp32") << 2.0 * 4096 * 32000 * 4 << QByteArray("logits.fp32");
    QTest::newRow("a tensor of the MLP")
        << 2.0 * 4096 * 11008 * 2 << QByteArray("a tensor of the MLP (2 × 4,096 × 11,008 × 2 bytes)");
    QTest::newRow("master weights") << 6738415616.0 << QByteArray("states.master");
  }
  void an_allocation_is_known_by_its_size() {
    QFETCH(double, bytes);
    QFETCH(QByteArray, named);
    const MemoryDiagnosis one = diagnosed(too_large, message(bytes));
    QVERIFY2(contains(one.cause, named.constData()), one.cause.c_str());
  }

  void an_allocation_is_one_ranks_part_data() {
    QTest::addColumn<QByteArray>("training");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("tensor parallelism")
        << QByteArray(R"("sequence_length": 4096, "tensor_parallel": 4)") << 2.0 * 4096 * 2752 * 2
        << QByteArray("of the MLP (2 × 4,096 × 2,752 × 2 bytes)");
    QTest::newRow("a sequence that does not divide")
        << QByteArray(R"("sequence_length": 8191, "sequence_parallel": 2)") << 2.0 * 4096 * 11008 * 2
        << QByteArray("of the MLP (2 × 4,096 × 11,008 × 2 bytes)");
    QTest::newRow("pairs") << QByteArray(R"("sequence_length": 4096, "method": "dpo")")
                           << 4.0 * 4096 * 11008 * 2
                           << QByteArray("of the MLP (4 × 4,096 × 11,008 × 2 bytes)");
  }
  /// The sizes are those of tensors that the ledger counts: tests/core/memory holds them against PyTorch.
  void an_allocation_is_one_ranks_part() {
    QFETCH(QByteArray, training);
    QFETCH(double, bytes);
    QFETCH(QByteArray, named);
    const std::string plan = R"({"model": {"preset": "llama-2-7b"},
      "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
      "training": {"precision": "bf16", "micro_batch_size": 2, )" +
                             training.toStdString() + R"(}, "zero": {"stage": 2}})";
    const MemoryDiagnosis one = diagnosed(plan.c_str(), message(bytes));
    QVERIFY2(contains(one.cause, named.constData()), one.cause.c_str());
  }

  void what_no_allocation_is_as_large_as_is_not_named() {
    const MemoryDiagnosis one = diagnosed(too_large, message(3.33 * bytes_per_gib));
    QVERIFY2(one.cause.starts_with("3.3\u202fGiB were requested."), one.cause.c_str());
    QVERIFY(one.phase.empty());
  }

  void the_calls_say_more_than_the_size() {
    const std::string calls =
        "Traceback (most recent call last):\n"
        "  File \"/x/deepspeed/runtime/engine.py\", line 1, in step\n    self._take_model_step()\n"
        "  File \"/x/deepspeed/runtime/zero/stage3.py\", line 1, in _prepare_fp32_grad_for_sub_group\n    x "
        "= y\n";
    const char* const stage_3 = R"({"model": {"preset": "llama-2-7b"},
      "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-40gb"}}, "zero": {"stage": 3}})";
    const Bytes gradients =
        estimate_memory(read_plan(stage_3).plan).ledger.bytes(EntryId::step_fp32_gradients);
    const MemoryDiagnosis one = diagnosed(stage_3, calls + message(static_cast<double>(gradients.value())));
    QCOMPARE(one.phase, std::string("step"));
    QVERIFY2(
        contains(one.cause, "step.fp32_gradients") && contains(one.cause, "_prepare_fp32_grad_for_sub_group"),
        one.cause.c_str());
  }

  void short_is_what_was_asked_for_less_what_was_free() {
    const MemoryDiagnosis one = diagnosed(nullptr, message(6.28 * bytes_per_gib, 39.39, 5.9));
    QVERIFY(std::abs(*one.short_by - 0.38 * bytes_per_gib) < 1e6);
  }

  void every_cure_fits_runs_and_is_no_slower_than_the_next() {
    for (const char* plan_text : {too_large, one_change_away}) {
      const PlanDocument plan = read_plan(plan_text);
      QVERIFY(!estimate_memory(plan.plan).gpu.fits);
      const double gib = plan.plan.cluster.gpu.memory_gib;
      const MemoryDiagnosis one = diagnosed(plan_text, message(1e9, gib, 0.5, gib - 3));
      QVERIFY(one.cures.size() >= 2 && one.cures.size() <= 3);  // fewer if fewer make it fit
      for (const Cure& cure : one.cures) {
        QVERIFY(cure.plan.has_value() && !cure.label.empty());
        const Figures figures = figures_of(*cure.plan);
        QVERIFY2(figures.estimate.fits(), cure.label.c_str());
        QVERIFY2(!stops(check(*cure.plan)), cure.label.c_str());
        QCOMPARE(figures.estimate.gpu.peak, cure.gpu_peak);
        QVERIFY(!changed_keys(plan, *cure.plan).empty());
      }
    }
  }

  void the_gpu_of_the_message_counts_whatever_gpu_the_plan_has() {
    const MemoryDiagnosis one = diagnosed(one_change_away, message(1e9, 39.39, 0.5, 36));
    for (const Cure& cure : one.cures)
      QVERIFY2(to_gib(cure.gpu_peak) <= 39.39, cure.label.c_str());
  }

  void one_change_comes_before_two() {
    const MemoryDiagnosis one = diagnosed(one_change_away, message(1e9, 79.2, 0.5, 75));
    for (const Cure& cure : one.cures)
      QVERIFY2(!contains(cure.label, "; "), cure.label.c_str());
    QVERIFY2(contains(one.cures.front().label, "instead of"), one.cures.front().label.c_str());
  }

  void a_run_that_needed_more_than_its_estimate_gets_that_much_more_room() {
    const char* const fits = R"({"model": {"preset": "llama-2-7b"},
      "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-40gb"}},
      "training": {"precision": "bf16", "micro_batch_size": 1, "sequence_length": 2048}, "zero": {"stage": 3}})";
    const PlanDocument plan = read_plan(fits);
    const MemoryEstimate estimate = estimate_memory(plan.plan);
    QVERIFY(estimate.gpu.fits);
    const MemoryDiagnosis one = diagnosed(fits, message(2.0 * bytes_per_gib, 39.39, 1.0, 37.0));
    const double excess = 40.39 * bytes_per_gib - static_cast<double>(estimate.gpu.peak.value());
    for (const Cure& cure : one.cures)
      QVERIFY2(static_cast<double>(cure.gpu_peak.value()) + excess <= 39.4 * bytes_per_gib,
               cure.label.c_str());
    QVERIFY2(contains(one.cause, "keeps tensors from step to step"), one.cause.c_str());
  }

  void blocks_too_small_are_cured_without_a_change_of_the_plan() {
    const MemoryDiagnosis one = diagnosed(nullptr, message(1.0 * bytes_per_gib, 39.39, 0.5, 30, 8));
    QVERIFY(contains(one.cause, "too small"));
    QVERIFY2(contains(one.cures.front().label, "expandable_segments"), one.cures.front().label.c_str());
  }

  void the_driver_and_the_host_are_not_pytorchs_allocator() {
    const MemoryDiagnosis device = diagnosed(too_large, "RuntimeError: CUDA error: out of memory\n");
    QVERIFY2(contains(device.cause, "faulty") && device.cures.empty() && !device.short_by,
             device.cause.c_str());
    const MemoryDiagnosis host = diagnosed(
        nullptr,
        "[1.0] Out of memory: Killed process 25315 (python3) total-vm:53312244kB, anon-rss:31451456kB, "
        "file-rss:74816kB, shmem-rss:12296kB\n");
    QVERIFY2(contains(host.cause, "30.1\u202fGiB"), host.cause.c_str());
  }

  void a_host_that_ran_out_is_cured_by_plans_that_need_less_of_it() {
    const char* const offloaded = R"({"model": {"preset": "llama-2-7b"},
      "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}, "cpu_memory_gib": 128},
      "zero": {"stage": 3, "offload_optimizer": "cpu", "offload_param": "cpu"}})";
    const PlanDocument plan = read_plan(offloaded);
    const MemoryDiagnosis one = diagnosed(offloaded, "[ERROR] ['python'] exits with return code = -9\n");
    QVERIFY(!one.cures.empty());
    const Bytes before = estimate_memory(plan.plan).cpu.needed_per_node();
    for (const Cure& cure : one.cures)
      QVERIFY(estimate_memory(*cure.plan).cpu.needed_per_node() < before);
  }
};

ZP_TEST(MessagesTest)
#include "messages_test.moc"
