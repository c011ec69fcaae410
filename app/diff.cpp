// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "app/any_plan.h"
#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct DiffOptions {
  std::string before, after, plan;
  std::vector<std::string> settings;
  bool keeps_model = false, json = false;
};

void check_inputs(const DiffOptions& options) {
  const int from_input = (options.before == "-") + (options.after == "-") + (options.plan == "-");
  if (from_input > 1) throw InputError("Only one of A, B and --plan can be standard input.");
  if (options.after.empty() && options.settings.empty())
    throw InputError("diff needs two plans: give B, or --set with the settings that differ from A.");
}

/// Returns the plan that provides model and cluster, which a ds_config does not state: --plan's, else the
/// other file if that is a plan.
std::optional<PlanDocument> base_for(const DiffOptions& options, const AnyFile& other) {
  if (!options.plan.empty()) return load_plan({options.plan, {}});
  return other.kind ? std::nullopt : std::optional(plan_in(other, {}));
}

int run_diff(const DiffOptions& options) {
  check_inputs(options);
  const AnyFile a = read_any(options.before);
  const AnyFile b = options.after.empty() ? a : read_any(options.after);
  const bool needs_base = a.kind || b.kind;
  const auto base = needs_base ? base_for(options, a.kind ? b : a) : std::nullopt;
  const ModelOrigin model = model_of(options.keeps_model);
  const PlanDocument before = changed_plan(plan_in(a, base, model), {}, input_name(a.path));
  const PlanDocument unchanged = options.after.empty() ? before : plan_in(b, base, model);
  const PlanDocument after =
      changed_plan(unchanged, options.settings, input_name(PlanInput{b.path, options.settings}));
  const PlanDifference difference = difference_of(before, after);
  print(options.json ? diff_json(difference) : diff_text(difference));
  return difference.is_none() ? done : answer_is_no;
}

}  // namespace

void add_diff(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "diff",
                  "Show the differences between two plans and their effect on memory and speed", run_diff);
  command
      .add_option("A", options.before,
                  "A plan, a scenario of one as FILE#NAME, or a ds_config.json; - reads standard input")
      ->required()
      ->type_name("");
  command.add_option("B", options.after, "The other plan; by default A with the changes of --set")
      ->type_name("");
  command
      .add_option("--plan", options.plan,
                  "Plan that supplies model and cluster of a ds_config.json; by default the other file")
      ->type_name("PLAN");
  add_keep_model_option(command, options.keeps_model);
  add_set_option(command, options.settings, "of B");
  add_json_option(command, options.json);
}

}  // namespace zp::app
