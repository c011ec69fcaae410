// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/accuracy_page.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <vector>

#include "core/reference/differences.h"
#include "tests/support/marked_section.h"
#include "tests/truth/published/report_rounds.h"
#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

// Names of AccuracyPart.
constexpr std::string_view first_written = "as first written";
constexpr std::string_view first_written_odds = "blind, as first written";  // in the grid of odds
constexpr std::string_view program_named = "with the program named";
constexpr std::string_view section_name = "accuracy";  // the build target that writes the section

using Cells = std::vector<std::string>;

std::string line_of(const Cells& cells) {
  std::string line = "|";
  for (const std::string& cell : cells)
    line += " " + cell + (cell.empty() ? "|" : " |");
  return line + "\n";
}

std::string head_of(const Cells& titles) {
  std::string line = line_of(titles) + "|";
  for (std::size_t i = 0; i < titles.size(); ++i)
    line += "---|";
  return line + "\n";
}

const AccuracyTable& table_of(const Accuracy& all, std::string_view id) {
  const auto table = std::ranges::find(all.tables, id, &AccuracyTable::id);
  if (table == all.tables.end())
    throw std::runtime_error("resources/accuracy has no table " + std::string(id));
  return *table;
}

const AccuracyPart* part_of(const AccuracyTable& table, std::string_view name) {
  const auto part = std::ranges::find(table.parts, name, &AccuracyPart::name);
  return part == table.parts.end() ? nullptr : &*part;
}

std::string wrong(const AccuracyVerdicts& of) {
  return std::to_string(of.false_alarms) + " of " + std::to_string(of.ran) +
         " that ran are said not to fit, " + std::to_string(of.missed_failures) + " of " +
         std::to_string(of.ran_out) + " that ran out are said to fit";
}

/// Beginnings of the names of tables of plans that were written before any estimate.
constexpr std::string_view blind = "blind_";
std::string tables_of(const ReportRound& round) { return std::string(round.name) + "_"; }
bool is_blind(const AccuracyTable& table) {
  return table.id.starts_with(blind) ||
         std::ranges::any_of(report_rounds(), [&table](const ReportRound& round) {
           return table.id.starts_with(tables_of(round));
         });
}
bool is_counted(const AccuracyTable& table) {
  return table.id == "engine_states" || table.id == "saved_activations";
}

/// Returns the median and the 90th percentile of a part, "" if the table lacks it.
std::string figures_of(const AccuracyPart* part) {
  if (part == nullptr) return "";
  return percent(part->median) + ", " + percent(part->p90) + " (" + std::to_string(part->count) + ")";
}

std::string columns_alone_of(const AccuracyTable& table) {
  const auto& alone = table.columns_alone;
  if (!alone || !alone->median || !alone->p90) return "";
  return percent(*alone->median) + ", " + percent(*alone->p90) +
         (alone->count == table.count ? "" : " (" + std::to_string(alone->count) + ")");
}

const AccuracyGrid& grid_of(const Accuracy& all, std::string_view id) {
  const auto grid = std::ranges::find(all.grids, id, &AccuracyGrid::id);
  if (grid == all.grids.end()) throw std::runtime_error("resources/accuracy has no grid " + std::string(id));
  return *grid;
}

std::string table_of(const AccuracyGrid& grid) {
  std::string text = head_of(grid.header);
  for (const Cells& row : grid.rows)
    text += line_of(row);
  return text;
}

/// Returns the errors and verdicts of the tables whose names begin so.
std::string blind_figures(const Accuracy& all, std::string_view name) {
  std::string text = head_of({"quantity", "sources", "as first written: median, 90th percentile (rows)",
                              "with the program named: median, 90th percentile (rows)",
                              "with all keys added later: median, 90th percentile (rows)",
                              "median of the sources' medians"});
  std::string verdicts;
  for (const AccuracyTable& table : all.tables) {
    if (!table.id.starts_with(name)) continue;
    const std::string title = table.title.substr(table.title.find(": ") + 2);
    if (table.verdicts && table.first_written)
      verdicts += "\n" + title + ": as first written, " + wrong(*table.first_written) +
                  "; with keys added later, " + wrong(*table.verdicts) + ".\n";
    if (table.parts.empty()) continue;
    const AccuracyPart& part = table.parts.front();
    text += line_of({title, std::to_string(part.sources), figures_of(part_of(table, first_written)),
                     figures_of(part_of(table, program_named)), figures_of(&part), percent(part.of_sources)});
  }
  return text + verdicts;
}

