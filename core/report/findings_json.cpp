// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/plan_file/changed_keys.h"
#include "core/report/sections_json.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json remedy_object(const PlanDocument& document, const Remedy& remedy) {
  Json set = Json::object();
  for (const ChangedKey& key : changed_keys(document, remedy.plan))
    set[key.path] = Json::parse(key.value);
  return {{"label", remedy.label}, {"set", std::move(set)}};
}

}  // namespace

Json issue_array(const PlanDocument& document, const std::vector<Finding>& findings) {
  Json array = Json::array();
  for (const Finding& finding : findings) {
    Json& object = array.emplace_back(Json{{"severity", std::string(name_of(finding.severity))},
                                           {"code", finding.code},
                                           {"path", finding.path},
                                           {"message", finding.message},
                                           {"fix", finding.fix}});
    if (!finding.source.empty()) object["source"] = finding.source;
    if (finding.remedy) object["remedy"] = remedy_object(document, *finding.remedy);
  }
  return array;
}

}  // namespace zp
