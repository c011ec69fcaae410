// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/memory_residuals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>

#include "core/units/format.h"
#include "core/units/index_of.h"
#include "tests/truth/published/accuracy_tables.h"
#include "tests/truth/published/blind_rows.h"

namespace zp::test {
namespace {

using Peaks = std::vector<MemoryResidual>;

constexpr std::array memory_kinds = {MemoryKind::deepspeed,         MemoryKind::pytorch,
                                     MemoryKind::adapters,          MemoryKind::pipelines,
                                     MemoryKind::unnamed_deepspeed, MemoryKind::unnamed_pytorch,
                                     MemoryKind::unnamed_adapters,  MemoryKind::unnamed_pipelines};

void add_table(Peaks& peaks, MemoryKind kind, const AccuracyTable& table) {
  for (const AccuracyRow& row : table.rows)
    peaks.push_back({kind, {row.source, row.measured / row.predicted}, false, row.held_out});
}

void add_looked_up_peaks(Peaks& peaks) {
  std::vector<Published> rows;
  for (const char* file : {"memory-measured.csv", "memory-measured-2.csv"})
    std::ranges::move(published_rows(file), std::back_inserter(rows));
  add_table(peaks, MemoryKind::deepspeed, peak_table(rows, true));
  add_table(peaks, MemoryKind::pytorch, peak_table(rows, false));
  add_table(peaks, MemoryKind::adapters, adapter_peak_table(rows));
  add_table(peaks, MemoryKind::pipelines, pipeline_peak_table(rows));
}

/// Adds the blind peaks whose plan, with these overlays, names its program or does not.
void add_blind_peaks(Peaks& peaks, Overlays overlays, bool named) {
  for (const char* file : {"memory-3.json", "memory-4.json"}) {
    const std::vector<BlindRow> rows = blind_rows(file, overlays);
    for (const BlindFigure& figure : memory_figures(rows))
      if (is_gpu_peak(figure) && names_program(memory_kind_of(*figure.row->plan)) == named)
        peaks.push_back({memory_kind_of(*figure.row->plan),
                         {figure.row->source, figure.measured / figure.predicted},
                         true,
                         false});
  }
}

std::vector<Residual> residuals_of(MemoryKind kind, const std::string& but_source = "") {
  std::vector<Residual> residuals;
  for (const MemoryResidual& peak : memory_residuals())
    if (peak.kind == kind && peak.of.source != but_source) residuals.push_back(peak.of);
  return residuals;
}

/// A kind with fewer sources has a range at least as wide as that of DeepSpeed's runs.
constexpr int fewest_sources_of_peaks = 5;

/// Returns the smallest range that contains both.
FactorRange around(const FactorRange& one, const FactorRange& other) {
  return {std::min(one.low, other.low), std::max(one.high, other.high)};
}

/// Returns the range of a kind, made without one source. That of plans which name no program is at least as
/// wide as that of the same kind with the program named.
FactorRange peak_range_of(MemoryKind kind, const std::string& but_source = "") {
  const std::vector<Residual> residuals = residuals_of(kind, but_source);
  FactorRange range = range_from(residuals);
  const bool is_named = names_program(kind);
  if (sources_of(residuals) < fewest_sources_of_peaks) {
    const MemoryKind of_deepspeed = is_named ? MemoryKind::deepspeed : MemoryKind::unnamed_deepspeed;
    range = around(range, range_from(residuals_of(of_deepspeed, but_source)));
  }
  if (is_named) return range;
  constexpr std::size_t named_kinds = memory_kinds.size() / 2;
  return around(range, peak_range_of(memory_kinds[index_of(kind) - named_kinds], but_source));
}

using IsPeakOf = std::function<bool(const MemoryResidual&)>;

/// Returns how many of the picked peaks lie in the ranges taken from the other sources.
Coverage coverage_of(MemoryKind kind, const Peaks& peaks, const IsPeakOf& is) {
  Coverage coverage;
  for (const MemoryResidual& peak : peaks)
    if (peak.kind == kind && is(peak))
      coverage += Coverage{1, peak_range_of(kind, peak.of.source).holds(peak.of.ratio) ? 1 : 0};
  return coverage;
}

bool is_any(const MemoryResidual&) { return true; }

std::string share_words(const Coverage& coverage) {
  if (coverage.rows == 0) return "";
  return format_count(coverage.held) + " of " + format_count(coverage.rows) + " (" +
         format_percent(coverage.share()) + ")";
}

double thousandths(double factor) { return std::round(factor * 1000) / 1000; }

}  // namespace

const std::vector<MemoryResidual>& memory_residuals() {
  static const Peaks all = [] {
    Peaks peaks;
    add_looked_up_peaks(peaks);
    add_blind_peaks(peaks, Overlays::with, true);
    add_blind_peaks(peaks, Overlays::without, false);
    return peaks;
  }();
  return all;
}

std::vector<PeakFactors> peak_ranges() {
  std::vector<PeakFactors> all;
  for (const MemoryKind kind : memory_kinds) {
    const std::vector<Residual> residuals = residuals_of(kind);
    const FactorRange range = peak_range_of(kind);
    all.push_back({static_cast<int>(residuals.size()), sources_of(residuals), thousandths(range.low),
                   thousandths(range.high)});
  }
  return all;
}

std::string peak_factors_text() {
  std::string text = "// Made by the build target accuracy: rows, sources, low, high.\n";
  for (std::size_t i = 0; const PeakFactors& factors : peak_ranges())
    text += "{" + std::to_string(factors.rows) + ", " + std::to_string(factors.sources) + ", " +
            format_number(factors.low, 4) + ", " + format_number(factors.high, 4) + "},  // " +
            std::string(name_of(memory_kinds[i++])) + "\n";
  return text;
}

Coverage coverage_of(MemoryKind kind) { return coverage_of(kind, memory_residuals(), is_any); }

AccuracyGrid peak_range_grid() {
  AccuracyGrid grid{
      "peak_ranges",
      "Likely range of a GPU's peak",
      "Factors on the estimate by kind of run, from looked-up and blind rows. They leave out the outermost "
      "tenth on either side, every source counting the same. How many rows a range holds is counted with the "
      "range taken from the other sources alone. Pipelines are nearly all of one source, so their range is "
      "at least as wide as that of DeepSpeed's runs. Plans that name no program are the blind ones as they "
      "were first written; their range is at least as wide as with the program named. All other blind plans "
      "have the keys that were added later.",
      {"kind of run", "rows, sources", "range", "held", "open sources", "held-out sources", "blind"},
      {}};
  for (const MemoryKind kind : memory_kinds) {
    const PeakFactors factors = peak_ranges()[index_of(kind)];
    const auto held = [&](const IsPeakOf& is) {
      return share_words(coverage_of(kind, memory_residuals(), is));
    };
    grid.rows.push_back({std::string(name_of(kind)),
                         format_count(factors.rows) + ", " + format_count(factors.sources),
                         format_number(factors.low, 3) + " to " + format_number(factors.high, 3),
                         share_words(coverage_of(kind)),
                         held([](const MemoryResidual& peak) { return !peak.is_blind && !peak.is_held_out; }),
                         held([](const MemoryResidual& peak) { return peak.is_held_out; }),
                         held([](const MemoryResidual& peak) { return peak.is_blind; })});
  }
  return grid;
}

}  // namespace zp::test
