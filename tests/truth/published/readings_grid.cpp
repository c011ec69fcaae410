// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/readings_grid.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/memory/estimate.h"
#include "core/memory/odds.h"
#include "core/units/format.h"
#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

constexpr double likely_odds = 0.8, nearest_below = 0.8, nearest_above = 1.25;

void add_verdict(ReportReading& reading, const BlindRow& row, bool is_said_to_fit, double odds) {
  if (!row.has_outcome) return;
  if (row.ran_out) {
    ++reading.ran_out;
    reading.missed_failures += is_said_to_fit ? 1 : 0;
    reading.ran_out_said_likely += odds >= likely_odds ? 1 : 0;
  } else {
    ++reading.ran;
    reading.false_alarms += is_said_to_fit ? 0 : 1;
  }
}

const FirstReading& first_of(const BlindRow& row) {
  if (!row.first) throw std::logic_error(row.id + " has no first reading");
  return *row.first;
}

std::string share(int part, std::size_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole);
}

std::vector<std::string> cells_of(std::string title, const ReportReading& reading) {
  std::vector<std::string> cells = {std::move(title)};
  for (const auto* ratios : {&reading.memory, &reading.time}) {
    cells.push_back(format_number(median_of(*ratios), 3));
    cells.push_back(share(count_near(*ratios), ratios->size()));
  }
  const auto ran_out = static_cast<std::size_t>(reading.ran_out);
  cells.push_back(share(reading.missed_failures, ran_out));
  cells.push_back(share(reading.ran_out_said_likely, ran_out));
  cells.push_back(share(reading.false_alarms, static_cast<std::size_t>(reading.ran)));
  return cells;
}

std::vector<std::string> cells_of_now(const ReportRound& round, std::string title, Overlays overlays) {
  return cells_of(std::move(title), reading_of_now(blind_rows(std::string(round.memory), overlays),
                                                   blind_rows(std::string(round.speed), overlays)));
}

}  // namespace

ReportReading first_reading(const std::vector<BlindRow>& memory, const std::vector<BlindRow>& speed) {
  ReportReading reading;
  for (const BlindRow& row : memory) {
    const FirstReading& first = first_of(row);
    if (row.measured > 0) reading.memory.push_back(first.predicted / row.measured);
    add_verdict(reading, row, first.fits, first.odds_to_fit);
  }
  for (const BlindRow& row : speed)
    if (row.plan) reading.time.push_back(first_of(row).predicted / measured_seconds(row));
  return reading;
}

ReportReading reading_of_now(const std::vector<BlindRow>& memory, const std::vector<BlindRow>& speed) {
  ReportReading reading;
  for (const BlindFigure& figure : memory_figures(memory))
    reading.memory.push_back(figure.predicted / figure.measured);
  for (const BlindFigure& figure : speed_figures(speed))
    reading.time.push_back(figure.predicted / figure.measured);
  for (const BlindRow& row : memory) {
    if (!row.plan) continue;
    const MemoryEstimate estimate = estimate_memory(*row.plan);
    add_verdict(reading, row, estimate.fits(), shown_odds(fit_odds(*row.plan, estimate).both));
  }
  return reading;
}

int count_near(const std::vector<double>& ratios) {
  return static_cast<int>(std::ranges::count_if(
      ratios, [](double ratio) { return nearest_below <= ratio && ratio <= nearest_above; }));
}

AccuracyGrid readings_grid(const ReportRound& round) {
  const ReportReading first = first_reading(blind_rows(std::string(round.memory), Overlays::without),
                                            blind_rows(std::string(round.speed), Overlays::without));
  return {std::string(round.name) + "_readings",
          std::string(round.readings),
          std::string(round.readings_about),
          {"reading", "memory: median ratio", "from 0.8 to 1.25", "step time: median ratio",
           "from 0.8 to 1.25", "ran out, said to fit", "ran out, odds from 80 %", "ran, said not to fit"},
          {cells_of("first, as first written", first),
           cells_of_now(round, "now, as first written", Overlays::without),
           cells_of_now(round, "now, with facts of the source added later", Overlays::with)}};
}

}  // namespace zp::test
