// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/calibrate/calibrate_logs.h"
#include "core/diagnosis/named_log.h"
#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/report/saved_plan.h"
#include "core/report/text.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct CalibrateOptions {
  PlanInput plan;
  std::vector<std::string> logs;
  std::string out, profile, machine, date;
  bool reset = false;
  bool json = false;
};

/// Returns the present date in UTC: "2026-11-22".
std::string today() {
  const std::chrono::year_month_day day(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  const auto two = [](unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(static_cast<int>(day.year())) + "-" + two(static_cast<unsigned>(day.month())) + "-" +
         two(static_cast<unsigned>(day.day()));
}

/// Returns the constants already learnt in an existing profile; the published constants if there is none.
Measured start_of(const CalibrateOptions& options) {
  std::error_code ignored;
  if (options.profile.empty() || !std::filesystem::exists(options.profile, ignored)) return {};
  try {
    return read_profile(read_text_file(options.profile)).measured;
  } catch (const FileError& error) {
    throw InputError(options.profile + ": " + error.what());
  }
}

void put(const std::string& text, const std::string& path) {
  if (!path.empty()) write_text_file(path, text);
}

int reset(const CalibrateOptions& options) {
  if (!options.logs.empty() || !options.profile.empty())
    throw InputError("--reset takes no LOG and no --profile: it restores the published constants.");
  PlanDocument plan = load_plan(options.plan);
  forget_profile(plan);
  const std::string text = plan_file_text(plan);
  if (options.out.empty())
    print(text);
  else
    put(text, options.out);
  return done;
}

int run_calibrate(const CalibrateOptions& options) {
  if (options.reset) return reset(options);
  if (options.logs.empty()) throw InputError("calibrate needs a LOG of a run of the plan, or --reset.");
  if (std::ranges::count(options.logs, "-") + (options.plan.path == "-" ? 1 : 0) > 1)
    throw InputError("Only one file can be standard input.");
  PlanDocument before = load_plan(options.plan);
  std::vector<NamedLog> logs;
  for (const std::string& path : options.logs)
    logs.push_back(read_log(path, input_name(path)));
  const Measured start = start_of(options);
  const LogCalibration calibration = calibrate(before, logs, start);
  const MachineProfile profile = profile_from(calibration, before.plan, logs, options.machine,
                                              options.date.empty() ? today() : options.date);
  before.plan.cluster.measured = start;
  const PlanDocument after = calibrated_plan(before, profile);
  print(options.json ? calibration_json(calibration, before, after, logs)
                     : calibration_text(calibration, before, after, logs));
  if (calibration.figures.empty()) return answer_is_no;
  put(plan_file_text(after), options.out);
  put(write_profile(profile), options.profile);
  return done;
}

}  // namespace

void add_calibrate(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "calibrate", "Measure a machine's constants from the logs of runs on it", run_calibrate);
  add_plan_option(command, options.plan)->required();
  command
      .add_option("LOG", options.logs,
                  "Logs of runs of that plan: step times or throughput; the allocator's peaks and nvidia-smi")
      ->type_name("");
  command.add_option("--out", options.out, "Write the plan with the measured constants to this file")
      ->type_name("PLAN");
  command
      .add_option(
          "--profile", options.profile,
          "Write the constants to this machine profile, which plans name in cluster.profile; an existing one "
          "is extended")
      ->type_name("FILE");
  command.add_option("--machine", options.machine, "Name of the machine; by default its GPUs")
      ->type_name("NAME");
  command.add_option("--date", options.date, "Date of the calibration; by default today")
      ->type_name("YYYY-MM-DD");
  command.add_flag("--reset", options.reset,
                   "Restore the published constants: write the plan without measured ones");
  add_json_option(command, options.json);
}

}  // namespace zp::app
