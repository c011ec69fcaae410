// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>
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
#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

constexpr int most_listed = 1'000'000;

struct RecommendOptions {
  PlanInput plan;
  bool json = false;
  Requirements requirements;
  FitOptions fit;
  std::vector<std::string> allowed, kept;
  std::string out;
  int limit = 0;
  LineOptions lines;
};

Requirements requirements_for(const PlanDocument& document, const RecommendOptions& options) {
  Requirements requirements = options.requirements;
  requirements.fit = options.fit.demand();
  requirements.freedom = freedom_of(document, options.allowed, options.kept);
  return requirements;
}

/// Writes the best plan as a plan file, if there is one.
void save_best(const std::string& path, const PlanDocument& document, const Recommendation& recommendation) {
  if (recommendation.best < 0) return complain("There is no best plan; " + path + " was not written.");
  const Candidate& best = recommendation.candidates[static_cast<std::size_t>(recommendation.best)];
  write_text_file(path, write_plan({best.plan, document.text}));
}

int run_recommend(const RecommendOptions& options) {
  if (options.lines.jsonl)
    return answer_lines(options.plan.path, options.lines, [&](const std::string& line) {
      const PlanDocument document = parse_plan(line, options.plan);
      const Requirements requirements = requirements_for(document, options);
      return recommend_json(document, recommend(document.plan, requirements, options.limit),
                            JsonStyle::one_line);
    });
  const PlanDocument document = load_plan(options.plan);
  Progress progress;
  const Recommendation recommendation =
      recommend(document.plan, requirements_for(document, options), options.limit, progress.watch());
  if (!options.out.empty()) save_best(options.out, document, recommendation);
  print(options.json ? recommend_json(document, recommendation) : recommend_text(document, recommendation));
  return recommendation.choice.kind == VerdictKind::run ? done : answer_is_no;
}

}  // namespace

void add_recommend(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "recommend", "Find and rank the best plans, and say why others are worse", run_recommend);
  add_plan_option(command, options.plan);
  add_json_option(command, options.json);
  CLI::Option* const lines = add_line_options(command, options.lines, "one plan", "one recommendation");
  command.add_option("--out", options.out, "File to write the best plan to, as a plan file")
      ->type_name("FILE")
      ->excludes(lines);
  add_named_option(command, "--objective", options.requirements.objective, objective_rows(),
                   &ObjectiveRow::objective, "Quantity to rank by")
      ->type_name("OBJECTIVE");
  add_speed_option(command, options.requirements.least_tokens_per_s);
  add_search_options(command, options.fit, options.allowed, options.kept, OpenBatch::chosen);
  command.add_option("--limit", options.limit, "Print the N best plans; 0 prints all")
      ->transform(whole_number(0, most_listed))
      ->type_name("N");
}

}  // namespace zp::app
