// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/number_option.h"
#include "app/options.h"
#include "app/output.h"
#include "app/parallel.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "core/hardware/machine_list.h"
#include "core/report/json.h"
#include "core/report/text.h"
#include "core/text/letters.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

constexpr double most_hours = 1e6, most_price = 1e12;
constexpr int most_nodes = 65'536, most_machines_listed = 100'000;

struct HardwareOptions {
  PlanInput plan;
  bool json = false;
  std::vector<std::string> machines;
  std::vector<int> nodes;
  MachineLimits limits;
  FitOptions fit;
  std::vector<std::string> allowed, kept;
  std::size_t most = 20;
};

/// Returns the machines that the words select; a word that ends in ".json" is a file of machines.
std::vector<Machine> machines_of(const std::vector<std::string>& words) {
  const std::vector<Machine> all = all_machines();
  if (words.empty()) return usual_machines(all);
  std::vector<Machine> chosen;
  const auto add = [&](const std::vector<Machine>& machines) {
    for (const Machine& machine : machines)
      if (std::ranges::find(chosen, machine) == chosen.end()) chosen.push_back(machine);
  };
  for (const std::string& word : words) {
    if (word == "own") continue;  // always compared
    const bool is_file = word.ends_with(".json");
    const std::vector<Machine> named =
        is_file ? read_machines(read_text_file(word)) : machines_named(all, word);
    if (named.empty())
      throw InputError(
          "--machines " + word + " names no machine. It takes a provider (" + with_commas(providers_of(all)) +
          "), an id such as aws/p5.48xlarge, a part of a GPU's name such as h100, own, or a file "
          "of machines that ends in .json.");
    add(named);
  }
  return chosen;
}

int run_hardware(const HardwareOptions& options) {
  const PlanDocument document = load_plan(options.plan);
  NodeCounts nodes;
  if (!options.nodes.empty()) nodes = {options.nodes, 1};
  const std::vector<MachineJob> jobs =
      machine_jobs(document.plan, machines_of(options.machines), nodes, catalog());
  Requirements requirements;
  requirements.fit = options.fit.demand();
  requirements.freedom = freedom_of(document, options.allowed, options.kept);
  const std::int64_t sequences = train_batch_size(document.plan);
  std::vector<MachineFigures> figures(jobs.size());
  {
    Progress progress;
    const Watch watch = progress.watch();
    std::mutex telling;
    std::size_t judged = 0;
    on_all_processors(jobs.size(), [&](std::size_t i) {
      figures[i] = figures_on(jobs[i], sequences, requirements);
      const std::lock_guard lock(telling);
      if (watch) watch(static_cast<double>(++judged) / static_cast<double>(jobs.size()));
    });
  }
  const MachineRanking ranking = ranked(std::move(figures), options.limits);
  print(options.json ? hardware_json(document, ranking)
                     : hardware_text(document, ranking, options.limits, options.most));
  return ranking.best >= 0 ? done : answer_is_no;
}

}  // namespace

void add_hardware(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "hardware",
      "Compare machines to rent or build: the best plan, time and cost of the job on each", run_hardware);
  add_plan_option(command, options.plan);
  add_json_option(command, options.json);
  command
      .add_option("--machines", options.machines,
                  "Compare only these: providers, instances, GPUs, or files of machines (.json)")
      ->delimiter(',')
      ->type_name("LIST");
  command.add_option("--nodes", options.nodes, "Numbers of nodes to compare, of any machine; default 1,2,4")
      ->delimiter(',')
      ->transform(whole_number(1, most_nodes))
      ->type_name("LIST");
  command.add_option("--deadline", options.limits.deadline_hours, "Most hours of wall time")
      ->transform(number(0, most_hours))
      ->type_name("HOURS");
  command.add_option("--budget", options.limits.budget, "Most that the run may cost")
      ->transform(number(0, most_price))
      ->type_name("COST");
  add_search_options(command, options.fit, options.allowed, options.kept, OpenBatch::chosen);
  command.add_option("--limit", options.most, "Print the N cheapest machines")
      ->transform(whole_number(1, most_machines_listed))
      ->type_name("N");
}

}  // namespace zp::app
