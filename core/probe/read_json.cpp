// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "core/probe/readers.h"
#include "core/text/ordered_json.h"

/// Reads the probe script's document (resources/probe), and fio's (`--output-format=json`).
namespace zp::probe {
namespace {

using text_io::Json;
using text_io::member;
using enum MachineQuantity;

constexpr std::size_t most_entries = 1'000;

double number_at(const Json* object, std::string_view key) {
  const Json* value = member(object, key);
  return value != nullptr && value->is_number() ? value->get<double>() : 0;
}
std::string text_at(const Json* object, std::string_view key) {
  const Json* value = member(object, key);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}
int whole_at(const Json* object, std::string_view key) {
  return static_cast<int>(std::clamp(number_at(object, key), 0.0, 1e6));
}

/// Calls `each` with the entries of a list.
template <class Each>
void for_each_entry(const Json* list, const Each& each) {
  if (list == nullptr || !list->is_array()) return;
  for (std::size_t i = 0; i < std::min(list->size(), most_entries); ++i)
    each(&(*list)[i]);
}

/// Returns GB/s of a PCIe link in one direction: 0.985, 1.97, 3.94, 7.56 per lane for generations 3 to 6
/// (PCI-SIG: 8, 16, 32 and 64 GT/s, minus the encoding).
double pcie_rate(int generation, int lanes) {
  constexpr std::array per_lane = {0.25, 0.5, 0.985, 1.97, 3.94, 7.56};
  if (generation < 1 || generation > static_cast<int>(per_lane.size()) || lanes < 1 || lanes > 32) return 0;
  return per_lane[static_cast<std::size_t>(generation) - 1] * lanes;
}

void read_gpus(const Json& root, ProbeFile& file) {
  const Json* list = member(&root, "gpus");
  if (list == nullptr || !list->is_array() || list->empty() || !list->front().is_object()) return;
  const Json* first = &list->front();
  add(file, {gpus, static_cast<double>(std::min(list->size(), most_entries)), text_at(first, "name")});
  add(file, {gpu_memory, number_at(first, "usable_bytes")});
  add(file, {pcie, pcie_rate(whole_at(first, "pcie_generation"), whole_at(first, "pcie_lanes"))});
}

void read_network(const Json& root, ProbeFile& file) {
  constexpr double gbit_per_gb = 8;
  for_each_entry(member(&root, "ports"), [&](const Json* port) {
    add(file, {port_rate, number_at(port, "gbit_per_s") / gbit_per_gb, text_at(port, "name")});
  });
}

void read_collectives(const Json& root, ProbeFile& file) {
  for_each_entry(member(&root, "collectives"), [&](const Json* entry) {
    const std::optional<MachineQuantity> kind = enum_of<MachineQuantity>(text_at(entry, "kind"));
    if (!kind || (*kind != all_gather && *kind != reduce_scatter && *kind != all_reduce)) return;
    MachineFigure figure{*kind, number_at(entry, "busbw_gb_per_s")};
    figure.bytes = std::clamp(number_at(entry, "bytes"), 0.0, largest_value);
    figure.ranks = whole_at(entry, "ranks");
    figure.nodes = whole_at(entry, "nodes");
    add(file, figure);
  });
}

void read_copies(const Json& root, ProbeFile& file) {
  for_each_entry(member(&root, "copies"), [&](const Json* entry) {
    const Json* is_pinned = member(entry, "pinned");
    const bool pinned = is_pinned != nullptr && is_pinned->is_boolean() && is_pinned->get<bool>();
    const std::string direction = text_at(entry, "direction");
    if (direction != "to_gpu" && direction != "to_host") return;
    const bool down = direction == "to_host";
    add(file, {pinned ? (down ? copy_to_host : copy_to_gpu) : (down ? pageable_to_host : pageable_to_gpu),
               number_at(entry, "gb_per_s")});
  });
}

/// Reads the output of a tool that the script ran, as if it were a file.
void read_text(const Json& root, std::string_view key, void (*read)(std::string_view, ProbeFile&),
               ProbeFile& file) {
  const std::string text = text_at(&root, key);
  const std::size_t before = file.figures.size();
  read(text, file);
  for (std::size_t i = before; i < file.figures.size(); ++i)
    file.figures[i].line = 0;
}

void read_probe_script(const Json& root, ProbeFile& file) {
  file.tool = "probe script";
  read_gpus(root, file);
  read_text(root, "topology", read_topology, file);
  read_network(root, file);
  add(file, {host_memory, number_at(&root, "host_memory_bytes")});
  add(file, {cpu_cores, number_at(member(&root, "cpu"), "cores")});
  add(file, {host_bandwidth, number_at(member(&root, "host_bandwidth"), "gb_per_s"),
             text_at(member(&root, "host_bandwidth"), "by")});
  add(file, {cpu_adam, number_at(member(&root, "cpu_adam"), "parameters_per_s"),
             text_at(member(&root, "cpu_adam"), "by")});
  read_copies(root, file);
  read_collectives(root, file);
  read_text(root, "nccl_tests", read_nccl_tests, file);
  const Json* drive = member(&root, "drive");
  add(file, {drive_read, number_at(drive, "read_gb_per_s")});
  add(file, {drive_write, number_at(drive, "write_gb_per_s")});
  add(file, {drive_free, number_at(drive, "free_bytes"), text_at(drive, "path")});
  add(file,
      {matmul, number_at(member(&root, "matmul"), "tflops"), text_at(member(&root, "matmul"), "dtype")});
  add(file, {attention, number_at(member(&root, "attention"), "tflops")});
  for_each_entry(member(&root, "absent"), [&](const Json* entry) {
    file.absent.push_back({text_at(entry, "what"), text_at(entry, "why")});
  });
}

/// Reads the bytes/s of the fastest group of concurrent jobs.
void read_fio_document(const Json& root, ProbeFile& file) {
  file.tool = "fio";
  std::map<int, double> reads, writes;
  for_each_entry(member(&root, "jobs"), [&](const Json* job) {
    const int group = whole_at(job, "groupid");
    const auto rate = [&](std::string_view direction) {
      const Json* part = member(job, direction);
      const double bytes = number_at(part, "bw_bytes");
      return bytes > 0 ? bytes : number_at(part, "bw") * 1024;  // before 3.1 there is only bw, in KiB/s
    };
    reads[group] += rate("read");
    writes[group] += rate("write");
  });
  double read = 0, write = 0;
  for (const auto& [group, rate] : reads)
    read = std::max(read, rate);
  for (const auto& [group, rate] : writes)
    write = std::max(write, rate);
  add(file, {drive_read, read * 1e-9});
  add(file, {drive_write, write * 1e-9});
}

}  // namespace

bool read_json(std::string_view text, ProbeFile& file) {
  Json root;
  try {
    root = text_io::parse_json(text);
  } catch (const FileError&) {
    return false;
  }
  if (text_at(&root, "format") == "zero-probe-data/1")
    read_probe_script(root, file);
  else if (member(&root, "fio version") != nullptr)
    read_fio_document(root, file);
  else
    return false;
  return true;
}

}  // namespace zp::probe
