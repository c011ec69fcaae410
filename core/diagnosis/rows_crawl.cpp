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

/// Reads "13 pytorch allocator cache flushes since last step" and torchtitan's "2 CUDA memory allocation
/// retries".
bool read_flushes(const Lines&, const LogLine& line, Incident& out) {
  for (const std::string_view behind :
       {" pytorch allocator cache flushes", " CUDA memory allocation retries"}) {
    const std::size_t at = line.text.find(behind);
    if (at == std::string_view::npos) continue;
    std::size_t begin = at;
    while (begin > 0 && run::is_digit(line.text[begin - 1]))
      --begin;
    run::Scan scan(line.text.substr(begin));
    if (const std::optional<run::Number> number = scan.number()) out.count = number->value;
    return out.count > 0;
  }
  return false;
}

/// A few flushes in a long run are harmless: DeepSpeed itself says "if this is happening frequently".
constexpr double least_share_of_steps = 0.05;
bool is_frequent(const Incident& incident, const LogFacts& facts) {
  return incident.lines >= least_share_of_steps * facts.step_lines;
}

/// Reads the interface of "NET/Socket : Using [0]ib0:10.0.0.7<0>".
bool read_interface(const Lines&, const LogLine& line, Incident& out) {
  out.subject = between(line.text, "Using [0]", ":");
  return true;
}
/// On one node, sockets are used only to set up the collectives. They carry the data if there are several
/// nodes, or possibly if the log does not state their number.
bool may_have_nodes(const Incident& incident, const LogFacts& facts) {
  if (facts.nodes > 1 || incident.subject.starts_with("ib")) return true;
  return facts.nodes == 0 && facts.step_lines == 0 && !facts.has_traceback;
}

std::string ask_flushes(const Case& sign) {
  std::string text;
  if (sign.facts.step_lines >= sign.incident.lines)
    text = "It did so " + format_count(sign.incident.lines) + " times in " +
           format_count(sign.facts.step_lines) + " lines of steps. ";
  if (sign.estimate != nullptr)
    text += "The plan needs " + format_bytes(sign.estimate->gpu.peak) + " of " +
            format_bytes(sign.estimate->gpu.capacity) + " on each GPU. ";
  return text.empty() ? text : text.substr(0, text.size() - 1);
}

bool halve_micro_batch(Plan& plan) {
  if (plan.training.micro_batch_size < 2 || plan.training.micro_batch_size % 2 != 0) return false;
  plan.training.micro_batch_size /= 2;
  plan.training.gradient_accumulation_steps *= 2;
  return true;
}
bool checkpoint_all(Plan& plan) {
  if (plan.training.activation_checkpointing == Checkpointing::full) return false;
  plan.training.activation_checkpointing = Checkpointing::full;
  return true;
}
bool smaller_buckets(Plan& plan) {
  constexpr std::int64_t small = 50'000'000;
  if (plan.zero.stage == 0 || plan.zero.reduce_bucket_size <= small) return false;
  plan.zero.reduce_bucket_size = small;
  return true;
}
bool within_nodes(Plan& plan) {
  if (plan.zero.stage != 3 || plan.cluster.nodes < 2 || plan.zero.zero_hpz_partition_size > 1) return false;
  plan.zero.zero_hpz_partition_size = plan.cluster.gpus_per_node;
  return true;
}

constexpr RemedyRow show_infiniband{
    machine,
    "Make the InfiniBand or RoCE device visible: drivers, /dev/infiniband in the "
    "container, NCCL_IB_HCA, no NCCL_IB_DISABLE=1"};

