// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/calibrate/constants.h"

#include <array>

#include "core/memory/estimate.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/step_time.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string factor_text(double factor) { return format_number(factor, 3) + " × the published"; }

std::string entry_bytes(const Plan& plan, EntryId id) {
  return format_bytes(estimate_memory(plan).ledger.bytes(id));
}

/// Returns the rate that the plan's transfers reach on that resource as text; the factor if there is no rate.
std::string reached(const Plan& plan, Resource resource, double factor) {
  const StepTime time = estimate_speed(plan);
  double bytes = 0, seconds = 0;
  for (const TimeEntry& entry : time.ledger.entries())
    if (entry.resource == resource) {
      bytes += entry.amount;
      seconds += entry.busy;
    }
  return seconds > 0 ? format_gb_per_s(bytes / seconds * 1e-9) : factor_text(factor);
}

using Text = std::string;

constexpr std::array<MeasuredConstant, measured_constant_count> rows = {{
    {"measured.compute", "Sustained rate of the GPU", &Measured::compute, 0.15,
     "matrix products of this generation of GPUs as published, and attention kernels' own figures",
     [](const Plan& plan) -> Text { return format_flops(gpu_rates(plan).matmul); }},
    {"measured.host_work", "Host time to start work", &Measured::host_work, 0.4,
     "0.8 to 1.2 ms a block in published runs; stage 3's hooks of DeepSpeed issue 1174",
     [](const Plan& plan) -> Text { return format_seconds(estimate_speed(plan).host) + " a step"; }},
    {"measured.node_link", "Collectives inside a node", &Measured::node_link, 0.25,
     "nccl-tests published for this kind of link",
     [](const Plan& plan) -> Text {
       return reached(plan, Resource::node_link, plan.cluster.measured.node_link);
     }},
    {"measured.network", "Collectives between nodes", &Measured::network, 0.4,
     "nccl-tests published for networks of this nominal speed",
     [](const Plan& plan) -> Text {
       return reached(plan, Resource::network, plan.cluster.measured.network);
     }},
    {"measured.host_link", "Copies between GPU and host", &Measured::host_link, 0.3,
     "pinned copies over this generation of PCIe",
     [](const Plan& plan) -> Text {
       return reached(plan, Resource::host_link, plan.cluster.measured.host_link);
     }},
    {"measured.host_memory", "Memory under the CPU optimizer", &Measured::host_memory, 0.5,
     "ZeRO-Offload, arXiv 2101.06840, Table 4; DeepSpeed's SuperOffload",
     [](const Plan& plan) -> Text { return factor_text(plan.cluster.measured.host_memory); }},
    {"measured.drives", "Drives", &Measured::drives, 0.5, "DeepSpeed, docs/_tutorials/deepnvme.md",
     [](const Plan& plan) -> Text { return reached(plan, Resource::drive, plan.cluster.measured.drives); }},
    {"measured.context", "CUDA context", &Measured::context, context_spread.prior,
     "stas00/ml-engineering, training/performance: 0.47 to 0.92 GiB",
     [](const Plan& plan) -> Text { return entry_bytes(plan, EntryId::framework_context); }},
    {"measured.nccl", "NCCL buffers", &Measured::nccl, nccl_spread.prior,
     "stas00/ml-engineering, training/performance: 0 to 1.45 GiB",
     [](const Plan& plan) -> Text { return entry_bytes(plan, EntryId::framework_nccl); }},
    {"measured.reserve", "Reserve of the allocator", &Measured::reserve, reserve_spread.prior,
     "published runs: 2.8 to 9.3 % of the tensors, under DeepSpeed to 16.8 %",
     [](const Plan& plan) -> Text { return entry_bytes(plan, EntryId::fragmentation_allocator); }},
}};

}  // namespace

std::span<const MeasuredConstant> measured_constants() { return rows; }

}  // namespace zp
