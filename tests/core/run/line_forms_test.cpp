// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/run/run_log.h"
#include "core/run/scan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns the observations of a text in its order, as "gpu.allocated [step 1] 0: 3; …".
QByteArray said(std::string_view text) {
  QByteArray all;
  for (const Observation& one : read_run_log(text).observations) {
    if (!all.isEmpty()) all += "; ";
    all += QByteArray(name_of(one.quantity).data(), static_cast<int>(name_of(one.quantity).size()));
    if (!one.moment.empty()) all += " [" + QByteArray::fromStdString(one.moment) + "]";
    if (one.rank) all += " " + QByteArray::number(*one.rank);
    all += ": " +
           (one.word.empty() ? QByteArray::number(one.value, 'g', 12) : QByteArray::fromStdString(one.word));
  }
  return all;
}

constexpr double gib = 1073741824, bytes_per_mb = 1048576;
QByteArray bytes(double value) { return QByteArray::number(value, 'g', 12); }

}  // namespace

/// Tests of forms of a line in other versions and surroundings than those of the published logs.
class LineFormsTest : public QObject {
  Q_OBJECT

 private slots:
  void lines_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const QByteArray& expected) {
      QTest::newRow(name) << QByteArray(text) << expected;
    };
    row("pipeline engine", "steps: 10 loss: 3.9012 iter time (s): 1.234 samples/sec: 51.860\n",
        "step.total [step 10] 0: 1.234; throughput.samples_per_s [step 10] 0: 51.86");
    row("throughput of 0.7",
        "[INFO] [timer.py:193:stop] 0/1248, RunningAvgSamplesPerSec=14.45, CurrSamplesPerSec=9.85, "
        "MemAllocated=0.5GB, MaxMemAllocated=2.0GB\n",
        "throughput.samples_per_s [average to micro step 1248] 0: 14.45; throughput.samples_per_s [micro "
        "step 1248] 0: 9.85; gpu.allocated [micro step 1248] 0: " +
            bytes(0.5 * gib) + "; gpu.max_allocated [micro step 1248] 0: " + bytes(2 * gib));
    row("timers of 0.18 glued to a bar",
        " 40%|####      | 4/10 [00:04<00:06,  1.00s/it][Rank 0] time (ms) | fwd_microstep: 654.24 | "
        "bwd_microstep: 1000.00 | bwd_inner_microstep: 900.00 | bwd_allreduce_microstep: 100.00 | "
        "step_microstep: 20.00\n",
        "step.forward [micro step] 0: 0.65424; step.backward [micro step] 0: 1; step.reduce [micro step] 0: "
        "0.1; step.optimizer [micro step] 0: 0.02");
    // From huggingface/nanotron, pull request 23 and issue 390.
    row("nanotron",
        "01/17/2024 13:47:27 [INFO|DP=0|PP=0|TP=0|ip-26-0-160-225]: iteration: 991 / 1000 | consumed_tokens: "
        "634K "
        "| elapsed_time_per_iteration_ms: 45 | tokens_per_sec: 14.2K | tokens_per_sec_per_gpu: 1.78K | "
        "global_batch_size: 20 | lm_loss: 10.6 | lr: 1e-05 | model_tflops_per_gpu: 0.00869 | "
        "hardware_tflops_per_gpu: 0.00869 | grad_norm: 0.515 | cuda_memory_allocated: 75.2M | "
        "cuda_max_memory_reserved: 547M | hd_total_memory_tb: 312G\n",
        "step.total [step 991]: 0.045; throughput.tokens_per_s [step 991]: 14200; run.global_batch: 20; "
        "throughput.tflops_per_gpu [step 991]: 0.00869; gpu.allocated [step 991]: 75200000; gpu.max_reserved "
        "[step 991]: 547000000");
    row("nanotron, a step of seconds",
        "10/17/2025 16:31:56 [INFO|DP=0|PP=0|TP=0]: iteration: 327281 / 378950 | consumed_tokens: 85.8G | "
        "elapsed_time_per_iteration_ms: 11.5K | tokens_per_sec: 22.8K | global_batch_size: 64 | lm_loss: "
        "2.38\n",
        "step.total [step 327281]: 11.5; throughput.tokens_per_s [step 327281]: 22800; run.global_batch: 64");
    // From notes on a fault of nanotron's context parallelism (qwen.py, position ids): two ranks,
    // Qwen with experts.
    row("nanotron's log_memory",
        "12/06 14:46:02 [INFO|CP=0|TP=0|nid006683]:  Memory usage: 18787.00MiB. Peak allocated 19415.07MiB. "
        "Peak reserved: 20170.00MiB\n",
        "gpu.allocated: " + bytes(18787.0 * gib / 1024) + "; gpu.max_allocated: " +
            bytes(19415.07 * gib / 1024) + "; gpu.max_reserved: " + bytes(20170.0 * gib / 1024));
    // From pytorch/torchtitan, pull requests 2389 and 1287.
    row("torchtitan",
        "[titan] 2026-02-24 19:46:17,508 - root - INFO - step:  4  loss:  7.62585  grad_norm: 26.6250  "
        "memory: "
        "66.91GiB(37.51%)  tps: 10,050  tflops: 314.71  mfu: 13.99%\n",
        "gpu.max_reserved [step 4]: " + bytes(66.91 * gib) +
            "; throughput.tokens_per_s [step 4, one GPU]: 10050; throughput.tflops_per_gpu [step 4]: 314.71");
    row("torchtitan by torchrun",
        "[rank0]:[titan] 2025-06-16 22:30:50,322 - root - INFO - step: 200  loss:  6.1384  memory: "
        "49.66GiB(52.28%)  tps: 5,856  tflops: 339.16  mfu: 34.29%\n",
        "gpu.max_reserved [step 200] 0: " + bytes(49.66 * gib) +
            "; throughput.tokens_per_s [step 200, one GPU] 0: 5856; throughput.tflops_per_gpu [step 200] 0: "
            "339.16");
    // From karpathy/nanoGPT, issue 110.
    row("nanoGPT", "iter 1631: loss 4.0863, time 561.94ms\n", "step.total [step 1631]: 0.56194");
    // From axolotl-ai-cloud/axolotl, issues 1153, 3196 and pull request 3072.
    row("Axolotl's memory as it was before 0.12",
        "[2024-01-19 08:21:59,758] [INFO] [axolotl.load_model:625] [PID:6553] [RANK:5] GPU memory usage "
        "after "
        "adapters: 25.701GB (+0.079GB cache, +1.045GB misc)\n",
        "gpu.allocated [after adapters] 5: " + bytes(25.701 * gib));
    row("Axolotl's peaks",
        "{'loss': 4.75, 'grad_norm': 98.5, 'learning_rate': 5e-06, 'memory/max_mem_active(gib)': 25.45, "
        "'memory/max_mem_allocated(gib)': 25.45, 'memory/device_mem_reserved(gib)': 30.22, 'epoch': 1.0}\n",
        "gpu.max_allocated: " + bytes(25.45 * gib) + "; gpu.max_reserved: " + bytes(30.22 * gib));
    row("Axolotl's peaks under their newer names, by a transformers that quotes numbers",
        "{'train_runtime': '158.8', 'train_samples_per_second': '26.2', 'train_steps_per_second': '1.638', "
        "'train_loss': '1.567', 'memory/max_active (GiB)': '2.42', 'memory/max_allocated (GiB)': '2.42', "
        "'memory/device_reserved (GiB)': '7.89', 'epoch': '1', 'tokens/train_per_sec_per_gpu': '0'}\n",
        "throughput.samples_per_s [whole run]: 26.2; gpu.max_allocated [whole run]: " + bytes(2.42 * gib) +
            "; gpu.max_reserved [whole run]: " + bytes(7.89 * gib) +
            "; step.total [whole run]: 0.610500610501");
    // From linkedin/Liger-Kernel, pull request 110.
    row("Liger-Kernel's callback",
        "{'loss': 75.1831, 'grad_norm': 9.36429500579834, 'learning_rate': 9.931806517013612e-06, 'epoch': "
        "1.0, 'num_input_tokens_seen': 65536, 'step_peak_memory_allocated_MB': 26279.24, "
        "'total_peak_memory_allocated_MB': 26279.24, 'step_peak_memory_reserved_MB': 47172.0, "
        "'total_peak_memory_reserved_MB': 47172.0, 'step_tokens_per_second': 18801.85}\n",
        "gpu.max_allocated: " + bytes(26279.24 * gib / 1024) +
            "; gpu.max_reserved: " + bytes(47172.0 * gib / 1024));
    // From a README that trains Llama 3.1 8B on four GPUs with torchtune, and meta-pytorch/torchtune, pull
    // request 1358.
    row("torchtune",
        "Step 5 | loss:0.35119619965553284 lr:1e-06 tokens_per_second_per_gpu:9077.1552734375 "
        "peak_memory_active:85.53374147415161 peak_memory_alloc:85.53374147415161 "
        "peak_memory_reserved:104.0546875\n",
        "throughput.tokens_per_s [step 5, one GPU]: 9077.15527344; gpu.max_allocated [step 5]: " +
            bytes(85.53374147415161 * gib) + "; gpu.max_reserved [step 5]: " + bytes(104.0546875 * gib));
    row("torchtune without memory",
        "Step 2 | loss:1.8718312978744507 lr:2e-05 tokens_per_second_per_gpu:405.044978758513\n",
        "throughput.tokens_per_s [step 2, one GPU]: 405.044978759");
    // From InternLM/xtuner, issue 658.
    row("MMEngine, which XTuner runs",
        "2024/05/07 12:12:48 - mmengine - INFO - Iter(train) [1020/2046]  lr: 1.0546e-04  eta: 0:56:17  "
        "time: "
        "2.8955  data_time: 0.0172  memory: 15266  loss: 0.8473  grad_norm: 0.0009\n",
        "step.total [step 1020]: 2.8955; gpu.max_allocated [step 1020]: " + bytes(15266 * gib / 1024));
    // From Unsloth's notebook for Phi-4 on a Tesla T4, as its documentation prints it.
    row("Unsloth",
        "GPU = Tesla T4. Max memory = 14.748 GB.\n10.043 GB of memory reserved.\n"
        "==((====))==  Unsloth - 2x faster free finetuning | Num GPUs = 1\n"
        "   \\\\   /|    Num examples = 100,000 | Num Epochs = 1\n"
        "O^O/ \\_/ \\    Batch size per device = 2 | Gradient Accumulation steps = 4\n"
        "\\        /    Total batch size = 8 | Total steps = 30\n"
        " \"-____-\"     Number of trainable parameters = 65,536,000\n"
        "Peak reserved memory = 12.361 GB.\nPeak reserved memory for training = 2.318 GB.\n",
        "run.micro_batch: 2; run.accumulation: 4; model.trainable: 65536000; gpu.max_reserved [whole run]: " +
            bytes(12.361 * gib));
    row("step timers of 0.18",
        "[Rank 0] time (ms) | fwd: 10.00 | bwd: 20.00 | bwd_inner: 15.00 | bwd_allreduce: 5.00 | step: "
        "2.00\n",
        "step.forward [step] 0: 0.01; step.backward [step] 0: 0.02; step.reduce [step] 0: 0.005; "
        "step.optimizer [step] 0: 0.002");
    // From xduan7/scalable-transformer, a run on one A100.
    row("Megatron-LM's timers",
        "time (ms) | forward-compute: 43.42 | backward-compute: 90.74 | backward-params-all-reduce: 10.86 | "
        "backward-embedding-all-reduce: 0.02 | optimizer-copy-to-main-grad: 3.32 | "
        "optimizer-unscale-and-check-inf: 3.17 | optimizer-clip-main-grad: 5.56 | "
        "optimizer-copy-main-to-model-params: 3.63 | optimizer: 24.05 | batch-generator: 1.62\n",
        "step.forward [step]: 0.04342; step.backward [step]: 0.09074; step.reduce [step]: 0.01086; "
        "step.optimizer [step]: 0.02405");
    // From saforem2's fork of Megatron-DeepSpeed, a run on 768 GPUs. The slowest rank counts, because a step
    // waits for it.
    row("Megatron-LM's timers across ranks",
        "(min, max) time across ranks (ms):\n"
        "    forward-backward ...............................: (26094.39, 26095.09)\n"
        "    optimizer ......................................: (3407.56, 3409.92)\n"
        "training ...\n"
        "max time across ranks (ms):\n"
        "    forward-compute ................................: 5012.2\n"
        "    backward-compute ...............................: 7012.2\n"
        "\n"
        "    optimizer ......................................: 1.0\n",
        "step.optimizer [step]: 3.40992; step.forward [step]: 5.0122; step.backward [step]: 7.0122");
    row("memory of two ranks on one line",
        "[Rank 2] (after 1 iterations) memory (MB) | allocated: 9334.0 | max allocated: 12680.5 | reserved: "
        "13236.0 | max reserved: 13236.0[Rank 6] (after 1 iterations) memory (MB) | allocated: 10850.5 | max "
        "allocated: 10850.5 | reserved: 11000.0 | max reserved: 11000.0\n",
        "gpu.allocated [step 1] 2: " + bytes(9334.0 * bytes_per_mb) + "; gpu.max_allocated [step 1] 2: " +
            bytes(12680.5 * bytes_per_mb) + "; gpu.reserved [step 1] 2: " + bytes(13236 * bytes_per_mb) +
            "; gpu.max_reserved [step 1] 2: " + bytes(13236 * bytes_per_mb) +
            "; gpu.allocated [step 1] 6: " + bytes(10850.5 * bytes_per_mb) +
            "; gpu.max_allocated [step 1] 6: " + bytes(10850.5 * bytes_per_mb) +
            "; gpu.reserved [step 1] 6: " + bytes(11000 * bytes_per_mb) +
            "; gpu.max_reserved [step 1] 6: " + bytes(11000 * bytes_per_mb));
    // From verl utils/logger/aggregate_logger.py, print_dict; the time includes generation.
    row("verl",
        "(TaskRunner pid=4242) step:3 - global_seqlen/mean:4096.0 - actor/grad_norm:0.31 - "
        "perf/mfu/actor:0.31 - perf/max_memory_allocated_gb:42.5 - perf/max_memory_reserved_gb:60.25 - "
        "perf/cpu_memory_used_gb:96.5 - timing_s/step:579.1 - perf/throughput:812.3\n"
        "(TaskRunner pid=4242) step:4 - actor/perf/max_memory_allocated_gb:42.75 - "
        "actor/perf/max_memory_reserved_gb:60.5\n",
        "gpu.max_allocated [step 3]: " + bytes(42.5 * gib) + "; gpu.max_reserved [step 3]: " +
            bytes(60.25 * gib) + "; host.used [step 3]: " + bytes(96.5 * gib) +
            "; gpu.max_allocated [step 4]: " + bytes(42.75 * gib) +
            "; gpu.max_reserved [step 4]: " + bytes(60.5 * gib));
    row("parts of the step are no step",
        "[Rank 0] time (ms) | optimizer_step: 5.00 | optimizer_swap_in_state: 3.00 | init_optimizer_state: "
        "1.00\n",
        "");
    row("bare memory lines of a script's own message, colours and Windows line ends",
        "\x1b[32mbefore fwd\x1b[0m\r\nMA 1.5 GB         Max_MA 2.0 GB         CA 2.5 GB         Max_CA 3 GB "
        "\r\n",
        "gpu.allocated [before fwd] 0: " + bytes(1.5 * gib) + "; gpu.max_allocated [before fwd] 0: " +
            bytes(2 * gib) + "; gpu.reserved [before fwd] 0: " + bytes(2.5 * gib) +
            "; gpu.max_reserved [before fwd] 0: " + bytes(3 * gib));
    row("another rank speaks between a message and its figures",
        "After initializing ZeRO optimizer\n[rank3]: W0126 something else\n"
        "MA 1.0 GB         Max_MA 1.0 GB         CA 1.0 GB         Max_CA 1 GB \n",
        "gpu.allocated [After initializing ZeRO optimizer] 0: " + bytes(gib) +
            "; gpu.max_allocated [After initializing ZeRO optimizer] 0: " + bytes(gib) +
            "; gpu.reserved [After initializing ZeRO optimizer] 0: " + bytes(gib) +
            "; gpu.max_reserved [After initializing ZeRO optimizer] 0: " + bytes(gib));
    row("profiler of 0.10.1 and later, srun's ranks",
        "3: Profile Summary at step 5:\n"
        "3: params of model = params per GPU * mp_size:                             1.34 B  \n"
        "3: fwd latency:                                                           1.2 s   \n"
        "3: fwd FLOPS per GPU = fwd flops per GPU / fwd latency:                    900 GFLOPS\n",
        "model.parameters 3: 1340000000; step.forward [profiled step 5] 3: 1.2; throughput.tflops_per_gpu "
        "[profiled step 5, forward] 3: 0.9");
    row("a profiler that counted nothing under zero.Init",
        "params of model = params per GPU * mp_size:                   0\n", "");
    row("PEFT", "trainable params: 4,194,304 || all params: 6,742,609,920 || trainable%: 0.0622\n",
        "model.trainable: 4194304; model.parameters: 6742609920");
    row("a count under zero.Init", "Total Parameters: 1 (~0.00B)\n", "");
    row("LLaMA-Factory's trainer_log.jsonl",
        R"({"current_steps": 10, "total_steps": 100, "loss": 1.2, "throughput": 2345.6, "total_tokens": 99})"
        "\n",
        "throughput.tokens_per_s [step 10]: 2345.6");
    row("a script's own decimal GB", "[MEMORY] Before backward: 42.15GB\n", "");
    row("nvidia-smi as values",
        "index, name, memory.used [MiB], memory.total [MiB]\n0, NVIDIA A100, 437 MiB, 81920 MiB\n"
        "1, NVIDIA A100, 512 MiB, 81920 MiB\n",
        "gpu.used [nvidia-smi] 0: 458227712; gpu.used [nvidia-smi] 1: 536870912");
    row("torchrun over nodes", "torchrun --nnodes=2 --nproc_per_node=8 train.py --bf16 True\n",
        "run.dtype: bf16; run.world_size: 16");
    row("a configuration as Python writes it",
        "  \"bf16\": {\n    \"enabled\": True,\n  },\n  \"zero_optimization\": {\n    \"stage\": 2,\n  },\n"
        "  \"train_micro_batch_size_per_gpu\": \"auto\",\n  \"gradient_accumulation_steps\": 4\n",
        "run.dtype: bf16; run.stage: 2; run.accumulation: 4");
    row("fp16 is said of every type by stage 3's first line",
        "[Rank 0] Creating fp16 ZeRO stage 3 optimizer, MiCS is enabled False\n"
        "[Rank 0] Creating torch.bfloat16 ZeRO stage 3 optimizer\n",
        "run.stage 0: 3; run.dtype 0: bf16; run.stage 0: 3");
    row("versions as people list them", "- deepspeed==0.12.6\n", "run.deepspeed_version: 0.12.6");
    row("a requirement is no version", "deepspeed>=0.9.3\nimport deepspeed.ops.adam 1.2\n", "");
    row("Megatron's throughput",
        " iteration       10/    1000 | elapsed time per iteration (ms): 2500.0 | global batch size:   512 | "
        "samples per second: 204.8 | TFLOPs: 125.18 |\n",
        "step.total [step 10]: 2.5; run.global_batch: 512; throughput.samples_per_s [step 10]: 204.8; "
        "throughput.tflops_per_gpu [step 10]: 125.18");
    row("a page broke the line behind its commas",
        "[INFO] "
        "[timer.py:260:stop]\nepoch=0/micro_step=2000/global_step=2000,\nRunningAvgSamplesPerSec=502.5,\n"
        "CurrSamplesPerSec=519.5,\nMemAllocated=0.5GB,\nMaxMemAllocated=2.0GB\n",
        "throughput.samples_per_s [average to step 2000] 0: 502.5; throughput.samples_per_s [step 2000] 0: "
        "519.5; gpu.allocated [step 2000] 0: " +
            bytes(0.5 * gib) + "; gpu.max_allocated [step 2000] 0: " + bytes(2 * gib));
    row("a terminal broke the line within a word",
        "epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=110.5, CurrSamplesPerSec=111.5, MemA  "
        "        llocated=0.5GB, MaxMemAllocated=2.0GB\n",
        "throughput.samples_per_s [average to step 10] 0: 110.5; throughput.samples_per_s [step 10] 0: "
        "111.5; gpu.allocated [step 10] 0: " +
            bytes(0.5 * gib) + "; gpu.max_allocated [step 10] 0: " + bytes(2 * gib));
    row("a log kept as a comment in a script",
        "    # [2024-03-12 21:51:08,535] [INFO] [utils.py:828:see_memory_usage] Before moving to GPU\n"
        "    # [2024-03-12 21:51:08,536] [INFO] [utils.py:829:see_memory_usage] MA 1.0 GB         Max_MA 2.0 "
        "GB\n",
        "gpu.allocated [Before moving to GPU] 0: " + bytes(gib) +
            "; gpu.max_allocated [Before moving to GPU] 0: " + bytes(2 * gib));
    row("a fork of Megatron-DeepSpeed",
        "[2024-04-21 02:45:24][INFO][training:1251] -  iteration=       2/  317892 | consumed_samples=       "
        "  512 | elapsed_time_per_iteration_ms=16030.5 | global_batch_size=  256 | samples_per_second=15.969 "
        "| tokens_per_gpu_per_second_tgs=8176.5 | TFLOPs=160.07 |\n",
        "step.total [step 2]: 16.0305; run.global_batch: 256; throughput.samples_per_s [step 2]: 15.969; "
        "throughput.tflops_per_gpu [step 2]: 160.07; throughput.tokens_per_s [step 2, one GPU]: 8176.5");
    row("the profiler's rate of the whole step, and timers that were reset",
        "FLOPS per GPU = 3 * fwd flops per GPU / iter latency:                   2.35 TFLOPS\n"
        "bwd latency:                                                            -2.9601e+08 us\n",
        "throughput.tflops_per_gpu: 2.35");
    row("Trainer's result as Python prints it",
        "TrainOutput(global_step=10, training_loss=0.9, metrics={'train_runtime': 85.0, "
        "'train_samples_per_second': 0.125, 'train_steps_per_second': 0.118})\n",
        "throughput.samples_per_s [whole run]: 0.125; step.total [whole run]: 8.5");
    row("a configuration on one line",
        "ds_config: {'bf16': {'enabled': True}, 'zero_optimization': {'stage': 3, 'offload_param': "
        "{'device': 'cpu'}}, 'fp16': {'enabled': False}, 'train_micro_batch_size_per_gpu': 2}\n",
        "run.micro_batch: 2; run.stage: 3; run.dtype: bf16");
    row("a section that is not the one above",
        "  \"fp16\": {\n    \"enabled\": false,\n  },\n  \"activation_checkpointing\": {\n    \"enabled\": "
        "true\n",
        "");
    row("accelerate's state", "Num processes: 4\nMixed precision type: bf16\n",
        "run.world_size: 4; run.dtype: bf16");
    row("the profiler up to 0.3.16",
        "Profile step:                   5\nNumber of parameters:           336.23 M\n"
        "Latency:                        76.5 ms\nFloating point operations per second(FLOPS):   81.5 "
        "TFLOPS\n",
        "model.parameters: 336230000; step.forward [profiled step 5]: 0.0765; throughput.tflops_per_gpu "
        "[profiled step 5, forward]: 81.5");
    row("a Trainer of 2019", "  Instantaneous batch size per GPU = 4\n", "run.micro_batch: 4");
    row("a number that the text ends in may be half of one",
        "  Instantaneous batch size per device = 8\n  Total train batch size (w. parallel, distributed & "
        "accumulation) = 6",
        "run.micro_batch: 8");
    row("a stamp of the platform before every line",
        "2025-11-12T11:25:13.4961658Z [rank5]: trainable params: 1,000,000 || all params: 2,000,000 ||\n",
        "model.trainable 5: 1000000; model.parameters 5: 2000000");
  }
  void lines() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(said(text.toStdString()), expected);
  }

  void the_longest_bar_of_as_many_steps_as_announced_is_the_run() {
    QCOMPARE(said("  Total optimization steps = 50\n"
                  "100%|####| 50/50 [38:27<00:00, 46.16s/it]\n"
                  "100%|####| 900/900 [59:27<00:00,  3.96s/it]\n"
                  "Map: 100%|####| 50/50 [59:27<00:00,  1.00s/it]\n"),
             QByteArray("step.total [whole run]: 46.16"));
  }

  void a_message_broken_over_lines_is_read_whole() {
    const RunLog log = read_run_log(
        "[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 1 has a total\n"
        "capacity of 79.15 GiB of which 1.00 GiB is free. Including non-PyTorch memory, this process has "
        "78.14\n"
        "GiB memory in use. Of the allocated memory 70.00 GiB is allocated by PyTorch, and 5.00 GiB is "
        "reserved by PyTorch but unallocated.\n");
    QCOMPARE(log.out_of_memory.size(), std::size_t{1});
    const OutOfMemory& one = log.out_of_memory.front();
    QCOMPARE(one.rank, std::optional(1));
    QCOMPARE(*one.capacity, 79.15 * gib);
    QCOMPARE(*one.free, gib);
    QCOMPARE(*one.process, 78.14 * gib);
    QCOMPARE(*one.reserved, 75 * gib);
  }

  void a_forward_pass_within_the_backward_pass_is_computed_again() {
    const char* frames =
        "Traceback (most recent call last):\n"
        "  File \"/x/torch/autograd/__init__.py\", line 1, in backward\n    run()\n"
        "  File \"/x/torch/utils/checkpoint.py\", line 1, in forward\n    y = f(x)\n"
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total "
        "capacity\n";
    QCOMPARE(read_run_log(frames).out_of_memory.front().phase, std::string("backward"));
  }

  /// A terminal breaks a line between any two characters.
  void a_message_broken_inside_of_a_number_is_read_whole() {
    const RunLog log = read_run_log(
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2\n0.00 MiB. GPU 1 has a total "
        "capacity of "
        "79\n.15 GiB of which 1.00 GiB is free.\n");
    QCOMPARE(log.out_of_memory.size(), std::size_t{1});
    QCOMPARE(*log.out_of_memory.front().capacity, 79.15 * gib);
    QCOMPARE(*log.out_of_memory.front().requested, 20 * bytes_per_mb);
  }

  /// Python and C print an exponent with its sign; a letter behind a number is no exponent.
  void numbers_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value");
    QTest::addColumn<QByteArray>("rest");
    const auto row = [](const char* text, double value, const char* rest) {
      QTest::newRow(text) << QByteArray(text) << value << QByteArray(rest);
    };
    row("1e-05", 1e-5, "");
    row("2.5E+3,", 2500, ",");
    row("1e5 s", 1e5, " s");
    row("1e12", 1e12, "");
    row("3e", 3, "e");
    row("3e+", 3, "e+");
    row("4each", 4, "each");
    row("500,000,000 B", 5e8, " B");
    row("-7.25x", -7.25, "x");
  }
  void numbers() {
    QFETCH(QByteArray, text);
    QFETCH(double, value);
    QFETCH(QByteArray, rest);
    run::Scan scan(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    const std::optional<run::Number> number = scan.number();
    QVERIFY(number.has_value());
    QCOMPARE(number->value, value);
    QCOMPARE(QByteArray(scan.rest().data(), static_cast<int>(scan.rest().size())), rest);
  }

  void the_optimizers_first_step_while_the_engine_is_built_is_initialisation() {
    const char* frames =
        "Traceback (most recent call last):\n"
        "  File \"/x/deepspeed/runtime/zero/stage_1_and_2.py\", line 1, in initialize_optimizer_states\n"
        "    self.optimizer.step()\n"
        "  File \"/x/torch/optim/adam.py\", line 1, in _init_group\n    state['exp_avg'] = "
        "torch.zeros_like(p)\n"
        "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 4.00 GiB total capacity)\n";
    const OutOfMemory one = read_run_log(frames).out_of_memory.front();
    QCOMPARE(one.phase, std::string("initialisation"));
    QCOMPARE(one.entries, (std::vector{EntryId::step_optimizer, EntryId::states_optimizer}));
  }

  void calls_as_ipython_prints_them() {
    const OutOfMemory one =
        read_run_log(
            "File /x/deepspeed/runtime/engine.py:1184, in DeepSpeedEngine._configure_optimizer(self, o)\n"
            "File /x/deepspeed/runtime/zero/stage3.py:312, in DeepSpeedZeroOptimizer_Stage3._create_fp32_"
            "partitions(self)\nRuntimeError: CUDA error: out of memory\n")
            .out_of_memory.front();
    QCOMPARE(one.where, ExhaustedMemory::device);
    QCOMPARE(one.entries, (std::vector{EntryId::init_workspace, EntryId::states_master}));
  }

  /// From c10/cuda/CUDAMallocAsyncAllocator.cpp.
  void the_asynchronous_allocator_tells_in_a_table() {
    const RunLog log = read_run_log(
        "torch.OutOfMemoryError: Allocation on device 1 would exceed allowed memory. (out of memory)\n"
        "Currently allocated     : 21.50 GiB\n"
        "Requested               : 640.00 MiB\n"
        "Device limit            : 23.75 GiB\n"
        "Free (according to CUDA): 7.00 MiB\n"
        "PyTorch limit (set by user-supplied memory fraction)\n"
        "                        : 17179869184.00 GiB\n");
    QCOMPARE(log.out_of_memory.size(), std::size_t{1});
    const OutOfMemory& one = log.out_of_memory.front();
    QCOMPARE(one.where, ExhaustedMemory::gpu);
    QCOMPARE(one.gpu.value(), 1);
    QCOMPARE(one.allocated.value(), 21.5 * gib);
    QCOMPARE(one.requested.value(), 640.0 * bytes_per_mb);
    QCOMPARE(one.capacity.value(), 23.75 * gib);
    QCOMPARE(one.free.value(), 7.0 * bytes_per_mb);
  }

  /// From OpenRLHF issue 171, and Ray's documentation of 2.5x; its GB are powers of 1024.
  void ray_kills_before_the_kernel_does() {
    const RunLog log = read_run_log(
        "ray.exceptions.OutOfMemoryError: Task was killed due to the node running low on memory.\n"
        "Memory on the node (IP: 10.0.0.1, ID: 33f3bd9f) where the task (actor ID: 7082, "
        "name=RewardModelRayActor.__init__, pid=5315, memory used=1.67GB) was running was 445.50GB / "
        "468.75GB (0.950365), which exceeds the memory usage threshold of 0.95. Ray killed this worker\n"
        "Memory on the node (IP: 10.83.10.20) was 957.5GB / 1006.0GB (0.951040),\n");
    QCOMPARE(log.out_of_memory.size(), std::size_t{2});
    const OutOfMemory& one = log.out_of_memory.front();
    QCOMPARE(one.where, ExhaustedMemory::host);
    QCOMPARE(one.process.value(), 445.5 * gib);
    QCOMPARE(one.capacity.value(), 468.75 * gib);
    QCOMPARE(log.out_of_memory.back().process.value(), 957.5 * gib);
    QCOMPARE(log.observations.front().quantity, ObservedQuantity::host_used);
    QCOMPARE(log.observations.front().value, 445.5 * gib);
  }

  void a_kill_broken_over_lines_has_its_amounts() {
    const RunLog log = read_run_log(
        "[Tue Sep 16 03:14:22] Out of memory: Killed process 2481 (python3)\n"
        "  total-vm:8123400kB, anon-rss:7981200kB, file-rss:0kB, oom_score_adj:0\n");
    QCOMPARE(log.observations.front().value, 7981200.0 * 1024);
  }

  void host_memory_runs_out_in_words_without_figures_too() {
    QCOMPARE(read_run_log("[ERROR] ['python'] exits with return code = -9\n").out_of_memory.size(),
             std::size_t{1});
    QCOMPARE(read_run_log(
                 "ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: -9) local_rank: 0\n")
                 .out_of_memory.size(),
             std::size_t{1});
    QCOMPARE(read_run_log("Killed\nslurmstepd: error: Detected 1 oom-kill event(s) in StepId=1.0.\n")
                 .out_of_memory.size(),
             std::size_t{1});
    const RunLog log = read_run_log(
        "RuntimeError: [enforce fail at alloc_cpu.cpp:75] err == 0. DefaultCPUAllocator: can't allocate "
        "memory: you tried to allocate 8388608000 bytes. Error code 12 (Cannot allocate memory)\n");
    QCOMPARE(log.out_of_memory.size(), std::size_t{1});
    QCOMPARE(log.out_of_memory.front().where, ExhaustedMemory::host);
    QCOMPARE(log.out_of_memory.front().requested, std::optional(8388608000.0));
  }
};

ZP_TEST(LineFormsTest)
#include "line_forms_test.moc"
