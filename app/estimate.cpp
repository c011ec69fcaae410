// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>

#include "app/commands.h"
#include "app/input.h"
#include "app/line_reader.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/report/text.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct EstimateOptions {
  PlanInput plan;
  bool json = false;
  bool jsonl = false;
  bool brief = false;
  bool strict = false;
  bool help_plan = false;
};

/// What is printed for one line, and whether there was a plan in it.
struct Answer {
  std::string text;
  bool failed = false;
};

Answer answer_to(const std::string& line, const EstimateOptions& options) {
  if (line.size() > largest_text_file) return {error_json("The line is longer than a plan can be."), true};
  try {
    const PlanDocument document = parse_plan(line, options.plan.settings);
    return {options.brief ? brief_json(document) : estimate_json(evaluate(document), JsonStyle::one_line)};
  } catch (const InputError& error) {
    return {error_json(error.what()), true};
  }
}

/// One answer a line, each as soon as its plan is there; the answers say themselves what fits.
int run_lines(const std::string& path, const EstimateOptions& options) {
  LineReader reader(path);
  bool any_failed = false;
  for (std::string line; reader.next(line, largest_text_file);) {
    const Answer answer = answer_to(line, options);
    any_failed = any_failed || answer.failed;
    print(answer.text);
  }
  return options.strict && any_failed ? unusable_input : done;
}

int run_estimate(const EstimateOptions& options) {
  if (options.help_plan) {
    print(options.json ? plan_keys_json() : plan_keys_text());
    return done;
  }
  if (options.jsonl) return run_lines(options.plan.path.empty() ? "-" : options.plan.path, options);
  if (options.plan.path.empty())
    throw InputError("estimate needs a plan: give a file, or - to read it from standard input.");
  const Evaluation evaluation = evaluate(load_plan(options.plan));
  print(options.json ? estimate_json(evaluation) : estimate_text(evaluation));
  return evaluation.is_accepted() ? done : answer_is_no;
}

}  // namespace

void add_estimate(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "estimate", "Memory and speed of one plan", run_estimate);
  add_plan_option(command, options.plan);
  add_json_option(command, options.json);
  CLI::Option* const lines = command.add_flag(
      "--jsonl", options.jsonl,
      "Read one plan a line from PLAN or standard input and print one estimate, or {\"error\": …}, a line");
  command.add_flag("--brief", options.brief, "With --jsonl: totals only, without ledgers, words and advice")
      ->needs(lines);
  command.add_flag("--strict", options.strict, "With --jsonl: exit status 2 when any line held no plan")
      ->needs(lines);
  command.add_flag("--help-plan", options.help_plan, "List the keys of a plan file with their defaults");
}

}  // namespace zp::app
