// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/run/reading.h"

/// Reader of torch/cuda/memory.py, memory_summary: a table of the allocator's current and peak memory. Its MB
/// and GB are powers of 1024, like the MiB and GiB of later releases; values are rounded down to whole
/// numbers.
namespace zp::run {
namespace {

struct Row {
  std::string_view name;
  ObservedQuantity now, peak;
};
constexpr auto rows = std::to_array<Row>(
    {{"Allocated memory", ObservedQuantity::gpu_allocated, ObservedQuantity::gpu_max_allocated},
     {"GPU reserved memory", ObservedQuantity::gpu_reserved, ObservedQuantity::gpu_max_reserved}});

constexpr std::string_view memory_summary = "memory summary";

/// Moves past one cell; returns its value in bytes, or nullopt.
std::optional<Number> bytes_in_cell(Scan& scan) {
  if (!scan.skip("|")) return std::nullopt;
  scan.spaces();
  std::optional<Number> bytes = scan.bytes();
  scan.spaces();
  return bytes;
}

}  // namespace

bool read_memory_summary(Reading& reading) {
  Scan scan(reading.text());
  if (scan.find("CUDA memory summary, device ID ")) {
    reading.summary.device = whole(scan.number()).value_or(-1);
    return true;
  }
  for (const Row& row : rows) {
    scan = Scan(reading.text());
    if (!scan.find(row.name)) continue;
    scan.spaces();
    const std::optional<Number> now = bytes_in_cell(scan);
    const std::optional<Number> peak = now ? bytes_in_cell(scan) : std::nullopt;
    if (!peak) return false;
    if (!reading.line.rank && reading.summary.device >= 0) reading.line.rank = reading.summary.device;
    reading.note(row.now, std::string(memory_summary), now);
    reading.note(row.peak, std::string(memory_summary), peak);
    return true;
  }
  return false;
}

}  // namespace zp::run
