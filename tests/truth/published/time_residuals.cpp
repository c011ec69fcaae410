// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/time_residuals.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>

#include "core/units/format.h"
#include "core/units/index_of.h"
#include "tests/truth/published/blind_rows.h"
#include "tests/truth/published/speed_tables.h"

namespace zp::test {
namespace {

void add_looked_up(std::vector<TimeResidual>& residuals) {
  const std::vector<Published> published = all_published_runs();
  for (const SpeedRow& row : speed_rows(published))
    if (is_ranged(row))
      residuals.push_back({.id = row.published->id,
                           .source = row.published->source,
                           .kind = run_kind_of(row.published->plan),
                           .is_stated = states_decisive(row),
                           .has_old_kernel = states_old_kernel(row.published->plan),
                           .is_held_out = row.published->row.text("split_by_source") == "heldout",
                           .ratio = row.measured / row.predicted});
}

void add_blind(std::vector<TimeResidual>& residuals, Overlays overlays) {
  for (const char* file : {"speed-3.json", "speed-4.json"}) {
    const std::vector<BlindRow> rows = blind_rows(file, overlays);
    for (const BlindFigure& figure : speed_figures(rows)) {
      const Plan& plan = *figure.row->plan;
      const RunKind kind = run_kind_of(plan);
      residuals.push_back({.id = figure.row->id,
                           .source = figure.row->source,
                           .kind = kind,
                           .is_stated = states(plan, decisive(kind)),
                           .has_old_kernel = states_old_kernel(plan),
                           .is_blind = true,
                           .lacks_decisive = figure.row->lacks_decisive,
                           .ratio = figure.measured / figure.predicted});
    }
  }
}

using Rows = std::vector<TimeResidual>;
using IsOf = std::function<bool(const TimeResidual&)>;

Rows those(const Rows& rows, const IsOf& is) {
  Rows found;
  std::ranges::copy_if(rows, std::back_inserter(found), is);
  return found;
}

std::vector<Residual> residuals_of(const Rows& rows) {
  std::vector<Residual> residuals;
  residuals.reserve(rows.size());
  for (const TimeResidual& row : rows)
    residuals.push_back({row.source, row.ratio});
  return residuals;
}

constexpr int fewest_sources = 3;
bool suffice(const Rows& rows) {
  return static_cast<int>(rows.size()) >= fewest_runs && sources_of(residuals_of(rows)) >= fewest_sources;
}

SecondsRange range_of_rows(const Rows& rows) {
  const FactorRange range = range_from(residuals_of(rows));
  return {range.low, range.high};
}

/// Returns the ranges of a kind by its rows. Where too few rows state what decides, or leave it open, the
/// range is that of all.
KindOfRange ranges_from(const Rows& rows, bool is_known) {
  KindOfRange ranges{static_cast<int>(rows.size()), sources_of(residuals_of(rows)), {}, {}};
  if (!is_known) return ranges;
  const auto is_stated = [](const TimeResidual& row) { return row.is_stated; };
  const Rows stated = those(rows, is_stated), open = those(rows, std::not_fn(is_stated));
  const SecondsRange all = range_of_rows(rows);
  ranges.stated = suffice(stated) ? range_of_rows(stated) : all;
  const SecondsRange wide = suffice(open) ? range_of_rows(open) : all;
  ranges.open = {std::min(ranges.stated.low, wide.low), std::max(ranges.stated.high, wide.high)};
  return ranges;
}

Rows rows_of(RunKind kind) {
  return those(time_residuals(),
               [&](const TimeResidual& row) { return row.kind == kind && !row.lacks_decisive; });
}

bool holds(const KindOfRange& ranges, const TimeResidual& row) {
  SecondsRange range = row.is_stated ? ranges.stated : ranges.open;
  if (row.has_old_kernel && decisive(row.kind) == Statement::kernels)
    range = middle_of(ranges.stated, ranges.open);
  return range.low <= row.ratio && row.ratio <= range.high;
}

/// Returns how many of these rows of a kind lie in the ranges taken from the kind's other sources.
Coverage coverage_of(RunKind kind, const Rows& rows) {
  const Rows all = rows_of(kind);
  std::set<std::string> sources;
  for (const TimeResidual& row : rows)
    sources.insert(row.source);
  Coverage coverage;
  for (const std::string& source : sources) {
    const auto is_other = [&](const TimeResidual& row) { return row.source != source; };
    const KindOfRange ranges = ranges_from(those(all, is_other), true);
    for (const TimeResidual& row : rows)
      if (row.source == source) coverage += Coverage{1, holds(ranges, row) ? 1 : 0};
  }
  return coverage;
}

std::string words_of(const Coverage& coverage) {
  if (coverage.rows == 0) return "";
  return format_count(coverage.held) + " of " + format_count(coverage.rows) + " (" +
         format_percent(coverage.share()) + ")";
}

std::string words_of(SecondsRange range) {
  if (!range.is_known()) return "not known";
  return format_number(range.low, 3) + " to " + format_number(range.high, 3) + " (±" +
         format_percent((range.high - range.low) / 2) + ")";
}

/// Returns the blind rows without the keys that were added later.
const Rows& first_written_rows() {
  static const Rows all = [] {
    Rows found;
    add_blind(found, Overlays::without);
    return found;
  }();
  return all;
}

/// Adds the line of a kind's rows that state what decides, or of those that leave it to defaults.
void add_line(AccuracyGrid& grid, RunKind kind, bool is_stated) {
  const KindOfRange ranges = time_ranges()[index_of(kind)];
  const auto of_kind = [&](const Rows& rows, const IsOf& is) {
    return those(rows, [&](const TimeResidual& row) {
      return row.kind == kind && row.is_stated == is_stated && is(row);
    });
  };
  const auto held_of = [&](const Rows& rows, const IsOf& is) {
    return ranges.open.is_known() ? words_of(coverage_of(kind, of_kind(rows, is))) : "";
  };
  const auto held = [&](const IsOf& is) { return held_of(time_residuals(), is); };
  const auto says_enough = [](const TimeResidual& row) { return !row.lacks_decisive; };
  const Rows all = of_kind(time_residuals(), says_enough);
  if (all.empty()) return;
  grid.rows.push_back({std::string(name_of(kind)),
                       std::string(name_of(decisive(kind))) + (is_stated ? " stated" : " left to defaults"),
                       format_count(static_cast<std::int64_t>(all.size())) + ", " +
                           format_count(sources_of(residuals_of(all))),
                       words_of(is_stated ? ranges.stated : ranges.open), held(says_enough),
                       held([](const TimeResidual& row) { return !row.is_blind && !row.is_held_out; }),
                       held([](const TimeResidual& row) { return row.is_held_out; }),
                       held([](const TimeResidual& row) { return row.is_blind && !row.lacks_decisive; }),
                       held_of(first_written_rows(), says_enough),
                       held([](const TimeResidual& row) { return row.lacks_decisive; })});
}

double to_thousandths(double factor) { return std::round(factor * 1000) / 1000; }
SecondsRange to_thousandths(SecondsRange range) {
  return {to_thousandths(range.low), to_thousandths(range.high)};
}
std::string text_of(SecondsRange range) {
  return "{" + format_number(range.low, 4) + ", " + format_number(range.high, 4) + "}";
}

}  // namespace

std::vector<KindOfRange> time_ranges() {
  std::vector<KindOfRange> all;
  for (std::size_t i = 0; i < run_kind_count; ++i) {
    const Rows rows = rows_of(static_cast<RunKind>(i));
    KindOfRange& ranges = all.emplace_back(ranges_from(rows, suffice(rows)));
    ranges.stated = to_thousandths(ranges.stated);
    ranges.open = to_thousandths(ranges.open);
  }
  return all;
}

std::string time_factors() {
  std::string text = "// Made by the build target accuracy: rows, sources, stated, open.\n";
  for (std::size_t i = 0; const KindOfRange& ranges : time_ranges())
    text += "{" + std::to_string(ranges.rows) + ", " + std::to_string(ranges.sources) + ", " +
            text_of(ranges.stated) + ", " + text_of(ranges.open) + "},  // " +
            std::string(name_of(static_cast<RunKind>(i++))) + "\n";
  return text;
}

Coverage coverage_of(RunKind kind) { return coverage_of(kind, rows_of(kind)); }

AccuracyGrid time_range_grid() {
  AccuracyGrid grid{
      "time_ranges",
      "Ranges of the step time",
      "Factors on the estimate by kind of run. They leave out the outermost tenth on either side, every "
      "source "
      "counting the same. How many rows a range holds is counted with the range taken from the other sources "
      "alone: of all rows, of those from the collection's open and held-out sources, whose settings were "
      "looked up, and of the blind ones, with the keys that were added later and as first written. The last "
      "column has blind rows whose source leaves out a setting that decides; no range is made from them. A "
      "kind with fewer than 20 rows, or two sources, has no range.",
      {"kind of run", "decides", "rows, sources", "range", "held", "open sources", "held-out sources",
       "blind", "blind, as first written", "a deciding setting not in the source"},
      {}};
  for (std::size_t kind = 0; kind < run_kind_count; ++kind)
    for (const bool is_stated : {true, false})
      add_line(grid, static_cast<RunKind>(kind), is_stated);
  return grid;
}

bool is_ranged(const SpeedRow& row) {
  return row.published->is_complete && !row.published->lacks_accumulation && row.predicted > 0;
}

bool states_decisive(const SpeedRow& row) {
  const Statement statement = decisive(run_kind_of(row.published->plan));
  return states(row.published->plan, statement) &&
         !(statement == Statement::network && row.published->assumes_network);
}

const std::vector<TimeResidual>& time_residuals() {
  static const std::vector<TimeResidual> residuals = [] {
    std::vector<TimeResidual> found;
    add_looked_up(found);
    add_blind(found, Overlays::with);
    return found;
  }();
  return residuals;
}

}  // namespace zp::test
