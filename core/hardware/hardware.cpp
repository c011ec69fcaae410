// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "core/estimate/figures.h"
#include "core/hardware/machine_cluster.h"
#include "core/memory/odds.h"
#include "core/rules/check_plan.h"
#include "core/search/choice_words.h"
#include "core/search/search.h"
#include "core/search/wrong_tool.h"
#include "core/units/format.h"

namespace zp {
namespace {

MachineJob job_on(const Plan& plan, const Machine& machine, int nodes, const Catalog& presets) {
  MachineJob job{machine, nodes, false, plan};
  job.plan.cluster = cluster_of(machine, nodes, plan.cluster, presets);
  if (job.plan.training.precision == Precision::bf16)
    job.plan.training.precision = default_precision(job.plan.cluster);
  return job;
}

std::string hours_text(double hours) { return format_seconds(hours * seconds_per_hour); }

std::string place_of(Limit limit) {
  switch (limit) {
    case Limit::gpu:
      return "GPU memory";
    case Limit::host:
      return "host memory";
    case Limit::drive:
      return "drive space";
    case Limit::none:
      break;
  }
  return "";
}

/// Returns why no plan runs.
std::string why_none(Chooser& chooser, const Plan& plan) {
  const Reachability reachability = chooser.reachability();
  if (!reachability.nearest) {
    for (const Finding& finding : check(plan))
      if (finding.severity <= Severity::fails_later) return finding.message;
    return "DeepSpeed refuses every setting";
  }
  const std::string lacks = joined_lacks(reachability.shortage, [](Limit limit, Bytes bytes) {
    return format_bytes(bytes) + " of " + place_of(limit);
  });
  if (!lacks.empty()) return "lacks " + lacks + " with every setting";
  const Plan nearest = with_pick(plan, reachability.nearest->pick);
  const double odds = fit_odds(nearest, estimate_memory(nearest)).both;
  return "fits at " + format_percent(odds) + " at best";
}

/// Returns the limit that a machine's run exceeds; "" if none.
std::string beyond_limits(const MachineFigures& machine, const MachineLimits& limits) {
  if (!(machine.run.hours > 0)) return "its step time is not known";
  if (!machine.run.progresses()) return "hardly progresses: failures undo the work";
  if (limits.deadline_hours > 0 && machine.run.wall_hours > limits.deadline_hours)
    return "done in " + hours_text(machine.run.wall_hours);
  if (limits.budget > 0 && machine.cost() > limits.budget) return "costs " + format_number(machine.cost());
  return "";
}

bool is_within(const MachineFigures& machine) { return machine.is_done() && machine.reason.empty(); }

}  // namespace

std::vector<MachineJob> machine_jobs(const Plan& plan, std::span<const Machine> machines,
                                     const NodeCounts& nodes, const Catalog& presets) {
  Plan of_budget = plan;
  if (!(of_budget.training.tokens > 0)) of_budget.training.tokens = usual_tokens;
  std::vector<MachineJob> jobs = {{own_machine(plan.cluster), plan.cluster.nodes, true, of_budget}};
  for (const Machine& machine : machines)
    for (const int count : nodes.counts) {
      const bool has_several = machine.network_gbit_per_s > 0 && machine.gpus >= nodes.least_gpus;
      if ((count == 1 || has_several) && jobs.size() < most_machines)
        jobs.push_back(job_on(of_budget, machine, count, presets));
    }
  return jobs;
}

MachineFigures figures_on(MachineJob job, std::int64_t sequences, const Requirements& requirements,
                          const Watch& watch) {
  MachineFigures figures;
  figures.job = std::move(job);
  Plan& plan = figures.job.plan;
  if (!is_usable(plan)) {
    const std::vector<Finding> findings = check(plan);
    figures.reason = findings.empty() ? "cannot be estimated" : findings.front().message;
    return figures;
  }
  Requirements here = requirements;
  const bool is_held = !requirements.freedom.grows_batch();
  if (is_held) here.freedom.sequences = sequences;
  if (is_held && sequences % std::max(1, data_parallel_world(plan)) != 0) {
    figures.reason = format_count(sequences) + " sequences do not divide among " +
                     format_count(data_parallel_world(plan)) + " ranks";
    return figures;
  }
  Search search(plan, here.freedom, here.fit, watch);
  Chooser chooser(search, here);
  const std::optional<Option> best = chooser.best();
  figures.searched = search.decided();
  if (!best) {
    figures.reason = why_none(chooser, plan);
    return figures;
  }
  plan = with_pick(plan, best->pick);
  if (std::string wrong = why_wrong_tool(plan); !wrong.empty()) {
    figures.reason = std::move(wrong);
    return figures;
  }
  const Figures known = figures_of(plan);
  figures.runs = true;
  figures.fits_probability = fit_odds(plan, known.estimate).both;
  figures.tokens_per_s = known.throughput.tokens_per_s;
  figures.run = whole_run(plan, known.time);
  return figures;
}

MachineRanking ranked(std::vector<MachineFigures> machines, const MachineLimits& limits) {
  MachineRanking ranking;
  ranking.machines = std::move(machines);
  std::vector<int> inside;
  for (std::size_t i = 0; i < ranking.machines.size(); ++i) {
    MachineFigures& machine = ranking.machines[i];
    ranking.searched += machine.searched;
    if (!machine.runs) continue;
    machine.reason = beyond_limits(machine, limits);
    if (is_within(machine)) inside.push_back(static_cast<int>(i));
  }
  const auto of = [&](int index) -> const MachineFigures& {
    return ranking.machines[static_cast<std::size_t>(index)];
  };
  const auto rank = [&](int index) {
    const MachineFigures& machine = of(index);
    return std::tuple(!(machine.cost() > 0), machine.cost(), machine.run.wall_hours, index);
  };
  ranking.order = inside;
  std::ranges::sort(ranking.order, {}, rank);
  if (!ranking.order.empty()) ranking.best = ranking.order.front();
  std::vector<int> by_time;
  for (std::size_t i = 0; i < ranking.machines.size(); ++i)
    if (ranking.machines[i].is_done() && ranking.machines[i].cost() > 0)
      by_time.push_back(static_cast<int>(i));
  std::ranges::sort(by_time, {},
                    [&](int index) { return std::tuple(of(index).run.wall_hours, of(index).cost(), index); });
  double least = 0;
  for (const int index : by_time)
    if (ranking.frontier.empty() || of(index).cost() < least) {
      ranking.frontier.push_back(index);
      least = of(index).cost();
    }
  return ranking;
}

std::string machine_title(const MachineJob& job) {
  const Cluster& cluster = job.plan.cluster;
  const std::string name = cluster.gpu.preset ? cluster.gpu.preset->name : "GPU";
  const std::string nodes = job.nodes > 1 ? format_count(job.nodes) + " × " : "";
  return nodes + format_count(cluster.gpus_per_node) + " " + name;
}

}  // namespace zp
