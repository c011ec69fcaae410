// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/report/key_words.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/search/candidates.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// A column of figures, and the function that fills it for a row.
struct Column {
  const char* header;
  std::string (*cell)(const Figures& figures);
  bool (*is_empty)(const Figures& figures);  ///< nullptr: the column is always shown
};

constexpr Column columns[] = {
    {"GPU", [](const Figures& f) { return format_bytes(f.estimate.gpu.peak); }, nullptr},
    {"Host per node", [](const Figures& f) { return format_bytes(f.estimate.cpu.needed_per_node()); },
     [](const Figures& f) { return f.estimate.cpu.needed_per_node() == Bytes(); }},
    {"NVMe per node", [](const Figures& f) { return format_bytes(f.estimate.nvme.per_node); },
     [](const Figures& f) { return f.estimate.nvme.per_node == Bytes(); }},
    {"Step", [](const Figures& f) { return f.time.is_known ? format_seconds(f.time.total) : "–"; }, nullptr},
    {"Throughput", [](const Figures& f) { return f.time.is_known ? token_rate(f.throughput) : "–"; },
     nullptr},
    {"MFU", [](const Figures& f) { return f.time.is_known ? format_percent(f.throughput.mfu) : "–"; },
     nullptr},
    {"Bound by",
     [](const Figures& f) { return f.time.is_known ? for_people(bound_word(f.time.bound_by)) : "–"; },
     nullptr},
};

bool is_shown(const Column& column, const std::vector<PlanSweepRow>& rows) {
  return column.is_empty == nullptr || std::ranges::any_of(rows, [&](const PlanSweepRow& row) {
           return row.figures && !column.is_empty(*row.figures);
         });
}

std::string verdict_of(const PlanDocument& document, const PlanSweepRow& row) {
  if (!row.stop.empty()) return "✗ " + row.stop;
  return verdict(row.figures->estimate, document.plan.model.has_shape());
}

std::string value_cell(const KeySetting& setting) {
  try {
    return value_of_key(setting.path, json_value(setting));
  } catch (const FileError&) {
    return setting.value;  // the row's error says what is wrong with it
  }
}

}  // namespace

std::string sweep_text(const PlanDocument& document, const std::vector<PlanSweepRow>& rows) {
  Table table;
  for (const KeySetting& setting : rows.front().settings) {
    table.header.push_back(title_of_key(setting.path));
    table.alignment += 'r';
  }
  for (const Column& column : columns)
    if (is_shown(column, rows)) {
      table.header.emplace_back(column.header);
      table.alignment += 'r';
    }
  table.header.emplace_back("Verdict");
  for (const PlanSweepRow& row : rows) {
    std::vector<std::string> cells;
    for (const KeySetting& setting : row.settings)
      cells.push_back(value_cell(setting));
    for (const Column& column : columns)
      if (is_shown(column, rows)) cells.push_back(row.figures ? column.cell(*row.figures) : "–");
    cells.push_back(verdict_of(document, row));
    table.rows.push_back(std::move(cells));
  }
  const auto running = std::ranges::count_if(rows, &PlanSweepRow::runs);
  return headline(document.plan, estimate_memory(document.plan)) + "\n" + settings_line(document.plan) +
         "\n" + format_count(running) + " of " + format_count(static_cast<std::int64_t>(rows.size())) +
         " plans fit and run.\n\n" + aligned_table(table, 0);
}

}  // namespace zp
