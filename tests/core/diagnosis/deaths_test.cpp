// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <cmath>
#include <set>

#include "core/diagnosis/death_rows.h"
#include "core/estimate/figures.h"
#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::vector<Death> deaths_in(const std::string& text, const PlanDocument* plan = nullptr) {
  const NamedLog log = log_of_text(text, "run.log");
  return measure(plan, {&log, 1}).died;
}
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

const char* const traceback = "Traceback (most recent call last):\n";

/// Returns PyTorch's message since 2.1.
std::string message(const char* requested, const char* capacity, const char* free, const char* process,
                    const char* allocated, const char* unused) {
  return std::string("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate ") + requested +
         ". GPU 0 has a total capacity of " + capacity + " of which " + free +
         " is free. Including non-PyTorch memory, this process has " + process +
         " memory in use. Of the allocated memory " + allocated + " is allocated by PyTorch, and " + unused +
         " is reserved by PyTorch but unallocated.\n";
}

/// A plan that does not fit: 7 B at stage 2 on 4 GPUs of 40 GB.
const char* const four_small_gpus = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 4, "gpu": {"preset": "a100-sxm4-40gb"}},
  "training": {"precision": "bf16", "micro_batch_size": 2, "sequence_length": 4096}, "zero": {"stage": 2}})";

}  // namespace