bool is_of_reports(const AccuracyGrid& grid) {
  return std::ranges::any_of(
      report_rounds(), [&grid](const ReportRound& round) { return grid.id.starts_with(tables_of(round)); });
}

/// Returns the section of a round of reports.
std::string reports_section(const Accuracy& all, const ReportRound& round) {
  std::string text = "\n## " + std::string(round.heading) + "\n\n" + std::string(round.about) + "\n\n";
  if (!round.readings.empty()) {
    const AccuracyGrid& grid = grid_of(all, std::string(round.name) + "_readings");
    text += grid.description + "\n\n" + table_of(grid) + "\n";
  }
  return text + blind_figures(all, tables_of(round));
}

std::string blind_section(const Accuracy& all) {
  std::string text =
      "## What a stranger gets\n\n"
      "Plans that were written from their sources alone, by somebody who had not run the program "
      "(`tests/data/blind`). As first written, they hold the keys that a plan had on that day, which did "
      "not "
      "name the program of the run (ms-swift, hf-trainer, internevo, ...). With the program named, its "
      "name "
      "and version are added and nothing else: that is what a stranger can always state, and gets. "
      "Megatron-LM, NeMo and NVIDIA's BERT examples joined the catalog after errors of rows that name "
      "them "
      "had been seen. The last "
      "columns have every key that came later for a fact of the same source, some of them added after the "
      "errors had been seen; those figures flatter the program.\n\n" +
      blind_figures(all, blind);
  for (const ReportRound& round : report_rounds())
    text += reports_section(all, round);
  return text;
}

std::string counted_section(const Accuracy& all) {
  std::string text =
      "\n## What is counted\n\n"
      "Truth that was counted, or that other programs compute.\n\n" +
      head_of({"quantity", "truth", "rows", "reached"});
  for (const AccuracyTable& table : all.tables)
    if (is_counted(table))
      text += line_of({table.title, table.rows.front().source, std::to_string(table.count),
                       table.worst == 0.0 ? "exact" : "worst " + percent(table.worst.value())});
  // Other tests check these.
  text +=
      line_of({"DeepSpeed's own estimators, reproduced", "the functions themselves", "161", "to the byte"});
  text += line_of({"`check` accepts what DeepSpeed accepts",
                   "the parsers of eight releases, 0.12.6 to 0.19.6", "8 × 1,614 files", "all"});
  return text + line_of({"parameter counts", "published counts", "186", "to the last parameter"});
}

/// Returns a sentence for each table that one source decides, with the figures without it.
std::string dominated(const Accuracy& all) {
  std::string text;
  for (const AccuracyTable& table : all.tables)
    for (const AccuracyPart& part : table.parts)
      if (part.name.starts_with("without "))
        text += "- " + table.title + ", " + part.name + ": " + percent(part.median) + ", " +
                percent(part.p90) + " (" + std::to_string(part.count) + " rows, " +
                std::to_string(part.sources) + " sources).\n";
  return text.empty() ? ""
                      : "\nTables that one source decides, without it (median, 90th percentile):\n\n" + text;
}

