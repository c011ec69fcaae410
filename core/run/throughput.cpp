// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/run/reading.h"

/// Reader of deepspeed/utils/timer.py, ThroughputTimer, and runtime/pipe/engine.py. Samples are those of all
/// ranks. Up to 0.7.7 the number before the comma counts micro steps ("0/40, SamplesPerSec=…"); since 0.8.0
/// the line names each count ("epoch=0/micro_step=20/global_step=10, …").
namespace zp::run {
namespace {

struct ResultKey {
  std::string_view name;
  ObservedQuantity quantity;
  std::string_view moment;  ///< words before the step
};
constexpr auto result_keys = std::to_array<ResultKey>({
    {"SamplesPerSec", ObservedQuantity::samples_per_s, "average to "},
    {"RunningAvgSamplesPerSec", ObservedQuantity::samples_per_s, "average to "},
    {"CurrSamplesPerSec", ObservedQuantity::samples_per_s, ""},
    {"MemAllocated", ObservedQuantity::gpu_allocated, ""},
    {"MaxMemAllocated", ObservedQuantity::gpu_max_allocated, ""},
});

constexpr int most_lines_of_results = 4;
constexpr std::size_t result_padding = 4;

/// Returns the digits at the end of `text`.
std::string_view last_digits(std::string_view text) {
  std::size_t first = text.size();
  while (first > 0 && is_digit(text[first - 1]))
    --first;
  return text.substr(first);
}

/// Returns the step on a line; "" if the line is not from the throughput timer.
std::string step_of(std::string_view text, std::size_t first_key) {
  Scan scan(text);
  if (scan.find("global_step=")) {
    const std::optional<Number> step = scan.number();
    return step ? at_step(step->text) : "";
  }
  std::string_view before = text.substr(0, first_key);
  if (!before.ends_with(", ")) return "";
  before.remove_suffix(2);
  const std::string_view step = last_digits(before);
  before.remove_suffix(step.size());
  return step.empty() || !before.ends_with("/") ? "" : "micro " + at_step(step);
}

}  // namespace

bool read_throughput(Reading& reading) {
  // a page breaks the line after commas, a terminal within words
  const bool is_broken = !contains(reading.text(), "SamplesPerSec=");
  const std::string text = unpadded(is_broken ? reading.lines.joined(reading.line, most_lines_of_results, " ")
                                              : std::string(reading.text()),
                                    result_padding);
  std::size_t first = text.find("SamplesPerSec=");
  if (first == std::string::npos) return false;
  while (first > 0 && is_word_character(text[first - 1]))
    --first;
  const std::string step = step_of(text, first);
  if (step.empty()) return false;
  if (!reading.line.rank) reading.line.rank = 0;
  Scan scan(std::string_view(text).substr(first));
  while (!scan.at_end()) {
    const std::string_view name = scan.word();
    if (!scan.skip("=")) break;
    const auto key = std::ranges::find(result_keys, name, &ResultKey::name);
    const bool is_memory = name.ends_with("MemAllocated");
    const std::optional<Number> value = is_memory ? scan.bytes() : scan.number();
    // joined and unpadded text has its own end, where the log may have been truncated: a number there is
    // ignored
    const bool is_cut =
        reading.line.is_cut && scan.rest().find_first_not_of('.') == std::string_view::npos && !is_memory;
    if (key != result_keys.end() && !is_cut)
      reading.note(key->quantity, std::string(key->moment) + step, value);
    if (!value || !scan.skip(",")) break;
    scan.spaces();
  }
  return true;
}

bool read_pipeline(Reading& reading) {
  Scan scan(reading.text());
  if (!scan.find("steps: ")) return false;
  const std::optional<Number> step = scan.number();
  if (!step || !scan.find("iter time (s): ")) return false;
  const std::string moment = at_step(step->text);
  if (!reading.line.rank) reading.line.rank = 0;
  reading.note(ObservedQuantity::step_total, moment, scan.number());
  if (scan.find("samples/sec: ")) reading.note(ObservedQuantity::samples_per_s, moment, scan.number());
  return true;
}

}  // namespace zp::run
