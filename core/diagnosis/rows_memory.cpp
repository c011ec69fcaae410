// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/row_readers.h"
#include "core/units/format.h"

namespace zp::diagnosis {
namespace {

using enum RemedyPlace;
using run::Lines;
using run::LogLine;

/// Reads vLLM's "Free memory on device (4.04/119.63 GiB) on startup is less than desired GPU memory
/// utilization (0.15, 17.94 GiB)".
bool read_vllm_startup(const Lines& lines, const LogLine& line, Incident& out) {
  const std::string text = lines.joined(line, 2, " ");
  run::Scan scan(text);
  if (!scan.find("Free memory on device") || !scan.find("(")) return true;
  const std::optional<run::Number> free = scan.number();
  if (!free || !scan.skip("/")) return true;
  const std::optional<run::Number> capacity = scan.bytes();
  if (!capacity) return true;
  out.free = free->value * run::gib;
  out.capacity = capacity->value;
  out.others = *out.capacity - *out.free;
  if (scan.find("utilization (") && scan.number() && scan.skip(", "))
    if (const std::optional<run::Number> wanted = scan.bytes()) out.requested = wanted->value;
  return true;
}

/// Reads NCCL's "Failed to CUDA calloc async 608 bytes".
bool read_nccl_allocation(const Lines&, const LogLine& line, Incident& out) {
  run::Scan scan(line.text);
  if ((scan.find("alloc async ") || scan.find("alloc ") || scan.find("malloc ")))
    if (const std::optional<run::Number> bytes = scan.number()) out.requested = bytes->value;
  return true;
}

/// Reads numpy's "Unable to allocate 1.20 GiB for an array" and Windows's "you tried to allocate 64 bytes".
bool read_exhausted(const Lines&, const LogLine& line, Incident& out) {
  if (run::contains(line.text, "OutOfMemoryError") || run::contains(line.text, "/dev/shm") ||
      run::contains(line.text, "</torch_"))
    return false;
  run::Scan scan(line.text);
  run::Scan tried(line.text);
  if (tried.find("tried to allocate "))
    if (const std::optional<run::Number> bytes = tried.number()) out.requested = bytes->value;
  if (scan.find("Unable to allocate "))
    if (const std::optional<run::Number> bytes = scan.bytes()) out.requested = bytes->value;
  return true;
}

/// Reads the number of Ray's "4 Workers (tasks / actors) killed due to memory pressure (OOM)", which may be
/// 0.
bool read_killed_workers(const Lines&, const LogLine& line, Incident& out) {
  const std::size_t end = line.text.find(" Workers (tasks / actors) killed");
  if (end == std::string_view::npos) return true;
  std::size_t begin = end;
  while (begin > 0 && run::is_digit(line.text[begin - 1]))
    --begin;
  run::Scan scan(line.text.substr(begin));
  if (const std::optional<run::Number> number = scan.number()) out.count = number->value;
  return out.count > 0;
}

bool has_host_offload(const Case& sign) {
  return sign.plan == nullptr || sign.plan->zero.offload_optimizer.device != Device::none;
}

bool names_holder(const Case& sign) { return !sign.incident.subject.empty(); }

constexpr RemedyRow smaller_generator{
    launch,
    "Lower gpu_memory_utilization of the generator (vLLM, SGLang), so that training's memory and its "
    "own fit together"};
constexpr RemedyRow free_the_gpu{
    machine, "Use nvidia-smi to see which processes use the GPU; end leftover ones, or run on another GPU"};
constexpr RemedyRow more_host_memory{machine,
                                     "More host memory: the limit of the container or the job (docker "
                                     "--memory, Kubernetes' limits, sbatch --mem), the node's, or more "
                                     "nodes to share it"};
constexpr RemedyRow fewer_copies{
    launch, "Load the model once: zero.Init at stage 3, low_cpu_mem_usage, or one rank at a time"};
constexpr RemedyRow fewer_workers{launch,
                                  "Fewer data loader workers, smaller prefetch and no copies of the data in "
                                  "each of them"};
constexpr RemedyRow no_offload{plan, "Leave the optimizer on the GPU, if it has room for it",
                               has_host_offload, [](Plan& plan) {
                                 if (plan.zero.offload_optimizer.device == Device::none) return false;
                                 plan.zero.offload_optimizer.device = Device::none;
                                 return true;
                               }};

constexpr RemedyRow pin_nothing{
    plan, "Turn pin_memory of the offload off",
    [](const Case& sign) {
      return sign.plan == nullptr || sign.plan->zero.offload_optimizer.pin_memory ||
             sign.plan->zero.offload_param.pin_memory;
    },
    [](Plan& plan) {
      const bool changes = plan.zero.offload_optimizer.pin_memory || plan.zero.offload_param.pin_memory;
      plan.zero.offload_optimizer.pin_memory = plan.zero.offload_param.pin_memory = false;
      return changes;
    }};
constexpr RemedyRow more_pinned{
    machine,
    "ulimit -l unlimited, in a container --ulimit memlock=-1; WSL pins little, whatever the limit says"};

/// The first five rows have no marks, because core/run reads their messages. Causes and remedies of GPU
/// memory are computed (gpu_memory.h).
constexpr auto deaths_of_memory = std::to_array<DeathRow>({
    {.id = "gpu_allocator",
     .kind = DeathKind::gpu_oom,
     .source =
         "c10/cuda/CUDACachingAllocator.cpp and CUDAMallocAsyncAllocator.cpp, PyTorch 1.0 to 2.10; HIP, "
         "NPU and XPU builds",
     .cause = "The GPU's memory ran out."},
    {.id = "gpu_driver",
     .kind = DeathKind::gpu_oom,
     .source = "CUDA's driver and runtime, cuBLAS, vLLM csrc/cumem_allocator.cpp",
     .cause = "The driver refused memory that PyTorch's allocator does not manage, so the GPU was full: a "
              "context, a library, a collective or a generator next to training needed more than was free.",
     .remedies = {{free_the_gpu,
                   smaller_generator,
                   {launch,
                    "Leave memory free outside PyTorch: a smaller micro batch, or "
                    "torch.cuda.set_per_process_memory_fraction below 1"}}}},
    {.id = "gpu_generator",
     .kind = DeathKind::gpu_oom,
     .phase = RunPhase::generate,
     .source = "vLLM csrc/cumem_allocator.cpp and device_allocator/cumem.py, 0.7 to 0.14",
     .cause = "The generator (vLLM) woke up or started on a GPU that training has filled.",
     .remedies = {{smaller_generator,
                   {launch,
                    "Let training offload or sleep before the generator wakes up (vllm sleep mode, "
                    "offload of parameters and optimizer)"},
                   {launch, "Give the generator separate GPUs"},
                   free_the_gpu}}},
    {.id = "host_allocation",
     .kind = DeathKind::host_oom,
     .source = "c10/core/impl/alloc_cpu.cpp, PyTorch 1.0 to 2.10",
     .cause = "An allocation of {requested} of host memory failed: the node does not have that much free.",
     .ask = ask_host,
     .remedies = {{{launch, "Smaller swap buffers: buffer_size and buffer_count of the offload",
                    [](const Case& sign) {
                      return sign.plan == nullptr ||
                             sign.plan->zero.offload_optimizer.device == Device::nvme ||
                             sign.plan->zero.offload_param.device == Device::nvme;
                    }},
                   fewer_copies,
                   no_offload,
                   more_host_memory}}},
    {.id = "host_killed",
     .kind = DeathKind::host_oom,
     .weight = Weight::kill,
     .source = "mm/oom_kill.c, Slurm, Ray's src/ray/common/memory_monitor.cc, shells, DeepSpeed's "
               "launcher/launch.py (return code -9), torch/distributed/elastic (exitcode: -9)",
     .cause = "A process was killed because host memory ran out{capacity_in_use}.",
     .ask = ask_host,
     .remedies = {{{launch,
                    "Find what grows in the process that is named: data kept from step to step, "
                    "prefetched batches, offloaded copies",
                    names_holder},
                   no_offload,
                   fewer_copies,
                   more_host_memory}}},

    {.id = "gpu_vllm_startup",
     .kind = DeathKind::gpu_oom,
     .phase = RunPhase::generate,
     .marks = {"on startup is less than desired GPU memory utilization"},
     .source = "vllm/v1/worker/gpu_worker.py and utils.py, 0.8 to 0.14",
     .read = read_vllm_startup,
     .cause = "vLLM found {others} of {capacity} already in use when it started, by training or another "
              "process, and needs {requested} free.",
     .remedies = {{smaller_generator,
                   free_the_gpu,
                   {launch,
                    "Start the generator before the weights of training are on the GPU, or let "
                    "training offload them first (sleep mode)"}}}},
    {.id = "gpu_vllm_cache",
     .kind = DeathKind::gpu_oom,
     .phase = RunPhase::generate,
     .marks = {"No available memory for the cache blocks", "larger than the available KV cache memory",
               "tokens that can be stored in KV cache"},
     .source = "vllm/worker/worker.py and v1/core/kv_cache_utils.py, 0.4 to 0.14",
     .cause = "After loading the weights, vLLM's share of the GPU has too little memory left for the keys "
              "and values of one sequence.",
     .remedies = {{{launch, "Raise gpu_memory_utilization as far as the other processes on the GPU allow"},
                   {launch, "Lower max_model_len, or let tensor_parallel_size divide the weights"},
                   free_the_gpu}}},
    {.id = "gpu_vllm_profiling",
     .kind = DeathKind::gpu_oom,
     .phase = RunPhase::generate,
     .marks = {"Error in memory profiling"},
     .source = "vllm/worker/worker.py and v1/worker/gpu_worker.py, 0.4 to 0.14",
     .cause = "The free memory of the GPU changed while vLLM measured it: another process shares the GPU.",
     .remedies = {{free_the_gpu, smaller_generator}}},
    {.id = "gpu_nccl",
     .kind = DeathKind::gpu_oom,
     .marks = {"Failed to CUDA calloc", "Failed to CUDA malloc", "Failed to Cuda calloc"},
     .source = "nccl/src/include/alloc.h, 2.4 to 2.28, and RCCL",
     .read = read_nccl_allocation,
     .cause = "NCCL found no memory for its buffers{of_requested}: PyTorch's memory or another process had "
              "filled the GPU.",
     .remedies = {{{launch,
                    "Leave memory free outside PyTorch: a smaller micro batch, or "
                    "torch.cuda.set_per_process_memory_fraction below 1"},
                   {launch, "Fewer communicators and smaller buffers: NCCL_BUFFSIZE, NCCL_MAX_NCHANNELS"},
                   free_the_gpu}}},
    {.id = "gpu_other",
     .kind = DeathKind::gpu_oom,
     .marks = {"Error out of memory at line", "cudaMalloc failed: out of memory",
               "RESOURCE_EXHAUSTED: Out of", "NVML_SUCCESS == r INTERNAL ASSERT", "CUDNN_STATUS_ALLOC_FAILED",
               "cudaErrorMemoryAllocation", "Error [CUDA]: out of memory", "cuda out of memory"},
     .source = "bitsandbytes csrc/ops.cu, ggml, XLA, PyTorch 2.1 to 2.5 where NVML fails, Triton",
     .cause = "An allocation on the GPU failed; the message gives no figures.",
     .remedies = {{{plan, "A smaller micro batch with more accumulation, or activation checkpointing"},
                   free_the_gpu}}},

    {.id = "host_pinned",
     .kind = DeathKind::host_oom,
     .marks = {"cudaHostAlloc", "Failed to CUDA host alloc", "cuMemHostAlloc", "cudaHostRegister"},
     .source = "aten/src/ATen/cuda/CachingHostAllocator.cpp, NCCL",
     .cause =
         "Pinned host memory could not be allocated: ulimit -l, the container and the free memory limit it.",
     .remedies = {{pin_nothing, more_pinned, more_host_memory}}},
    {.id = "host_pinned_refused",
     .kind = DeathKind::host_oom,
     .marks = {"CUDA error: invalid argument", "CUDA error: invalid value"},
     .within = {"pin_memory"},
     .source = "aten/src/ATen/cuda/CachingHostAllocator.cpp, PyTorch 2.6 to 2.10",
     .cause = "The driver refused to pin host memory of this size.",
     .remedies = {{pin_nothing, more_pinned, more_host_memory}}},
    {.id = "host_static_tls",
     .kind = DeathKind::build,
     .marks = {"cannot allocate memory in static TLS block"},
     .source = "glibc's dynamic loader",
     .cause = "A library was loaded too late for its thread-local storage; no memory is missing.",
     .remedies = {{{launch, "Import the library that the message names first, or set LD_PRELOAD to it"}}}},
    {.id = "host_loader_killed",
     .kind = DeathKind::host_oom,
     .weight = Weight::kill,
     .marks = {"is killed by signal: Killed"},
     .also = {"DataLoader worker"},
     .source = "torch/utils/data/_utils/signal_handling.py",
     .cause = "A worker of the data loader was killed, as the kernel does when host memory runs out.",
     .ask = ask_host,
     .remedies = {{fewer_workers, no_offload, more_host_memory}}},
    {.id = "host_exhausted",
     .kind = DeathKind::host_oom,
     .marks = {"MemoryError", "std::bad_alloc", "Cannot allocate memory", "can't allocate memory",
               "not enough memory: you tried to allocate", "paging file is too small", "Unable to allocate "},
     .source = "Python, numpy/_core/_exceptions.py, libstdc++, Linux errno 12, Windows error 1455",
     .read = read_exhausted,
     .cause = "An allocation of host memory failed: the node, the container or the job has no more.",
     .ask = ask_host,
     .remedies = {{fewer_copies, fewer_workers, no_offload, more_host_memory}}},
    {.id = "host_sigkill",
     .kind = DeathKind::host_oom,
     .weight = Weight::kill,
     .marks = {"Signal 9 (SIGKILL)", "<Signals.SIGKILL: 9>", "exit code 137", "exit status 137", "OOMKilled",
               "OOM Killed", "Out Of Memory", "exceeded memory limit", "Exceeded job memory limit",
               "exitcode  : -9"},
     .source = "torch/distributed/elastic, subprocess, Docker, Kubernetes, Slurm 17 to 24",
     .cause =
         "A process was killed from outside (signal 9), as the kernel, Slurm and Kubernetes do when host "
         "memory runs out.",
     .ask = ask_host,
     .remedies = {{no_offload, fewer_copies, fewer_workers, more_host_memory}}},
    {.id = "host_sigkill_more",
     .kind = DeathKind::host_oom,
     .weight = Weight::kill,
     .marks = {"SIGKILL by OOM killer", "exit status -9", "exit code: 137", "exit code -9", "exitcode=-9",
               "exited with code 137", "killed by SIGKILL", "signal: Killed", "exit_code=137",
               "process was terminated by signal 9"},
     .source = "Ray's worker failures, subprocess, mpirun, accelerate/commands/launch.py",
     .cause = "A process was killed from outside (signal 9), as the kernel does when host memory runs out.",
     .ask = ask_host,
     .remedies = {{no_offload, fewer_copies, fewer_workers, more_host_memory}}},
    {.id = "host_ray_workers",
     .kind = DeathKind::host_oom,
     .weight = Weight::kill,
     .marks = {"killed due to memory pressure (OOM)", "may have exceeded K8s pod memory limits",
               "zsh: killed"},
     .source = "Ray's src/ray/raylet/node_manager.cc and worker failures, 2.2 to 2.50; zsh",
     .read = read_killed_workers,
     .cause = "A process was killed because host memory ran out.",
     .ask = ask_host,
     .remedies = {{no_offload, fewer_copies, fewer_workers, more_host_memory}}},
    {.id = "host_evicted",
     .kind = DeathKind::host_oom,
     .weight = Weight::kill,
     .marks = {"The node was low on resource: memory", "low on resource: memory"},
     .source = "kubernetes pkg/kubelet/eviction, 1.8 to 1.34",
     .cause = "Kubernetes evicted the pod because the node ran low on memory: the pod used more than it had "
              "requested.",
     .ask = ask_host,
     .remedies = {{{machine,
                    "Request the memory that the run needs (resources.requests.memory equal to its limit)"},
                   no_offload,
                   fewer_workers,
                   more_host_memory}}},
    {.id = "host_sigkill_handler",
     .kind = DeathKind::host_oom,
     .weight = Weight::wrapper,
     .marks = {"sigkill_handler] Killing subprocess"},
     .source = "deepspeed/launcher/launch.py, 0.3 to 0.19",
     .counts = [](const Incident&,
                  const LogFacts& facts) { return !facts.has_traceback && !facts.has_error_exit; },
     .cause = "DeepSpeed's launcher ended the run after a process had died without a message, as it does if "
              "the kernel kills it because host memory ran out.",
     .ask = ask_host,
     .remedies = {{{machine, "Look in the kernel's log (dmesg, journalctl -k) for oom-kill"},
                   no_offload,
                   fewer_copies,
                   more_host_memory}}},
});

}  // namespace

std::span<const DeathRow> memory_rows() { return deaths_of_memory; }

}  // namespace zp::diagnosis
