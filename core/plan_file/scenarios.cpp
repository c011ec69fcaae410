// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/scenarios.h"

#include <algorithm>
#include <utility>

#include "core/plan_file/plan_reading.h"

namespace zp {

using namespace plan_io;

namespace {

constexpr std::string_view scenarios_key = "scenarios";

Scenario read_scenario(const Json& entry, const std::string& path, const PlanDocument& own,
                       const Catalog& presets) {
  as_object(entry, path);
  const Json* name = member(&entry, "name");
  if (name == nullptr) fail(path, "needs a name; write {\"name\": \"…\", \"plan\": {…}}.");
  Scenario scenario{read_text(*name, path + ".name"), own};
  if (const Json* plan = member(&entry, "plan")) {
    try {
      scenario.document = without_scenarios(read_tree(*plan, presets));
    } catch (const FileError& error) {
      throw FileError(path + ".plan", path + ".plan: " + error.what());
    }
  }
  return scenario;
}

}  // namespace

std::size_t Scenarios::index_of(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::find(all, name, &Scenario::name) - all.begin());
}

std::string Scenarios::free_name(const std::string& wish) const {
  std::string name = wish;
  for (int number = 2; index_of(name) < all.size(); ++number)
    name = wish + ' ' + std::to_string(number);
  return name;
}

std::string problem_with_name(const Scenarios& scenarios, std::string_view name) {
  if (name.find_first_not_of(' ') == std::string_view::npos) return "A scenario needs a name.";
  if (name.find('#') != std::string_view::npos)
    return "The name of a scenario cannot contain #, which separates a file from a scenario.";
  if (scenarios.index_of(name) < scenarios.all.size())
    return "There is a scenario " + std::string(name) + " already.";
  return "";
}

PlanDocument without_scenarios(PlanDocument document) {
  Json unknown = object_of(document.text.unknown);
  if (unknown.erase(std::string(scenarios_key)) > 0) document.text.unknown = text_of(unknown);
  return document;
}

Scenarios scenarios_of(const PlanDocument& document, const Catalog& presets) {
  Scenarios scenarios;
  const Json unknown = object_of(document.text.unknown);
  const Json* list = member(&unknown, scenarios_key);
  if (list == nullptr) return scenarios;
  if (!list->is_array()) fail(scenarios_key, "must be a list, found " + found(*list) + ".");
  const PlanDocument own = without_scenarios(document);
  std::size_t own_ones = 0;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string path = joined(scenarios_key, std::to_string(i));
    Scenario scenario = read_scenario((*list)[i], path, own, presets);
    if (const std::string problem = problem_with_name(scenarios, scenario.name); !problem.empty())
      throw FileError(path + ".name", path + ".name: " + problem);
    if (member(&(*list)[i], "plan") == nullptr) {
      scenarios.present = i;
      ++own_ones;
    }
    scenarios.all.push_back(std::move(scenario));
  }
  if (!scenarios.empty() && own_ones != 1)
    fail(scenarios_key, "must have one entry without a plan, which is the file's own, found " +
                            std::to_string(own_ones) + ".");
  return scenarios;
}

PlanDocument with_scenarios(const Scenarios& scenarios) {
  PlanDocument document = scenarios.all.at(scenarios.present).document;
  if (scenarios.all.size() == 1) return document;
  Json list = Json::array();
  for (std::size_t i = 0; i < scenarios.all.size(); ++i) {
    list.push_back({{"name", scenarios.all[i].name}});
    if (i != scenarios.present) list.back()["plan"] = plan_tree(scenarios.all[i].document);
  }
  Json unknown = object_of(document.text.unknown);
  unknown[std::string(scenarios_key)] = std::move(list);
  document.text.unknown = text_of(unknown);
  return document;
}

PlanDocument scenario_named(const PlanDocument& document, std::string_view name, const Catalog& presets) {
  const Scenarios scenarios = scenarios_of(document, presets);
  const std::size_t index = scenarios.index_of(name);
  if (index < scenarios.all.size()) return scenarios.all[index].document;
  if (scenarios.empty())
    throw FileError(std::string(scenarios_key),
                    "There is no scenario " + std::string(name) + ": the file has one plan, without a name.");
  std::string names;
  for (const Scenario& scenario : scenarios.all)
    names += (names.empty() ? "" : ", ") + scenario.name;
  throw FileError(std::string(scenarios_key),
                  "There is no scenario " + std::string(name) + "; the file has " + names + ".");
}

Scenarios with_copy(const PlanDocument& document, const std::string& first_name, const std::string& name,
                    const Catalog& presets) {
  Scenarios scenarios = scenarios_of(document, presets);
  const PlanDocument own = without_scenarios(document);
  if (scenarios.empty()) scenarios.all.push_back({first_name, own});
  scenarios.all.insert(scenarios.all.begin() + static_cast<std::ptrdiff_t>(scenarios.present) + 1,
                       {name, own});
  ++scenarios.present;
  return scenarios;
}

Scenarios without(Scenarios scenarios, std::size_t index) {
  scenarios.all.erase(scenarios.all.begin() + static_cast<std::ptrdiff_t>(index));
  if (index <= scenarios.present && scenarios.present > 0) --scenarios.present;
  return scenarios;
}

}  // namespace zp
