// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/advice/rules.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

/// Share of a step above which optimizer or drives get advice.
constexpr double dominant_share = 0.25;
/// A sub-group size in elements that is small enough for `ratio` to take effect, because it applies to whole
/// sub-groups (docs/memory.md#model-states).
constexpr std::int64_t fine_sub_group = 50'000'000;
constexpr std::int64_t accumulation_factor = 4;

const Candidate* fastest_without_offload(const EstimatedPlan& estimated) {
  const Candidate* fastest = nullptr;
  for (const Candidate& candidate : estimated.candidates)
    if (candidate.strategy.optimizer == Device::none && candidate.strategy.parameters == Device::none &&
        candidate.estimate.fits() && (fastest == nullptr || candidate.time.total < fastest->time.total))
      fastest = &candidate;
  return fastest;
}

bool add_needless(const EstimatedPlan& estimated, List& list) {
  const Candidate* without = fastest_without_offload(estimated);
  if (without == nullptr || !is_better(estimated, without->plan)) return false;
  list.push_back(with_remedy(
      estimated,
      {Severity::wasteful, "needless_offload", "zero.offload_optimizer",
       "Offload is not needed: " + label_of(without->strategy) + " fits without it (" +
           format_bytes(without->estimate.gpu.peak) + " of " + format_bytes(without->estimate.gpu.capacity) +
           "), with a step of " + format_seconds(without->time.total) + " instead of " +
           format_seconds(estimated.time().total) + ".",
       ""},
      without->plan, "Use " + label_of(without->strategy)));
  return true;
}

/// Returns the plan with the smallest offloaded share of the optimizer that fits with a margin and is better;
/// the GPU steps the rest (Twin-Flow). nullopt if there is none.
std::optional<Plan> smallest_ratio(const EstimatedPlan& estimated) {
  const Zero& zero = estimated.plan.zero;
  if (estimated.plan.training.framework != Framework::deepspeed) return std::nullopt;
  if (zero.stage != 3 || zero.offload_optimizer.device != Device::cpu || zero.offload_optimizer.ratio < 1)
    return std::nullopt;
  for (int tenths = 1; tenths < 10; ++tenths) {
    Plan shared = estimated.plan;
    shared.zero.offload_optimizer.ratio = tenths / 10.0;
    shared.zero.sub_group_size = std::min(shared.zero.sub_group_size, fine_sub_group);
    const GpuMemory gpu = estimate_memory(shared).gpu;
    if (ratio(gpu.peak, gpu.capacity) < tight_share && is_better(estimated, shared)) return shared;
  }
  return std::nullopt;
}

void add_cpu_bound(const EstimatedPlan& estimated, List& list) {
  const double cpu = exposed(estimated.time(), TimeId::optimizer_cpu);
  if (cpu < dominant_share * estimated.time().total) return;
  const Finding issue{Severity::slow, "cpu_optimizer_bound", "training.gradient_accumulation_steps",
                      "The optimizer on the CPU takes " + format_seconds(cpu) + " of each " +
                          format_seconds(estimated.time().total) + " step, bound by the host's memory (" +
                          format_gb_per_s(estimated.plan.cluster.cpu_memory_gb_per_s) + " nominal).",
                      ""};
  if (const std::optional<Plan> shared = smallest_ratio(estimated)) {
    list.push_back(with_remedy(estimated, issue, *shared,
                               "Set offload_optimizer.ratio " +
                                   format_number(shared->zero.offload_optimizer.ratio) +
                                   " with sub_group_size " + format_count(shared->zero.sub_group_size)));
    return;
  }
  Plan accumulating = estimated.plan;
  accumulating.training.gradient_accumulation_steps *= accumulation_factor;
  if (!is_better(estimated, accumulating)) return;
  list.push_back(
      with_remedy(estimated, issue, accumulating,
                  "Set accumulation " + format_count(accumulating.training.gradient_accumulation_steps)));
  list.back().fix += " The global batch grows as much.";
}

/// Returns the plan with reads and writes that overlap with the CPU's work, and with the buffers that they
/// need.
Plan pipelined(Plan plan) {
  OffloadOptimizer& offload = plan.zero.offload_optimizer;
  offload.pipeline_read = offload.pipeline_write = true;
  offload.buffer_count =
      std::max(offload.buffer_count, estimate_memory(plan).nvme.smallest_buffers.optimizer_buffer_count);
  return plan;
}

void add_drive_bound(const EstimatedPlan& estimated, List& list) {
  const double drives = exposed(estimated.time(), TimeId::nvme_read) +
                        exposed(estimated.time(), TimeId::nvme_write) +
                        exposed(estimated.time(), TimeId::parameters_from_nvme) +
                        exposed(estimated.time(), TimeId::parameters_to_nvme);
  if (drives < dominant_share * estimated.time().total) return;
  const Nvme& nvme = estimated.plan.cluster.nvme;
  Finding finding{
      Severity::slow, "drive_bound", "cluster.nvme",
      "Each step of " + format_seconds(estimated.time().total) + " waits " + format_seconds(drives) +
          " for the drives" +
          (nvme.read_gb_per_s > 0 ? ", which read " + format_gb_per_s(nvme.read_gb_per_s) + " a node"
                                  : ", whose speed the plan does not state") +
          ".",
      "Faster drives, more nodes, or more accumulation."};
  const OffloadOptimizer& offload = estimated.plan.zero.offload_optimizer;
  const bool is_pipelined = offload.pipeline_read && offload.pipeline_write;
  if (const Plan beside = pipelined(estimated.plan);
      offload.device == Device::nvme && !is_pipelined && is_better(estimated, beside))
    finding = with_remedy(estimated, finding, beside, "Set pipeline_read and pipeline_write");
  list.push_back(std::move(finding));
}

}  // namespace

void about_offload(const EstimatedPlan& estimated, List& list) {
  const Strategy strategy = strategy_of(estimated.plan);
  if (strategy.optimizer == Device::none && strategy.parameters == Device::none) return;
  if (add_needless(estimated, list)) return;
  add_cpu_bound(estimated, list);
  add_drive_bound(estimated, list);
}

}  // namespace zp::advice_rules
