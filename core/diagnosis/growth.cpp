// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/diagnosis/diagnosis.h"
#include "core/estimate/figures.h"
#include "core/rules/check_plan.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Returns the largest number of ranks that a log states; 0 if it states none.
int ranks_of(const NamedLog& named) {
  double ranks = 0;
  for (const Observation& observation : named.log.observations)
    if (observation.quantity == ObservedQuantity::world_size) ranks = std::max(ranks, observation.value);
  return ranks <= 1e6 ? static_cast<int>(ranks) : 0;
}

/// Returns the plan on that many ranks, on nodes of the same kind or part of one; nullopt if impossible.
std::optional<Plan> at_size(Plan plan, int ranks) {
  const int per_node = plan.cluster.gpus_per_node;
  if (ranks % per_node == 0)
    plan.cluster.nodes = ranks / per_node;
  else if (ranks < per_node) {
    plan.cluster.nodes = 1;
    plan.cluster.gpus_per_node = ranks;
  } else {
    return std::nullopt;
  }
  return is_usable(plan) ? std::optional(plan) : std::nullopt;
}

/// Returns the conclusion for a run that runs out of memory at the larger size.
std::string meaning_of(const Growth& growth, bool does_memory_grow) {
  const auto gpus = [](int count) { return format_count(count) + (count == 1 ? " GPU" : " GPUs"); };
  if (!does_memory_grow)
    return "No ledger entry of a GPU grows with the number of GPUs: the run that is out of memory on " +
           gpus(growth.gpus_after) + " differs from that on " + gpus(growth.gpus_before) +
           " in something else, such as a larger batch, longer sequences, or other processes on these GPUs.";
  if (growth.peak_after <= growth.peak_before)
    return "The entries that grow take less than partitioning saves: the peak does not grow with the number "
           "of GPUs.";
  return "";
}

constexpr double least_growth = 1.01;
constexpr double least_bytes = 1 << 20, least_seconds = 1e-3;

}  // namespace

std::optional<Growth> growth_of(const Plan& plan, std::span<const NamedLog> logs) {
  std::set<int> sizes;
  for (const NamedLog& named : logs)
    if (const int ranks = ranks_of(named); ranks > 0) sizes.insert(ranks);
  if (sizes.size() < 2 && !sizes.empty()) sizes.insert(plan.cluster.ranks());
  if (sizes.size() < 2) return std::nullopt;
  const std::optional<Plan> small = at_size(plan, *sizes.begin()), large = at_size(plan, *sizes.rbegin());
  if (!small || !large) return std::nullopt;
  const Figures before = figures_of(*small), after = figures_of(*large);
  Growth growth{small->cluster.ranks(),
                large->cluster.ranks(),
                small->cluster.nodes,
                large->cluster.nodes,
                static_cast<double>(before.estimate.gpu.peak.value()),
                static_cast<double>(after.estimate.gpu.peak.value()),
                before.time.is_known ? before.time.total : 0,
                after.time.is_known ? after.time.total : 0,
                "",
                {}};
  std::vector<GrownEntry> memory, time;
  for (const Entry& entry : after.estimate.ledger.entries()) {
    const auto now = static_cast<double>(entry.bytes.value());
    const auto then = static_cast<double>(before.estimate.ledger.bytes(entry.id).value());
    if (now > least_growth * then && now - then > least_bytes)
      memory.push_back({std::string(name_of(entry.id)), "bytes", then, now});
  }
  if (before.time.is_known && after.time.is_known)
    for (const TimeEntry& entry : after.time.ledger.entries()) {
      double then = 0;
      for (const TimeEntry& other : before.time.ledger.entries())
        if (other.id == entry.id) then += other.busy;
      if (entry.busy > least_growth * then && entry.busy - then > least_seconds)
        time.push_back({std::string(name_of(entry.id)), "s", then, entry.busy});
    }
  const auto by_growth = [](const GrownEntry& a, const GrownEntry& b) {
    return a.after - a.before > b.after - b.before;
  };
  std::ranges::stable_sort(memory, by_growth);
  std::ranges::stable_sort(time, by_growth);
  growth.meaning = meaning_of(growth, !memory.empty());
  growth.entries = std::move(memory);
  growth.entries.insert(growth.entries.end(), time.begin(), time.end());
  return growth;
}

}  // namespace zp
