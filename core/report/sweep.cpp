// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/report/json.h"
#include "core/report/key_words.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/search/candidates.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// A figure of a row.
struct SweepColumn {
  const char* key;  ///< its name in JSON and CSV
  Json (*value)(const Figures& figures);
  bool is_of_clock = false;      ///< unknown if the step time is
  const char* header = nullptr;  ///< header of the text column; nullptr: no column
  std::string (*cell)(const Figures& figures) = nullptr;
  bool (*is_empty)(const Figures& figures) = nullptr;  ///< nullptr: always shown

  [[nodiscard]] bool is_known(const PlanSweepRow& row) const {
    return row.figures && (!is_of_clock || row.figures->time.is_known);
  }
  [[nodiscard]] bool is_shown(const std::vector<PlanSweepRow>& rows) const {
    return header != nullptr &&
           (is_empty == nullptr || std::ranges::any_of(rows, [&](const PlanSweepRow& row) {
              return row.figures && !is_empty(*row.figures);
            }));
  }
};

/// Returns the lacking bytes; 0 if it fits.
std::int64_t lack(bool fits, Bytes needed, Bytes there) { return fits ? 0 : (needed - there).value(); }

constexpr SweepColumn columns[] = {
    {"fits", [](const Figures& f) { return Json(f.estimate.fits()); }},
    {"gpu_peak_bytes", [](const Figures& f) { return Json(f.estimate.gpu.peak.value()); }, false, "GPU",
     [](const Figures& f) { return format_bytes(f.estimate.gpu.peak); }},
    {"gpu_short_by_bytes",
     [](const Figures& f) {
       const GpuMemory& gpu = f.estimate.gpu;
       return Json(lack(gpu.fits, gpu.peak, gpu.capacity));
     }},
    {"host_bytes_per_node", [](const Figures& f) { return Json(f.estimate.cpu.needed_per_node().value()); },
     false, "Host per node", [](const Figures& f) { return format_bytes(f.estimate.cpu.needed_per_node()); },
     [](const Figures& f) { return f.estimate.cpu.needed_per_node() == Bytes(); }},
    {"host_short_by_bytes",
     [](const Figures& f) {
       const HostMemory& cpu = f.estimate.cpu;
       return Json(lack(cpu.fits, cpu.needed_per_node(), cpu.capacity_per_node));
     }},
    {"nvme_bytes_per_node", [](const Figures& f) { return Json(f.estimate.nvme.per_node.value()); }, false,
     "NVMe per node", [](const Figures& f) { return format_bytes(f.estimate.nvme.per_node); },
     [](const Figures& f) { return f.estimate.nvme.per_node == Bytes(); }},
    {"nvme_short_by_bytes",
     [](const Figures& f) {
       const NvmeSpace& nvme = f.estimate.nvme;
       return Json(lack(nvme.fits, nvme.per_node, nvme.capacity_per_node));
     }},
    {"step_s", [](const Figures& f) { return Json(f.time.total); }, true, "Step",
     [](const Figures& f) { return format_seconds(f.time.total); }},
    {"tokens_per_s", [](const Figures& f) { return Json(f.throughput.tokens_per_s); }, true, "Throughput",
     [](const Figures& f) { return token_rate(f.throughput); }},
    {"useful_tokens_per_s", [](const Figures& f) { return Json(f.throughput.useful_tokens_per_s); }, true},
    {"mfu", [](const Figures& f) { return Json(f.throughput.mfu); }, true, "MFU",
     [](const Figures& f) { return format_percent(f.throughput.mfu); }},
    {"bound_by", [](const Figures& f) { return Json(resource_word(f.time.bound_by)); }, true, "Bound by",
     [](const Figures& f) { return for_people(resource_word(f.time.bound_by)); }},
};

Json value_json(const KeySetting& setting) {
  try {
    return Json::parse(json_value(setting));
  } catch (const FileError&) {
    return setting.value;  // the row's error explains it
  }
}

/// Returns the figures of a row, without its keys; missing ones are null.
Json figures_json(const PlanSweepRow& row) {
  Json object = Json::object();
  for (const SweepColumn& column : columns)
    object[column.key] = column.is_known(row) ? column.value(*row.figures) : Json();
  object["reason"] = text_or_null(row.stop);
  return object;
}

/// Returns a field of RFC 4180, quoted if necessary.
std::string csv_field(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i)
    line += (i == 0 ? "" : ",") + fields[i];
  return line + "\r\n";
}

std::string verdict_of(const PlanDocument& document, const PlanSweepRow& row) {
  if (!row.stop.empty()) return "✗ " + row.stop;
  return verdict(row.figures->estimate, document.plan.model.has_shape());
}

std::string value_cell(const KeySetting& setting) {
  try {
    return value_of_key(setting.path, json_value(setting));
  } catch (const FileError&) {
    return setting.value;  // the row's error explains it
  }
}

}  // namespace

std::string sweep_json(const std::vector<PlanSweepRow>& rows) {
  Json array = Json::array();
  for (const PlanSweepRow& row : rows) {
    Json set = Json::object();
    for (const KeySetting& setting : row.settings)
      set[setting.path] = value_json(setting);
    Json object = {{"set", std::move(set)}};
    object.update(figures_json(row));
    array.push_back(std::move(object));
  }
  return text_of({{"format", "zero-sweep/1"}, {"rows", std::move(array)}});
}

std::string sweep_csv(const std::vector<PlanSweepRow>& rows) {
  std::vector<std::string> header;
  for (const KeySetting& setting : rows.front().settings)
    header.push_back(csv_field(setting.path));
  const Json first = figures_json(rows.front());
  for (const auto& [name, value] : first.items())
    header.push_back(name);
  std::string text = csv_line(header);
  for (const PlanSweepRow& row : rows) {
    std::vector<std::string> fields;
    for (const KeySetting& setting : row.settings)
      fields.push_back(csv_field(value_json(setting)));
    const Json figures = figures_json(row);
    for (const auto& [name, value] : figures.items())
      fields.push_back(csv_field(value));
    text += csv_line(fields);
  }
  return text;
}

std::string sweep_text(const PlanDocument& document, const std::vector<PlanSweepRow>& rows) {
  Table table;
  for (const KeySetting& setting : rows.front().settings) {
    table.header.push_back(title_of_key(setting.path));
    table.alignment += 'r';
  }
  for (const SweepColumn& column : columns)
    if (column.is_shown(rows)) {
      table.header.emplace_back(column.header);
      table.alignment += 'r';
    }
  table.header.emplace_back("Verdict");
  for (const PlanSweepRow& row : rows) {
    std::vector<std::string> cells;
    for (const KeySetting& setting : row.settings)
      cells.push_back(value_cell(setting));
    for (const SweepColumn& column : columns)
      if (column.is_shown(rows)) cells.push_back(column.is_known(row) ? column.cell(*row.figures) : "–");
    cells.push_back(verdict_of(document, row));
    table.rows.push_back(std::move(cells));
  }
  const auto running = std::ranges::count_if(rows, &PlanSweepRow::runs);
  return headline(document.plan, estimate_memory(document.plan)) + "\n" + settings_line(document.plan) +
         "\n" + format_count(running) + " of " + format_count(static_cast<std::int64_t>(rows.size())) +
         " plans fit and run.\n\n" + aligned_table(table, 0);
}

}  // namespace zp
