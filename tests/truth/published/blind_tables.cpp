// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/blind_tables.h"

#include <algorithm>
#include <iterator>

#include "core/memory/estimate.h"
#include "core/speed/step_time.h"
#include "core/units/format.h"
#include "tests/truth/published/blind_rows.h"
#include "tests/truth/published/died_grid.h"
#include "tests/truth/published/estimator_errors.h"
#include "tests/truth/published/readings_grid.h"
#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

using Figures = std::vector<BlindFigure>;

std::vector<BlindRow> both_rounds(const std::string& quantity, Overlays overlays) {
  std::vector<BlindRow> rows = blind_rows(quantity + "-3.json", overlays);
  std::ranges::move(blind_rows(quantity + "-4.json", overlays), std::back_inserter(rows));
  return rows;
}

/// One table of blind figures: its name and the rows in it.
struct BlindTable {
  const char *id, *title, *what;
  bool (*holds)(const BlindFigure&);
};

const Training& training_of(const BlindFigure& figure) { return figure.row->plan->training; }
bool is_peak_of_all_weights(const BlindFigure& figure) {
  return is_gpu_peak(figure) && !training_of(figure).has_adapters() &&
         training_of(figure).pipeline_parallel == 1;
}

constexpr auto memory_tables = std::to_array<BlindTable>({
    {"blind_peak_deepspeed", "Blind: peak memory of one GPU, DeepSpeed",
     "Training of all weights under DeepSpeed, pipelines apart.",
     [](const BlindFigure& figure) { return is_peak_of_all_weights(figure) && is_of_deepspeed(figure); }},
    {"blind_peak_other", "Blind: peak memory of one GPU, FSDP and DDP",
     "Training of all weights under PyTorch, pipelines apart.",
     [](const BlindFigure& figure) { return is_peak_of_all_weights(figure) && !is_of_deepspeed(figure); }},
    {"blind_peak_adapters", "Blind: peak memory of one GPU, LoRA and QLoRA", "Training of adapters.",
     [](const BlindFigure& figure) { return is_gpu_peak(figure) && training_of(figure).has_adapters(); }},
    {"blind_peak_pipeline", "Blind: peak memory of one GPU, pipelines",
     "Training of all weights, divided into pipeline stages: the stage that needs most.",
     [](const BlindFigure& figure) {
       return is_gpu_peak(figure) && training_of(figure).pipeline_parallel > 1;
     }},
    {"blind_host", "Blind: host memory of a node",
     "What a node's processes used, or all of the machine where the source says no more.",
     [](const BlindFigure& figure) { return !is_gpu_peak(figure); }},
});

constexpr auto speed_tables = std::to_array<BlindTable>({
    {"blind_step", "Blind: step time without offload, what decides is stated",
     "Times and rates of sources that state attention, loss and network, turned into seconds of a step.",
     [](const BlindFigure& figure) { return !is_offloaded(figure) && !figure.row->lacks_decisive; }},
    {"blind_step_offload", "Blind: step time with offload, what decides is stated",
     "Runs with the optimizer in host memory or on a drive whose sources state what decides.",
     [](const BlindFigure& figure) { return is_offloaded(figure) && !figure.row->lacks_decisive; }},
    {"blind_step_open", "Blind: step time, a deciding setting is not stated",
     "Runs whose source leaves out a setting that decides the time: attention, loss, network, host or batch. "
     "What is missing is the planner's default, so the error is that of the guess too.",
     [](const BlindFigure& figure) { return figure.row->lacks_decisive; }},
});

constexpr BlindTable users_peaks = {"users_peak", "Reports of users: peak memory of one GPU",
                                    "Issues and posts of people who do not know the program, written as "
                                    "plans from their words alone. The keys that came later "
                                    "are the releases of the report's day, and types that its command names.",
                                    [](const BlindFigure& figure) { return is_gpu_peak(figure); }};
constexpr BlindTable users_steps = {"users_step", "Reports of users: step time",
                                    "The same reports, where a time or a rate is stated.",
                                    [](const BlindFigure&) { return true; }};

constexpr BlindTable second_peaks = {
    "users2_peak", "Reports of users, second round: peak memory of one GPU",
    "Issues, pull requests and example scripts, written as plans from their words alone. The keys that came "
    "later are facts that the same source states and the first plan left out or misread.",
    [](const BlindFigure& figure) { return is_gpu_peak(figure); }};
constexpr BlindTable second_steps = {"users2_step", "Reports of users, second round: step time",
                                     "The same reports, where a time or a rate is stated.",
                                     [](const BlindFigure&) { return true; }};

AccuracyRow accuracy_row(const BlindFigure& figure, double unit) {
  const BlindRow& row = *figure.row;
  AccuracyRow result;
  result.id = row.id;
  result.source = row.source;
  result.url = row.url;
  result.configuration = row.configuration;
  result.meaning = row.quantity;
  result.measured = figure.measured * unit;
  result.predicted = figure.predicted * unit;
  result.error = figure.error();
  result.quality = row.quality;
  if (!row.cannot_say.empty()) result.note = "not in the plan: " + row.cannot_say;
  return result;
}

AccuracyTable filled(const BlindTable& of, const Figures& figures, const char* group, AccuracyUnit unit) {
  AccuracyTable table = make_table(group, of.id, of.title, of.what, unit);
  for (const BlindFigure& figure : figures)
    if (of.holds(figure))
      table.rows.push_back(accuracy_row(figure, unit == AccuracyUnit::bytes ? bytes_per_gib : 1));
  finish(table);
  return table;
}

