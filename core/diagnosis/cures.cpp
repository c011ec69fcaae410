// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bitset>
#include <span>

#include "core/diagnosis/memory_parts.h"
#include "core/memory/odds.h"
#include "core/rules/check_plan.h"
#include "core/search/capacity.h"
#include "core/search/choice_words.h"
#include "core/search/option.h"
#include "core/search/space.h"

namespace zp {
namespace {

/// If the host ran out of memory, a cure may need at most this share of the plan's host memory, because the
/// message states no amount.
constexpr double host_relief = 0.9;

/// Returns the settings that may be varied, without those of batch and numerics.
Freedom freedom() {
  Freedom free;
  free.fused_loss = free.tiled_mlp = true;
  return free;
}

using ChangedDimensions = std::bitset<dimension_count>;

struct CureTrial {
  Pick pick{};
  Plan plan;
  ChangedDimensions changed;
  Bytes gpu_peak;
  double seconds = 0;  ///< seconds per step; 0 if unknown
  double odds = 0;     ///< odds that it fits, 0 to 1
  double cost = 0;     ///< seconds per sequence, else the number of settings to get right
};

/// Plans similar to one that ran out of memory.
class Neighbours {
 public:
  Neighbours(const Plan& plan, Bytes excess, Bytes capacity, bool of_host, double least_odds)
      : plan_(plan),
        origin_(pick_of(plan)),
        excess_(excess),
        capacity_(capacity),
        least_odds_(least_odds),
        of_host_(of_host) {
    const MemoryEstimate estimate = estimate_memory(plan);
    host_ = Bytes(
        static_cast<std::int64_t>(host_relief * static_cast<double>(estimate.cpu.needed_per_node().value())));
  }

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const Pick& origin() const { return origin_; }

  /// Returns the plan with these values; nullopt if it is refused, does not fit, or fits with lower odds than
  /// required.
  [[nodiscard]] std::optional<CureTrial> fitting(const Pick& pick) const {
    CureTrial trial{pick, with_pick(plan_, pick), {}, Bytes(), 0, 0, 0};
    for (std::size_t i = 0; i < dimension_count; ++i)
      trial.changed[i] = pick[i] != origin_[i];
    const std::vector<Finding> findings = check(trial.plan);
    if (!is_usable(findings) || stops(findings)) return std::nullopt;
    const Figures figures = figures_of(trial.plan);
    const MemoryEstimate& estimate = figures.estimate;
    if (estimate.gpu.peak + excess_ > capacity_ || !estimate.cpu.fits || !estimate.nvme.fits)
      return std::nullopt;
    if (of_host_ && estimate.cpu.needed_per_node() > host_) return std::nullopt;
    trial.odds =
        fit_odds(memory_kind_of(trial.plan), {estimate.gpu.peak_without_cache, capacity_,
                                              estimate.cpu.needed_per_node(), estimate.cpu.capacity_per_node})
            .both;
    if (trial.odds < least_odds_) return std::nullopt;
    trial.gpu_peak = estimate.gpu.peak;
    trial.seconds = figures.time.is_known ? figures.time.total : 0;
    trial.cost =
        trial.seconds > 0
            ? trial.seconds / static_cast<double>(std::max<std::int64_t>(train_batch_size(trial.plan), 1))
            : moving_parts(strategy_of(trial.plan));
    return trial;
  }

 private:
  const Plan& plan_;
  Pick origin_;
  Bytes excess_, capacity_, host_;
  double least_odds_;
  bool of_host_;
};

bool is_cheaper(const CureTrial& a, const CureTrial& b) { return a.cost < b.cost; }

/// For every choice of `count` dimensions starting with the one at `next`, adds the cheapest values with
/// which the plan fits, on top of the changes in `pick`; `changed` is the plan of that pick. Dimensions of
/// `mended` are not changed.
void add_changes(const Neighbours& neighbours, std::size_t count, const Pick& pick, const Plan& changed,
                 std::size_t next, const ChangedDimensions& mended, std::vector<CureTrial>& all) {
  for (const std::span<const Dimension> list = dimensions(); next < list.size(); ++next) {
    const auto index = static_cast<std::size_t>(list[next].id);
    if (mended[index]) continue;
    const Values values = values_to_try(list[next], changed, neighbours.plan(), freedom());
    for (const std::int64_t value : values.all()) {
      Pick varied = pick;
      if (varied[index] == value) continue;
      varied[index] = value;
      if (count > 1) {
        add_changes(neighbours, count - 1, varied, with_pick(neighbours.plan(), varied), next + 1, mended,
                    all);
        continue;
      }
      std::optional<CureTrial> one = neighbours.fitting(varied);
      if (!one) continue;
      const auto same = std::ranges::find(all, one->changed, &CureTrial::changed);
      if (same == all.end())
        all.push_back(std::move(*one));
      else if (is_cheaper(*one, *same))
        *same = std::move(*one);
    }
  }
}

std::string label_of_change(const Pick& from, const Pick& to) {
  std::string label;
  for (const PickDifference& difference : differences(from, to))
    label += (label.empty() ? "" : "; ") + std::string(difference.title) + ": " + difference.to +
             " instead of " + difference.from;
  return label;
}

/// Returns the plans that fit, those with one change before those with two, each sorted by speed.
std::vector<CureTrial> trials_of(const Neighbours& neighbours) {
  const Plan& plan = neighbours.plan();
  std::vector<CureTrial> candidate_values;
  add_changes(neighbours, 1, neighbours.origin(), plan, 0, {}, candidate_values);
  if (candidate_values.size() < most_cures) {
    ChangedDimensions mended;
    for (const CureTrial& trial : candidate_values)
      mended |= trial.changed;
    add_changes(neighbours, 2, neighbours.origin(), plan, 0, mended, candidate_values);
  }
  std::ranges::stable_sort(candidate_values, [](const CureTrial& a, const CureTrial& b) {
    return a.changed.count() != b.changed.count() ? a.changed.count() < b.changed.count() : is_cheaper(a, b);
  });
  return candidate_values;
}

}  // namespace

std::vector<Cure> cures_of(const Plan& plan, Bytes excess, Bytes capacity, bool of_host) {
  std::vector<Cure> cures;
  const Neighbours neighbours(plan, excess, capacity, of_host, FitDemand().confidence);
  std::vector<CureTrial> candidate_values = trials_of(neighbours);
  // If nothing fits with confidence, plans that may fit are returned with their odds.
  if (candidate_values.empty()) candidate_values = trials_of(Neighbours(plan, excess, capacity, of_host, 0));
  for (const CureTrial& trial : candidate_values) {
    if (cures.size() == most_cures) break;
    const std::string label = label_of_change(neighbours.origin(), trial.pick);
    if (!label.empty()) cures.push_back({label, trial.plan, trial.gpu_peak, trial.seconds, trial.odds});
  }
  return cures;
}

}  // namespace zp
