// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct ReferenceOptions {
  PlanInput plan;
  bool claims = false;
  bool json = false;
};

int run_reference(const ReferenceOptions& options) {
  const PlanDocument document = load_plan(options.plan);
  if (options.claims) {
    print(options.json ? claims_json(document.plan) : claims_text(document.plan));
    return done;
  }
  const MemoryEstimate estimate = estimate_memory(document.plan);
  print(options.json ? reference_json(document.plan, estimate) : reference_text(document, estimate));
  return done;
}

}  // namespace

void add_reference(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "reference", "Show the same plan in other estimators, side by side", run_reference);
  add_plan_option(command, options.plan);
  command.add_flag(
      "--claims", options.claims,
      "Print instead each claim of the two documents with our figure for the plan and a verdict");
  add_json_option(command, options.json);
}

}  // namespace zp::app
