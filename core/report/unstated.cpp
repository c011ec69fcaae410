// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/unstated.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/report/table.h"
#include "core/report/unstated_json.h"
#include "core/report/words.h"
#include "core/unstated/open_odds.h"
#include "core/unstated/open_words.h"
#include "core/unstated/step_ends.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_settings = 8;
constexpr std::size_t most_alternatives = 3;

/// Returns the value as in a plan file.
Json value_json(const OpenSetting& setting, const KeyValue& value) {
  if (const auto* count = std::get_if<std::int64_t>(&value)) return *count;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  std::string_view text = std::get<std::string_view>(value);
  if (!find_plan_key(setting.path)->type.starts_with("list")) return std::string(text);
  Json list = Json::array();
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    list.push_back(std::string(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

Json alternative_object(const UnstatedSetting& open, const Alternative& alternative) {
  const OpenFigures& figures = alternative.figures;
  return {{"value", value_json(*open.setting, alternative.value)},
          {"peak", figures.peak.value()},
          {"step_s", figures.step_s > 0 ? Json(figures.step_s) : Json()},
          {"fits", figures.fits},
          {"sentence", sentence_of(open, alternative)}};
}

}  // namespace

std::string unstated_section(const PlanDocument& document, std::size_t width) {
  const std::vector<UnstatedSetting> all = unstated_settings(document);
  if (all.empty()) return "";
  std::string text = "\nNot stated: first what decides whether it fits, then the largest effect\n";
  const double odds = open_odds(document, all).both;
  text += "  " +
          wrapped("Odds that it fits, counting other values of these except batch and program: " +
                      odds_percent(odds) + ".",
                  width - 2, 4) +
          "\n";
  for (std::size_t i = 0; i < std::min(all.size(), most_settings); ++i) {
    const UnstatedSetting& open = all[i];
    std::string line = std::string(open.setting->path) + ' ' + setting_text(open.assumed) + " (" +
                       origin_words(open, document.plan) + "). ";
    for (std::size_t k = 0; k < std::min(open.alternatives.size(), most_alternatives); ++k)
      line += (k == 0 ? "" : "; ") + sentence_of(open, open.alternatives[k]);
    if (const std::size_t rest =
            open.alternatives.size() - std::min(open.alternatives.size(), most_alternatives))
      line += "; " + std::to_string(rest) + (rest == 1 ? " other value" : " other values");
    text += "  " + wrapped(line, width - 2, 4) + "\n";
  }
  if (all.size() > most_settings)
    text += "  and " + std::to_string(all.size() - most_settings) + " more, which --json lists\n";
  if (const std::optional<StepEnds> ends = step_ends(document, all))
    text += "  " + wrapped("A step takes " + step_ends_words(*ends) + ".", width - 2, 4) + "\n";
  return text;
}

namespace {

Json step_ends_array(const PlanDocument& document, const std::vector<UnstatedSetting>& all) {
  Json array = Json::array();
  if (const std::optional<StepEnds> ends = step_ends(document, all))
    for (const StepEnd* end : {&ends->fastest, &ends->slowest})
      array.push_back({{"step_s", end->step_s}, {"with", end->with}});
  return array;
}

Json unstated_array(const std::vector<UnstatedSetting>& all) {
  Json array = Json::array();
  for (const UnstatedSetting& open : all) {
    Json alternatives = Json::array();
    for (const Alternative& alternative : open.alternatives)
      alternatives.push_back(alternative_object(open, alternative));
    array.push_back({{"path", std::string(open.setting->path)},
                     {"assumed", value_json(*open.setting, open.assumed)},
                     {"from", std::string(name_of(open.from))},
                     {"kind", std::string(name_of(open.setting->kind))},
                     {"alternatives", std::move(alternatives)}});
  }
  return array;
}

}  // namespace

void add_unstated(Json& object, const PlanDocument& document, bool is_usable) {
  std::vector<UnstatedSetting> all;
  if (is_usable) all = unstated_settings(document);
  const bool is_open = is_usable && !all.empty();
  object["unstated"] = unstated_array(all);
  object["unstated_fits_probability"] = is_open ? Json(shown_odds(open_odds(document, all).both)) : Json();
  object["step_ends"] = step_ends_array(document, all);
}

}  // namespace zp
