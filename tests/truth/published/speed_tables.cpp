// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/speed_tables.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include "core/speed/range.h"
#include "core/text/letters.h"
#include "core/units/format.h"
#include "tests/truth/published/calibrated.h"
#include "tests/truth/published/pairs.h"
#include "tests/truth/published/step_tables.h"
#include "tests/truth/published/time_residuals.h"

namespace zp::test {
namespace {

constexpr std::array throughput_files = {"throughput-measured.csv", "throughput-measured-2.csv"};

/// Returns a key that two runs must share to be compared; "" if the source leaves out any column of it.
std::string pair_key(const Published& published) {
  std::string key;
  for (const char* column : {"source", "model", "gpu", "n_gpus", "seq", "micro_batch"}) {
    if (!published.row.has(column)) return {};
    key += published.row.text(column) + "|";
  }
  return key + std::to_string(published.plan.training.expert_parallel);
}

AccuracyTable slowdown_table() {
  std::vector<Published> published;
  for (const char* file : throughput_files)
    std::ranges::move(runs_of_any_quality(file), std::back_inserter(published));
  const std::vector<SpeedRow> rows = pipelined(speed_rows(published), false);
  AccuracyTable table = make_table(
      "speed", "slowdown", "What ZeRO-3 costs against stages 1 and 2",
      "Pairs of runs that agree in source, model, GPU, GPU count, sequence and micro batch, of any quality: "
      "step time at stage 3 over step time at stage 1 or 2. Above 1, stage 3 is slower.",
      AccuracyUnit::none);
  std::map<std::string, std::vector<const SpeedRow*>> groups;
  for (const SpeedRow& row : rows)
    if (const std::string key = pair_key(*row.published); !key.empty()) groups[key].push_back(&row);
  for (const auto& [key, group] : groups)
    for (const SpeedRow* third : group)
      for (const SpeedRow* other : group) {
        const int stage = other->published->plan.zero.stage;
        if (third->published->plan.zero.stage != 3 || (stage != 1 && stage != 2)) continue;
        AccuracyRow row = step_row(*third);
        row.id += " / " + other->published->id;
        row.meaning = "stage 3 over stage " + std::to_string(stage);
        row.measured = third->measured / other->measured;
        row.predicted = third->predicted / other->predicted;
        row.low.reset();
        row.high.reset();
        row.error = row.predicted / row.measured - 1;
        table.rows.push_back(row);
      }
  finish(table);
  return table;
}

/// Returns the table of all complete runs of a kind that state what decides, or leave it to defaults.
AccuracyTable kind_table(const std::vector<SpeedRow>& rows, RunKind kind, bool is_stated) {
  std::string slug = lower_case(name_of(kind));
  std::ranges::replace(slug, ' ', '_');
  const std::string thing(name_of(decisive(kind)));
  AccuracyTable table = make_table("speed", "kind_" + slug + (is_stated ? "" : "_default"),
                                   "Step time, " + std::string(name_of(kind)) + ", " + thing +
                                       (is_stated ? " stated" : " left to defaults"),
                                   "Every run of this kind whose configuration is complete, quality A and B.",
                                   AccuracyUnit::seconds);
  for (const SpeedRow& row : rows)
    if (is_ranged(row) && run_kind_of(row.published->plan) == kind && states_decisive(row) == is_stated)
      table.rows.push_back(step_row(row));
  finish(table);
  return table;
}

Accuracy accuracy_of(const std::vector<Published>& published) {
  const std::vector<SpeedRow> all = speed_rows(published), rows = pipelined(all, false);
  Accuracy accuracy;
  accuracy.tables = step_tables_of(rows, true);
  accuracy.tables.push_back(pipeline_table(pipelined(all, true)));
  accuracy.tables.push_back(calibrated_table(rows));
  accuracy.tables.push_back(slowdown_table());
  accuracy.tables.push_back(choice_table(rows));
  for (std::size_t kind = 0; kind < run_kind_count; ++kind)
    for (const bool is_stated : {true, false})
      if (AccuracyTable table = kind_table(all, static_cast<RunKind>(kind), is_stated); table.count > 0)
        accuracy.tables.push_back(std::move(table));
  accuracy.grids.push_back(time_range_grid());
  std::ranges::move(step_tables_of(rows, false), std::back_inserter(accuracy.tables));
  for (const AccuracyTable& table : {zeropp_table(), collective_table(), cpu_adam_table(), host_link_table()})
    accuracy.tables.push_back(table);
  const std::set<std::string> compared = compared_ids(accuracy);
  for (const Published& row : published) {
    if (compared.contains(row.id)) continue;
    accuracy.left_out.push_back({row.id, row.file, row.source, reason_not_timed(row)});
  }
  return accuracy;
}

}  // namespace

std::vector<Published> all_published_runs(FactSource facts) {
  std::vector<Published> published;
  for (const char* file : throughput_files)
    std::ranges::move(published_runs(file, facts), std::back_inserter(published));
  return published;
}

Accuracy speed_accuracy() {
  Accuracy accuracy = accuracy_of(all_published_runs());
  set_columns_alone(accuracy, accuracy_of(all_published_runs(FactSource::in_columns)));
  return accuracy;
}

}  // namespace zp::test