std::string looked_up_section(const Accuracy& all) {
  std::string text =
      "\n## Where settings were looked up\n\n"
      "Rows of `tests/data` with each row's columns and notes, and the facts that its source states "
      "elsewhere "
      "(attention, dropout, loss kernel, buckets: `tests/data/published-settings.json`). Each fact was "
      "looked "
      "up, but with the errors in view. Open and held-out sources are those of the collection's own "
      "division; both were looked up. The last column has the same rows by their columns alone, with the "
      "plan file's "
      "defaults in place of those facts. Columns hold median and 90th percentile, and the rows where they "
      "are others.\n\n" +
      head_of({"quantity", "rows", "sources", "median", "90th percentile", "worst",
               "median of the sources' medians", "open sources", "held-out sources",
               "by their columns alone"});
  std::string verdicts;
  for (const AccuracyTable& table : all.tables) {
    if (is_blind(table) || is_counted(table)) continue;
    if (table.verdicts) {
      verdicts += "\n" + table.title + ": " + wrong(*table.verdicts);
      if (table.columns_alone && table.columns_alone->verdicts)
        verdicts += "; by their columns alone, " + wrong(*table.columns_alone->verdicts);
      verdicts += ".\n";
    }
    if (table.parts.empty()) continue;
    const AccuracyPart& part = table.parts.front();
    text += line_of({table.title, std::to_string(part.count), std::to_string(part.sources),
                     percent(part.median), percent(part.p90), percent(table.worst.value()),
                     percent(part.of_sources), figures_of(part_of(table, "open sources")),
                     figures_of(part_of(table, "held-out sources")), columns_alone_of(table)});
  }
  return text + verdicts + dominated(all);
}

std::string grids_section(const Accuracy& all) {
  std::string text;
  for (const AccuracyGrid& grid : all.grids)
    if (!is_of_reports(grid))
      text += "\n## " + grid.title + "\n\n" + grid.description + "\n\n" + table_of(grid);
  return text;
}

/// Returns the title of an estimator's row.
std::string title_of_key(const std::string& key) {
  for (const Estimator estimator : all_estimators)
    if (key_of(estimator) == key) return std::string(title_of(estimator));
  return "this program";
}

std::string estimators_section(const Accuracy& all) {
  std::string text =
      "\n## Other estimators on the same runs\n\n"
      "The blind rows above of runs that train all weights without pipelines, against each estimator's own "
      "figure of a GPU, where it has one. Most count model states alone, or activations "
      "alone, and none says that its figure is a peak: the table says how far it is from one. Every "
      "estimator is given the same plans, once as first written and once with the keys added later.\n\n" +
      head_of({"estimator", "runs", "sources", "as first written: median, 90th percentile",
               "below what was measured", "with keys added later: median, 90th percentile",
               "below what was measured"});
  for (const AccuracyEstimator& one : all.estimators) {
    Cells cells = {title_of_key(one.key), std::to_string(one.count), std::to_string(one.sources)};
    for (const EstimatorErrors* errors : {&one.first_written, &one.completed}) {
      cells.push_back(percent(errors->median) + ", " + percent(errors->p90));
      cells.push_back(std::to_string(errors->below));
    }
    text += line_of(cells);
  }
  return text;
}

std::string notes_section(const Accuracy& all) {
  std::string text = "\n## Table by table\n";
  for (const AccuracyTable& table : all.tables) {
    text += "\n**" + table.title + "** (`" + table.id + "`). " + table.description;
    if (table.goal) {
      text += " Goal: median " + percent(table.goal->median);
      if (table.goal->p90 < 1) text += ", 90th percentile " + percent(table.goal->p90);
      text += table.meets_goal.value_or(false) ? ", met." : ", missed.";
    }
    if (!table.note.empty()) text += " " + table.note;
    text += "\n";
  }
  return text;
}

std::string left_out_section(const Accuracy& all) {
  std::map<std::string, std::map<std::string, int>> rows_of;  // by file and reason
  for (const AccuracyLeftOut& left : all.left_out)
    ++rows_of[left.file][left.reason];
  std::string text = "\n## Left out\n\n" + head_of({"file", "rows", "reason"});
  for (const auto& [file, reasons] : rows_of)
    for (const auto& [reason, rows] : reasons)
      text += line_of({file, std::to_string(rows), reason});
  return text;
}

/// A line of the README's table.
struct ReadmeLine {
  std::string_view table, quantity;
};

