// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/words.h"

/// Machine measurements by various tools in a common form.
namespace zp {

/// The measured quantity; comments state the unit.
enum class MachineQuantity : std::uint8_t {
  gpus,              ///< GPUs per node; `text` is their name, or ""
  gpu_memory,        ///< usable bytes
  gpu_link,          ///< number of GPUs; `text` is the slowest link between two: "NV18", "PHB"
  pcie,              ///< GB/s, nominal
  network_ports,     ///< number of ports near a GPU; see port_rate for their speed
  port_rate,         ///< GB/s of one port, nominal
  port_bandwidth,    ///< GB/s measured on one port
  host_memory,       ///< bytes
  cpu_cores,         ///< number
  host_bandwidth,    ///< GB/s, STREAM triad
  cpu_adam,          ///< parameters/s of Adam's step in host memory
  copy_to_gpu,       ///< GB/s, pinned
  copy_to_host,      ///< GB/s, pinned
  pageable_to_gpu,   ///< GB/s
  pageable_to_host,  ///< GB/s
  all_gather,        ///< GB/s of bus bandwidth
  reduce_scatter,    ///< GB/s of bus bandwidth
  all_reduce,        ///< GB/s of bus bandwidth
  drive_read,        ///< GB/s
  drive_write,       ///< GB/s
  drive_free,        ///< bytes; `text` is the folder
  matmul,            ///< TFLOPS of large products in 16 bits
  attention,         ///< TFLOPS of the forward pass of a causal attention kernel
};
template <>
inline constexpr auto words_of<MachineQuantity> =
    word_list("gpus", "gpu_memory", "gpu_link", "pcie", "network_ports", "port_rate", "port_bandwidth",
              "host_memory", "cpu_cores", "host_bandwidth", "cpu_adam", "copy_to_gpu", "copy_to_host",
              "pageable_to_gpu", "pageable_to_host", "all_gather", "reduce_scatter", "all_reduce",
              "drive_read", "drive_write", "drive_free", "matmul", "attention");

/// Returns "GB/s", "bytes", "TFLOPS", "parameters/s" or "" for a number.
std::string_view unit_of(MachineQuantity quantity);

struct MachineFigure {
  MachineQuantity quantity{};
  double value = 0;
  std::string text = {};
  double bytes = 0;  ///< message size of a collective; else 0
  int ranks = 0;     ///< of a collective; 0 if unknown
  int nodes = 0;     ///< of a collective; 0 if unknown
  int line = 0;      ///< in the file; 0 for a JSON document
};

/// A quantity that a probe could not measure, and why.
struct AbsentFigure {
  std::string quantity, reason;
};

/// The output of a tool, as one file.
struct ProbeFile {
  std::string name;
  std::string tool;  ///< "nccl-tests", "fio", …; "" if no tool was recognised
  std::vector<MachineFigure> figures;
  std::vector<AbsentFigure> absent;
};

/// Reads the output of one tool, or of several concatenated: this program's probe script (JSON), nccl-tests,
/// ib_write_bw and related tools, fio as text or JSON, `nvidia-smi topo -m`, lscpu, free. Accepts any text;
/// unrecognised parts yield no figures. Pure.
ProbeFile read_probe_file(std::string_view text, const std::string& name);

}  // namespace zp
