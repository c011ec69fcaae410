// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>

#include "app/commands.h"
#include "app/input.h"
#include "app/lines.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/report/plan_schema.h"
#include "core/report/saved_plan.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct EstimateOptions {
  PlanInput plan;
  bool json = false;
  LineOptions lines;
  bool brief = false;
  bool ledger = false;
  bool help_plan = false;
  bool plan_schema = false;
};

std::string answer_to(const std::string& line, const EstimateOptions& options) {
  const PlanDocument document = parse_plan(line, options.plan);
  return options.brief ? brief_json(document) : estimate_json(evaluate(document), JsonStyle::one_line);
}

int run_estimate(const EstimateOptions& options) {
  if (options.plan_schema) {
    print(plan_schema_json());
    return done;
  }
  if (options.help_plan) {
    print(options.json ? plan_keys_json() : plan_keys_text());
    return done;
  }
  if (options.lines.jsonl)
    return answer_lines(options.plan.path, options.lines,
                        [&](const std::string& line) { return answer_to(line, options); });
  const SavedPlan plan = load_saved_plan(options.plan);
  const Evaluation evaluation = evaluate(plan.document);
  std::optional<SinceSaved> since;
  if (plan.saved && evaluation.is_usable)
    since = since_saved(*plan.saved, plan.document.plan, evaluation.figures);
  print(options.json
            ? estimate_json(evaluation, JsonStyle::pretty, since)
            : estimate_text(evaluation, since, options.ledger ? LedgerText::shown : LedgerText::left_out));
  return evaluation.is_accepted() ? done : answer_is_no;
}

}  // namespace

void add_estimate(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "estimate", "Estimate memory and speed of one plan", run_estimate);
  add_plan_option(command, options.plan);
  add_json_option(command, options.json);
  CLI::Option* const lines = add_line_options(command, options.lines, "one plan", "one estimate");
  command
      .add_flag("--brief", options.brief,
                "With --jsonl: print totals only, without ledgers, sentences and advice")
      ->needs(lines);
  command.add_flag(
      "--ledger", options.ledger,
      "Print every entry of memory and of the step too, with formulas and sources; --json always "
      "has them");
  command.add_flag("--help-plan", options.help_plan, "List the keys of a plan file with their defaults");
  command.add_flag("--plan-schema", options.plan_schema,
                   "Print the JSON Schema of a plan file for editors ($schema) and other programs");
}

}  // namespace zp::app
