// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/measure/measure_parts.h"
#include "core/rules/check_plan.h"
#include "core/search/choice_words.h"
#include "core/search/option.h"
#include "core/search/space.h"

namespace zp {
namespace {

/// Share of the plan's host memory that a way out may need if the host ran out: its message tells no amount.
constexpr double host_relief = 0.9;

/// Returns what may be varied: the batch and the arithmetic of the run stay as they are.
Freedom freedom() {
  Freedom free;
  free.fused_loss = free.tiled_mlp = true;
  return free;
}

struct CureTrial {
  Pick pick{};
  Plan plan;
  Bytes gpu_peak;
  double seconds = 0;  ///< seconds of one step; 0 if not known
  double cost = 0;     ///< seconds of one sequence, else the number of settings to get right
  DimensionId first{}, second{};
};

/// The plans near one that ran out of memory.
class Neighbours {
 public:
  Neighbours(const Plan& plan, Bytes excess, Bytes capacity, bool of_host)
      : plan_(plan), origin_(pick_of(plan)), excess_(excess), capacity_(capacity), of_host_(of_host) {
    const MemoryEstimate estimate = estimate_memory(plan);
    host_ = Bytes(
        static_cast<std::int64_t>(host_relief * static_cast<double>(estimate.cpu.needed_per_node().value())));
  }

  [[nodiscard]] const Pick& origin() const { return origin_; }

  /// Returns the plan with these values, or nothing if it is refused or does not fit.
  [[nodiscard]] std::optional<CureTrial> fitting(const Pick& pick) const {
    CureTrial one{pick, with_pick(plan_, pick), Bytes(), 0, 0, {}, {}};
    const std::vector<Finding> findings = check(one.plan);
    if (!is_usable(findings) || stops(findings)) return std::nullopt;
    const Figures figures = figures_of(one.plan);
    const MemoryEstimate& estimate = figures.estimate;
    if (estimate.gpu.peak + excess_ > capacity_ || !estimate.cpu.fits || !estimate.nvme.fits)
      return std::nullopt;
    if (of_host_ && estimate.cpu.needed_per_node() > host_) return std::nullopt;
    one.gpu_peak = estimate.gpu.peak;
    one.seconds = figures.time.is_known ? figures.time.total : 0;
    one.cost = one.seconds > 0
                   ? one.seconds / static_cast<double>(std::max<std::int64_t>(train_batch_size(one.plan), 1))
                   : moving_parts(strategy_of(one.plan));
    return one;
  }

 private:
  const Plan& plan_;
  Pick origin_;
  Bytes excess_, capacity_, host_;
  bool of_host_;
};

std::size_t index_of(DimensionId id) { return static_cast<std::size_t>(id); }

bool is_cheaper(const CureTrial& a, const CureTrial& b) { return a.cost < b.cost; }

/// Returns for each dimension the cheapest value with which the plan fits.
std::vector<CureTrial> single_changes(const Plan& plan, const Neighbours& neighbours) {
  std::vector<CureTrial> all;
  for (const Dimension& dimension : dimensions()) {
    std::optional<CureTrial> best;
    const Values values = values_to_try(dimension, plan, plan, freedom());
    for (const std::int64_t value : values.all()) {
      Pick pick = neighbours.origin();
      if (pick[index_of(dimension.id)] == value) continue;
      pick[index_of(dimension.id)] = value;
      std::optional<CureTrial> one = neighbours.fitting(pick);
      if (one && (!best || is_cheaper(*one, *best))) best = std::move(one);
    }
    if (!best) continue;
    best->first = best->second = dimension.id;
    all.push_back(std::move(*best));
  }
  return all;
}

/// Returns the cheapest values of two dimensions together, for those of which no single one
/// makes the plan fit.
std::vector<CureTrial> double_changes(const Plan& plan, const Neighbours& neighbours,
                                      const std::vector<CureTrial>& known) {
  const auto is_mended = [&](DimensionId id) {
    return std::ranges::any_of(known, [&](const CureTrial& one) { return one.first == id; });
  };
  std::vector<CureTrial> all;
  for (const Dimension& first : dimensions()) {
    if (is_mended(first.id)) continue;
    const Values values = values_to_try(first, plan, plan, freedom());
    for (const std::int64_t value : values.all()) {
      Pick half = neighbours.origin();
      if (half[index_of(first.id)] == value) continue;
      half[index_of(first.id)] = value;
      const Plan changed = with_pick(plan, half);
      for (const Dimension& second : dimensions()) {
        if (second.id <= first.id || is_mended(second.id)) continue;
        const Values others = values_to_try(second, changed, plan, freedom());
        for (const std::int64_t other : others.all()) {
          Pick pick = half;
          if (pick[index_of(second.id)] == other) continue;
          pick[index_of(second.id)] = other;
          std::optional<CureTrial> one = neighbours.fitting(pick);
          if (!one) continue;
          one->first = first.id;
          one->second = second.id;
          const auto same = std::ranges::find_if(all, [&](const CureTrial& before) {
            return before.first == one->first && before.second == one->second;
          });
          if (same == all.end())
            all.push_back(std::move(*one));
          else if (is_cheaper(*one, *same))
            *same = std::move(*one);
        }
      }
    }
  }
  return all;
}

std::string label_of_change(const Pick& from, const Pick& to) {
  std::string label;
  for (const PickDifference& one : differences(from, to))
    label += (label.empty() ? "" : "; ") + std::string(one.title) + ": " + one.to + " instead of " + one.from;
  return label;
}

}  // namespace

std::vector<Cure> cures_of(const Plan& plan, Bytes excess, Bytes capacity, bool of_host) {
  const Neighbours neighbours(plan, excess, capacity, of_host);
  std::vector<CureTrial> tries = single_changes(plan, neighbours);
  if (tries.size() < most_cures)
    for (CureTrial& one : double_changes(plan, neighbours, tries))
      tries.push_back(std::move(one));
  // one change before two, then the fastest
  std::ranges::stable_sort(tries, [](const CureTrial& a, const CureTrial& b) {
    const bool a_is_single = a.first == a.second, b_is_single = b.first == b.second;
    return a_is_single != b_is_single ? a_is_single : is_cheaper(a, b);
  });
  std::vector<Cure> cures;
  for (const CureTrial& one : tries) {
    if (cures.size() == most_cures) break;
    const std::string label = label_of_change(neighbours.origin(), one.pick);
    if (!label.empty()) cures.push_back({label, one.plan, one.gpu_peak, one.seconds});
  }
  return cures;
}

}  // namespace zp
