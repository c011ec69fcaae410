// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/autotuner_shortlist.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/estimate/figures.h"
#include "core/export/autotuning.h"
#include "core/rules/check_plan.h"

namespace zp {
namespace {

bool runs(const Plan& plan, const Figures& figures) {
  return figures.estimate.fits() && figures.estimate.gpu.peak_range.high <= figures.estimate.gpu.capacity &&
         !stops(check(plan));
}

}  // namespace

std::vector<Plan> autotuner_shortlist(const Plan& plan) {
  const std::int64_t own = plan.training.micro_batch_size;
  const std::int64_t batch = own * plan.training.gradient_accumulation_steps;
  std::vector<std::int64_t> sizes = {own};
  for (std::int64_t size = 1; size <= batch; size *= 2)
    if (batch % size == 0 && size != own) sizes.push_back(size);
  std::vector<std::pair<double, Plan>> found;
  for (const std::int64_t size : sizes) {
    Plan candidate = as_autotuned(plan, size, batch / size);
    const Figures figures = figures_of(candidate);
    if (runs(candidate, figures))
      found.emplace_back(figures.throughput.tokens_per_s, std::move(candidate));
    else if (size == own)
      return {};
  }
  std::ranges::stable_sort(found, std::greater(), [](const auto& one) { return one.first; });
  std::vector<Plan> shortlist;
  for (std::size_t i = 0; i < std::min(found.size(), longest_shortlist); ++i)
    shortlist.push_back(std::move(found[i].second));
  if (shortlist.size() == 1) shortlist.clear();
  return shortlist;
}

}  // namespace zp
