// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include "core/advice/rules.h"
#include "core/estimate/figures.h"
#include "core/rules/check_plan.h"
#include "core/sharding/mixed_gpus.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

std::string kind_text(const GpuKind& kind) { return format_count(kind.count) + " × " + name_of(kind.gpu); }

std::string binding_text(const MixedGpus& mixed) {
  const GpuKind& smallest = mixed.kinds[mixed.smallest];
  const GpuKind& slowest = mixed.kinds[mixed.slowest];
  std::string text = "Every GPU holds an equal part and waits for the slowest. ";
  if (mixed.idle_gib > 0)
    text += kind_text(smallest) + " limit the memory: " + format_gib(from_gib(mixed.idle_gib)) +
            " of the others stay unused. ";
  if (mixed.idle_share > 0)
    text += kind_text(slowest) + " limit the step: " + format_percent(mixed.idle_share) +
            " of the speed of all GPUs together is idle.";
  else
    text += "All are equally fast.";
  return text;
}

/// Returns "Without the 4 × RTX 3090 24GB it does 9,800 tokens/s instead of 12,000 tokens/s."
std::string without_text(const EstimatedPlan& estimated, const GpuKind& kind, const Plan& without) {
  const std::string start = "Without the " + kind_text(kind);
  if (!is_usable(without))
    return start + " the number of GPUs is no longer divisible by this plan's parallel sizes.";
  const Figures figures = figures_of(without);
  if (!figures.estimate.fits()) return start + " it does not fit.";
  if (!figures.time.is_known) return start + " it fits.";
  const std::string rate = format_per_s(figures.throughput.tokens_per_s, "tokens");
  if (!estimated.figures.estimate.fits()) return start + " it fits, at " + rate + ".";
  return start + " it does " + rate + " instead of " + format_per_s(estimated.tokens_per_s(), "tokens") + ".";
}

}  // namespace

void about_mixed_gpus(const EstimatedPlan& estimated, List& list) {
  if (!estimated.plan.cluster.is_mixed()) return;
  const MixedGpus mixed = mixed_gpus(estimated.plan.cluster);
  if (mixed.kinds.size() < 2) return;
  Finding finding{Severity::wasteful, "mixed_gpus", "cluster.other_gpus", binding_text(mixed), ""};
  for (const std::size_t kind : {mixed.smallest, mixed.slowest}) {
    if (kind == mixed.slowest && mixed.slowest == mixed.smallest && !finding.fix.empty()) continue;
    if (const std::optional<Plan> without = without_kind(estimated.plan, kind))
      finding.fix += (finding.fix.empty() ? "" : " ") + without_text(estimated, mixed.kinds[kind], *without);
  }
  if (finding.fix.empty()) finding.fix = "Train on GPUs of one kind, or divide the work unevenly by hand.";
  list.push_back(std::move(finding));
}

}  // namespace zp::advice_rules
