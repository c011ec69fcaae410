// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "app/commands.h"
#include "app/input.h"
#include "app/lines.h"
#include "app/options.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "core/evaluate/plan_sweep.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct CompareOptions {
  PlanInput plan;
  bool json = false;
  bool scenarios = false;
  LineOptions lines;
};

/// Compares the file's scenarios, instead of the strategies of its own plan.
int compare_scenarios(const CompareOptions& options) {
  const PlanDocument document = load_plan(options.plan);
  try {
    const Scenarios scenarios = scenarios_of(document, offered_presets());
    if (scenarios.empty()) throw FileError("scenarios", "The file has one plan, without scenarios.");
    const std::vector<PlanSweepRow> rows = scenario_rows(scenarios);
    print(options.json ? scenarios_json(scenarios, rows) : sweep_text(document, rows));
    return std::ranges::any_of(rows, &PlanSweepRow::runs) ? done : answer_is_no;
  } catch (const FileError& error) {
    throw InputError(input_name(options.plan.path) + ": " + error.what());
  }
}

int run_compare(const CompareOptions& options) {
  if (options.scenarios) return compare_scenarios(options);
  if (options.lines.jsonl)
    return answer_lines(options.plan.path, options.lines, [&](const std::string& line) {
      return compare_json(evaluate(parse_plan(line, options.plan)), JsonStyle::one_line);
    });
  const Evaluation evaluation = evaluate(load_plan(options.plan));
  print(options.json ? compare_json(evaluation) : compare_text(evaluation));
  const bool any_fits =
      std::ranges::any_of(evaluation.candidates, [](const Candidate& c) { return c.estimate.fits(); });
  return any_fits && !is_refused(evaluation.findings) ? done : answer_is_no;
}

}  // namespace

void add_compare(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "compare", "Compare memory and speed of every ZeRO stage and offload placement", run_compare);
  add_plan_option(command, options.plan);
  add_json_option(command, options.json);
  add_line_options(command, options.lines, "one plan", "one comparison");
  command
      .add_flag("--scenarios", options.scenarios,
                "Compare the named plans of the file instead of the strategies of its own plan")
      ->excludes("--jsonl");
}

}  // namespace zp::app