constexpr auto deaths_of_crawl = std::to_array<DeathRow>({
    {.id = "allocator_flushes",
     .kind = DeathKind::slow,
     .weight = Weight::slowdown,
     .phase = RunPhase::step,
     .marks = {"pytorch allocator cache flushes since last step", "CUDA memory allocation retries"},
     .source = "deepspeed/runtime/zero/stage3.py, 0.4 to 0.19; torchtitan metrics.py",
     .read = read_flushes,
     .counts = is_frequent,
     .cause = "The allocator emptied its cache and asked the driver again in the middle of steps "
              "({count_number} the last time): the GPU is nearly full.",
     .ask = ask_flushes,
     .remedies =
         {{{plan, "Half the micro batch with twice the accumulation", nullptr, halve_micro_batch},
           {plan, "Activation checkpointing", nullptr, checkpoint_all},
           {plan, "A smaller reduce_bucket_size, stage3_prefetch_bucket_size and stage3_max_live_parameters",
            nullptr, smaller_buckets},
           {launch,
            "get_accelerator().empty_cache() on all ranks at the same step, so that they do not wait for "
            "each other's flush"}}}},
    {.id = "sockets",
     .kind = DeathKind::slow,
     .weight = Weight::slowdown,
     .marks = {"Using network Socket", "NET/Socket : Using", "NET/IB : No device found"},
     .source = "nccl/src/transport/net_ib.cc and net_socket.cc, 2.4 to 2.28",
     .read = read_interface,
     .counts = may_have_nodes,
     .cause = "NCCL found no InfiniBand device and sends over TCP sockets{of_interface}.",
     .remedies = {{show_infiniband,
                   {machine, "A faster interface in NCCL_SOCKET_IFNAME"},
                   {plan, "hpZ or MiCS, which keep the gathers of parameters inside a node", nullptr,
                    within_nodes}}}},
    {.id = "through_host_memory",
     .kind = DeathKind::slow,
     .weight = Weight::slowdown,
     .marks = {"NCCL_P2P_DISABLE set by environment to 1", "NCCL_P2P_DISABLE=1", "P2P is disabled"},
     .source = "nccl/src/transport/p2p.cc, 2.4 to 2.28",
     .counts = [](const Incident&,
                  const LogFacts& facts) { return facts.step_lines == 0 && !facts.has_traceback; },
     .cause = "The GPUs of a node exchange data through host memory, not over NVLink or PCIe directly.",
     .remedies = {{{launch,
                    "Leave NCCL_P2P_DISABLE out where the GPUs have NVLink; nvidia-smi topo -m shows it"},
                   {machine, "In a virtual machine, turn ACS off or pass the NVSwitch through"}}}},
    {.id = "trace_invalid",
     .kind = DeathKind::slow,
     .weight = Weight::slowdown,
     .phase = RunPhase::forward,
     .marks = {"Invalidate trace cache"},
     .source = "deepspeed/runtime/zero/partitioned_param_coordinator.py, 0.5.6 to 0.19",
     .counts = [](const Incident& incident,
                  const LogFacts& facts) { return incident.lines > 3 && is_frequent(incident, facts); },
     .cause = "ZeRO-3 discarded its record of the order of modules, so it prefetches nothing: the order "
              "changes from step to step.",
     .remedies = {{{launch, "Run the same modules in the same order in every step"},
                   {plan, "Make modules that are run by condition leaves (set_z3_leaf_modules)", nullptr,
                    [](Plan& plan) {
                      if (plan.model.architecture.experts == 0 ||
                          plan.zero.leaf_modules == LeafModules::experts)
                        return false;
                      plan.zero.leaf_modules = LeafModules::experts;
                      return true;
                    }}}}},
    {.id = "recompiles",
     .kind = DeathKind::slow,
     .weight = Weight::slowdown,
     .phase = RunPhase::forward,
     .marks = {"hit config.cache_size_limit", "hit config.recompile_limit"},
     .source = "torch/_dynamo/convert_frame.py, PyTorch 2.0 to 2.10",
     .cause = "torch.compile gave up after recompiling for many shapes, and the function runs uncompiled.",
     .remedies = {{{launch, "Batches of one shape (pad or pack to a length), or dynamic=True"},
                   {launch, "A higher torch._dynamo.config.recompile_limit if there are few shapes"}}}},
    {.id = "data_loader",
     .kind = DeathKind::slow,
     .weight = Weight::slowdown,
     .marks = {"does not have many workers which may be a bottleneck"},
     .source = "pytorch_lightning/trainer/connectors/data_connector.py",
     .counts =
         [](const Incident&, const LogFacts& facts) {
           return facts.step_seconds > 0 && facts.data_seconds > facts.step_seconds / 2;
         },
     .cause = "The data loader is slower than the GPU: most of a step is waiting for data.",
     .remedies = {{{launch, "More num_workers and a larger prefetch_factor"},
                   {machine, "The data on a local drive, tokenised beforehand"}}}},
    {.id = "starved",
     .kind = DeathKind::slow,
     .weight = Weight::slowdown,
     .marks = {"data_time", "data-time", "Data Time"},
     .source = "MMEngine, detectron2, Megatron-LM and timm loops",
     .counts =
         [](const Incident&, const LogFacts& facts) {
           return facts.step_seconds > 0 && facts.data_seconds > facts.step_seconds / 2;
         },
     .cause = "Most of each step is waiting for data: the data loader starves the GPU.",
     .remedies = {{{launch, "More num_workers and a larger prefetch_factor, pinned memory"},
                   {machine, "The data on a local drive, decoded or tokenised beforehand"}}}},
    {.id = "swapping",
     .kind = DeathKind::slow,
     .weight = Weight::hint,
     .marks = {"Swap:"},
     .source = "free, procps",
     .cause = "The node swaps: host memory is over-committed.",
     .remedies = {{{machine, "More host memory, or less offloaded to it"}}}},
});

