// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/run/reading.h"

/// Reader of deepspeed/utils/timer.py and runtime/engine.py: "time (ms) | fwd_microstep: 654.24 | …". Each
/// micro step prints a line of micro step timers, and each optimizer step a line without that word, with the
/// sums over its micro steps. Up to 0.10.0 the names were forward, backward and so on. Megatron-LM's timers
/// (megatron/training.py, training_log) have the same form, each the mean of a step since the last line;
/// since 2022 each timer is on its own line, with the fastest and the slowest rank or only the slowest
/// (megatron/core/timers.py, _get_global_min_max_time_string).
namespace zp::run {
namespace {

struct Timer {
  std::string_view name;
  ObservedQuantity quantity;
};
constexpr auto timers = std::to_array<Timer>({{"forward", ObservedQuantity::step_forward},
                                              {"fwd", ObservedQuantity::step_forward},
                                              {"backward", ObservedQuantity::step_backward},
                                              {"bwd", ObservedQuantity::step_backward},
                                              {"backward_allreduce", ObservedQuantity::step_reduce},
                                              {"bwd_allreduce", ObservedQuantity::step_reduce},
                                              {"step", ObservedQuantity::step_optimizer},
                                              {"forward-compute", ObservedQuantity::step_forward},
                                              {"backward-compute", ObservedQuantity::step_backward},
                                              {"backward-params-all-reduce", ObservedQuantity::step_reduce},
                                              {"optimizer", ObservedQuantity::step_optimizer}});
/// Timers of parts of a phase, and of several phases together; they are recognised but not noted.
constexpr auto parts = std::to_array<std::string_view>({"backward_inner",
                                                        "bwd_inner",
                                                        "optimizer_step",
                                                        "optimizer_gradients",
                                                        "optimizer_allgather",
                                                        "optimizer_swap_in_state",
                                                        "optimizer_swap_out_state",
                                                        "init_optimizer_state",
                                                        "compute_norm",
                                                        "overflow_check",
                                                        "unscale_and_clip",
                                                        "basic_step",
                                                        "update_fp16",
                                                        "selective_optimizer_update",
                                                        "selective_optimizer_process",
                                                        "selective_optimizer_step",
                                                        "selective_optimizer_sync",
                                                        "forward-backward",
                                                        "interval-time",
                                                        "batch-generator"});

constexpr std::string_view micro = "_microstep";
constexpr double milliseconds = 1e-3;

struct Pair {
  std::string_view name;
  std::optional<Number> value;
};

/// Reads a word, or several joined with - and /.
std::string_view name_at(Scan& scan) {
  const std::string_view text = scan.rest();
  do
    scan.word();
  while (scan.skip("-") || scan.skip("/"));
  return text.substr(0, text.size() - scan.rest().size());
}

/// Reads the next "name: 12.3" after a bar; the name is empty at the end.
Pair next_pair(Scan& scan) {
  scan.skip_any(" |");
  const std::string_view name = name_at(scan);
  if (!scan.skip(":")) return {name, std::nullopt};
  scan.spaces();
  return {name, scan.number()};
}

/// Returns true if a page broke the line, within a name or before a figure.
bool is_broken(Scan scan) {
  while (!scan.at_end()) {
    const Pair pair = next_pair(scan);
    if (pair.name.empty()) return false;
    if (!pair.value) return trimmed(scan.rest()).empty();
  }
  return false;
}

bool read_timers(Reading& reading, Scan scan) {
  bool is_known = false;
  while (!scan.at_end()) {
    const auto [name, value] = next_pair(scan);
    if (name.empty() || !value) break;
    const bool is_micro = name.ends_with(micro);
    const std::string_view bare = is_micro ? name.substr(0, name.size() - micro.size()) : name;
    const auto timer = std::ranges::find(timers, bare, &Timer::name);
    is_known |= timer != timers.end() || std::ranges::find(parts, bare) != parts.end();
    if (timer != timers.end())
      reading.note(timer->quantity, is_micro ? "micro step" : "step", value, milliseconds);
  }
  return is_known;
}

/// Reads "forward-compute ....: (2.51, 3.12)" or "....: 3.12" below its heading; the slowest rank determines
/// the step.
bool read_timer_across_ranks(Reading& reading) {
  if (reading.timers_line + 1 != reading.line.number) return false;
  Scan scan(reading.text());
  scan.spaces();
  const std::string_view name = name_at(scan);
  scan.skip_any(" .");
  if (name.empty() || !scan.skip(":")) return false;
  reading.timers_line = reading.line.number;
  scan.spaces();
  if (scan.skip("(")) {
    scan.number();
    scan.skip_any(", ");
  }
  const auto timer = std::ranges::find(timers, name, &Timer::name);
  if (timer != timers.end()) reading.note(timer->quantity, "step", scan.number(), milliseconds);
  return true;
}

}  // namespace

bool read_timers_across_ranks(Reading& reading) {
  if (!contains(reading.text(), "time across ranks (ms):")) return read_timer_across_ranks(reading);
  reading.timers_line = reading.line.number;
  return true;
}

bool read_wall_clock(Reading& reading) {
  Scan scan(reading.text());
  scan.find("time (ms) |");
  if (!is_broken(scan)) return read_timers(reading, scan);
  const std::string whole_line = reading.lines.joined(reading.line, 1, "");
  Scan joined(whole_line);
  joined.find("time (ms) |");
  return read_timers(reading, joined);
}

}  // namespace zp::run
