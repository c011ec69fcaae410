// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/run/reading.h"

/// Reader of the output of zero_planner_probe.py in an instrumented export (resources/export): one JSON
/// object per line and phase, with its own keys, in bytes and seconds.
namespace zp::run {
namespace {

/// Returns a scan positioned after `"key": `, if the line contains it.
std::optional<Scan> behind(std::string_view text, std::string_view key) {
  Scan scan(text);
  while (scan.find("\"")) {
    if (!scan.skip(key) || !scan.skip("\"")) continue;
    scan.spaces();
    if (!scan.skip(":")) continue;
    scan.spaces();
    return scan;
  }
  return std::nullopt;
}

std::optional<Number> number_of(std::string_view text, std::string_view key) {
  std::optional<Scan> scan = behind(text, key);
  return scan ? scan->number() : std::nullopt;
}

/// Returns the text of a key, which must not contain quotes; "" if the key is missing.
std::string_view text_of(std::string_view text, std::string_view key) {
  std::optional<Scan> scan = behind(text, key);
  if (!scan || !scan->skip("\"")) return "";
  const std::string_view rest = scan->rest();
  const std::size_t end = rest.find('"');
  return end == std::string_view::npos ? "" : rest.substr(0, end);
}

struct Setting {
  std::string_view key;
  ObservedQuantity quantity;
};
constexpr auto counts = std::to_array<Setting>({{"world_size", ObservedQuantity::world_size},
                                                {"micro_batch", ObservedQuantity::micro_batch},
                                                {"accumulation", ObservedQuantity::accumulation},
                                                {"stage", ObservedQuantity::stage},
                                                {"parameters", ObservedQuantity::parameters},
                                                {"trainable", ObservedQuantity::trainable}});
constexpr auto words = std::to_array<Setting>(
    {{"dtype", ObservedQuantity::dtype}, {"deepspeed_version", ObservedQuantity::deepspeed_version}});

void read_settings(Reading& reading) {
  for (const Setting& setting : counts)
    reading.note(setting.quantity, "", number_of(reading.text(), setting.key));
  for (const Setting& setting : words)
    if (const std::string_view word = text_of(reading.text(), setting.key); !word.empty())
      reading.note_word(setting.quantity, word);
}

/// A phase of a micro batch, with the names that DeepSpeed's own output uses for its moments.
struct PhaseRow {
  std::string_view phase;
  ObservedQuantity seconds;
  std::string_view moment;       ///< moment of `seconds`; "" for the step's number
  std::string_view held_moment;  ///< moment of the memory allocated at the end of the phase
};
constexpr auto phases_of_probe = std::to_array<PhaseRow>(
    {{"forward", ObservedQuantity::step_forward, "micro step", "Engine after forward"},
     {"backward", ObservedQuantity::step_backward, "micro step", "Engine after backward"},
     {"step", ObservedQuantity::step_optimizer, "", "Engine after step"},
     {"whole", ObservedQuantity::step_total, "", ""}});

struct MemoryRow {
  std::string_view key;
  ObservedQuantity quantity;
};
constexpr auto peaks = std::to_array<MemoryRow>({{"max_allocated", ObservedQuantity::gpu_max_allocated},
                                                 {"max_reserved", ObservedQuantity::gpu_max_reserved}});

void read_phase(Reading& reading, const PhaseRow& row, const std::string& step) {
  const std::string_view text = reading.text();
  reading.note(row.seconds, row.moment.empty() ? step : std::string(row.moment), number_of(text, "seconds"));
  if (row.held_moment.empty()) return;
  reading.note(ObservedQuantity::gpu_allocated, std::string(row.held_moment), number_of(text, "allocated"));
  for (const MemoryRow& peak : peaks)
    reading.note(peak.quantity, step, number_of(text, peak.key));
  reading.note(ObservedQuantity::gpu_max_allocated, "peak in " + std::string(row.phase),
               number_of(text, "max_allocated"));
  reading.note(ObservedQuantity::gpu_used, "nvidia-smi", number_of(text, "used"));
}

}  // namespace

bool read_probe(Reading& reading) {
  const std::string_view text = reading.text();
  const std::string_view phase = text_of(text, "phase");
  const std::optional<Number> step = number_of(text, "step");
  if (!number_of(text, "zero_planner") || phase.empty() || !step) return false;
  reading.line.rank = whole(number_of(text, "rank"));
  if (phase == "start") read_settings(reading);
  for (const PhaseRow& row : phases_of_probe)
    if (row.phase == phase) read_phase(reading, row, at_step(step->text));
  return true;
}

}  // namespace zp::run
