// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/report/json.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// The missing bytes of each memory; 0 if it is enough.
struct MissingBytes {
  Bytes gpu, host, nvme;
};

MissingBytes missing_of(const MemoryEstimate& estimate) {
  const auto lack = [](bool fits, Bytes needed, Bytes there) { return fits ? Bytes() : needed - there; };
  return {lack(estimate.gpu.fits, estimate.gpu.peak, estimate.gpu.capacity),
          lack(estimate.cpu.fits, estimate.cpu.needed_per_node(), estimate.cpu.capacity_per_node),
          lack(estimate.nvme.fits, estimate.nvme.per_node, estimate.nvme.capacity_per_node)};
}

Json value_json(const KeySetting& setting) {
  try {
    return Json::parse(json_value(setting));
  } catch (const FileError&) {
    return setting.value;  // the row's error says what is wrong with it
  }
}

/// Returns the figures of a row, beside the values of its keys; null for those it does not have.
Json figures_json(const PlanSweepRow& row) {
  Json object = {{"fits", nullptr},
                 {"gpu_peak_bytes", nullptr},
                 {"gpu_short_by_bytes", nullptr},
                 {"host_bytes_per_node", nullptr},
                 {"host_short_by_bytes", nullptr},
                 {"nvme_bytes_per_node", nullptr},
                 {"nvme_short_by_bytes", nullptr},
                 {"step_s", nullptr},
                 {"tokens_per_s", nullptr},
                 {"useful_tokens_per_s", nullptr},
                 {"mfu", nullptr},
                 {"bound_by", nullptr},
                 {"reason", row.stop.empty() ? Json() : Json(row.stop)}};
  if (!row.figures) return object;
  const MemoryEstimate& estimate = row.figures->estimate;
  const MissingBytes missing = missing_of(estimate);
  object["fits"] = estimate.fits();
  object["gpu_peak_bytes"] = estimate.gpu.peak.value();
  object["gpu_short_by_bytes"] = missing.gpu.value();
  object["host_bytes_per_node"] = estimate.cpu.needed_per_node().value();
  object["host_short_by_bytes"] = missing.host.value();
  object["nvme_bytes_per_node"] = estimate.nvme.per_node.value();
  object["nvme_short_by_bytes"] = missing.nvme.value();
  if (!row.figures->time.is_known) return object;
  object["step_s"] = row.figures->time.total;
  object["tokens_per_s"] = row.figures->throughput.tokens_per_s;
  object["useful_tokens_per_s"] = row.figures->throughput.useful_tokens_per_s;
  object["mfu"] = row.figures->throughput.mfu;
  object["bound_by"] = bound_word(row.figures->time.bound_by);
  return object;
}

/// Returns a field of RFC 4180, in quotes if it needs them.
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

}  // namespace zp
