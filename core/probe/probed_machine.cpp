// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/probed_machine.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/catalog/catalog.h"
#include "core/probe/clock_rates.h"
#include "core/settings/plan_settings.h"
#include "core/text/json_text.h"
#include "core/units/format.h"
#include "core/units/quantity.h"

namespace zp {
namespace {

using enum MachineQuantity;

/// Share of nominal bandwidth (`cluster.cpu_memory_gb_per_s`) that STREAM's triad reaches: 78 % of DDR4-1600
/// on AM625, 74 % on AM64x (Texas Instruments SPRAD45A, table 3-3, and SPRACV1B).
constexpr double triad_share = 0.76;
/// Only messages of at least this share of the largest count for a link, because smaller ones measure
/// latency.
constexpr double least_part_of_largest = 1.0 / 16;
constexpr double gib = static_cast<double>(bytes_per_gib);
/// Range of a factor (core/plan_file/measured_keys.cpp).
constexpr double least_factor = 0.05, most_factor = 20;

double rounded(double value) {
  constexpr int digits = 4;
  if (!(value > 0)) return 0;
  const double scale = std::pow(10, digits - 1 - static_cast<int>(std::floor(std::log10(value))));
  return std::round(value * scale) / scale;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Derives the keys: first those of the cluster, then the factors on the clock's rates for that cluster.
class Prober {
 public:
  Prober(const PlanDocument& base, std::span<const ProbeFile> files)
      : base_(base), plan_(base), files_(files) {}

  ProbedMachine made() {
    gpus();
    host();
    drives();
    network();
    plan_.plan.cluster.measured = {};
    const bool is_calibrated = base_.plan.cluster.measured.is_any();
    if (is_calibrated)
      machine_.notes.emplace_back(
          "measured.* stays: it comes from runs on this machine (measured.runs), which are more reliable "
          "than a probe.");
    takes_factors_ = !is_calibrated;
    compute();
    collectives();
    copies();
    return std::move(machine_);
  }

 private:
  /// Returns the last figure of that quantity; nullptr if there is none.
  [[nodiscard]] const MachineFigure* last(MachineQuantity quantity) const {
    const MachineFigure* found = nullptr;
    for (const ProbeFile& file : files_)
      for (const MachineFigure& figure : file.figures)
        if (figure.quantity == quantity) found = &figure;
    return found;
  }
  [[nodiscard]] double largest(MachineQuantity quantity) const {
    double value = 0;
    for (const ProbeFile& file : files_)
      for (const MachineFigure& figure : file.figures)
        if (figure.quantity == quantity) value = std::max(value, figure.value);
    return value;
  }

  /// Adds a key if its value is in the plan file's range.
  void take(const std::string& path, const std::string& value, const std::string& basis) {
    const std::vector<KeySetting> setting{{path, value}};
    try {
      plan_ = with_settings(plan_, setting);
      machine_.keys.push_back({path, value, basis});
    } catch (const FileError& error) {
      machine_.notes.push_back(path + " is left out: " + error.what());
    }
  }
  void take(const std::string& path, double value, const std::string& basis) {
    take(path, as_integer(json_number(rounded(value))), basis);
  }
  void take_factor(const std::string& path, double factor, const std::string& basis) {
    if (!takes_factors_ || !(factor > 0)) return;
    if (factor < least_factor || factor > most_factor)
      machine_.notes.push_back(path + " is left out: " + format_number(factor, 3) +
                               " × the published is no factor of this link or GPU; state another (" + basis +
                               ").");
    else
      take(path, factor, basis);
  }
  void compare(const std::string& title, const std::string& unit, double measured, double expected) {
    machine_.rates.push_back({title, unit, measured, expected});
  }

  void gpus() {
    if (const MachineFigure* figure = last(MachineQuantity::gpus)) {
      std::string name;
      for (const ProbeFile& file : files_)
        for (const MachineFigure& each : file.figures)
          if (each.quantity == MachineQuantity::gpus && !each.text.empty()) name = each.text;
      if (const SharedGpuPreset preset = catalog().find_gpu(name))
        take("cluster.gpu.preset", json_string(preset->id), name);
      else if (!name.empty())
        machine_.notes.push_back("cluster.gpu: the catalog has no " + name +
                                 "; name a preset, or its memory, TFLOPS and bandwidth.");
      take("cluster.gpus_per_node",
           json_number(static_cast<std::int64_t>(std::clamp(figure->value, 1.0, 1e6))), "GPUs of one node");
    }
    if (const MachineFigure* figure = last(gpu_memory))
      take("cluster.gpu.memory_gib", figure->value / gib, "memory that PyTorch reports");
    if (const MachineFigure* figure = last(pcie))
      take("cluster.host_link.gb_per_s", figure->value, "generation and lanes of the GPU's PCIe");
    const MachineFigure* link = last(gpu_link);
    const GpuPreset* gpu = plan_.plan.cluster.gpu.preset.get();
    if (link != nullptr && gpu != nullptr && gpu->link_gb_per_s > 0 && !link->text.starts_with("NV"))
      take("cluster.intra_node.gb_per_s", plan_.plan.cluster.host_link.gb_per_s,
           "no NVLink between all GPUs: " + link->text + " at the slowest");
  }

  void host() {
    if (const MachineFigure* figure = last(host_memory))
      take("cluster.cpu_memory_gib", figure->value / gib, "memory of the node");
    if (const MachineFigure* figure = last(cpu_cores))
      take("cluster.cpu_cores", json_number(static_cast<std::int64_t>(figure->value)), "cores of the node");
    if (const MachineFigure* figure = last(host_bandwidth)) {
      compare("Bandwidth of host memory, triad", "GB/s", figure->value,
              base_.plan.cluster.cpu_memory_gb_per_s * triad_share);
      take("cluster.cpu_memory_gb_per_s", figure->value / triad_share,
           "triad of " + format_gb_per_s(figure->value) + ", " + format_percent(triad_share) +
               " of the nominal bandwidth");
    }
  }

  void drives() {
    if (const MachineFigure* figure = last(drive_free)) {
      if (!figure->text.empty())
        take("cluster.nvme.path", json_string(figure->text), "folder that was probed");
      take("cluster.nvme.capacity_gib", figure->value / gib, "free space of that folder");
    }
    const auto rate = [&](MachineQuantity quantity, const std::string& key, const std::string& title,
                          double before) {
      const double value = largest(quantity);
      if (value <= 0) return;
      compare(title, "GB/s", value, before);
      take(key, value, "large blocks past the page cache");
    };
    rate(drive_read, "cluster.nvme.read_gb_per_s", "Drives read", base_.plan.cluster.nvme.read_gb_per_s);
    rate(drive_write, "cluster.nvme.write_gb_per_s", "Drives write", base_.plan.cluster.nvme.write_gb_per_s);
  }

  /// Derives the network from ports of known speed, or one measured port times the ports near a GPU.
  void network() {
    double ports = 0;
    int count = 0;
    for (const ProbeFile& file : files_)
      for (const MachineFigure& figure : file.figures)
        if (figure.quantity == port_rate) {
          ports += figure.value;
          ++count;
        }
    const double reached = largest(port_bandwidth);
    const MachineFigure* near = last(network_ports);
    const int gpus = std::max(1, plan_.plan.cluster.gpus_per_node);
    if (count > 0) {
      take("cluster.inter_node.gb_per_s", ports / gpus,
           std::to_string(count) + " ports for " + std::to_string(gpus) + " GPUs");
      if (reached > 0) compare("One port", "GB/s", reached, ports / count);
    } else if (reached > 0 && near != nullptr && near->value >= 1) {
      take("cluster.inter_node.gb_per_s", reached * near->value / gpus,
           format_gb_per_s(reached) + " a port, " + format_number(near->value, 4) +
               " ports at a switch with a GPU, " + std::to_string(gpus) + " GPUs");
    } else if (reached > 0) {
      machine_.notes.push_back("cluster.inter_node: one port reaches " + format_gb_per_s(reached) +
                               "; the number of ports of a node is not stated. nvidia-smi topo -m shows it.");
    }
  }

  void compute() {
    const probe::ExpectedCompute expected = probe::expected_compute(plan_.plan.cluster);
    if (const MachineFigure* figure = last(matmul); figure != nullptr && expected.matmul > 0) {
      compare("Large matrix products", "TFLOPS", figure->value, expected.matmul);
      take_factor("measured.compute", figure->value / expected.matmul,
                  "products of " + format_number(figure->value, 4) + " TFLOPS where the clock has " +
                      format_number(expected.matmul, 4));
    }
    if (const MachineFigure* figure = last(attention); figure != nullptr && expected.attention > 0)
      compare("Attention, forward", "TFLOPS", figure->value, expected.attention);
  }

  void collectives() {
    for (const bool crosses : {false, true}) {
      double most = 0;
      for_each_collective(crosses, [&](const MachineFigure& figure, const probe::ExpectedCollective&) {
        most = std::max(most, figure.bytes);
      });
      std::vector<double> of_shards, of_all_reduces;
      for_each_collective(
          crosses, [&](const MachineFigure& figure, const probe::ExpectedCollective& expected) {
            if (figure.bytes < most * least_part_of_largest) return;
            if (figure.bytes == most)
              compare(title_of(figure, crosses), "GB/s", figure.value, expected.busbw_gb_per_s);
            if (expected.factor > 0)
              (figure.quantity == all_reduce ? of_all_reduces : of_shards).push_back(expected.factor);
          });
      // All-reduces may run in NVLink switches and then say nothing about ZeRO's gathers, so gathers are
      // preferred.
      const std::vector<double>& factors = of_shards.empty() ? of_all_reduces : of_shards;
      if (factors.empty()) continue;
      take_factor(crosses ? "measured.network" : "measured.node_link", median(factors),
                  std::string(of_shards.empty() ? "all-reduces" : "all-gathers and reduce-scatters") +
                      " of " + std::to_string(factors.size()) + " sizes, the largest " +
                      format_bytes(Bytes(static_cast<std::int64_t>(most))));
    }
  }
  template <class Each>
  void for_each_collective(bool crosses, const Each& each) const {
    for (const ProbeFile& file : files_)
      for (const MachineFigure& figure : file.figures) {
        if (figure.quantity != all_gather && figure.quantity != reduce_scatter &&
            figure.quantity != all_reduce)
          continue;
        const probe::ExpectedCollective expected = probe::expected_collective(plan_.plan.cluster, figure);
        if (expected.busbw_gb_per_s > 0 && expected.crosses_nodes == crosses) each(figure, expected);
      }
  }
  static std::string title_of(const MachineFigure& figure, bool crosses) {
    const std::string kind = figure.quantity == all_gather       ? "All-gather"
                             : figure.quantity == reduce_scatter ? "Reduce-scatter"
                                                                 : "All-reduce";
    return kind + (crosses ? " between nodes, " : " in a node, ") +
           format_bytes(Bytes(static_cast<std::int64_t>(std::min(figure.bytes, 1e18)))) + ", " +
           std::to_string(figure.ranks) + " ranks";
  }

  void copies() {
    const probe::ExpectedHost expected = probe::expected_host(plan_.plan.cluster);
    const MachineFigure *up = last(copy_to_gpu), *down = last(copy_to_host);
    if (up != nullptr && down != nullptr && expected.copies_gb_per_s > 0) {
      const double both = 2 / (1 / up->value + 1 / down->value);
      compare("Pinned copies between GPU and host", "GB/s", both, expected.copies_gb_per_s);
      take_factor(
          "measured.host_link", both / expected.copies_gb_per_s,
          format_gb_per_s(up->value) + " to the GPU and " + format_gb_per_s(down->value) + " to the host");
    }
    if (const MachineFigure* figure = last(cpu_adam);
        figure != nullptr && expected.adam_parameters_per_s > 0) {
      compare("Adam on the host", "parameters/s", figure->value, expected.adam_parameters_per_s);
      if (figure->text.starts_with("DeepSpeed"))
        take_factor("measured.host_memory", figure->value / expected.adam_parameters_per_s, figure->text);
    }
  }

  const PlanDocument& base_;
  PlanDocument plan_;  ///< the base with the keys added so far
  std::span<const ProbeFile> files_;
  ProbedMachine machine_;
  bool takes_factors_ = true;
};

}  // namespace

ProbedMachine probed_machine(const PlanDocument& base, std::span<const ProbeFile> files) {
  return Prober(base, files).made();
}

PlanDocument probed_plan(const PlanDocument& base, std::span<const ProbedKey> keys) {
  std::vector<KeySetting> settings;
  for (const ProbedKey& key : keys)
    settings.push_back({key.path, key.value});
  return with_settings(base, settings);
}

}  // namespace zp
