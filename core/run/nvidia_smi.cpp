// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/reading.h"

/// Reader of nvidia-smi's table, its MIG devices, and --query-gpu=…,memory.used --format=csv. The memory is
/// that of the whole GPU, with all processes, contexts and libraries. The rank is the GPU's index in the
/// node.
namespace zp::run {
namespace {

constexpr std::string_view nvidia_smi = "nvidia-smi";
constexpr int most_columns = 64;

/// Reads "|   0  Tesla T4            Off  | 00000000:00:04.0 Off |", which names the GPU of the following
/// lines.
bool read_gpu_line(Reading& reading, Scan scan) {
  scan.skip("|");
  scan.spaces();
  const std::optional<int> gpu = whole(scan.number());
  if (!gpu || (scan.next() != ' ' && scan.next() != '\t')) return false;
  reading.smi.device = *gpu;
  return true;
}

/// Reads "| N/A   68C    P8    11W /  70W |      0MiB / 15360MiB |", and for a MIG device "|  1    3   0   0
/// | 14366MiB / 19968MiB | …", whose second line (BAR1) begins with an empty cell.
bool read_used_line(Reading& reading, std::string_view text) {
  const std::size_t slash = text.find("MiB / ");
  const std::size_t bar = text.rfind('|', slash);
  if (slash == std::string_view::npos || bar == std::string_view::npos || bar == 0) return false;
  const std::size_t first_bar = text.find('|');
  const std::string_view first_cell =
      first_bar < bar ? trimmed(text.substr(first_bar + 1, bar - first_bar - 1)) : std::string_view();
  if (first_cell.empty()) return reading.smi.is_mig;
  std::string of(nvidia_smi);
  Scan cell(first_cell);
  const std::optional<int> gpu = whole(cell.number());
  if (reading.smi.is_mig) {
    if (!gpu) return false;
    reading.smi.device = *gpu;
    const std::size_t last = first_cell.find_last_of(" \t");
    if (last != std::string_view::npos) of += ", MIG device " + std::string(first_cell.substr(last + 1));
  }
  Scan scan(text.substr(bar + 1));
  scan.spaces();
  const std::optional<Number> used = scan.bytes();
  if (!used) return false;
  if (!reading.line.rank && reading.smi.device >= 0) reading.line.rank = reading.smi.device;
  reading.note(ObservedQuantity::gpu_used, of, used);
  return true;
}

/// Reads the header of a query: "index, name, memory.used [MiB], memory.total [MiB]".
bool read_query_head(Reading& reading, std::string_view text) {
  reading.smi.used_column = reading.smi.index_column = -1;
  for (int column = 0; column < most_columns; ++column) {
    const std::size_t comma = text.find(',');
    const std::string_view name = trimmed(text.substr(0, comma));
    if (name.starts_with("memory.used")) reading.smi.used_column = column;
    if (name == "index") reading.smi.index_column = column;
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return reading.smi.used_column >= 0;
}

/// Reads a row of a query: "0, NVIDIA A100-SXM4-80GB, 437 MiB, 81920 MiB".
bool read_query_row(Reading& reading, std::string_view text) {
  std::optional<Number> used;
  for (int column = 0; column < most_columns; ++column) {
    const std::size_t comma = text.find(',');
    Scan cell(trimmed(text.substr(0, comma)));
    if (column == reading.smi.used_column)
      used = cell.bytes();
    else if (column == reading.smi.index_column)
      reading.line.rank = whole(cell.number());
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  if (!used) return false;
  reading.note(ObservedQuantity::gpu_used, std::string(nvidia_smi), used);
  return true;
}

}  // namespace

bool read_nvidia_smi(Reading& reading) {
  const std::string_view text = trimmed(reading.text());
  if (contains(text, "NVIDIA-SMI")) {
    reading.smi = {};
    return true;
  }
  if (contains(text, "MIG devices:")) return reading.smi.is_mig = true;
  if (text.starts_with("|") && contains(text, "0000:")) return read_gpu_line(reading, Scan(text));
  if (contains(text, "MiB / ")) return read_used_line(reading, text);
  if (contains(text, "memory.used [MiB]")) return read_query_head(reading, text);
  return reading.smi.used_column >= 0 && contains(text, " MiB") && read_query_row(reading, text);
}

}  // namespace zp::run
