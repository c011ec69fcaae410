// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/row_readers.h"
#include "core/units/format.h"

namespace zp::diagnosis {
namespace {

using enum RemedyPlace;
using run::Lines;
using run::LogLine;

std::optional<double> number_behind(std::string_view text, std::string_view before) {
  run::Scan scan(text);
  if (!scan.find(before)) return std::nullopt;
  scan.spaces();
  const std::optional<run::Number> number = scan.number();
  return number ? std::optional(number->value) : std::nullopt;
}

/// Reads "WorkNCCL(SeqNum=211067, OpType=_ALLGATHER_BASE, NumelIn=2359296, NumelOut=18874368,
/// Timeout(ms)=1800000) ran for 1800001 milliseconds"; up to 2.0 without SeqNum, up to 2.1 with TensorShape.
bool read_watchdog(const Lines& lines, const LogLine& line, Incident& out) {
  const bool is_whole = run::contains(line.text, "milliseconds");
  const std::string text = is_whole ? std::string(line.text) : lines.joined(line, 2, "");
  CollectiveReport report;
  report.rank = line.rank;
  report.operation = between(text, "OpType=", ",");
  report.sequence = number_behind(text, "SeqNum=").value_or(-1);
  report.elements = number_behind(text, "NumelIn=").value_or(-1);
  out.subject = report.operation.empty() ? "a collective" : report.operation;
  if (const auto ran = number_behind(text, "ran for"))
    out.seconds = *ran / 1000;
  else if (const auto limit = number_behind(text, "Timeout(ms)="))
    out.seconds = *limit / 1000;
  out.reports.push_back(std::move(report));
  return true;
}

/// Returns true for the first collective of a process group; numbering started at 0 up to PyTorch 2.0.
bool read_first_collective(const Lines& lines, const LogLine& line, Incident& out) {
  const std::optional<double> sequence = number_behind(line.text, "SeqNum=");
  return sequence && *sequence <= 1 && read_watchdog(lines, line, out);
}

/// Reads the timeout of a store or of Gloo: "Timed out after 1801 seconds", "timed out after 900s", "Timed
/// out waiting 1800000ms", "Wait timeout after 600000ms".
bool read_wait(const Lines&, const LogLine& line, Incident& out) {
  run::Scan scan(line.text);
  if (!scan.find("imed out after ") && !scan.find("imed out waiting ") && !scan.find("timeout after ") &&
      !scan.find(" in "))
    return true;
  const std::optional<run::Number> limit = scan.number();
  if (!limit) return true;
  scan.spaces();
  out.seconds = scan.skip("ms") ? limit->value / 1000 : limit->value;
  return true;
}

/// Reads the last part of NCCL's error: "unhandled system error", "Connect to 10.0.0.1<4321> failed".
bool read_nccl_error(const Lines&, const LogLine& line, Incident& out) {
  out.detail = between(line.text, ".cpp:", "(");
  for (const std::string_view collective :
       {"unhandled system error", "unhandled cuda error", "internal error", "invalid usage",
        "remote process exited", "invalid argument", "unhandled"})
    if (run::contains(line.text, collective)) {
      out.subject = collective;
      break;
    }
  return true;
}
bool read_warning(const Lines&, const LogLine& line, Incident& out) {
  const std::size_t at = line.text.find("WARN ");
  const std::string_view words = at == std::string_view::npos ? line.text : line.text.substr(at + 5);
  out.subject = std::string(words.substr(0, 160));
  return true;
}
bool read_cuda_failure(const Lines& lines, const LogLine& line, Incident& out) {
  return !run::contains(line.text, "out of memory") && read_warning(lines, line, out);
}

std::string ranks_text(const std::set<int>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  constexpr std::size_t most = 8;
  std::size_t count = 0;
  for (const int rank : ranks) {
    if (count == most) return text + " …";
    text += (count++ > 0 ? ", " : "") + std::to_string(rank);
  }
  return text;
}

constexpr double most_elements_of_a_barrier = 64;

/// Returns which ranks were missing, and whether the ranks were in the same collective.
std::string ask_ranks(const Case& sign) {
  const std::vector<CollectiveReport>& reports = sign.incident.reports;
  std::set<int> waiting;
  bool is_unequal = false;
  for (const CollectiveReport& report : reports) {
    if (report.rank) waiting.insert(*report.rank);
    is_unequal |= report.operation != reports.front().operation ||
                  report.elements != reports.front().elements || report.sequence != reports.front().sequence;
  }
  std::string text;
  if (!reports.empty() && reports.front().elements >= 0)
    text += "The collective had " + format_count(whole_of(reports.front().elements)) + " elements on a rank" +
            (reports.front().elements <= most_elements_of_a_barrier
                 ? ", as a barrier or an agreement between the ranks has: another rank was busy elsewhere "
                   "(saving, "
                   "loading or reading data on one rank alone) or dead. "
                 : ". ");
  if (is_unequal)
    text +=
        "The ranks waited in different collectives, so they did unequal work: a branch, a batch or an "
        "expert that only some of them have. ";
  if (!waiting.empty()) {
    text += std::string("Waiting: ") + ranks_text(waiting);
    const auto world = static_cast<int>(sign.facts.gpus);
    std::set<int> missing;
    for (int rank = 0; rank < world && world <= 4096; ++rank)
      if (!waiting.contains(rank)) missing.insert(rank);
    if (world > 0 && !missing.empty() && missing.size() < static_cast<std::size_t>(world))
      text += "; no report from " + ranks_text(missing) + ", which joined late or died. ";
    else if (waiting.size() == 1)
      text += " alone reports in this log; the logs of the other ranks show what they did meanwhile. ";
    else
      text += ". ";
  }
  if (sign.incident.phase == RunPhase::save) text += "The run was saving, but some ranks did not take part. ";
  if (sign.facts.is_trace_invalid)
    text +=
        "ZeRO-3 had just discarded its record of the order of modules: not every rank runs the same modules, "
        "as in a mixture of experts, and their gathers do not match. ";
  return text.empty() ? text : text.substr(0, text.size() - 1);
}

bool has_experts(const Case& sign) {
  return sign.facts.is_trace_invalid ||
         (sign.plan != nullptr && sign.plan->zero.stage == 3 && sign.plan->model.architecture.experts > 0);
}
bool set_leaves(Plan& plan) {
  if (plan.zero.leaf_modules == LeafModules::experts || plan.model.architecture.experts == 0) return false;
  plan.zero.leaf_modules = LeafModules::experts;
  return true;
}

constexpr RemedyRow same_work{launch,
                              "Make every rank do the same at the same step: save_checkpoint, evaluate and "
                              "generate on all ranks, the same number of batches on each"};
constexpr RemedyRow longer_timeout{launch,
                                   "If the late rank only needs longer (saving, tokenising), a longer "
                                   "ddp_timeout or init_process_group(timeout=…)"};
constexpr RemedyRow look_at_the_first{
    launch, "Look for the first error in the logs of all ranks: a rank that died leaves the others waiting"};
constexpr RemedyRow right_interface{machine,
                                    "NCCL_SOCKET_IFNAME (GLOO_SOCKET_IFNAME) naming the interface that "
                                    "reaches the other nodes, and open ports between them"};
constexpr RemedyRow debug{launch, "Run once with NCCL_DEBUG=INFO, which names the call that failed"};

constexpr auto deaths_of_network = std::to_array<DeathRow>({
    {.id = "nccl_duplicate_gpu",
     .kind = DeathKind::nccl_error,
     .phase = RunPhase::initialisation,
     .marks = {"Duplicate GPU detected"},
     .source = "nccl/src/init.cc, 2.8 to 2.28",
     .read = read_warning,
     .cause = "Two ranks use the same GPU.",
     .remedies = {{{launch,
                    "One process per GPU: torch.cuda.set_device(LOCAL_RANK), as many processes as "
                    "CUDA_VISIBLE_DEVICES has GPUs"}}}},
    {.id = "nccl_first_collective",
     .kind = DeathKind::nccl_timeout,
     .weight = Weight::timeout,
     .phase = RunPhase::initialisation,
     .marks = {"Watchdog caught collective operation timeout"},
     .also = {"SeqNum="},
     .source = "torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, PyTorch 1.13 to 2.10",
     .read = read_first_collective,
     .cause = "{waiter} waited {seconds} in {subject}, the first collective of its group: the ranks do not "
              "reach each other, or one of them did not start.",
     .ask = ask_ranks,
     .remedies = {{right_interface,
                   {launch,
                    "NCCL_P2P_DISABLE=1, which shows whether GPUs of one node cannot reach each other (ACS, "
                    "IOMMU, virtual machines)"},
                   look_at_the_first,
                   debug}}},
    {.id = "nccl_watchdog",
     .kind = DeathKind::nccl_timeout,
     .weight = Weight::timeout,
     .marks = {"Watchdog caught collective operation timeout"},
     .source = "torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, PyTorch 1.8 to 2.10",
     .read = read_watchdog,
     .cause = "{waiter} waited {seconds} in {subject} for a rank that did not join.",
     .ask = ask_ranks,
     .remedies = {{{plan,
                    "set_z3_leaf_modules for the layer with the experts, so that each rank gathers it whole",
                    has_experts, set_leaves},
                   same_work,
                   look_at_the_first,
                   longer_timeout}}},
    {.id = "nccl_heartbeat",
     .kind = DeathKind::nccl_timeout,
     .weight = Weight::timeout,
     .marks = {"watchdog got stuck", "Heartbeat monitor timed out",
               "Received a dump signal due to a collective "
               "timeout",
               "Timeout at NCCL work:", "collective timeout from another rank", "NCCL watchdog hang"},
     .source = "ProcessGroupNCCL.cpp, PyTorch 2.2 to 2.10",
     .cause =
         "The watchdog of NCCL saw no progress: a rank waited for a collective that another did not join.",
     .ask = ask_ranks,
     .remedies = {{same_work, look_at_the_first, longer_timeout}}},
    {.id = "gloo_timeout",
     .kind = DeathKind::nccl_timeout,
     .weight = Weight::timeout,
     .marks = {"failed to pass monitoredBarrier", "Timed out waiting", "waiting for clients",
               "Wait timeout after", "DistStoreError", "Socket Timeout", "socket has timed out",
               "HCCL timeout", "Timeout waiting for key", "timed out after"},
     .source =
         "torch/csrc/distributed/c10d (ProcessGroupGloo.cpp, TCPStore.cpp, socket.cpp), Gloo, PyTorch 1.7 to "
         "2.10",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           if (run::contains(line.text, "Read timed out") || run::contains(line.text, "HTTPS")) return false;
           return read_wait(lines, line, out);
         },
     .cause = "A rank waited{of_seconds} for others that did not join.",
     .remedies = {{{launch,
                    "The same number of nodes and processes, MASTER_ADDR and MASTER_PORT on every node, "
                    "all started"},
                   right_interface,
                   longer_timeout}}},

    {.id = "nccl_connect",
     .kind = DeathKind::nccl_error,
     .phase = RunPhase::initialisation,
     .marks = {"NCCL WARN Connect to", "no socket interface found", "socketStartConnect", "No route to host",
               "socketPollConnect", "NCCL WARN Bootstrap", "Connect to", "NCCL WARN socketProgress"},
     .source = "nccl/src/misc/socket.cc and bootstrap.cc, 2.4 to 2.28",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           return (mentions_failure(line.text) || run::contains(line.text, "no socket")) &&
                  read_warning(lines, line, out);
         },
     .cause = "NCCL could not connect two ranks: {subject}.",
     .remedies = {{right_interface,
                   {machine,
                    "No proxy or bridge interface (docker0, virbr0) for NCCL, and a "
                    "firewall that lets the nodes reach each other"}}}},
    {.id = "nccl_infiniband",
     .kind = DeathKind::nccl_error,
     .marks = {"ibv_", "NET/IB : Got", "Got completion", "NCCL WARN NET/IB", "NCCL WARN Call to ibv"},
     .source = "nccl/src/transport/net_ib.cc and misc/ibvwrap.cc, 2.4 to 2.28",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           return run::contains(line.text, "WARN") &&
                  !run::contains(line.text, "Failed to open libibverbs") && read_warning(lines, line, out);
         },
     .cause = "An InfiniBand or RoCE operation failed: {subject}.",
     .remedies = {{{machine,
                    "ulimit -l unlimited in the container, the right NCCL_IB_HCA and NCCL_IB_GID_INDEX"},
                   {machine, "Look at the link (ibstat, ibv_devinfo); NCCL_IB_TIMEOUT for a busy fabric"},
                   {launch, "NCCL_IB_DISABLE=1 shows whether InfiniBand is the cause; it is much slower"}}}},
    {.id = "nccl_cuda",
     .kind = DeathKind::nccl_error,
     .marks = {"NCCL WARN Cuda failure", "NCCL WARN CUDA failure", "Cuda failure"},
     .source = "nccl/src/include/checks.h, 2.4 to 2.28",
     .read = read_cuda_failure,
     .cause = "A call of NCCL to CUDA failed: {subject}.",
     .remedies = {{{launch,
                    "Look for the first CUDA error above: a kernel that failed makes the next collective "
                    "fail"},
                   {launch, "NCCL_P2P_DISABLE=1 where the GPUs cannot reach each other's memory"}}}},
    {.id = "store_broken",
     .kind = DeathKind::nccl_error,
     .weight = Weight::consequence,
     .phase = RunPhase::initialisation,
     .marks = {"retrieving ncclUniqueId", "RendezvousConnectionError", "recvValue failed", "recvBytes",
               "TCPStore", "client socket has failed to connect", "failed to connect to any of the given"},
     .source = "c10d/ProcessGroupNCCL.cpp, TCPStore.cpp and socket.cpp, PyTorch 1.10 to 2.10",
     .read =
         [](const Lines&, const LogLine& line, Incident&) {
           return mentions_failure(line.text) || run::contains(line.text, "Broken pipe") ||
                  run::contains(line.text, "Connection reset");
         },
     .cause = "The rank lost the store on rank 0's node: that process died, or the node cannot be reached.",
     .remedies = {{look_at_the_first,
                   right_interface,
                   {launch, "The same MASTER_ADDR and a free MASTER_PORT on every node"}}}},
    {.id = "nccl_error",
     .kind = DeathKind::nccl_error,
     .weight = Weight::consequence,
     .marks = {"NCCL error in", "NCCL Error", "DistBackendError", "ncclSystemError", "ncclInternalError",
               "ncclRemoteError", "ncclInvalidUsage", "ncclUnhandledCudaError",
               "NCCL communicator was aborted", "HCCL function error"},
     .source = "torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp and NCCLUtils, PyTorch 1.3 to 2.10",
     .read = read_nccl_error,
     .cause =
         "NCCL reported {subject_or_error}: a rank could not reach another, or a system or CUDA call of it "
         "failed.",
     .remedies = {{right_interface,
                   debug,
                   look_at_the_first,
                   {machine, "The same versions of NCCL and of the driver on every node"}}}},
    {.id = "connection_lost",
     .kind = DeathKind::nccl_error,
     .weight = Weight::consequence,
     .marks = {"Connection closed by peer", "Connection closed by remote peer", "Connection reset by peer",
               "Connection refused", "remote process exited", "Some NCCL operations have failed",
               "taking the entire process down", "Broken pipe", "Socket closed"},
     .source = "Gloo, NCCL, c10d, PyTorch 1.6 to 2.10",
     .read =
         [](const Lines&, const LogLine& line, Incident&) {
           return !run::contains(line.text, "http") && !run::contains(line.text, "wandb") &&
                  !run::contains(line.text, "urllib");
         },
     .cause = "A rank lost the connection to another, which ended before it.",
     .remedies = {{look_at_the_first, right_interface}}},
});

}  // namespace

std::span<const DeathRow> network_rows() { return deaths_of_network; }

}  // namespace zp::diagnosis
