// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/catalog/machines.h"
#include "core/plan/plan.h"
#include "core/search/choice.h"
#include "core/search/watch.h"
#include "core/speed/whole_run.h"

/// One job on many machines: each with the best plan that the search finds there, its time and its cost.
namespace zp {

/// Tokens of the run that machines are compared by if the plan states no budget.
inline constexpr double usual_tokens = 1e9;
/// Most machines and numbers of nodes that are compared at once.
inline constexpr std::size_t most_machines = 240;

/// A number of nodes of a machine, with the job on it.
struct MachineJob {
  Machine machine;
  int nodes = 1;
  bool is_own = false;  ///< the plan's own cluster, as it stands
  Plan plan;            ///< the job on this cluster; the best plan is found from it
};

/// The numbers of nodes that are compared of each machine.
struct NodeCounts {
  std::vector<int> counts = {1, 2, 4};
  /// Fewest GPUs of a machine of which several nodes are compared: smaller ones are shares of a larger
  /// machine.
  int least_gpus = 8;
};

/// Returns the jobs of a plan on its own cluster and on these machines, at each number of nodes. A machine
/// whose network is not stated gets one node. At most `most_machines`, in their order. A plan without a token
/// budget gets that of `usual_tokens`. GPUs without bf16 train in fp16.
std::vector<MachineJob> machine_jobs(const Plan& plan, std::span<const Machine> machines,
                                     const NodeCounts& nodes, const Catalog& presets);

/// The best plan on one machine, or the reason that there is none.
struct MachineFigures {
  MachineJob job;  ///< with the best plan, if there is one
  bool runs = false;
  double fits_probability = 0;
  double tokens_per_s = 0;
  WholeRun run;
  std::string reason;         ///< why it falls out: a sentence without its end; "" if it does not
  std::int64_t searched = 0;  ///< candidates decided

  [[nodiscard]] int gpus() const { return job.plan.cluster.ranks(); }
  [[nodiscard]] double price_per_hour() const {  ///< of all nodes together; 0 = unknown
    return job.plan.cluster.gpu_hour_price * gpus();
  }
  [[nodiscard]] double cost() const { return run.cost; }  ///< 0 = unknown
  [[nodiscard]] bool is_done() const { return runs && run.progresses(); }
};

/// Searches the best plan of one job. The global batch stays that of `sequences`. Throws SearchStopped.
MachineFigures figures_on(MachineJob job, std::int64_t sequences, const Requirements& wanted,
                          const Watch& watch = {});

/// Limits of a comparison; 0 = none.
struct MachineLimits {
  double deadline_hours = 0;
  double budget = 0;  ///< in the price's currency
  bool operator==(const MachineLimits&) const = default;
};

/// The machines of a comparison, judged.
struct MachineRanking {
  std::vector<MachineFigures> machines;  ///< in the order of the jobs; `reason` says what exceeds a limit
  int best = -1;           ///< the cheapest within the limits; the fastest where no price is known; -1 = none
  std::vector<int> order;  ///< within the limits: cheapest first, then those without a price by their time
  std::vector<int> frontier;  ///< no other is both cheaper and sooner done; by time
  std::int64_t searched = 0;
};
MachineRanking ranked(std::vector<MachineFigures> machines, const MachineLimits& limits);

/// Returns "2 × 8 H100 SXM5 80GB", "1 T4 16GB".
std::string machine_title(const MachineJob& job);

}  // namespace zp
