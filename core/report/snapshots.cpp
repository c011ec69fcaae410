// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <nlohmann/json.hpp>

#include "core/report/measure_words.h"
#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the stable id: "before_recording".
std::string_view name_of(BlockOrigin origin) {
  constexpr std::array<std::string_view, 3> names = {"traced", "unrecognised", "before_recording"};
  return names[static_cast<std::size_t>(origin)];
}

Json beside_object(const MemoryComparison& part) {
  return {{"measured", part.measured.value()},
          {"predicted", part.predicted.value()},
          {"low", part.low.value()},
          {"high", part.high.value()}};
}

Json components_object(const SnapshotComparison& all) {
  Json object = Json::object();
  for (std::size_t i = 0; i < component_count; ++i)
    object[std::string(name_of(static_cast<Component>(i)))] = beside_object(all.components[i]);
  return object;
}

Json site_object(const PeakSite& site) {
  return {{"entry", site.entry ? Json(std::string(name_of(*site.entry))) : Json()},
          {"origin", std::string(name_of(site.origin))},
          {"bytes", site.bytes.value()},
          {"blocks", site.blocks},
          {"largest", site.largest.value()},
          {"file", text_or_null(site.frame ? site.frame->file : "")},
          {"line", site.frame ? Json(site.frame->line) : Json()},
          {"function", text_or_null(site.frame ? site.frame->function : "")}};
}

Json snapshot_object(const MeasuredSnapshot& snapshot, std::span<const NamedLog> logs) {
  const SnapshotPeak& peak = snapshot.peak;
  Json sites = Json::array(), timeline = Json::array();
  constexpr std::size_t most_sites = 100;
  for (const PeakSite& site : peak.sites)
    if (sites.size() < most_sites) sites.push_back(site_object(site));
  for (const MemoryMoment& moment : peak.timeline)
    timeline.push_back({{"seconds", moment.seconds},
                        {"allocated", moment.allocated.value()},
                        {"reserved", moment.reserved.value()}});
  Json object = {{"file", logs[snapshot.log].name},
                 {"device", peak.device},
                 {"events", peak.events},
                 {"peak_allocated", peak.allocated.value()},
                 {"peak_reserved", peak.reserved.value()},
                 {"peak_event", peak.event},
                 {"peak_s", peak.seconds},
                 {"phase", peak.phase ? Json(std::string(name_of(ledger_phase(*peak.phase)))) : Json()},
                 {"end_allocated", peak.end_allocated.value()},
                 {"end_reserved", peak.end_reserved.value()},
                 {"sites", std::move(sites)},
                 {"timeline", std::move(timeline)}};
  if (!snapshot.comparison) return object;
  object["allocated"] = beside_object(snapshot.comparison->allocated);
  object["components"] = components_object(*snapshot.comparison);
  object["older"] = beside_object(snapshot.comparison->older);
  object["unrecognised"] = snapshot.comparison->unrecognised.value();
  object["before_first_step"] = snapshot.comparison->before_first_step;
  return object;
}

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

/// Returns the first sentence: "snap.pickle, GPU 0: at its peak 11.6 GiB allocated, in backward, behind event
/// … of 22,332; …".
std::string head_of(const MeasuredSnapshot& snapshot, std::span<const NamedLog> logs) {
  const SnapshotPeak& peak = snapshot.peak;
  std::string head =
      std::string(file_name(logs[snapshot.log].name)) + ", GPU " + std::to_string(peak.device) + ": ";
  if (peak.events == 0)
    return head + format_bytes(peak.allocated) + " allocated and " + format_bytes(peak.reserved) +
           " reserved when it was written; no events were recorded.";
  head += "at its peak " + format_bytes(peak.allocated) + " allocated";
  if (peak.phase) head += ", in " + std::string(name_of(ledger_phase(*peak.phase)));
  return head + ", behind event " + format_count(static_cast<std::int64_t>(peak.event)) + " of " +
         format_count(static_cast<std::int64_t>(peak.events)) + "; at most " + format_bytes(peak.reserved) +
         " reserved.";
}

void add_row(Table& table, std::string name, const MemoryComparison& part) {
  if (part.measured == Bytes(0) && part.predicted == Bytes(0)) return;
  table.rows.push_back({std::move(name), format_bytes(part.measured), format_bytes(part.predicted)});
}

std::string components_table(const SnapshotComparison& all) {
  Table table{{"Component", "Measured", "Predicted"}, {}, "lrr"};
  for (std::size_t i = 0; i < component_count; ++i)
    add_row(table, std::string(name_of(static_cast<Component>(i))), all.components[i]);
  add_row(
      table,
      all.before_first_step ? "older than the recording, before the first step" : "older than the recording",
      all.older);
  add_row(table, "not recognised", {.measured = all.unrecognised, .predicted = {}, .low = {}, .high = {}});
  add_row(table, "all", all.allocated);
  return aligned_table(table, 2);
}

std::string place_of(const PeakSite& site) {
  if (!site.frame) return site.origin == BlockOrigin::before_recording ? "before the recording" : "autograd";
  constexpr std::size_t longest = 60;
  std::string place(file_name(site.frame->file));
  if (site.frame->line > 0) place += ":" + std::to_string(site.frame->line);
  return place + (place.empty() ? "" : " ") + site.frame->function.substr(0, longest);
}

std::string sites_table(const SnapshotPeak& peak) {
  constexpr std::size_t most = 10;
  Table table{{"Alive at the peak", "Blocks", "Largest", "Entry", "Asked for by"}, {}, "rrrll"};
  for (const PeakSite& site : peak.sites)
    if (table.rows.size() < most)
      table.rows.push_back({format_bytes(site.bytes), format_count(site.blocks), format_bytes(site.largest),
                            site.entry ? std::string(name_of(*site.entry)) : "", place_of(site)});
  return aligned_table(table, 2);
}

}  // namespace

Json snapshots_array(const Measurement& measurement, std::span<const NamedLog> logs) {
  Json array = Json::array();
  for (const MeasuredSnapshot& snapshot : measurement.snapshots)
    array.push_back(snapshot_object(snapshot, logs));
  return array;
}

std::string snapshots_text(const Measurement& measurement, std::span<const NamedLog> logs) {
  std::string text;
  for (const MeasuredSnapshot& snapshot : measurement.snapshots) {
    text += "\n" + head_of(snapshot, logs) + "\n";
    if (snapshot.comparison) text += "\n" + components_table(*snapshot.comparison);
    if (!snapshot.peak.sites.empty()) text += "\n" + sites_table(snapshot.peak);
  }
  return text;
}

}  // namespace zp