/// Lines that only report that something above them failed.
constexpr auto wrappers = std::to_array<DeathRow>({
    {.id = "exception",
     .kind = DeathKind::other,
     .weight = Weight::exception,
     .source = "Python",
     .cause = "The program stopped with {subject}.",
     .remedies = {{{launch,
                    "Read the calls above that line: it is not one of the known errors of DeepSpeed, NCCL or "
                    "memory"}}}},
    {.id = "cut_traceback",
     .kind = DeathKind::other,
     .weight = Weight::wrapper,
     .source = "Python",
     .cause = "A traceback begins here and its last line, which names the error, is not in this file.",
     .remedies = {{{launch,
                    "Give the lines below the traceback, or the log of the rank that failed first"}}}},
    {.id = "segfault",
     .kind = DeathKind::other,
     .weight = Weight::exception,
     .marks = {"Segmentation fault", "Signal 11 (SIGSEGV)", "return code = -11", "exitcode: -11",
               "exitcode  : -11", "SIGSEGV"},
     .source = "shells, torch/distributed/elastic, DeepSpeed's launcher",
     .cause = "A compiled library read or wrote outside of its memory (signal 11): mostly an extension built "
              "for another "
              "torch.",
     .remedies = {{{machine,
                    "Build extensions (DeepSpeed's, flash-attn, apex) anew for the torch that is installed"},
                   {launch, "python -X faulthandler, which prints the stack of the failure"}}}},
    {.id = "abort",
     .kind = DeathKind::other,
     .weight = Weight::wrapper,
     .marks = {"Signal 6 (SIGABRT)", "return code = -6", "exitcode: -6", "exitcode  : -6", "(core dumped)"},
     .source = "torch/distributed/elastic, DeepSpeed's launcher, shells",
     .read =
         [](const Lines&, const LogLine& line, Incident&) {
           return !run::contains(line.text, "core dumped") || run::contains(line.text, "Aborted");
         },
     .cause = "A process ended itself (signal 6), as NCCL's watchdog and failed assertions do; the reason is "
              "not in this "
              "file.",
     .remedies = {{{launch,
                    "Look above, or in the logs of the other ranks, for a timeout or an assertion"}}}},
    {.id = "terminated",
     .kind = DeathKind::other,
     .weight = Weight::wrapper,
     .marks = {"Signal 15 (SIGTERM)", "DUE TO TIME LIMIT", "CANCELLED AT", "got signal: 15",
               "DUE TO PREEMPTION", "DUE TO JOB REQUEUE", "DUE TO NODE FAILURE"},
     .source = "Slurm, torch/distributed/elastic",
     .read =
         [](const Lines&, const LogLine& line, Incident& out) {
           if (run::contains(line.text, "TIME LIMIT")) out.subject = ": its time limit was over";
           if (run::contains(line.text, "PREEMPTION"))
             out.subject = ": a job of higher priority took its place";
           if (run::contains(line.text, "REQUEUE"))
             out.subject = ": it was put back into the queue, for a job of higher priority or by its owner";
           if (run::contains(line.text, "NODE FAILURE")) out.subject = ": a node failed";
           return true;
         },
     .cause = "The run was ended from outside{subject_as_is}.",
     .remedies = {{{launch, "Save more often than the limit, and resume; or a longer limit"}}}},
    {.id = "interrupted",
     .kind = DeathKind::other,
     .weight = Weight::wrapper,
     .marks = {"KeyboardInterrupt"},
     .source = "Python",
     .cause = "A user interrupted the run; the traceback of a hung run shows where it waited.",
     .remedies = {{{launch,
                    "Look at the calls above: a collective or a data loader among them is what the run "
                    "waited for"}}}},
    {.id = "wrapper",
     .kind = DeathKind::other,
     .weight = Weight::wrapper,
     .marks = {"ChildFailedError", "exits with return code =", "(exitcode: ", "exitcode  : ",
               "returned non-zero exit status", "Engine core initialization failed", "Exited with exit code",
               "ActorDiedError", "RayTaskError", "died unexpectedly"},
     .source = "torch/distributed/elastic, DeepSpeed's launcher, accelerate, subprocess, srun, Ray, vLLM",
     .read =
         [](const Lines&, const LogLine& line, Incident&) {
           return !run::contains(line.text, "return code = 0") && !run::contains(line.text, "exitcode: 0)");
         },
     .cause = "Only the launcher's report that a process failed is in this file, not the error itself.",
     .remedies =
         {{{launch,
            "Look in the log of the rank that is named, above its first traceback; torchrun --tee 3 or "
            "--log-dir, TORCHELASTIC_ERROR_FILE and srun --output with %t keep it"}}}},
});

}  // namespace

std::span<const DeathRow> crawl_rows() { return deaths_of_crawl; }
std::span<const DeathRow> wrapper_rows() { return wrappers; }

}  // namespace zp::diagnosis
