// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <map>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "app/search_options.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct RecommendOptions {
  PlanInput plan;
  bool json = false;
  Wanted wanted;
  std::vector<std::string> allowed, kept;
  int limit = 0;
};

int run_recommend(const RecommendOptions& options) {
  const PlanDocument document = load_plan(options.plan);
  Wanted wanted = options.wanted;
  wanted.freedom = freedom_of(options.allowed, options.kept);
  const Recommendation recommendation = recommend(document.plan, wanted, options.limit);
  print(options.json ? recommend_json(document, recommendation) : recommend_text(document, recommendation));
  return recommendation.candidates.empty() ? answer_is_no : done;
}

}  // namespace

void add_recommend(CLI::App& app, Run& run) {
  static const std::map<std::string, Objective> objectives = {{"throughput", Objective::throughput},
                                                              {"memory", Objective::memory},
                                                              {"simplicity", Objective::simplicity},
                                                              {"cost", Objective::cost},
                                                              {"gpus", Objective::gpus}};
  const auto [command, options] =
      add_command(app, run, "recommend", "Ranked plans, and why the others fell", run_recommend);
  add_plan_option(command, options.plan)->required();
  add_json_option(command, options.json);
  command
      .add_option("--objective", options.wanted.objective,
                  "What to rank by: throughput, cost (GPU time per token), gpus, memory or simplicity")
      ->transform(CLI::Transformer(objectives).description(""))
      ->type_name("OBJECTIVE");
  command
      .add_option("--min-tokens-per-s", options.wanted.least_tokens_per_s, "Only plans at least that fast")
      ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
      ->type_name("N");
  add_search_options(command, options.wanted.margin, options.allowed, options.kept);
  command.add_option("--limit", options.limit, "Print the first N plans; 0 prints all")
      ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
      ->type_name("N");
}

}  // namespace zp::app
