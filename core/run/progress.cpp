// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/run/reading.h"

/// Reader of tqdm's bar, "100%|████| 16/16 [15:19<00:00, 57.45s/it]". The rate of a complete bar is the mean
/// (tqdm/std.py, close). Among all bars of a text, the run's own bar has no label except "Train", has as many
/// steps as Trainer announced, and is the longest such bar.
namespace zp::run {
namespace {

/// Minimum steps of a run's bar; shorter bars show the loading of files.
constexpr double least_total = 8;

/// Returns the seconds of "1:52:11" or "00:58"; negative if the text is not a time.
double clock_time(Scan& scan) {
  std::optional<Number> part = scan.number();
  if (!part) return -1;
  double seconds = part->value;
  while (scan.skip(":") && (part = scan.number()))
    seconds = seconds * 60 + part->value;
  return seconds;
}

struct Bar {
  double done = 0, total = 0, elapsed = 0;
  std::optional<Number> rate;
  bool is_per_second = false;
};

/// Reads the figures after the "|" of a bar.
std::optional<Bar> bar_at(Scan& scan) {
  Bar bar;
  scan.spaces();
  const std::optional<Number> done = scan.number();
  if (!done || !scan.skip("/")) return std::nullopt;
  const std::optional<Number> total = scan.number();
  if (!total || !scan.skip(" [")) return std::nullopt;
  bar.done = done->value;
  bar.total = total->value;
  bar.elapsed = clock_time(scan);
  if (bar.elapsed < 0 || !scan.find(", ")) return std::nullopt;
  scan.spaces();
  bar.rate = scan.number();
  bar.is_per_second = scan.skip("it/s");
  if (!bar.rate || !(bar.is_per_second || scan.skip("s/it"))) return std::nullopt;
  return bar;
}

/// Returns true if only "Train:" or nothing precedes the percentage that ends at `at`, since the previous bar
/// of the line.
bool is_unlabelled(std::string_view text, std::size_t at) {
  while (at > 0 && (is_digit(text[at - 1]) || text[at - 1] == ' '))
    --at;
  if (at == 0 || text[at - 1] == ']' || text[at - 1] == '#') return true;
  return text.substr(0, at).ends_with("Train:");
}

void keep(Reading& reading, const Bar& bar) {
  const TrainerState& trainer = reading.trainer;
  if (bar.done != bar.total || bar.rate->value <= 0 || bar.total < least_total) return;
  if (trainer.steps > 0 && bar.total != trainer.steps) return;
  if (trainer.bar && bar.elapsed < trainer.bar_seconds) return;
  const double seconds = bar.is_per_second ? 1 / bar.rate->value : bar.rate->value;
  const double rounding =
      bar.is_per_second ? bar.rate->rounding / (bar.rate->value * bar.rate->value) : bar.rate->rounding;
  reading.trainer.bar = {ObservedQuantity::step_total, "whole run", reading.line.rank, seconds, "", rounding,
                         reading.line.number};
  reading.trainer.bar_seconds = bar.elapsed;
}

}  // namespace

bool read_progress(Reading& reading) {
  const std::string_view text = reading.text();
  bool is_any = false;
  for (Scan scan(text); scan.find("%|");) {
    const std::size_t percent = text.size() - scan.rest().size() - 2;
    if (!scan.find("|")) break;
    if (const std::optional<Bar> bar = bar_at(scan)) {
      is_any = true;
      if (is_unlabelled(text, percent)) keep(reading, *bar);
    }
  }
  return is_any;
}

void end_progress(Reading& reading) {
  if (reading.trainer.bar) reading.log.observations.push_back(*reading.trainer.bar);
}

}  // namespace zp::run
