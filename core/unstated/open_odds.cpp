// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_odds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/memory/estimate.h"

namespace zp {
namespace {

constexpr double step = 0.02;  // of the logarithm of a factor
constexpr int farthest = 200;  // steps on either side of no change: factors from 1/55 to 55
constexpr double least_factor = 1.0 / 55;

/// Settings that do not count: the batch and its length, which the person who asks chooses, and the program,
/// which brings a batch of its own.
constexpr std::array<std::string_view, 4> left_out = {"training.program", "training.micro_batch_size",
                                                      "training.gradient_accumulation_steps",
                                                      "training.sequence_length"};
bool counts(const UnstatedSetting& open) {
  return std::ranges::find(left_out, open.setting->path) == left_out.end();
}

/// Probabilities of the factors by which open settings multiply a need of memory.
class Factors {
 public:
  Factors() : shares_(2 * farthest + 1) { shares_[farthest] = 1; }

  /// Multiplies by an open setting, of which `need` is the memory with one of its values.
  void multiply(const UnstatedSetting& open, double (*need)(const OpenFigures&)) {
    const double assumed = need(open.figures);
    if (!(assumed > 0) || open.alternatives.empty()) return;
    std::vector<double> next(shares_.size());
    add(next, 0, assumed_share);
    const double each = (1 - assumed_share) / static_cast<double>(open.alternatives.size());
    for (const Alternative& alternative : open.alternatives) {
      const double factor = std::clamp(need(alternative.figures) / assumed, least_factor, 1 / least_factor);
      add(next, static_cast<int>(std::lround(std::log(factor) / step)), each);
    }
    shares_ = std::move(next);
  }

  /// Returns the mean of odds(need · factor).
  template <class Odds>
  [[nodiscard]] double mean(Bytes need, const Odds& odds) const {
    double sum = 0;
    for (int i = 0; i <= 2 * farthest; ++i)
      if (const double share = shares_[static_cast<std::size_t>(i)]; share > 0)
        sum += share *
               odds(Bytes(std::llround(static_cast<double>(need.value()) * std::exp((i - farthest) * step))));
    return sum;
  }

 private:
  /// Adds the probabilities to `next`, moved by `steps`; those beyond an end count at the end.
  void add(std::vector<double>& next, int steps, double share) const {
    for (int i = 0; i <= 2 * farthest; ++i)
      next[static_cast<std::size_t>(std::clamp(i + steps, 0, 2 * farthest))] +=
          share * shares_[static_cast<std::size_t>(i)];
  }

  std::vector<double> shares_;
};

}  // namespace

FitOdds open_odds(const PlanDocument& document, std::span<const UnstatedSetting> open) {
  const MemoryEstimate estimate = estimate_memory(document.plan);
  const FitOdds assumed = fit_odds(document.plan, estimate);
  if (open.empty() || !estimate.nvme.fits) return assumed;
  Factors gpu, host;
  for (const UnstatedSetting& setting : open) {
    if (!counts(setting)) continue;
    gpu.multiply(setting,
                 [](const OpenFigures& figures) { return static_cast<double>(figures.gpu_need.value()); });
    host.multiply(setting,
                  [](const OpenFigures& figures) { return static_cast<double>(figures.host.value()); });
  }
  const MemoryKind kind = memory_kind_of(document.plan);
  const FitBytes bytes{estimate.gpu.peak_without_cache, estimate.gpu.capacity, estimate.cpu.needed_per_node(),
                       estimate.cpu.capacity_per_node};
  const double of_gpu = gpu.mean(bytes.gpu, [&](Bytes need) {
    return fit_odds(kind, {need, bytes.gpu_capacity, Bytes(0), Bytes(0)}).gpu;
  });
  const double of_host = host.mean(bytes.host, [&](Bytes need) {
    return fit_odds(kind, {Bytes(0), Bytes(0), need, bytes.host_capacity}).host;
  });
  return {of_gpu, of_host, of_gpu * of_host};
}

}  // namespace zp
