// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <map>
#include <string>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct Options {
  PlanInput plan;
  bool json = false;
  Objective objective = Objective::throughput;
  int limit = 0;
};

int run_recommend(const Options& options) {
  const PlanDocument document = load_plan(options.plan);
  const Recommendation recommendation = recommend(document.plan, options.objective, options.limit);
  print(options.json ? recommend_json(document, recommendation) : recommend_text(document, recommendation));
  return recommendation.candidates.empty() ? answer_is_no : done;
}

}  // namespace

void add_recommend(CLI::App& app, Run& run) {
  static const std::map<std::string, Objective> objectives = {{"throughput", Objective::throughput},
                                                              {"memory", Objective::memory},
                                                              {"simplicity", Objective::simplicity}};
  const auto [command, options] =
      add_command(app, run, "recommend", "Ranked plans, and why the others fell", run_recommend);
  add_plan_option(command, options.plan)->required();
  add_json_option(command, options.json);
  command.add_option("--objective", options.objective, "What to rank by: throughput, memory or simplicity")
      ->transform(CLI::Transformer(objectives).description(""))
      ->type_name("OBJECTIVE");
  command.add_option("--limit", options.limit, "Print the first N plans; 0 prints all")
      ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
      ->type_name("N");
}

}  // namespace zp::app
