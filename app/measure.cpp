// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/diagnosis/named_log.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct MeasureOptions {
  PlanInput plan;
  std::vector<std::string> logs;
  bool json = false;
};

int run_measure(const MeasureOptions& options) {
  if (std::ranges::count(options.logs, "-") > 1) throw InputError("Only one FILE can be standard input.");
  const bool has_plan = options.plan.path != "-";
  if (!has_plan && !options.plan.settings.empty())
    throw InputError("--set needs a plan; - as PLAN of measure means none.");
  const std::optional<PlanDocument> plan = has_plan ? std::optional(load_plan(options.plan)) : std::nullopt;
  std::vector<NamedLog> logs;
  for (const std::string& path : options.logs)
    logs.push_back(read_log(path, input_name(path)));
  const PlanDocument* const document = plan ? &*plan : nullptr;
  const Measurement measurement = measure(document, logs);
  print(options.json ? measure_json(document, logs, measurement) : measure_text(document, logs, measurement));
  const bool is_any =
      std::ranges::any_of(logs, [](const NamedLog& named) { return named.log.recognised > 0; });
  return is_any && !measurement.is_outside() && measurement.died.empty() ? done : answer_is_no;
}

}  // namespace

void add_measure(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "measure", "Compare a run's logs and messages with the plan's prediction", run_measure);
  command.add_option("PLAN", options.plan.path, "Plan file of the run; - stands for no plan")
      ->required()
      ->type_name("");
  command
      .add_option("FILE", options.logs,
                  "Logs of the run or text copied from them (an out-of-memory message is enough), or memory "
                  "snapshots of torch.cuda.memory._dump_snapshot; - reads standard input")
      ->required()
      ->type_name("");
  add_set_option(command, options.plan.settings, "of the plan");
  add_json_option(command, options.json);
}

}  // namespace zp::app
