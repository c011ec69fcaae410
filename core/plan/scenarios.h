// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// Several named plans in one file. The file's own keys are one of them, which is all that a reader sees who
/// knows nothing of the others; those stand whole in its key `scenarios`:
///   "scenarios": [{"name": "Base"}, {"name": "Two nodes", "plan": {…}}]
/// The entry without a plan is the file's own.
namespace zp {

struct Scenario {
  std::string name;
  PlanDocument document;  ///< without scenarios of its own
  bool operator==(const Scenario&) const = default;
};

/// Those of a file, in its order; none where it has one plan without a name.
struct Scenarios {
  std::vector<Scenario> all;
  std::size_t present = 0;  ///< the file's own

  [[nodiscard]] bool empty() const { return all.empty(); }
  /// Its index, all.size() where there is none of that name.
  [[nodiscard]] std::size_t index_of(std::string_view name) const;
  /// "Base 2": a name that is not taken yet, `wish` itself where it is free.
  [[nodiscard]] std::string free_name(const std::string& wish) const;
  bool operator==(const Scenarios&) const = default;
};

/// Why a name cannot be given to a scenario beside the others, one sentence; "" where it can.
std::string problem_with_name(const Scenarios& scenarios, std::string_view name);

/// Throws FileError where `scenarios` does not say what it should, which read_plan() does of a file already.
Scenarios scenarios_of(const PlanDocument& document);
/// The present one of them with the others beside it; without any when that is the only one.
/// Precondition: there is one.
PlanDocument with_scenarios(const Scenarios& scenarios);
/// The document without scenarios.
PlanDocument without_scenarios(PlanDocument document);

/// The scenario of that name, alone. Throws FileError, with the names there are.
PlanDocument scenario_named(const PlanDocument& document, std::string_view name);

/// A copy of the present one, which is the present one then; where there was none, what was there is called
/// `first_name`.
Scenarios with_copy(const PlanDocument& document, const std::string& first_name, const std::string& name);
/// That one is left out; what is left, if it was the present one, the one before it is that.
Scenarios without(Scenarios scenarios, std::size_t index);

}  // namespace zp
