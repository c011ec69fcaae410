// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>

#include "core/run/reading.h"

/// Reader of the GPU memory that programs based on Trainer print: Axolotl (utils/bench.py,
/// log_gpu_memory_usage; GB are 2^30 bytes) and Unsloth's notebooks.
namespace zp::run {
namespace {

/// Notes Axolotl's figures. "25.701GB (+0.079GB cache, +1.045GB misc)" are the current tensors; since 0.12,
/// "… (+2.3GB allocated, +2.5GB reserved)" are peaks of tensors and of the allocator.
bool note_axolotl(Reading& reading) {
  Scan scan(reading.text());
  if (!scan.find("memory usage ")) return false;
  const std::size_t colon = scan.rest().find(':');
  if (colon == std::string_view::npos || colon > longest_message) return false;
  const std::string moment(scan.rest().substr(0, colon));
  scan.drop(colon + 1);
  scan.spaces();
  const std::optional<Number> first = scan.bytes();
  if (!first) return false;
  const bool is_peak = contains(scan.rest(), "allocated") || contains(scan.rest(), "reserved");
  if (!is_peak) {
    reading.note(ObservedQuantity::gpu_allocated, moment, first);
    return true;
  }
  while (scan.find("+")) {
    const std::optional<Number> part = scan.bytes();
    scan.spaces();
    const std::string_view kind = scan.word();
    if (kind == "allocated") reading.note(ObservedQuantity::gpu_max_allocated, moment, part);
    if (kind == "reserved") reading.note(ObservedQuantity::gpu_max_reserved, moment, part);
  }
  return true;
}

}  // namespace

bool read_console_memory(Reading& reading) {
  Scan scan(reading.text());
  if (scan.find("Peak reserved memory = ")) {
    const std::optional<Number> peak = scan.bytes();
    if (peak) reading.note(ObservedQuantity::gpu_max_reserved, "whole run", peak);
    return peak.has_value();
  }
  return note_axolotl(reading);
}

}  // namespace zp::run
