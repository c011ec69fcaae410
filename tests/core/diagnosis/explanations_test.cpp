// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::vector<Death> explained(const std::string& text, const PlanDocument* plan = nullptr) {
  const NamedLog log = log_of_text(text, "run.log");
  return measure(plan, {&log, 1}).died;
}
std::string published(const char* file) {
  return read_text_file(std::string(ZP_TEST_DATA "/run-logs/died/") + file);
}
bool tells(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

bool has_remedy(const Death& death, std::string_view label) {
  return std::ranges::any_of(death.remedies, [&](const DeathRemedy& one) { return tells(one.label, label); });
}

const char* const seven_billion_on_a_node = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
  "training": {"precision": "bf16", "micro_batch_size": )";

PlanDocument node_with(const std::string& micro_batch_and_zero) {
  return read_plan(seven_billion_on_a_node + micro_batch_and_zero);
}

}  // namespace

/// Tests of the sentences about a death and of its remedies: published logs, and lines in the forms that the
/// programs print, with figures worked out by hand.
class ExplanationsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_published_log_is_explained_with_its_own_figures_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("does_not_say");
    const auto row = [](const char* file, const char* says, const char* does_not_say = "") {
      QTest::newRow(says) << QByteArray(file) << QByteArray(says) << QByteArray(does_not_say);
    };
    row("batch-lf2574-mpirun.txt", "DeepSpeed saw 1 GPU");  // 16 ≠ 1 × 1 × 1
    // 256 ≠ 2 × 18 × 7: of 2 × 7 = 14, 252 is 18 times and 266 is 19 times
    row("batch-openrlhf346-7gpus.txt", "256 is not divisible by 2 × 7 GPUs; 252 and 266 are.");
    row("nccl-timeout-ds5008-moe.txt", "2,359,296 elements on a rank. ", "barrier");
    row("nccl-timeout-ds5008-moe.txt", "discarded its record", "unequal work");
    row("nccl-timeout-llmtraining7-barrier.txt", "1 element", "discarded its record");
    row("nccl-timeout-llmtraining7-barrier.txt", "as a barrier", "unequal work");
    row("gpu-init-baichuan113-stage3.txt", "makes the optimizer's states inside initialize");
    row("gpu-load-ds2672-opt66b.txt", "weights were put on the GPU whole", "inside initialize");
    row("gpu-gen-trl3128-init.txt", "A generator (vLLM, SGLang) was starting");
  }
  void a_published_log_is_explained_with_its_own_figures() {
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, does_not_say);
    const std::string cause = explained(published(file.constData())).front().cause;
    QVERIFY2(tells(cause, says.constData()), cause.c_str());
    QVERIFY2(does_not_say.isEmpty() || !tells(cause, does_not_say.constData()), cause.c_str());
  }

  /// The forms of c10d's TCPStore and socket, Gloo, and torch.distributed (PyTorch 1.7 to 2.10).
  void a_wait_is_as_long_as_its_message_says_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("time");
    QTest::newRow("seconds") << QByteArray(
                                    "torch.distributed.DistStoreError: Timed out after 1801 seconds waiting "
                                    "for clients. 1/2 clients joined.")
                             << QByteArray("30.0 min");
    QTest::newRow("s") << QByteArray(
                              "RuntimeError: Rank 0 successfully reached monitoredBarrier, but "
                              "received errors while waiting for send/recv from rank 1: timed out "
                              "after 900s")
                       << QByteArray("15.0 min");
    QTest::newRow("ms") << QByteArray(
                               "RuntimeError: [../third_party/gloo/gloo/transport/tcp/unbound_buffer.cc:81] "
                               "Timed out waiting 1800000ms for recv operation to complete")
                        << QByteArray("30.0 min");
    QTest::newRow("store") << QByteArray("RuntimeError: Wait timeout after 600000ms for key: 0")
                           << QByteArray("10.0 min");
    QTest::newRow("barrier") << QByteArray("RuntimeError: Rank 1 failed to pass monitoredBarrier in 30000 ms")
                             << QByteArray("30.0 s");
  }
  void a_wait_is_as_long_as_its_message_says() {
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, time);
    const Death death = explained(line.toStdString() + "\n").front();
    QCOMPARE(death.row, std::string("gloo_timeout"));
    QVERIFY2(tells(death.cause, "waited " + time.toStdString() + " for others"), death.cause.c_str());
  }
  void a_wait_without_a_number_is_a_wait() {
    const Death death = explained("torch.distributed.DistNetworkError: Socket Timeout\n").front();
    QCOMPARE(death.row, std::string("gloo_timeout"));
    QVERIFY2(tells(death.cause, "A rank waited for others"), death.cause.c_str());
  }

  /// DeepSpeed's words in runtime/engine.py, _load_zero_checkpoint.
  void a_checkpoint_of_another_number_of_ranks_names_it() {
    const Death death = explained(
                            "deepspeed.runtime.zero.utils.ZeRORuntimeException: The checkpoint being loaded "
                            "used a DP world size of 8 but the current world size is 4. Automatic adjustment "
                            "of ZeRO's optimizer state partitioning with a new world size is not currently "
                            "supported.\n")
                            .front();
    QCOMPARE(death.row, std::string("zero_world_changed"));
    QVERIFY2(tells(death.cause, "divided for 8 ranks"), death.cause.c_str());
  }

  void a_batch_without_its_product_gets_no_advice_on_it() {
    const std::string line =
        "AssertionError: Check batch related parameters. train_batch_size is not equal "
        "to micro_batch_per_gpu * gradient_acc_step * world_size";
    const std::string short_cause = explained(line + "\n").front().cause;
    QVERIFY2(short_cause.ends_with("GPUs."), short_cause.c_str());
    // 96 = 4 × 3 × 8
    const std::string cause = explained(line + " 96 != 4 * 2 * 8\n").front().cause;
    QVERIFY2(tells(cause, "An accumulation of 3 makes them agree."), cause.c_str());
    // One GPU, and a batch no larger than the micro batch: nothing says that there were more.
    const std::string alone = explained(line + " 4 != 4 * 2 * 1\n").front().cause;
    QVERIFY2(tells(alone, "An accumulation of 1 makes them agree."), alone.c_str());
  }

  void a_launcher_that_reports_success_is_no_death() {
    QVERIFY(explained("[INFO] [launch.py:347:main] Process 8160 exits with return code = 0\n").empty());
    QVERIFY(explained("worker ended (exitcode: 0) local_rank: 0 (pid: 7)\n").empty());
    QCOMPARE(explained("[ERROR] [launch.py:321:sigkill_handler] exits with return code = 1\n").front().row,
             std::string("wrapper"));
  }

  /// The warning of deepspeed/runtime/zero/stage3.py.
  void flushes_are_mended_by_changes_that_keep_the_batch() {
    const std::string log = published("slow-dsex186-flushes.txt");
    const PlanDocument plan = node_with(R"(4, "gradient_accumulation_steps": 3, "sequence_length": 1024},
        "zero": {"stage": 3, "reduce_bucket_size": 500000000}})");
    const Death death = explained(log, &plan).front();
    QCOMPARE(death.kind, DeathKind::slow);
    bool is_batch = false, is_bucket = false;
    for (const DeathRemedy& one : death.remedies) {
      if (!one.plan) continue;
      const Training& training = one.plan->training;
      QCOMPARE(training.micro_batch_size * training.gradient_accumulation_steps, 12);
      is_batch |= training.micro_batch_size == 2;
      is_bucket |= one.plan->zero.reduce_bucket_size < 500'000'000;
    }
    QVERIFY(is_batch && is_bucket);
    QVERIFY(has_remedy(death, "empty_cache"));
  }
  void an_odd_micro_batch_is_not_halved() {
    const std::string log = published("slow-dsex186-flushes.txt");
    const auto is_halved = [&](const std::string& micro_batch) {
      const PlanDocument plan =
          node_with(micro_batch + R"(, "sequence_length": 1024}, "zero": {"stage": 3}})");
      return has_remedy(explained(log, &plan).front(), "Half the micro batch");
    };
    QVERIFY(!is_halved("1") && is_halved("2") && !is_halved("3"));
  }

  void a_pinned_tensor_that_cuda_refuses_is_host_memory() {
    const auto row = [](const char* function, const char* code) {
      return explained(std::string("Traceback (most recent call last):\n  File \"/x/swap_buffer.py\", line "
                                   "296, in ") +
                       function + "\n    " + code + "\nRuntimeError: CUDA error: out of memory\n")
          .front()
          .row;
    };
    QCOMPARE(row("__init__", "buffer = torch.empty(count, pin_memory=True)"), std::string("host_pinned"));
    QCOMPARE(row("__init__", "buffer = accelerator.pin_memory(tensor)"), std::string("host_pinned"));
    QCOMPARE(row("pin_memory", "return tensor.to(device)"), std::string("host_pinned"));
    QCOMPARE(row("__init__", "buffer = torch.empty(count)"), std::string("gpu_driver"));
  }
  void the_memory_of_the_node_is_named_where_the_log_shows_it() {
    const std::string killed =
        "[1.0] Out of memory: Killed process 25315 (python3) total-vm:53312244kB, anon-rss:31451456kB, "
        "file-rss:74816kB, shmem-rss:12296kB\n";
    QVERIFY(!explained(killed).front().capacity);
    const Death death = explained("Mem:            31Gi       3.6Gi       7.8Gi\n" + killed).front();
    QVERIFY(death.capacity && std::abs(*death.capacity - 31.0 * bytes_per_gib) < 1);
    // Ray states the node's memory itself.
    const std::string by_ray = published("host-ds7074-cpuallocator.txt");
    QCOMPARE(explained("Mem:            31Gi       3.6Gi       7.8Gi\n" + by_ray).front().capacity,
             explained(by_ray).front().capacity);
    // The message of a GPU has no memory of the node.
    QVERIFY(!explained("Mem:            31Gi       3.6Gi       7.8Gi\nRuntimeError: CUDA out of memory.\n")
                 .front()
                 .capacity);
  }
  void calls_are_read_where_a_collector_leaves_lines_empty() {
    // the source of a call stands two lines below it, and tells nothing that the call does not
    const Death death =
        explained(
            "Traceback (most recent call last):\n\n  File \"/x/train.py\", line 1, in main\n\n"
            "    trainer.train()\n\n  File \"/x/torch/optim/adamw.py\", line 9, in step\n\n"
            "    state['exp_avg'] = torch.zeros_like(p)\n\n"
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB.\n")
            .front();
    QCOMPARE(death.phase, RunPhase::step);
  }
  /// The message's own sum: 79.2 − 1 − 20 = 58.2 GiB are another's.
  void a_generator_beside_the_run_is_the_likeliest_holder_of_its_memory() {
    const std::string message =
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity "
        "of 79.20 GiB of which 1.00 GiB is free. Including non-PyTorch memory, this process has 20.00 GiB "
        "memory in use.\n";
    const Death alone = explained(message).front(), beside = explained("INFO vllm 0.8.3\n" + message).front();
    QVERIFY(!has_remedy(alone, "gpu_memory_utilization") && has_remedy(beside, "gpu_memory_utilization"));
    QVERIFY2(!tells(alone.cause, "generator") && tells(beside.cause, "generator"), beside.cause.c_str());
    QVERIFY(tells(beside.cause, "58.2"));
    for (const DeathRemedy& one : beside.remedies)
      QVERIFY(!one.plan && one.odds == 0 && one.step_seconds == 0);
  }
  void a_name_that_no_class_has_is_no_exception() {
    const auto is_exception = [](const std::string& name) {
      const std::vector<Death> all = explained(
          "Traceback (most recent call last):\n  File \"/x/a.py\", line "
          "1, in main\n" +
          name + ": it failed\n");
      return !all.empty() && all.front().row == "exception";
    };
    QVERIFY(is_exception("KeyError") && is_exception("ZeroDivisionError") &&
            is_exception("a.b.SomeException"));
    QVERIFY(is_exception(std::string(75, 'A') + "Error") && !is_exception(std::string(76, 'A') + "Error"));
    QVERIFY(is_exception("Error") && !is_exception("lowercaseError"));
  }
};

ZP_TEST(ExplanationsTest)
#include "explanations_test.moc"
