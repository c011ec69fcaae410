// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/findings.h"

#include <nlohmann/json.hpp>

#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/settings/changed_keys.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string remedy_words(const PlanDocument& document, const Finding& finding) {
  if (!finding.remedy) return {};
  std::string text;
  for (const ChangedKey& key : changed_keys(document, finding.remedy->plan))
    text += (text.empty() ? "Set " : ", ") + key.path + " to " +
            (key.value == "null" ? std::string("its default") : key.value);
  return text + ".";
}

Json set_object(const std::vector<ChangedKey>& keys) {
  Json object = Json::object();
  for (const ChangedKey& key : keys)
    object[key.path] = Json::parse(key.value);
  return object;
}

Json issue_array(const PlanDocument& document, const std::vector<Finding>& findings) {
  Json array = Json::array();
  for (const Finding& finding : findings) {
    Json& object = array.emplace_back(Json{{"severity", std::string(name_of(finding.severity))},
                                           {"code", finding.code},
                                           {"path", finding.path},
                                           {"message", finding.message},
                                           {"fix", finding.fix}});
    if (!finding.source.empty()) object["source"] = finding.source;
    if (finding.remedy) {
      const std::vector<ChangedKey> keys = changed_keys(document, finding.remedy->plan);
      object["remedy"] = {{"label", finding.remedy->label}, {"set", set_object(keys)}};
    }
  }
  return array;
}

std::string findings_text(const PlanDocument& document, const std::vector<Finding>& findings) {
  constexpr std::size_t width = 100;
  std::string text;
  for (const Finding& finding : findings) {
    text += "  " +
            wrapped("[" + for_people(name_of(finding.severity)) + "] " + sentence_of(finding), width - 2, 4) +
            "\n";
    if (const std::string set = remedy_words(document, finding); !set.empty())
      text += "    " + wrapped(set, width - 4, 6) + "\n";
  }
  return text;
}

}  // namespace zp
