// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/run/reading.h"
#include "core/units/quantity.h"

/// Reader of deepspeed/runtime/utils.py, see_memory_usage: a message, the memory of torch, and the memory of
/// the node. The lines have the logger's prefix up to 0.17.5 and no prefix since 0.18.3. GB are 2^30 bytes,
/// rounded to two decimals without trailing zeros; Max_CA is rounded to whole GB. Only rank 0 writes.
namespace zp::run {
namespace {

constexpr std::string_view speaker = "see_memory_usage]";

/// First words of the messages of the engine and the ZeRO optimizers (deepspeed/runtime/zero/stage3.py,
/// stage_1_and_2.py, parameter_offload.py, bf16_optimizer.py, engine.py).
constexpr auto messages = std::to_array<std::string_view>({"Stage 3 initialize beginning",
                                                           "DeepSpeedZeRoOffload initialize [",
                                                           "Before creating fp16 partitions",
                                                           "After creating fp16 partitions",
                                                           "Before creating fp32 partitions",
                                                           "After creating fp32 partitions",
                                                           "Before initializing optimizer states",
                                                           "After initializing optimizer states",
                                                           "After initializing ZeRO optimizer",
                                                           "begin bf16_optimizer",
                                                           "end bf16_optimizer",
                                                           "end bf16_ optimizer",
                                                           "before initializing group",
                                                           "after initializing group",
                                                           "begin initialize_optimizer",
                                                           "initialize_optimizer",
                                                           "end initialize_optimizer",
                                                           "initializing group",
                                                           "Engine before ",
                                                           "Engine after ",
                                                           "DeepSpeed Engine: "});

/// Maximum number of lines from a message to its figures, which follow it directly unless other ranks write
/// in between.
constexpr int farthest_figures = 8;

constexpr double hundredth = 0.005 * static_cast<double>(bytes_per_gib);

bool is_message(std::string_view text) {
  return std::ranges::any_of(messages, [&](std::string_view one) { return text.starts_with(one); });
}

void hear(Reading& reading, std::string_view message) {
  reading.usage.message = message.substr(0, longest_message);
  reading.usage.line = reading.line.number;
  const bool is_stage_3 = message.starts_with("Stage 3 ") || message.starts_with("DeepSpeedZeRoOffload ");
  if (is_stage_3 && !reading.usage.is_stage_set) reading.note(ObservedQuantity::stage, "", 3.0, 0.0);
  reading.usage.is_stage_set |= is_stage_3;
}

bool has_letter(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return is_word_character(c) && !is_digit(c); });
}

/// Returns the message of the current figures. Figures without a message take the line above them, which a
/// script may have written.
std::string message_of(const Reading& reading, bool is_bare) {
  if (!reading.usage.message.empty() && reading.line.number - reading.usage.line <= farthest_figures)
    return reading.usage.message;
  const bool is_above = reading.line.number - reading.last_unread_line == 1;
  return is_bare && is_above && has_letter(reading.last_unread) ? reading.last_unread : "";
}

struct UsageFigure {
  std::string_view name;
  ObservedQuantity quantity;
};
constexpr auto figures = std::to_array<UsageFigure>({{"MA", ObservedQuantity::gpu_allocated},
                                                     {"Max_MA", ObservedQuantity::gpu_max_allocated},
                                                     {"CA", ObservedQuantity::gpu_reserved},
                                                     {"Max_CA", ObservedQuantity::gpu_max_reserved}});

bool read_device_line(Reading& reading, Scan scan, bool is_bare) {
  const std::string moment = message_of(reading, is_bare);
  if (!reading.line.rank) reading.line.rank = 0;
  bool is_any = false;
  for (const UsageFigure& figure : figures) {
    scan.spaces();
    if (!scan.skip(figure.name)) break;
    scan.spaces();
    const std::optional<Number> bytes = scan.bytes();
    if (!bytes) break;
    is_any = true;
    if (!reading.usage.is_cpu_accelerator)
      reading.note(figure.quantity, moment, bytes->value,
                   figure.quantity == ObservedQuantity::gpu_max_reserved ? bytes->rounding : hundredth);
  }
  return is_any;
}

bool read_host_line(Reading& reading, Scan scan, bool is_bare) {
  const std::string moment = message_of(reading, is_bare);
  if (!reading.line.rank) reading.line.rank = 0;
  if (!scan.find("used = ")) return false;
  const std::optional<Number> used = scan.bytes();
  if (!used) return false;
  reading.note(ObservedQuantity::host_used, moment, used->value, hundredth);
  if (scan.find("percent = ")) {
    const std::optional<Number> percent = scan.number();
    if (percent && scan.skip("%")) reading.note(ObservedQuantity::host_percent, moment, percent);
  }
  reading.usage.message.clear();
  return true;
}

}  // namespace

bool read_memory_usage(Reading& reading) {
  const std::string_view text = reading.text();
  if (contains(text, "ccelerator to cpu") || contains(text, "ccelerator to CPU"))
    return reading.usage.is_cpu_accelerator = true;
  Scan scan(text);
  const bool is_spoken = scan.find(speaker);
  scan.spaces();
  const std::string_view message = trimmed(scan.rest());
  if (message.starts_with("MA ")) return read_device_line(reading, scan, !is_spoken);
  if (message.starts_with("CPU Virtual Memory")) return read_host_line(reading, scan, !is_spoken);
  if (!is_spoken && !is_message(message)) return false;
  hear(reading, message);
  return true;
}

}  // namespace zp::run
