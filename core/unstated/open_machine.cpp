// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/sharding/sharding.h"
#include "core/unstated/open_settings.h"

namespace zp {
namespace {

using Rates = std::vector<KeyValue>;

bool uses_host(const Plan& plan) {
  const Homes homes = homes_of(plan);
  return homes.states != Device::none || homes.weights != Device::none;
}
bool uses_drives(const Plan& plan) {
  const Homes homes = homes_of(plan);
  return homes.states == Device::nvme || homes.weights == Device::nvme;
}

bool has_network(const Plan& plan) { return plan.cluster.nodes > 1; }
bool names_network(const Plan& plan) { return static_cast<bool>(plan.cluster.inter_node.preset); }
/// Returns the rates of the catalog's Ethernet ports and cloud machines, per GPU: from 10 Gb/s per node, or
/// 100 Gb/s for GPUs connected by an NVSwitch, to one port of 400 Gb/s for each GPU.
Rates networks(const Plan& plan) {
  constexpr std::array node_gbit = {10.0, 25.0, 100.0, 200.0, 400.0, 800.0, 1600.0, 3200.0};
  constexpr double gbit_per_gb = 8, switch_gb_per_s = 300, least_behind_switch = 100;
  const GpuPreset* gpu = binding_preset(plan.cluster);
  const bool has_switch = gpu != nullptr && gpu->link_gb_per_s >= switch_gb_per_s;
  Rates rates;
  for (const double gbit : node_gbit)
    if (!has_switch || gbit >= least_behind_switch)
      rates.emplace_back(gbit / gbit_per_gb / std::max(plan.cluster.gpus_per_node, 1));
  return rates;
}

/// Returns true if the GPUs of a node are sold both with and without a bridge between them.
bool may_have_bridge(const Plan& plan) {
  const GpuPreset* gpu = binding_preset(plan.cluster);
  return plan.cluster.gpus_per_node > 1 && gpu != nullptr && gpu->link_type == "NVLink bridge";
}
bool names_fabric(const Plan& plan) {
  return plan.cluster.intra_node.preset && plan.cluster.intra_node != default_intra_node(plan.cluster);
}
Rates fabrics(const Plan& plan) {
  const GpuPreset* gpu = binding_preset(plan.cluster);
  return {gpu->link_gb_per_s, gpu->pcie_gb_per_s};
}

bool names_host_link(const Plan& plan) {
  return plan.cluster.host_link.preset && plan.cluster.host_link != default_host_link(plan.cluster);
}
/// Returns the rate of the GPU's own link to its host, and of a link with half as many lanes, as on boards
/// with many cards.
Rates host_links(const Plan& plan) {
  const double whole = default_host_link(plan.cluster).gb_per_s;
  return {whole, whole / 2};
}

/// Returns the memory rates, in GB/s, of hosts with two and four channels (desktops), and of hosts from 2019
/// to 2023 with eight channels per socket and one or two sockets.
Rates host_rates(const Plan& /*plan*/) { return {50.0, 100.0, 200.0, 400.0}; }
Rates host_sizes(const Plan& /*plan*/) { return {64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0}; }
/// Returns the rates of the catalog's single drives and arrays, in GB/s.
Rates drive_rates(const Plan& /*plan*/) { return {3.2, 10.0, 27.0}; }
bool always_on_host(const Plan& /*plan*/) { return true; }

constexpr std::string_view catalog_links = "resources/catalog/links.json";

constexpr auto machine_rows = std::to_array<OpenSetting>({
    {.path = "cluster.inter_node.gb_per_s",
     .title = "Between nodes",
     .kind = OpenKind::machine,
     .matters = has_network,
     .values = networks,
     .stated_elsewhere = names_network,
     .source = catalog_links},
    {.path = "cluster.intra_node.gb_per_s",
     .title = "Between GPUs",
     .kind = OpenKind::machine,
     .matters = may_have_bridge,
     .values = fabrics,
     .stated_elsewhere = names_fabric,
     .source = "resources/catalog/gpus.json"},
    {.path = "cluster.host_link.gb_per_s",
     .title = "GPU to host",
     .kind = OpenKind::machine,
     .matters = uses_host,
     .values = host_links,
     .stated_elsewhere = names_host_link,
     .source = catalog_links},
    {.path = "cluster.cpu_memory_gb_per_s",
     .title = "Host memory rate",
     .kind = OpenKind::machine,
     .matters = uses_host,
     .values = host_rates,
     .source = "AMD EPYC 7xx2 and Intel Xeon data sheets: channels × MT/s × 8 bytes"},
    {.path = "cluster.cpu_memory_gib",
     .title = "Host memory",
     .kind = OpenKind::machine,
     .matters = always_on_host,
     .values = host_sizes,
     .source = "nodes of the catalog's machines and of desktops"},
    {.path = "cluster.nvme.read_gb_per_s",
     .title = "Drives read",
     .kind = OpenKind::machine,
     .matters = uses_drives,
     .values = drive_rates,
     .source = catalog_links},
    {.path = "cluster.nvme.write_gb_per_s",
     .title = "Drives write",
     .kind = OpenKind::machine,
     .matters = uses_drives,
     .values = drive_rates,
     .source = catalog_links},
});

}  // namespace

std::span<const OpenSetting> open_rows::of_machine() { return machine_rows; }

}  // namespace zp
