// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/probe.h"

#include <nlohmann/json.hpp>

#include "core/report/table.h"
#include "core/text/ordered_json.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t text_width = 100;

Json file_json(const ProbeFile& file) {
  return {{"file", file.name}, {"tool", file.tool}, {"figures", file.figures.size()}};
}

Json figure_json(const ProbeFile& file, const MachineFigure& figure) {
  return {{"quantity", std::string(name_of(figure.quantity))},
          {"value", figure.value},
          {"unit", std::string(unit_of(figure.quantity))},
          {"text", figure.text},
          {"bytes", figure.bytes},
          {"ranks", figure.ranks},
          {"nodes", figure.nodes},
          {"file", file.name},
          {"line", figure.line}};
}

std::string rate_text(double value, const std::string& unit) {
  return value > 0 ? format_number(value, 4) + " " + unit : "–";
}

std::string beside_table(const ProbedMachine& machine) {
  Table table{{"Rate", "Measured", "The clock takes", "Share"}, {}, "lrrr"};
  for (const RateComparison& rate : machine.rates)
    table.rows.push_back({rate.title, rate_text(rate.measured, rate.unit),
                          rate_text(rate.expected, rate.unit),
                          rate.expected > 0 ? format_percent(rate.measured / rate.expected) : "–"});
  return aligned_table(table, 0);
}

std::string keys_table(const ProbedMachine& machine) {
  Table table{{"Key", "Value", "From"}, {}, "lrl"};
  for (const ProbedKey& key : machine.keys)
    table.rows.push_back({key.path, key.value, key.basis});
  return aligned_table(table, 0);
}

}  // namespace

std::string probe_json(std::span<const ProbeFile> files, const ProbedMachine& machine) {
  Json list = Json::array(), figures = Json::array(), absent = Json::array(), keys = Json::array(),
       beside = Json::array();
  for (const ProbeFile& file : files) {
    list.push_back(file_json(file));
    for (const MachineFigure& figure : file.figures)
      figures.push_back(figure_json(file, figure));
    for (const AbsentFigure& absent_figure : file.absent)
      absent.push_back(
          {{"what", absent_figure.quantity}, {"why", absent_figure.reason}, {"file", file.name}});
  }
  Json plan = {{"cluster", Json::object()}, {"measured", Json::object()}};
  for (const ProbedKey& key : machine.keys) {
    keys.push_back({{"path", key.path}, {"value", Json::parse(key.value)}, {"basis", key.basis}});
    text_io::set_at_path(plan, key.path, Json::parse(key.value));
  }
  for (const RateComparison& rate : machine.rates)
    beside.push_back({{"title", rate.title},
                      {"unit", rate.unit},
                      {"measured", rate.measured},
                      {"expected", rate.expected}});
  return text_io::text_of({{"format", "zero-probe/1"},
                           {"files", std::move(list)},
                           {"cluster", plan["cluster"]},
                           {"measured", plan["measured"]},
                           {"keys", std::move(keys)},
                           {"beside", std::move(beside)},
                           {"figures", std::move(figures)},
                           {"absent", std::move(absent)},
                           {"notes", machine.notes}});
}

std::string probe_text(std::span<const ProbeFile> files, const ProbedMachine& machine) {
  std::string text;
  for (const ProbeFile& file : files)
    text += file.name + ": " +
            (file.tool.empty() ? "no tool's output was recognised"
                               : file.tool + ", " + std::to_string(file.figures.size()) + " figures") +
            ".\n";
  if (!machine.rates.empty()) text += '\n' + beside_table(machine);
  if (!machine.keys.empty()) text += '\n' + keys_table(machine);
  std::string rest;
  for (const ProbeFile& file : files)
    for (const AbsentFigure& absent_figure : file.absent)
      rest += "  " + wrapped(absent_figure.quantity + ": " + absent_figure.reason, text_width - 2, 4) + '\n';
  if (!rest.empty()) text += "\nNot there\n" + rest;
  for (const std::string& note : machine.notes)
    text += '\n' + wrapped(note, text_width, 2) + '\n';
  return text;
}

}  // namespace zp
