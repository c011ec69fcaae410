// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/report/sections_json.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string calibration_json(const LogCalibration& calibration, const PlanDocument& before,
                             const PlanDocument& after, std::span<const NamedLog> logs) {
  Json constants = Json::array(), figures = Json::array();
  for (const CalibratedConstant& one : calibration.calibration.changed)
    constants.push_back({{"key", std::string(one.constant->key)},
                         {"title", std::string(one.constant->title)},
                         {"before", one.before},
                         {"after", one.after},
                         {"value_before", one.constant->value(before.plan)},
                         {"value_after", one.constant->value(after.plan)},
                         {"source", std::string(one.constant->source)}});
  for (const UsedFigure& one : calibration.figures)
    figures.push_back({{"quantity", std::string(name_of(one.quantity))},
                       {"moment", one.moment},
                       {"measured", one.measured},
                       {"before", one.before},
                       {"after", one.after},
                       {"file", logs[one.place.log].name},
                       {"line", one.place.line}});
  const Json profile = Json::parse(write_profile(profile_of(after)));
  return text_of({{"format", "zero-calibration/1"},
                  {"measured", profile["measured"]},
                  {"constants", std::move(constants)},
                  {"figures", std::move(figures)},
                  {"left_out", calibration.left_out},
                  {"error_before", calibration.calibration.error_before},
                  {"error_after", calibration.calibration.error_after}});
}

}  // namespace zp