constexpr auto readme_lines = std::to_array<ReadmeLine>({
    {"blind_peak_deepspeed", "peak memory of a GPU, DeepSpeed"},
    {"blind_peak_other", "peak memory of a GPU, FSDP and DDP"},
    {"blind_step", "time of a step"},
    {"blind_step_offload", "time of a step with offload"},
    {"users_peak", "peak memory of a GPU, reports of users"},
    {"users_step", "time of a step, reports of users"},
    {"users2_peak", "peak memory of a GPU, later reports"},
    {"users2_step", "time of a step, later reports"},
    {"strangers_peak", "peak memory of a GPU, runs that strangers published"},
    {"strangers_step", "time of a step, runs that strangers published"},
    {"strangers2_peak", "peak memory of a GPU, DeepSpeed runs that strangers published"},
    {"strangers2_step", "time of a step, DeepSpeed runs that strangers published"},
    {"strangers3_peak", "peak memory of a GPU, runs and reports of strangers"},
    {"strangers3_step", "time of a step, runs and reports of strangers"},
});

/// Returns "12 of 20" of the rows whose prediction is below what was measured.
std::string below_of(const AccuracyTable& table) {
  const auto is_below = [](const AccuracyRow& row) { return row.error < 0; };
  return std::to_string(std::ranges::count_if(table.rows, is_below)) + " of " +
         std::to_string(table.rows.size());
}

std::string readme_errors(const Accuracy& all) {
  std::string text =
      head_of({"half and nine of ten of the errors are below", "runs, sources", "as first written",
               "with the program named", "with all keys added later", "too low, there"});
  for (const ReadmeLine& line : readme_lines) {
    const AccuracyTable& table = table_of(all, line.table);
    const AccuracyPart& completed = table.parts.at(0);
    Cells cells = {std::string(line.quantity),
                   std::to_string(completed.count) + ", " + std::to_string(completed.sources)};
    for (const AccuracyPart* part :
         {part_of(table, first_written), part_of(table, program_named), &completed}) {
      if (part == nullptr)
        throw std::runtime_error(table.id + " lacks figures of its plans with less stated");
      cells.push_back(percent(part->median) + ", " + percent(part->p90));
    }
    cells.push_back(below_of(table));
    text += line_of(cells);
  }
  return text;
}

std::string readme_verdicts(const Accuracy& all) {
  const AccuracyTable& table = table_of(all, "blind_fits");
  if (!table.verdicts || !table.first_written) throw std::runtime_error("blind_fits has no verdicts");
  std::string text = "\n" + head_of({"does it fit?", "said to fit, as first written", "said not to fit",
                                     "said to fit, with all keys added later", "said not to fit"});
  Cells ran = {"it ran"}, ran_out = {"it ran out of memory"};
  for (const AccuracyVerdicts* of : {&*table.first_written, &*table.verdicts}) {
    for (const int count : {of->ran - of->false_alarms, of->false_alarms})
      ran.push_back(std::to_string(count));
    for (const int count : {of->missed_failures, of->ran_out - of->missed_failures})
      ran_out.push_back(std::to_string(count));
  }
  return text + line_of(ran) + line_of(ran_out);
}

/// Returns how often the odds of blind plans as first written came true, the highest class first.
std::string readme_odds(const Accuracy& all) {
  const AccuracyGrid& grid = grid_of(all, "odds");
  std::string text = "\n" + head_of({"odds that it fits, as first written", "different plans", "ran"});
  for (auto row = grid.rows.rbegin(); row != grid.rows.rend(); ++row)
    if (row->at(0) == first_written_odds) text += line_of({row->at(1), row->at(2), row->at(4)});
  return text;
}

}  // namespace

std::string accuracy_page(const Accuracy& all) {
  return blind_section(all) + counted_section(all) + grids_section(all) + estimators_section(all) +
         looked_up_section(all) + notes_section(all) + left_out_section(all);
}

std::string readme_table(const Accuracy& all) {
  return readme_errors(all) + readme_verdicts(all) + readme_odds(all);
}

std::string with_accuracy(std::string_view markdown, std::string_view text) {
  return with_section(markdown, section_name, text);
}

std::string accuracy_in(std::string_view markdown) { return section_in(markdown, section_name); }

}  // namespace zp::test
