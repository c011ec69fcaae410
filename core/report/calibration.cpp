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
  for (const CalibratedConstant& constant : calibration.calibration.changed)
    table.rows.push_back({std::string(constant.constant->title), std::string(constant.constant->key),
                          format_number(constant.before, 3), format_number(constant.after, 3),
                          constant.constant->value(before), constant.constant->value(after),
                          std::string(constant.constant->source)});
  return aligned_table(table, 0);
}

std::string figures_table(const LogCalibration& calibration, std::span<const NamedLog> logs) {
  Table table{{"Used", "Moment", "Measured", "Predicted before", "now", "Line"}, {}, "llrrrl"};
  for (const UsedFigure& figure : calibration.figures)
    table.rows.push_back({std::string(name_of(figure.quantity)), figure.moment,
                          observed_text(figure.quantity, figure.measured),
                          observed_text(figure.quantity, figure.before),
                          observed_text(figure.quantity, figure.after), place_text(logs, figure.place)});
  return aligned_table(table, 0);
}

}  // namespace

std::string calibration_json(const LogCalibration& calibration, const PlanDocument& before,
                             const PlanDocument& after, std::span<const NamedLog> logs) {
  Json constants = Json::array(), figures = Json::array();
  for (const CalibratedConstant& constant : calibration.calibration.changed)
    constants.push_back({{"key", std::string(constant.constant->key)},
                         {"title", std::string(constant.constant->title)},
                         {"before", constant.before},
                         {"after", constant.after},
                         {"value_before", constant.constant->value(before.plan)},
                         {"value_after", constant.constant->value(after.plan)},
                         {"source", std::string(constant.constant->source)}});
  for (const UsedFigure& figure : calibration.figures)
    figures.push_back({{"quantity", std::string(name_of(figure.quantity))},
                       {"moment", figure.moment},
                       {"measured", figure.measured},
                       {"before", figure.before},
                       {"after", figure.after},
                       {"file", logs[figure.place.log].name},
                       {"line", figure.place.line}});
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
