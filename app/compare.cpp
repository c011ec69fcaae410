// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct Options {
  std::string plan;
  bool json = false;
};

int run_compare(const Options& options) {
  const PlanDocument document = load_plan(options.plan);
  const std::vector<Candidate> candidates = compare(document.plan);
  print(options.json ? compare_json(document, candidates) : compare_text(document, candidates));
  const bool any_fits = std::ranges::any_of(candidates, [](const Candidate& c) { return c.estimate.fits(); });
  return any_fits ? done : answer_is_no;
}

}  // namespace

void add_compare(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("compare", "The same for every ZeRO stage and offload placement");
  add_plan_option(*command, options->plan)->required();
  add_json_option(*command, options->json);
  command->callback([options, &run] { run = [options] { return run_compare(*options); }; });
}

}  // namespace zp::app
