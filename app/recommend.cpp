// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <map>
#include <string>
#include <vector>

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
  Wanted wanted;
  std::vector<std::string> allowed, kept;
  int limit = 0;
};

void set_freedoms(Freedom& freedom, const std::vector<std::string>& names, bool is_free) {
  for (const std::string& name : names)
    freedom.*std::ranges::find(freedom_rows(), name, &FreedomRow::name)->member = is_free;
}

int run_recommend(const Options& options) {
  const PlanDocument document = load_plan(options.plan);
  Wanted wanted = options.wanted;
  set_freedoms(wanted.freedom, options.allowed, true);
  set_freedoms(wanted.freedom, options.kept, false);
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
      .add_option("--margin", options.wanted.margin,
                  "Of the range above the estimate, the share that must fit too: 1 (its high end) to 0")
      ->check(CLI::Validator(CLI::Range(0.0, 1.0)).description(""))
      ->type_name("SHARE");
  command
      .add_option("--min-tokens-per-s", options.wanted.least_tokens_per_s, "Only plans at least that fast")
      ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
      ->type_name("N");
  std::vector<std::string> names;
  for (const FreedomRow& row : freedom_rows())
    names.emplace_back(row.name);
  const auto add_freedoms = [&](const char* option, std::vector<std::string>& list, const char* help) {
    command.add_option(option, list, help)
        ->delimiter(',')
        ->check(CLI::Validator(CLI::IsMember(names)).description(""))
        ->type_name("WHAT");
  };
  add_freedoms(
      "--allow", options.allowed,
      "What the search may change besides: batch-size, fused-loss, tiled-mlp, quantised, tensor-parallel, "
      "sequence-parallel, expert-parallel, fewer-nodes, thorough");
  add_freedoms("--keep", options.kept, "What it may not: micro-batch, checkpointing, offload, nvme, tuning");
  command.add_option("--limit", options.limit, "Print the first N plans; 0 prints all")
      ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
      ->type_name("N");
}

}  // namespace zp::app
