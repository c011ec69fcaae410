// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/probe.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/probe/probed_machine.h"
#include "core/probe/script.h"
#include "core/report/saved_plan.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct ProbeOptions {
  std::vector<std::string> files;
  PlanInput plan;
  std::string script, out;
  bool json = false;
};

/// Writes the script, executable, to the requested place.
int write_script(const ProbeOptions& options) {
  if (!options.files.empty() || !options.plan.path.empty() || !options.out.empty())
    throw InputError("--script writes the script and reads nothing: give FILEs in a call of their own.");
  if (options.script == "-") {
    print(std::string(probe_script()));
    return done;
  }
  write_text_file(options.script, std::string(probe_script()));
  std::error_code ignored;
  using std::filesystem::perms;
  std::filesystem::permissions(options.script, perms::owner_exec | perms::group_exec | perms::others_exec,
                               std::filesystem::perm_options::add, ignored);
  return done;
}

/// Writes the plan with these keys; without a plan, a machine profile with only the factors.
void write_out(const ProbeOptions& options, const PlanDocument& base, const ProbedMachine& machine) {
  if (options.out.empty()) return;
  const PlanDocument plan = probed_plan(base, machine.keys);
  write_text_file(options.out,
                  options.plan.path.empty() ? write_profile(profile_of(plan)) : plan_file_text(plan));
}

int run_probe(const ProbeOptions& options) {
  if (!options.script.empty()) return write_script(options);
  if (options.files.empty())
    throw InputError(
        "probe needs a FILE that a tool printed, or --script FILE for the script that makes one.");
  if (options.plan.path.empty() && !options.plan.settings.empty()) throw InputError("--set needs --plan.");
  if (std::ranges::count(options.files, "-") + (options.plan.path == "-" ? 1 : 0) > 1)
    throw InputError("Only one file can be standard input.");
  const PlanDocument base = options.plan.path.empty() ? read_plan(R"({"model": {"preset": "llama-2-7b"}})")
                                                      : load_plan(options.plan);
  std::vector<ProbeFile> files;
  for (const std::string& path : options.files)
    files.push_back(read_probe_file(read_text_file(path), input_name(path)));
  const ProbedMachine machine = probed_machine(base, files);
  print(options.json ? probe_json(files, machine) : probe_text(files, machine));
  if (machine.keys.empty()) return answer_is_no;
  write_out(options, base, machine);
  return done;
}

}  // namespace

void add_probe(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "probe",
      "Read what tools measured of a machine as keys of a plan, or write the script that measures",
      run_probe);
  command
      .add_option(
          "FILE", options.files,
          "Output of the script, nccl-tests, ib_write_bw, fio, nvidia-smi topo -m, lscpu or free; - reads "
          "standard input")
      ->type_name("");
  command
      .add_option("--script", options.script,
                  "Write the script that measures a machine for at most two minutes; - is standard output")
      ->type_name("FILE");
  command.add_option("--plan", options.plan.path, "Plan of that machine, which --out writes with the keys")
      ->type_name("PLAN");
  add_set_option(command, options.plan.settings, "of that plan");
  command
      .add_option(
          "--out", options.out,
          "Write the plan of --plan with the keys; without a plan, a machine profile with the factors")
      ->type_name("FILE");
  add_json_option(command, options.json);
}

}  // namespace zp::app
