// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// Several named plans in one file. The file's own keys are one of them; a reader that does not support
/// scenarios sees only that one. The others are whole plans under the key `scenarios`: "scenarios": [{"name":
/// "Base"}, {"name": "Two nodes", "plan": {…}}] The entry without a plan stands for the file's own keys.
namespace zp {

struct Scenario {
  std::string name;
  PlanDocument document;  ///< without scenarios of its own
  bool operator==(const Scenario&) const = default;
};

/// The scenarios of a file in order; empty if it has a single unnamed plan.
struct Scenarios {
  std::vector<Scenario> all;
  std::size_t present = 0;  ///< index of the file's own plan

  [[nodiscard]] bool empty() const { return all.empty(); }
  /// Returns the index of a name, or all.size() if there is none of that name.
  [[nodiscard]] std::size_t index_of(std::string_view name) const;
  /// Returns an unused name: `wish` itself, or `wish` with a number ("Base 2").
  [[nodiscard]] std::string free_name(const std::string& wish) const;
  bool operator==(const Scenarios&) const = default;
};

/// Returns one sentence that says why a scenario cannot have this name; "" if it can.
std::string problem_with_name(const Scenarios& scenarios, std::string_view name);

/// Returns the scenarios of a document, with models from `presets`. Throws FileError if `scenarios` is
/// malformed; read_plan() has checked this already.
Scenarios scenarios_of(const PlanDocument& document, const Catalog& presets = catalog());
/// Returns the document of the present scenario, including the others; without `scenarios` if it is the only
/// one. Precondition: there is at least one.
PlanDocument with_scenarios(const Scenarios& scenarios);
/// Returns the document without its scenarios.
PlanDocument without_scenarios(PlanDocument document);

/// Returns the scenario of that name alone. Throws FileError that lists the existing names if there is none.
PlanDocument scenario_named(const PlanDocument& document, std::string_view name,
                            const Catalog& presets = catalog());

/// Adds a copy of the present scenario and makes it the present one. If the document had no scenarios, its
/// own plan gets the name `first_name`.
Scenarios with_copy(const PlanDocument& document, const std::string& first_name, const std::string& name,
                    const Catalog& presets = catalog());
/// Removes a scenario. If it was the present one, the previous one becomes present.
Scenarios without(Scenarios scenarios, std::size_t index);

}  // namespace zp
