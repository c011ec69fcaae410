// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/input.h"
#include "app/line_reader.h"
#include "app/options.h"
#include "app/output.h"
#include "core/plan/plan_file.h"
#include "core/report/issues.h"
#include "core/report/json.h"
#include "core/report/text.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct Options {
  std::string plan;
  bool json = false;
  bool jsonl = false;
  bool help_plan = false;
};

std::vector<Finding> issues_for(const PlanDocument& document, const MemoryEstimate& estimate) {
  return all_issues(document, estimate, compare(document.plan));
}

std::string line_for(const std::string& line) {
  if (line.size() > largest_text_file) return error_json("The line is longer than a plan can be.");
  try {
    const PlanDocument document = parse_plan(line);
    const MemoryEstimate estimate = estimate_memory(document.plan);
    return estimate_json(document, estimate, issues_for(document, estimate), JsonStyle::one_line);
  } catch (const InputError& error) {
    return error_json(error.what());
  }
}

/// One answer a line, each as soon as its plan is there; the answers say themselves what fits.
int run_lines(const std::string& path) {
  LineReader reader(path);
  for (std::string line; reader.next(line, largest_text_file);)
    print(line_for(line));
  return done;
}

int run_estimate(const Options& options) {
  if (options.help_plan) {
    print(options.json ? plan_keys_json() : plan_keys_text());
    return done;
  }
  if (options.jsonl) return run_lines(options.plan.empty() ? "-" : options.plan);
  if (options.plan.empty())
    throw InputError("estimate needs a plan: give a file, or - to read it from standard input.");
  const PlanDocument document = load_plan(options.plan);
  const MemoryEstimate estimate = estimate_memory(document.plan);
  const std::vector<Finding> issues = issues_for(document, estimate);
  print(options.json ? estimate_json(document, estimate, issues) : estimate_text(document, estimate, issues));
  return estimate.fits() ? done : answer_is_no;
}

}  // namespace

void add_estimate(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("estimate", "Memory and speed of one plan");
  add_plan_option(*command, options->plan);
  add_json_option(*command, options->json);
  command->add_flag(
      "--jsonl", options->jsonl,
      "Read one plan a line from PLAN or standard input and print one estimate, or {\"error\": …}, a line");
  command->add_flag("--help-plan", options->help_plan, "List the keys of a plan file with their defaults");
  command->callback([options, &run] { run = [options] { return run_estimate(*options); }; });
}

}  // namespace zp::app
