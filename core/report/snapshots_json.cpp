// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/report/sections_json.h"
#include "core/report/snapshot_words.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json beside_object(const MemoryBeside& part) {
  return {{"measured", part.measured.value()},
          {"predicted", part.predicted.value()},
          {"low", part.low.value()},
          {"high", part.high.value()}};
}

Json components_object(const SnapshotBeside& all) {
  Json object = Json::object();
  for (std::size_t i = 0; i < component_count; ++i)
    object[std::string(name_of(static_cast<Component>(i)))] = beside_object(all.components[i]);
  return object;
}

Json site_object(const PeakSite& site) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"entry", site.entry ? Json(std::string(name_of(*site.entry))) : Json()},
          {"origin", std::string(name_of(site.origin))},
          {"bytes", site.bytes.value()},
          {"blocks", site.blocks},
          {"largest", site.largest.value()},
          {"file", or_null(site.frame ? site.frame->file : "")},
          {"line", site.frame ? Json(site.frame->line) : Json()},
          {"function", or_null(site.frame ? site.frame->function : "")}};
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
  if (!snapshot.beside) return object;
  object["allocated"] = beside_object(snapshot.beside->allocated);
  object["components"] = components_object(*snapshot.beside);
  object["older"] = beside_object(snapshot.beside->older);
  object["unrecognised"] = snapshot.beside->unrecognised.value();
  object["before_first_step"] = snapshot.beside->before_first_step;
  return object;
}

}  // namespace

Json snapshots_array(const Measurement& measurement, std::span<const NamedLog> logs) {
  Json array = Json::array();
  for (const MeasuredSnapshot& snapshot : measurement.snapshots)
    array.push_back(snapshot_object(snapshot, logs));
  return array;
}

}  // namespace zp
