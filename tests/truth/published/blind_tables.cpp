// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/blind_tables.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "core/memory/estimate.h"
#include "core/speed/step_time.h"
#include "core/units/format.h"
#include "tests/truth/published/blind_rows.h"
#include "tests/truth/published/died_grid.h"
#include "tests/truth/published/estimator_errors.h"
#include "tests/truth/published/readings_grid.h"
#include "tests/truth/published/report_rounds.h"
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
  std::string id, title, description;
  bool (*holds)(const BlindFigure&);
};

const Training& training_of(const BlindFigure& figure) { return figure.row->plan->training; }
bool is_peak_of_all_weights(const BlindFigure& figure) {
  return is_gpu_peak(figure) && !training_of(figure).has_adapters() &&
         training_of(figure).pipeline_parallel == 1;
}

const auto memory_tables = std::to_array<BlindTable>({
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

const auto speed_tables = std::to_array<BlindTable>({
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
  AccuracyTable table = make_table(group, of.id, of.title, of.description, unit);
  for (const BlindFigure& figure : figures)
    if (of.holds(figure))
      table.rows.push_back(accuracy_row(figure, unit == AccuracyUnit::bytes ? bytes_per_gib : 1));
  finish(table);
  return table;
}

AccuracyTable fits_table(const std::vector<BlindRow>& memory, std::string id, std::string title) {
  AccuracyTable table =
      make_table("memory", std::move(id), std::move(title),
                 "The verdict of the program beside what happened, GPU and host.", AccuracyUnit::none);
  AccuracyVerdicts verdicts;
  for (const BlindRow& row : memory) {
    if (!row.plan || !row.has_outcome) continue;
    const bool is_said_to_fit = estimate_memory(*row.plan).fits();
    AccuracyRow result = accuracy_row({&row, row.ran_out ? 0.0 : 1.0, is_said_to_fit ? 1.0 : 0.0, false}, 1);
    result.meaning = row.ran_out ? "ran out of memory" : "ran";
    result.error = is_said_to_fit == row.ran_out ? 1 : 0;
    (row.ran_out ? verdicts.ran_out : verdicts.ran) += 1;
    if (result.error > 0) (row.ran_out ? verdicts.missed_failures : verdicts.false_alarms) += 1;
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

std::string titled(const ReportRound& round, const char* quantity) {
  return std::string(round.title) + ": " + quantity;
}

void add_reports(Accuracy& accuracy, const ReportRound& round, Overlays overlays) {
  const std::vector<BlindRow> rows = blind_rows(std::string(round.memory), overlays);
  const std::string name(round.name);
  const BlindTable peaks{name + "_peak", titled(round, "peak memory of one GPU"),
                         std::string(round.later_keys), is_gpu_peak};
  accuracy.tables.push_back(filled(peaks, memory_figures(rows), "memory", AccuracyUnit::bytes));
  accuracy.tables.push_back(
      fits_table(rows, name + "_fits", titled(round, "known to run, known to run out of memory")));
  leave_out(accuracy, rows, "blind/memory");
}

void add_report_times(Accuracy& accuracy, const ReportRound& round, Overlays overlays) {
  const std::vector<BlindRow> rows = blind_rows(std::string(round.speed), overlays);
  const BlindTable steps{std::string(round.name) + "_step", titled(round, "step time"),
                         "The same reports, where a time or a rate is stated.",
                         [](const BlindFigure&) { return true; }};
  accuracy.tables.push_back(filled(steps, speed_figures(rows), "speed", AccuracyUnit::seconds));
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
  for (const ReportRound& round : report_rounds())
    add_reports(accuracy, round, overlays);
  for (const BlindTable& of : speed_tables)
    accuracy.tables.push_back(filled(of, speed_figures(speed), "speed", AccuracyUnit::seconds));
  for (const ReportRound& round : report_rounds())
    add_report_times(accuracy, round, overlays);
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
  for (const ReportRound& round : report_rounds()) {
    if (round.readings.empty()) continue;
    for (const std::string_view name : {round.memory, round.speed}) {
      const std::string file(name);
      for (const BlindLeftOut& left : blind_left_out(file))
        accuracy.left_out.push_back({left.id, "blind/" + file, left.source, left.reason});
    }
    accuracy.grids.push_back(readings_grid(round));
  }
  accuracy.grids.push_back(died_grid());
  return accuracy;
}

}  // namespace zp::test