AccuracyTable fits_table(const std::vector<BlindRow>& memory, const char* id, const char* title) {
  AccuracyTable table =
      make_table("memory", id, title, "The verdict of the program beside what happened, GPU and host.",
                 AccuracyUnit::none);
  AccuracyVerdicts verdicts;
  for (const BlindRow& row : memory) {
    if (!row.plan || !row.has_outcome) continue;
    const bool is_said_to_fit = estimate_memory(*row.plan).fits();
    AccuracyRow result = accuracy_row({&row, row.ran_out ? 0.0 : 1.0, is_said_to_fit ? 1.0 : 0.0, false}, 1);
    result.meaning = row.ran_out ? "ran out of memory" : "ran";
    result.error = is_said_to_fit == row.ran_out ? 1 : 0;
    (row.ran_out ? verdicts.ran_out : verdicts.ran) += 1;
    if (result.error > 0) (row.ran_out ? verdicts.ran_out_said_to_fit : verdicts.ran_said_not_to_fit) += 1;
    table.rows.push_back(std::move(result));
  }
  finish(table);
  table.parts.clear();
  table.median.reset();
  table.p90.reset();
  table.worst.reset();
  table.verdicts = verdicts;
  return table;
}

/// Adds the rows without a plan to those that are left out.
void leave_out(Accuracy& accuracy, const std::vector<BlindRow>& rows, const char* table) {
  for (const BlindRow& row : rows)
    if (!row.plan) accuracy.left_out.push_back({row.id, table, row.source, row.skipped});
}

/// A round of users' reports: its files and tables.
struct ReportRound {
  const char *memory, *speed;
  const BlindTable &peaks, &steps;
  const char *fits, *fits_title;
};

constexpr ReportRound first_round = {
    "memory-5.json", "speed-5.json", users_peaks,
    users_steps,     "users_fits",   "Reports of users: known to run, known to run out of memory"};
constexpr ReportRound second_round = {
    "memory-6.json", "speed-6.json",
    second_peaks,    second_steps,
    "users2_fits",   "Reports of users, second round: known to run, known to run out of memory"};

void add_reports(Accuracy& accuracy, const ReportRound& round, Overlays overlays) {
  const std::vector<BlindRow> rows = blind_rows(round.memory, overlays);
  accuracy.tables.push_back(filled(round.peaks, memory_figures(rows), "memory", AccuracyUnit::bytes));
  accuracy.tables.push_back(fits_table(rows, round.fits, round.fits_title));
  leave_out(accuracy, rows, "blind/memory");
}

void add_report_times(Accuracy& accuracy, const ReportRound& round, Overlays overlays) {
  const std::vector<BlindRow> rows = blind_rows(round.speed, overlays);
  accuracy.tables.push_back(filled(round.steps, speed_figures(rows), "speed", AccuracyUnit::seconds));
  leave_out(accuracy, rows, "blind/speed");
}

Accuracy accuracy_of(Overlays overlays) {
  const std::vector<BlindRow> memory = both_rounds("memory", overlays),
                              speed = both_rounds("speed", overlays);
  Accuracy accuracy;
  for (const BlindTable& of : memory_tables)
    accuracy.tables.push_back(filled(of, memory_figures(memory), "memory", AccuracyUnit::bytes));
  accuracy.tables.push_back(
      fits_table(memory, "blind_fits", "Blind: known to run, known to run out of memory"));
  add_reports(accuracy, first_round, overlays);
  add_reports(accuracy, second_round, overlays);
  for (const BlindTable& of : speed_tables)
    accuracy.tables.push_back(filled(of, speed_figures(speed), "speed", AccuracyUnit::seconds));
  add_report_times(accuracy, first_round, overlays);
  add_report_times(accuracy, second_round, overlays);
  leave_out(accuracy, memory, "blind/memory");
  leave_out(accuracy, speed, "blind/speed");
  return accuracy;
}

/// Returns the figures among those of `memory` that count for the comparison with other estimators.
Figures peaks_of_all_weights(const std::vector<BlindRow>& memory) {
  Figures peaks = memory_figures(memory);
  std::erase_if(peaks, [](const BlindFigure& figure) { return !is_peak_of_all_weights(figure); });
  return peaks;
}

std::vector<AccuracyEstimator> compared_estimators() {
  const auto first = both_rounds("memory", Overlays::without),
             completed = both_rounds("memory", Overlays::with);
  return estimator_errors(peaks_of_all_weights(first), peaks_of_all_weights(completed));
}

/// Adds the figures over all rows of another table, under a name.
void add_part(AccuracyTable& table, const char* name, const AccuracyTable& of) {
  if (of.parts.empty()) return;
  table.parts.push_back(of.parts.front());
  table.parts.back().name = name;
}

}  // namespace

Accuracy blind_accuracy() {
  Accuracy accuracy = accuracy_of(Overlays::with);
  const Accuracy first = accuracy_of(Overlays::without), named = accuracy_of(Overlays::program);
  for (AccuracyTable& table : accuracy.tables) {
    add_part(table, "as first written", table_named(first, table.id));
    add_part(table, "with the program named", table_named(named, table.id));
    table.first_written = table_named(first, table.id).verdicts;
  }
  accuracy.estimators = compared_estimators();
  for (const std::string file : {second_round.memory, second_round.speed})
    for (const BlindLeftOut& left : blind_left_out(file))
      accuracy.left_out.push_back({left.id, "blind/" + file, left.source, left.reason});
  accuracy.grids.push_back(readings_grid());
  accuracy.grids.push_back(died_grid());
  return accuracy;
}

}  // namespace zp::test
