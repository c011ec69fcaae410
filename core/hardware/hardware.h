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

/// Compares machines for one job: the best plan on each, with time and cost of the run.
namespace zp {

/// Token budget for comparing machines if the plan states none.
inline constexpr double usual_tokens = 1e9;
/// Most combinations of machine and number of nodes compared at once.
inline constexpr std::size_t most_machines = 240;

/// The job on a number of nodes of one machine.
struct MachineJob {
  Machine machine;
  int nodes = 1;
  bool is_own = false;  ///< the plan's own cluster, unchanged
  Plan plan;            ///< the job on this cluster, from which the search starts
};

/// The numbers of nodes compared for each machine.
struct NodeCounts {
  std::vector<int> counts = {1, 2, 4};
  /// Machines with fewer GPUs are compared only as a single node, because they are shares of a larger
  /// machine.
  int least_gpus = 8;
};

/// Returns the jobs of a plan: on its own cluster, and on each machine with each number of nodes. Machines
/// with an unknown network get one node. At most `most_machines`, in order. Plans without a token budget get
/// `usual_tokens`. GPUs without bf16 train in fp16.
std::vector<MachineJob> machine_jobs(const Plan& plan, std::span<const Machine> machines,
                                     const NodeCounts& nodes, const Catalog& presets);

/// The best plan on one machine, or the reason why there is none.
struct MachineFigures {
  MachineJob job;  ///< with the best plan, if there is one
  bool runs = false;
  double fits_probability = 0;
  double tokens_per_s = 0;
  WholeRun run;
  std::string reason;         ///< why the machine is ruled out, a clause without full stop; "" if it is not
  std::int64_t searched = 0;  ///< candidates decided

  [[nodiscard]] int gpus() const { return job.plan.cluster.ranks(); }
  [[nodiscard]] double price_per_hour() const {  ///< of all nodes together; 0 = unknown
    return job.plan.cluster.gpu_hour_price * gpus();
  }
  [[nodiscard]] double cost() const { return run.cost; }  ///< 0 = unknown
  [[nodiscard]] bool is_done() const { return runs && run.progresses(); }
};

/// Searches for the best plan of one job with a global batch of `sequences`, or of the size that suits the
/// machine if the freedom lets it grow. Throws SearchStopped.
MachineFigures figures_on(MachineJob job, std::int64_t sequences, const Requirements& requirements,
                          const Watch& watch = {});

/// Limits of a comparison; 0 = none.
struct MachineLimits {
  double deadline_hours = 0;
  double budget = 0;  ///< in the price's currency
  bool operator==(const MachineLimits&) const = default;
};

/// The machines of a comparison, ranked.
struct MachineRanking {
  std::vector<MachineFigures> machines;  ///< in the order of the jobs; `reason` states an exceeded limit
  int best = -1;              ///< cheapest within the limits; the fastest if no price is known; -1 = none
  std::vector<int> order;     ///< those within the limits: by cost, then those without a price by time
  std::vector<int> frontier;  ///< machines that no other beats in both cost and time, sorted by time
  std::int64_t searched = 0;
};
MachineRanking ranked(std::vector<MachineFigures> machines, const MachineLimits& limits);

/// Returns "2 × 8 H100 SXM5 80GB", "1 T4 16GB".
std::string machine_title(const MachineJob& job);

}  // namespace zp
