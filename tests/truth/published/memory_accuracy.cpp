// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <iterator>
#include <set>

#include "tests/truth/published/accuracy_tables.h"
#include "tests/truth/published/memory_residuals.h"
#include "tests/truth/published/outcomes.h"

namespace zp::test {
namespace {

void leave_out(Accuracy& accuracy, const std::vector<Published>& rows, const std::string& file) {
  const std::set<std::string> compared = compared_ids(accuracy);
  for (const Published& published : rows) {
    if (compared.contains(published.id)) continue;
    if (file == "throughput-measured.csv" && published.row.text("family") != "train") continue;
    std::string reason = published.reason;
    if (reason.empty()) {
      if (file == "throughput-measured.csv" && published.is_complete)
        continue;  // is counted among the runs that ran
      if (published.row.text("family") == "peak_gpu" && published.is_complete) continue;
      reason = "width, sequence, batch or checkpointing is not given";
    }
    accuracy.left_out.push_back({published.id, file, published.source, reason});
  }
}

Accuracy accuracy_of(FactSource facts) {
  const std::vector<std::string> memory_files = {"memory-measured.csv", "memory-measured-2.csv"};
  std::vector<Published> memory;
  for (const std::string& file : memory_files)
    std::ranges::move(published_rows(file, facts), std::back_inserter(memory));
  const std::vector<Published> throughput = published_rows("throughput-measured.csv", facts);
  const std::vector<Published> models = published_rows("max-model.csv", facts);
  Accuracy accuracy;
  accuracy.tables = {engine_states_table(),
                     saved_activations_table(),
                     peak_table(memory, true),
                     peak_table(memory, false),
                     adapter_peak_table(memory),
                     pipeline_peak_table(memory),
                     component_table(),
                     fit_table(memory, throughput),
                     largest_model_table(models),
                     engine_log_table(memory),
                     run_log_table(),
                     host_table(memory),
                     largest_micro_batch_table(memory),
                     incomplete_peak_table(memory)};
  accuracy.grids = {peak_range_grid(), odds_grid(), brier_grid()};
  for (const std::string& file : memory_files)
    leave_out(accuracy, published_rows(file, facts), file);
  leave_out(accuracy, models, "max-model.csv");
  leave_out(accuracy, throughput, "throughput-measured.csv");
  return accuracy;
}

}  // namespace

Accuracy memory_accuracy() {
  Accuracy accuracy = accuracy_of(FactSource::anywhere);
  set_columns_alone(accuracy, accuracy_of(FactSource::in_columns));
  return accuracy;
}

}  // namespace zp::test
