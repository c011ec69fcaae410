// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/probe/machine_figure.h"

/// Readers for the tools. Internal to probe/.
namespace zp::probe {

/// Most figures read per file, and the longest line that is read.
inline constexpr std::size_t most_figures = 10'000, longest_line = 4'096;
/// Values outside this range are not measurements.
inline constexpr double smallest_value = 1e-9, largest_value = 1e18;

using Words = std::vector<std::string_view>;

/// Splits a line at blanks.
Words split_words(std::string_view line);
/// Returns the number that a whole word represents: "12", "-1", "1.5e3"; nullopt for "12GB" and "nan".
std::optional<double> number_of(std::string_view word);
/// Removes and returns the number at the beginning of a word: 1204 for "1204MiB/s".
std::optional<double> taken_number(std::string_view& word);
/// Adds a figure if its value is a valid measurement.
void add(ProbeFile& file, MachineFigure figure);

void read_nccl_tests(std::string_view text, ProbeFile& file);
void read_perftest(std::string_view text, ProbeFile& file);
void read_fio_text(std::string_view text, ProbeFile& file);
void read_topology(std::string_view text, ProbeFile& file);
void read_lscpu(std::string_view text, ProbeFile& file);
void read_free(std::string_view text, ProbeFile& file);
/// Reads a JSON document: that of the probe script, or fio's. Returns false if it is neither.
bool read_json(std::string_view text, ProbeFile& file);

/// Calls `each` with every line of a text and its number; long lines are cut.
template <class Each>
void for_each_line(std::string_view text, const Each& each) {
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    each(line.substr(0, longest_line), ++number);
  }
}

}  // namespace zp::probe
