// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/report/measure_words.h"
#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

std::string constants_table(const LogCalibration& calibration, const Plan& before, const Plan& after) {
  if (calibration.calibration.changed.empty()) return "No constant differs from what was assumed.\n";
  Table table{{"Constant", "Key", "× published", "now", "Before", "After", "Published by"}, {}, "llrrrrl"};
  for (const CalibratedConstant& one : calibration.calibration.changed)
    table.rows.push_back({std::string(one.constant->title), std::string(one.constant->key),
                          format_number(one.before, 3), format_number(one.after, 3),
                          one.constant->value(before), one.constant->value(after),
                          std::string(one.constant->source)});
  return aligned_table(table, 0);
}

std::string figures_table(const LogCalibration& calibration, std::span<const NamedLog> logs) {
  Table table{{"Used", "Moment", "Measured", "Predicted before", "now", "Line"}, {}, "llrrrl"};
  for (const UsedFigure& one : calibration.figures)
    table.rows.push_back({std::string(name_of(one.quantity)), one.moment,
                          observed_text(one.quantity, one.measured), observed_text(one.quantity, one.before),
                          observed_text(one.quantity, one.after), place_text(logs, one.place)});
  return aligned_table(table, 0);
}

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

std::string calibration_text(const LogCalibration& calibration, const PlanDocument& before,
                             const PlanDocument& after, std::span<const NamedLog> logs) {
  std::string text = headline(before.plan, estimate_memory(before.plan)) + "\n\n";
  for (const std::string& sentence : calibration.left_out)
    text += sentence + "\n";
  if (calibration.figures.empty())
    return text + "No figure of the logs could be used: the plan stays as it is.\n";
  const Calibration& fit = calibration.calibration;
  text += constants_table(calibration, before.plan, after.plan) + "\n" + figures_table(calibration, logs);
  return text + "\n" + calibrated_on(after) + " Error of its figures: median " +
         format_percent(fit.error_before) + " before, " + format_percent(fit.error_after) + " after.\n";
}

}  // namespace zp