/// Tests of why runs died or crawl.
class DeathsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_shell_reports_a_killed_process_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("of a script") << QByteArray(
        "run.sh: line 28:  8156 Killed                  python3 main.py\n");
    QTest::newRow("of a job") << QByteArray("[1]+  Killed                  python train.py\n");
    QTest::newRow("of zsh") << QByteArray("zsh: killed     python train.py\n");
    QTest::newRow("alone") << QByteArray("Killed\n");
  }
  void a_shell_reports_a_killed_process() {
    QFETCH(QByteArray, line);
    const std::vector<Death> all = deaths_in(line.toStdString());
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].kind, DeathKind::host_oom);
  }
  void no_worker_killed_by_ray_is_no_death() {
    QVERIFY(
        deaths_in("(raylet) node_manager.cc:3084: 0 Workers (tasks / actors) killed due to memory pressure "
                  "(OOM), 2 Workers crashed due to other reasons at node (ID: b287, IP: 10.0.0.12)\n")
            .empty());
  }
  void an_exception_at_the_end_counts_without_its_calls() {
    const std::string text = "ValueError: the batch has 3 sequences\n";
    QVERIFY(has(deaths_in(text).front().cause, "the batch has 3 sequences"));
    QVERIFY(deaths_in(text + "{'loss': 1.0, 'epoch': 1}\n").empty());
    QVERIFY(deaths_in("step 3 done, no ValueError: all went well\n").empty());
  }
  void an_allocation_larger_than_the_gpu_is_said_to_be() {
    const std::vector<Death> all =
        deaths_in(message("74.16 GiB", "44.40 GiB", "29.89 GiB", "14.51 GiB", "13.44 GiB", "738.96 MiB"));
    QVERIFY2(has(all.front().cause, "larger than the whole GPU"), all.front().cause.c_str());
    QVERIFY2(has(all.front().remedies.front().label, "FlashAttention"), all.front().cause.c_str());
  }
  void locks_between_processes_fill_shared_memory_not_the_disk() {
    const std::string error = "OSError: [Errno 28] No space left on device\n";
    const std::string calls =
        std::string(traceback) + "  File \"/x/multiprocessing/queues.py\", line 336, in __init__\n";
    QCOMPARE(deaths_in(calls + "    self._rlock = ctx.Lock()\n" + error).front().kind, DeathKind::shm);
    QCOMPARE(deaths_in(calls + "    self._file.write(data)\n" + error).front().kind, DeathKind::disk);
  }
  void pinning_that_the_driver_refuses_is_host_memory() {
    const std::string error = "RuntimeError: CUDA error: invalid argument\n";
    const std::string call = std::string(traceback) + "  File \"/x/cuda_accelerator.py\", line 296, in ";
    QCOMPARE(deaths_in(call + "pin_memory\n" + error).front().row, std::string("host_pinned_refused"));
    QCOMPARE(deaths_in(call + "synchronize\n" + error).front().row, std::string("exception"));
  }
  void the_container_s_limit_is_named_where_the_node_had_plenty() {
    const std::string text =
        "[INFO] [utils.py:789:see_memory_usage] CPU Virtual Memory:  used = 30.14 GB, percent = 8.3%\n"
        "failed (exitcode: -9) local_rank: 0 (pid: 438) of binary: /usr/bin/python\n";
    QVERIFY2(has(deaths_in(text).front().cause, "that 8.3"), deaths_in(text).front().cause.c_str());
  }

  void the_first_collective_of_a_group_is_initialisation() {
    const auto line = [](const char* sequence) {
      return std::string("[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=") +
             sequence +
             ", OpType=ALLGATHER, NumelIn=8192, NumelOut=8, Timeout(ms)=1800000) ran for 1800001 "
             "milliseconds.\n";
    };
    const Death first = deaths_in(line("1")).front();
    QCOMPARE(first.phase, RunPhase::initialisation);
    QVERIFY2(has(first.remedies.front().label, "NCCL_SOCKET_IFNAME"), first.remedies.front().label.c_str());
    QCOMPARE(deaths_in(line("12")).front().row, std::string("nccl_watchdog"));
  }
  void a_context_of_a_small_gpu_is_small() {
    const auto others = [](const char* capacity, const char* reserved) {
      return deaths_in(std::string("RuntimeError: CUDA out of memory. Tried to allocate 40.00 MiB (GPU 0; ") +
                       capacity + " GiB total capacity; 3.00 GiB already allocated; 16.00 MiB free; " +
                       reserved + " GiB reserved in total by PyTorch)\n")
          .front()
          .others;
    };
    QVERIFY(others("5.80", "3.71"));     // 2 GiB of 5.8 are more than a context
    QVERIFY(!others("23.70", "21.60"));  // 2 GiB of 24 may be one
    QVERIFY(!others("2.00", "1.33"));
  }
  void a_line_that_a_worker_of_vllm_logged_is_generation() {
    const std::string error = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB.\n";
    const auto phase = [&](const char* logger) { return deaths_in(logger + error).front().phase; };
    QCOMPARE(phase("(VllmWorker rank=1 pid=5) ERROR 05-08 14:46:12 [multiproc_executor.py:435] "),
             RunPhase::generate);
    QCOMPARE(phase("ERROR 05-08 14:46:12 [trainer.py:435] "), RunPhase::unknown);
  }
  void a_shell_reports_a_core_dump_data() {
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("row");
    QTest::newRow("abort") << QByteArray("Aborted                 (core dumped)") << QByteArray("abort");
    QTest::newRow("bus") << QByteArray("Bus error               (core dumped)")
                         << QByteArray("shm_bus_error");
    QTest::newRow("processor") << QByteArray("Illegal instruction     (core dumped)")
                               << QByteArray("illegal_instruction");
    QTest::newRow("memory") << QByteArray("Segmentation fault      (core dumped)") << QByteArray("segfault");
  }
  void a_shell_reports_a_core_dump() {
    QFETCH(QByteArray, word);
    QFETCH(QByteArray, row);
    QCOMPARE(deaths_in("run.sh: line 184: 2324239 " + word.toStdString() + " python train.py\n").front().row,
             row.toStdString());
  }

  void memory_of_others_comes_before_advice_about_this_run() {
    const std::vector<Death> all =
        deaths_in(message("24.00 MiB", "94.97 GiB", "15.88 MiB", "3.45 GiB", "2.90 GiB", "110.00 MiB"));
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(std::abs(*all[0].others - 91.5 * bytes_per_gib) < 0.1 * bytes_per_gib);
    for (const DeathRemedy& remedy : all[0].remedies) {
      QVERIFY(remedy.place != "plan");
      QVERIFY2(!has(remedy.label, "expandable_segments"), remedy.label.c_str());
    }
  }
  void unused_blocks_that_suffice_are_fragmentation() {
    const std::vector<Death> all =
        deaths_in(message("35.60 GiB", "79.33 GiB", "26.16 GiB", "53.16 GiB", "11.97 GiB", "40.69 GiB"));
    QVERIFY2(has(all.front().remedies.front().label, "expandable_segments"), all.front().cause.c_str());
  }
  void a_remedy_of_the_plan_fits() {
    const PlanDocument plan = read_plan(four_small_gpus);
    const std::vector<Death> all =
        deaths_in(message("1.00 GiB", "39.39 GiB", "0.50 GiB", "38.80 GiB", "37.00 GiB", "0.30 GiB"), &plan);
    int plans = 0;
    for (const DeathRemedy& remedy : all.front().remedies) {
      if (!remedy.plan) continue;
      ++plans;
      QVERIFY2(figures_of(*remedy.plan).estimate.fits(), remedy.label.c_str());
    }
    QVERIFY(plans > 0);
  }

  void the_calls_tell_the_phase_data() {
    QTest::addColumn<QByteArray>("calls");
    QTest::addColumn<QByteArray>("phase");
    const auto row = [](const char* name, const char* calls, const char* phase) {
      QTest::newRow(name) << QByteArray(calls) << QByteArray(phase);
    };
    row("recomputation is backward",
        "  File \"/x/train.py\", line 1, in train_step\n  File \"/x/torch/_tensor.py\", line 2, in backward\n"
        "  File \"/x/torch/utils/checkpoint.py\", line 3, in backward\n  File \"/x/m.py\", line 4, in "
        "forward\n",
        "backward");
    row("Lightning's closure computes within the optimizer's step",
        "  File \"/x/torch/optim/optimizer.py\", line 1, in step\n"
        "  File \"/x/pytorch_lightning/loops/closure.py\", line 2, in closure\n"
        "  File \"/x/model.py\", line 3, in forward\n",
        "forward");
    row("the engine's first step is initialisation",
        "  File \"/x/deepspeed/__init__.py\", line 1, in initialize\n"
        "  File \"/x/deepspeed/runtime/zero/stage3.py\", line 2, in initialize_optimizer_states\n"
        "  File \"/x/torch/optim/adamw.py\", line 3, in step\n",
        "initialisation");
    row("a loss within a forward pass",
        "  File \"/x/transformers/models/llama/modeling_llama.py\", line 1, in forward\n"
        "  File \"/x/torch/nn/functional.py\", line 2, in cross_entropy\n",
        "loss");
    row("a gathered checkpoint", "  File \"/x/deepspeed/runtime/engine.py\", line 1, in save_16bit_model\n",
        "save");
    row("generation within evaluation is evaluation",
        "  File \"/x/transformers/trainer.py\", line 1, in evaluation_loop\n"
        "  File \"/x/transformers/generation/utils.py\", line 2, in generate\n",
        "evaluate");
    row("zero.Init within from_pretrained is loading",
        "  File \"/x/transformers/modeling_utils.py\", line 1, in from_pretrained\n"
        "  File \"/x/deepspeed/runtime/zero/partition_parameters.py\", line 2, in wrapper\n",
        "loading");
  }
  void the_calls_tell_the_phase() {
    QFETCH(QByteArray, calls);
    QFETCH(QByteArray, phase);
    const std::string text = traceback + calls.toStdString() + "RuntimeError: CUDA out of memory.\n";
    QCOMPARE(std::string(name_of(deaths_in(text).front().phase)), phase.toStdString());
  }

  void a_rank_that_died_is_the_cause_of_the_others_timeout() {
    const std::string text =
        "[rank1]:[E ProcessGroupNCCL.cpp:467] [Rank 1] Watchdog caught collective operation timeout: "
        "WorkNCCL(SeqNum=7, "
        "OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600051 milliseconds before "
        "timing out.\n"
        "[rank0]: Traceback (most recent call last):\n[rank0]:   File \"/x/torch/nn/functional.py\", line 1, "
        "in linear\n"
        "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n";
    const std::vector<Death> all = deaths_in(text);
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(all[0].kind, DeathKind::gpu_oom);
    QCOMPARE(all[1].kind, DeathKind::nccl_timeout);
  }
  void ranks_in_different_collectives_did_unequal_work() {
    const auto line = [](int rank, const char* operation, int elements) {
      return "[Rank " + std::to_string(rank) +
             "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=" + operation +
             ", NumelIn=" + std::to_string(elements) +
             ", NumelOut=8, Timeout(ms)=1800000) ran for 1800001 milliseconds before timing out.\n";
    };
    const std::string cause =
        deaths_in(line(0, "_ALLGATHER_BASE", 8192) + line(1, "ALLREDUCE", 1)).front().cause;
    QVERIFY2(has(cause, "unequal work"), cause.c_str());
  }
  void a_launchers_report_alone_says_where_to_look() {
    const std::vector<Death> all = deaths_in(
        "ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 1) local_rank: 0 (pid: 2412) "
        "of binary: "
        "/usr/bin/python3\n");
    QCOMPARE(all.front().row, std::string("wrapper"));
    QVERIFY(has(all.front().cause, "not the error itself"));
  }
  void an_exception_leads_to_itself_not_to_the_launcher() {
    const std::vector<Death> all =
        deaths_in(std::string(traceback) +
                  "  File \"/x/train.py\", line 1, in main\nKeyError: 'input_ids'\n"
                  "subprocess.CalledProcessError: Command '['python']' returned non-zero exit status 1.\n");
    QCOMPARE(all.front().row, std::string("exception"));
    QVERIFY(has(all.front().cause, "KeyError: 'input_ids'"));
  }
  void a_message_within_json_is_read_with_its_calls() {
    const std::vector<Death> all = deaths_in(
        "{\"log\":\"Traceback (most recent call last):\\n  File \\\"/x/torch/optim/adamw.py\\\", line 9, in "
        "step\\n"
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB.\\n\"}\n");
    QCOMPARE(all.front().kind, DeathKind::gpu_oom);
    QCOMPARE(all.front().phase, RunPhase::step);
    QCOMPARE(all.front().place.line, 1);
  }
  void interleaved_ranks_keep_their_calls() {
    const std::string text =
        "[rank0]: Traceback (most recent call last):\n[rank1]: Traceback (most recent call last):\n"
        "[rank0]:   File \"/x/torch/optim/adamw.py\", line 9, in step\n"
        "[rank1]:   File \"/x/transformers/trainer.py\", line 9, in evaluate\n"
        "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB.\n"
        "[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n";
    const std::vector<Death> all = deaths_in(text);
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(all[0].phase, RunPhase::step);
    QCOMPARE(all[1].phase, RunPhase::evaluate);
  }
  void a_first_scale_that_overflows_is_no_fault() {
    std::string text;
    for (int scale = 1 << 30; scale > 1 << 12; scale /= 2)
      text += "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: " + std::to_string(scale) +
              ", reducing to " + std::to_string(scale / 2) + "\n";
    QVERIFY(deaths_in(text).empty());
  }
  void a_flush_in_a_hundred_steps_is_no_crawl() {
    std::string text =
        "1 pytorch allocator cache flushes since last step. this happens when there is high memory\n";
    QCOMPARE(deaths_in(text).front().kind, DeathKind::slow);
    for (int step = 1; step <= 100; ++step)
      text += "{'loss': 1.0, 'epoch': " + std::to_string(step) + "}\n";
    QVERIFY(deaths_in(text).empty());
  }
  void without_a_plan_one_is_made_of_the_log() {
    const std::string text =
        "{\"model_name\": \"Qwen/Qwen3-0.6B\", \"seq_len\": 65536, \"num_gpus\": 1}\n" +
        message("37.09 GiB", "79.18 GiB", "34.48 GiB", "44.69 GiB", "43.38 GiB", "103.94 MiB");
    const Death one = deaths_in(text).front();
    QCOMPARE(one.phase, RunPhase::loss);
    QVERIFY2(has(one.cause, "65,536 tokens × 151,936 words × 4 bytes"), one.cause.c_str());
    QVERIFY2(has(one.assumed, "65,536"), one.assumed.c_str());
  }
  void two_sizes_tell_what_grows() {
    const PlanDocument plan = read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})");
    const NamedLog log = log_of_text("[INFO] world_size: 16\ntorch.distributed world_size=16\n", "run.log");
    NamedLog larger = log;
    larger.log.observations = {{ObservedQuantity::world_size, "", std::nullopt, 16, "", 0, 1}};
    const Measurement measured = measure(&plan, {&larger, 1});
    QVERIFY(measured.growth && measured.growth->gpus_before == 8 && measured.growth->gpus_after == 16);
    const bool has_time = std::ranges::any_of(measured.growth->entries, [](const GrownEntry& one) {
      return one.unit == "s" && one.after > one.before;
    });
    QVERIFY(has_time);
    QVERIFY(measured.growth->step_before > 0 && measured.growth->step_after > 0);
    QVERIFY2(has(measured.growth->meaning, "No ledger entry of a GPU grows") &&
                 has(measured.growth->meaning, "out of memory on 16 GPUs"),
             measured.growth->meaning.c_str());
  }

  void absurd_figures_are_held_at_the_largest_amount() {
    const Death timeout =
        deaths_in(
            "[E ProcessGroupNCCL.cpp:456] [Rank 3] Watchdog caught collective operation timeout: "
            "WorkNCCL(SeqNum=77, OpType=ALLREDUCE, NumelIn=1e36, NumelOut=1e36, Timeout(ms)=1800000) ran for "
            "1800001 milliseconds before timing out.\n")
            .front();
    QVERIFY2(has(timeout.cause, "100,000,000,000,000,000"), timeout.cause.c_str());
    QVERIFY(!deaths_in("AssertionError: Check batch related parameters. train_batch_size is not equal to "
                       "micro_batch_per_gpu * gradient_acc_step * world_size 1e36 != 8e36 * 1 * 8\n")
                 .empty());
  }

  void every_row_has_a_source_a_cause_and_remedies() {
    std::set<std::string_view> ids;
    for (const diagnosis::DeathRow* row : diagnosis::death_rows()) {
      QVERIFY2(ids.insert(row->id).second, std::string(row->id).c_str());
      QVERIFY2(!row->source.empty() && !row->cause.empty(), std::string(row->id).c_str());
      const bool is_computed = row->id == "gpu_allocator";
      QVERIFY2(is_computed || !row->remedies.front().text.empty(), std::string(row->id).c_str());
      QVERIFY(!diagnosis::filled(row->cause, Incident()).empty());  // knows every place of the sentence
    }
  }
};

ZP_TEST(DeathsTest)
#include "deaths_test.moc"
