// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/lines.h"
#include "app/named_option.h"
#include "app/number_option.h"
#include "app/options.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "core/report/json.h"
#include "core/report/text.h"
#include "core/rules/check_plan.h"
#include "core/rules/subject.h"
#include "core/search/ladder.h"

namespace zp::app {
namespace {

constexpr double longest_deadline = 1e6, largest_budget = 1e12;

struct SolveOptions {
  PlanInput plan;
  Unknown unknown = Unknown::parameters;
  bool every_plan = false, ladder = false;
  double min_tokens_per_s = 0;
  double at_most_slower = -1;  ///< per cent; negative if not given
  RunLimits limits;
  FitOptions fit;
  std::vector<std::string> allowed, kept;
  bool json = false;
  LineOptions lines;
};

SolveOver over_of(const SolveOptions& options, const Plan& plan, const CarriedKeys* carried = nullptr) {
  SolveOver over{options.every_plan, {}};
  over.requirements.freedom = freedom_of(options.allowed, options.kept);
  over.requirements.fit = options.fit.demand();
  over.requirements.least_tokens_per_s = options.min_tokens_per_s;
  over.carried = carried;
  over.limits = options.limits;
  if (options.at_most_slower >= 0 && is_usable(plan))
    over.requirements.least_tokens_per_s =
        std::max(over.requirements.least_tokens_per_s,
                 figures_of(plan).throughput.tokens_per_s * (1 - options.at_most_slower / 100));
  return over;
}

/// The answer for one plan. The whole document is needed because rules also read keys of deepspeed_config.
struct SolveAnswer {
  SolveAnswer(PlanDocument of, const SolveOptions& options, const Watch& watch) : document(std::move(of)) {
    const CarriedKeys carried = carried_keys(document.text);
    const SolveOver over = over_of(options, document.plan, &carried);
    solution = solve(document.plan, options.unknown, over, watch);
    if (!solution) unsolved = why_unsolved(document.plan, options.unknown, over);
  }
  PlanDocument document;
  std::optional<Solution> solution;
  Unsolved unsolved;
};

int run_ladder(const SolveOptions& options) {
  const PlanDocument document = load_plan(options.plan);
  const std::vector<LadderStep> rungs =
      sequence_ladder(document.plan, over_of(options, document.plan).requirements);
  print(options.json ? ladder_json(document, rungs) : ladder_text(document, rungs));
  const bool any = std::ranges::any_of(rungs, [](const LadderStep& rung) { return rung.longest > 0; });
  return any ? done : answer_is_no;
}

int run_solve(const SolveOptions& options) {
  if (options.ladder && (options.unknown != Unknown::sequence_length || options.lines.jsonl))
    throw InputError("--ladder goes with --for max-sequence-length and one plan.");
  if (options.ladder) return run_ladder(options);
  if (row_of(options.unknown).needs_limits && !options.limits.are_any())
    throw InputError(
        "--for max-tokens needs --deadline HOURS or --budget COST: nothing else ends the tokens.");
  if (options.lines.jsonl)
    return answer_lines(options.plan.path, options.lines, [&](const std::string& line) {
      const SolveAnswer answer(parse_plan(line, options.plan), options, {});
      return solve_json(answer.document, answer.solution, answer.unsolved, JsonStyle::one_line);
    });
  Progress progress;
  const SolveAnswer answer(load_plan(options.plan), options, progress.watch());
  print(options.json ? solve_json(answer.document, answer.solution, answer.unsolved)
                     : solve_text(answer.document, options.unknown, answer.solution, answer.unsolved));
  return answer.solution ? done : answer_is_no;
}

}  // namespace

void add_solve(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "solve",
                  "Find the largest model, batch or sequence, or the fewest GPUs, that still fit", run_solve);
  add_plan_option(command, options.plan);
  add_named_option(command, "--for", options.unknown, unknown_rows(), &UnknownRow::unknown,
                   "Quantity to find")
      ->required()
      ->type_name("WHAT");
  command.add_flag(
      "--every-plan", options.every_plan,
      "Search all plans that DeepSpeed allows instead of this one alone; the answer names the plan");
  command
      .add_flag("--ladder", options.ladder,
                "With max-sequence-length: list the usual steps to longer sequences, how far each "
                "reaches, and what ends it")
      ->excludes("--every-plan");
  add_speed_option(command, options.min_tokens_per_s);
  command
      .add_option("--at-most-slower", options.at_most_slower,
                  "Accept only plans that are at most this many per cent slower than this one")
      ->transform(number(0, 100))
      ->type_name("PERCENT");
  command
      .add_option("--deadline", options.limits.deadline_hours, "Most hours of wall time of the token budget")
      ->transform(number(0, longest_deadline))
      ->type_name("HOURS");
  command.add_option("--budget", options.limits.budget, "Most that the token budget may cost")
      ->transform(number(0, largest_budget))
      ->type_name("COST");
  add_search_options(command, options.fit, options.allowed, options.kept, OpenBatch::held);
  add_json_option(command, options.json);
  add_line_options(command, options.lines, "one plan", "one solution");
}

}  // namespace zp::app
