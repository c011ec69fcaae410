// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/plan_file/key_rows.h"

namespace zp::plan_io {
namespace {

constexpr Range factor{0.05, 20};

template <auto Member>
constexpr KeyRow factor_key(std::string_view path, std::string_view meaning) {
  return key<&Plan::cluster, &Cluster::measured, Member>(
      {.path = path, .type = "× the published", .range = factor, .meaning = meaning});
}

/// Returns the row of a counter below measured.runs.
template <auto Member>
constexpr KeyRow runs_key(std::string_view path, std::string_view meaning) {
  return key<&Plan::cluster, &Cluster::measured, &Measured::runs, Member>(
      {.path = path, .range = {0, 1e6}, .meaning = meaning});
}

constexpr auto measured_rows = std::to_array<KeyRow>({
    {.path = "measured.machine", .type = "text", .meaning = "The machine that runs were measured on."},
    {.path = "measured.date", .type = "text", .meaning = "Day of the calibration."},
    {.path = "measured.logs", .type = "text", .meaning = "Logs that the calibration read."},
    runs_key<&MeasuredRuns::one_node>("measured.runs.one_node",
                                      "Number of step times used from runs on one node: such plans get the "
                                      "narrower range of calibrated machines."),
    runs_key<&MeasuredRuns::many_nodes>("measured.runs.many_nodes", "The same for runs on several nodes."),
    runs_key<&MeasuredRuns::cpu_offload>("measured.runs.cpu_offload", "The same for runs with CPU offload."),
    runs_key<&MeasuredRuns::nvme_offload>("measured.runs.nvme_offload",
                                          "The same for runs with NVMe offload."),
    runs_key<&MeasuredRuns::driver>(
        "measured.runs.driver",
        "Number of figures used for memory outside the allocator, which nvidia-smi shows."),
    runs_key<&MeasuredRuns::reserve>(
        "measured.runs.reserve",
        "Number of figures used for memory that the allocator reserves beyond its tensors."),
    factor_key<&Measured::compute>("measured.compute", "Sustained rate of the GPU."),
    factor_key<&Measured::host_work>("measured.host_work",
                                     "Seconds the host takes to start kernels and to run hooks."),
    factor_key<&Measured::node_link>("measured.node_link", "Bandwidth that collectives reach inside a node."),
    factor_key<&Measured::network>("measured.network", "Bandwidth that collectives reach between nodes."),
    factor_key<&Measured::host_link>("measured.host_link", "Bandwidth of copies between GPU and host."),
    factor_key<&Measured::host_memory>("measured.host_memory",
                                       "Bandwidth that the CPU optimizer reaches in host memory."),
    factor_key<&Measured::drives>("measured.drives", "Bandwidth of reads and writes of the drives."),
    factor_key<&Measured::context>("measured.context", "Bytes of the CUDA context."),
    factor_key<&Measured::nccl>("measured.nccl", "Bytes of NCCL's buffers."),
    factor_key<&Measured::reserve>("measured.reserve",
                                   "Memory that the allocator reserves beyond its tensors."),
});

}  // namespace

std::span<const KeyRow> measured_keys() { return measured_rows; }

}  // namespace zp::plan_io
