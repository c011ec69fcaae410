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
  Unknown unknown = Unknown::parameters;
  bool json = false;
};

int run_solve(const Options& options) {
  const PlanDocument document = load_plan(options.plan);
  const std::optional<Solution> solution = solve(document.plan, options.unknown);
  print(options.json ? solve_json(document, solution) : solve_text(document, options.unknown, solution));
  return solution ? done : answer_is_no;
}

}  // namespace

void add_solve(CLI::App& app, Run& run) {
  static const std::map<std::string, Unknown> unknowns = {{"max-parameters", Unknown::parameters},
                                                          {"max-micro-batch", Unknown::micro_batch},
                                                          {"max-sequence-length", Unknown::sequence_length},
                                                          {"min-gpus", Unknown::gpus}};
  const auto [command, options] =
      add_command(app, run, "solve",
                  "The largest model, batch or sequence, or the fewest GPUs, that still fit", run_solve);
  add_plan_option(command, options.plan)->required();
  command
      .add_option("--for", options.unknown,
                  "max-parameters, max-micro-batch, max-sequence-length or min-gpus")
      ->required()
      ->transform(CLI::CheckedTransformer(unknowns).description(""))
      ->type_name("WHAT");
  add_json_option(command, options.json);
}

}  // namespace zp::app
