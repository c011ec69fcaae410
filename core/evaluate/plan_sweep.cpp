// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/plan_sweep.h"

#include <algorithm>
#include <cstdint>

#include "core/rules/check_plan.h"
#include "core/settings/changed_keys.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::size_t rows_of(const std::vector<SweptKey>& keys) {
  std::size_t rows = 1;
  for (const SweptKey& key : keys) {
    const auto is_it = [&](const SweptKey& other) { return other.path == key.path; };
    if (std::ranges::count_if(keys, is_it) > 1)
      throw FileError(key.path, key.path + " is swept twice; give all of its values at once.");
    rows *= key.values.size();  // both factors are at most most_swept, so the product does not overflow
    if (rows > most_sweep_rows)
      throw FileError(key.path, "The sweep has " + format_count(static_cast<std::int64_t>(rows)) +
                                    " rows or more; " + format_count(std::int64_t{most_sweep_rows}) +
                                    " is the most. Give fewer values, or one key less.");
  }
  return rows;
}

/// Returns the `index`-th combination.
std::vector<KeySetting> combination(const std::vector<SweptKey>& keys, std::size_t index) {
  std::vector<KeySetting> settings(keys.size());
  for (std::size_t i = keys.size(); i-- > 0;) {
    const std::vector<std::string>& values = keys[i].values;
    settings[i] = {keys[i].path, values[index % values.size()]};
    index /= values.size();
  }
  return settings;
}

void judge(const Plan& plan, PlanSweepRow& row) {
  const std::vector<Finding> findings = check(plan);
  const auto stop = std::ranges::find_if(
      findings, [](const Finding& finding) { return finding.severity <= Severity::fails_later; });
  if (stop != findings.end()) row.stop = sentence_of(*stop);
  if (is_usable(findings)) row.figures = figures_of(plan);
}

void fill(const PlanDocument& document, const Catalog& presets, PlanSweepRow& row) {
  try {
    judge(with_settings(document, row.settings, presets).plan, row);
  } catch (const FileError& error) {
    row.stop = error.what();
  }
}

}  // namespace

std::vector<PlanSweepRow> sweep_plan(const PlanDocument& document, const std::vector<SweptKey>& keys,
                                     const Catalog& presets) {
  std::vector<PlanSweepRow> rows(rows_of(keys));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].settings = combination(keys, i);
    fill(document, presets, rows[i]);
  }
  return rows;
}

std::vector<PlanSweepRow> scenario_rows(const Scenarios& scenarios) {
  std::vector<PlanSweepRow> rows;
  for (const Scenario& scenario : scenarios.all) {
    rows.push_back({{{"scenario", scenario.name}}, {}, {}});
    judge(scenario.document.plan, rows.back());
  }
  return rows;
}

std::vector<DifferingSetting> differing_settings(const Scenarios& scenarios) {
  std::vector<DifferingSetting> settings;
  for (std::size_t i = 0; i < scenarios.all.size(); ++i)
    for (DifferingKey& key : differing_keys(scenarios.all.front().document, scenarios.all[i].document)) {
      auto setting = std::ranges::find(settings, key.path, &DifferingSetting::path);
      if (setting == settings.end()) {
        std::vector<std::string> of_the_first(scenarios.all.size(), key.before);
        setting = settings.insert(setting, {std::move(key.path), std::move(of_the_first)});
      }
      setting->values[i] = std::move(key.after);
    }
  return settings;
}

}  // namespace zp
