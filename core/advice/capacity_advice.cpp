// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/advice/advice.h"
#include "core/advice/rules.h"
#include "core/rules/check_plan.h"
#include "core/search/choice_words.h"
#include "core/search/sensitivity.h"
#include "core/search/wrong_tool.h"
#include "core/sharding/plan_words.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

/// Padding below this share is not mentioned.
constexpr double noticeable_padding = 0.1;

/// Codes of the findings that get a way out.
constexpr std::array<std::string_view, 5> shortages = {"gpu_memory", "cpu_memory", "host_loading",
                                                       "host_saving", "nvme_capacity"};

bool is_shortage(const Finding& finding) {
  return std::ranges::find(shortages, finding.code) != shortages.end();
}

struct CapacityFix {
  std::string fix;
  std::optional<Remedy> remedy;
};

CapacityFix use(const std::string& name, const Candidate& candidate) {
  return {"Use " + name + ": " + format_bytes(candidate.estimate.gpu.peak) + " per GPU.",
          Remedy{"Use " + name, candidate.plan}};
}

/// If only evaluation does not fit, returns the way out with the largest evaluation batch that fits, which
/// computes the same loss; else nullopt.
std::optional<CapacityFix> smaller_evaluation(const EstimatedPlan& estimated) {
  if (estimated.figures.estimate.gpu.peak_phase != Phase::evaluate) return std::nullopt;
  Plan plan = estimated.plan;
  std::int64_t& batch = plan.training.eval_batch_size;
  std::int64_t fitting = 0, failing = batch;
  while (fitting + 1 < failing) {
    batch = (fitting + failing) / 2;
    (estimate_memory(plan).fits() ? fitting : failing) = batch;
  }
  if (fitting == 0) return std::nullopt;
  batch = fitting;
  const std::string name =
      "Evaluate " + format_count(fitting) + (fitting == 1 ? " sequence" : " sequences") + " at a time";
  return CapacityFix{name + ": " + format_bytes(estimate_memory(plan).gpu.peak) +
                         " per GPU. The evaluation loss is the same, and training does not change.",
                     Remedy{name, plan}};
}

/// Returns the best of all plans, or nullopt if none fits. One that should not be run is named without a
/// remedy.
std::optional<CapacityFix> best_plan(const Plan& plan, const Freedom& freedom) {
  const Requirements requirements{.freedom = freedom};
  Search search(plan, requirements.freedom, requirements.fit);
  Chooser chooser(search, requirements);
  if (!chooser.any()) return std::nullopt;
  const std::optional<Option> best = chooser.best();
  if (!best) return std::nullopt;
  const std::string name = title_of(*best, pick_of(plan));
  const Plan fitting = with_pick(plan, best->pick);
  if (const std::string wrong = why_wrong_tool(fitting); !wrong.empty())
    return CapacityFix{"The best plan that fits is " + name + ". " + wrong, std::nullopt};
  return CapacityFix{"Use " + name + ": " + format_bytes(estimate_memory(fitting).gpu.peak) + " per GPU.",
                     Remedy{"Use " + name, fitting}};
}

/// Returns the best plan with the first change of the training program, such as a fused loss, with which a
/// plan fits; nullopt if none helps.
std::optional<CapacityFix> changed_program(const Plan& plan, const Freedom& freedom) {
  for (const Change& change : possible_changes(plan, freedom)) {
    if (!change.of_the_program) continue;
    std::optional<CapacityFix> fix = best_plan(change.plan, change.freedom);
    if (!fix) continue;
    fix->fix = "No plan fits as the program is. With this change one does: " + change.title + ". " + fix->fix;
    if (fix->remedy) fix->remedy->label = change.title + ", " + fix->remedy->label;
    return fix;
  }
  return std::nullopt;
}

/// Returns the way out of a plan that does not fit: a smaller evaluation batch, else the best of all plans,
/// else the first ranked strategy that fits, else a change of the training program; only text if nothing
/// fits. Empty if the best plan is searched for elsewhere.
CapacityFix way_out(const EstimatedPlan& estimated, WayOutSearch search) {
  if (std::optional<CapacityFix> smaller = smaller_evaluation(estimated)) return *std::move(smaller);
  if (search == WayOutSearch::by_caller) return {};
  if (std::optional<CapacityFix> best = best_plan(estimated.plan, estimated.freedom)) return *std::move(best);
  if (const Candidate* best = best_of(estimated.candidates)) return use(label_of(best->strategy), *best);
  if (stops(check(estimated.plan))) return {};  // memory is not what rules out every plan
  if (std::optional<CapacityFix> changed = changed_program(estimated.plan, estimated.freedom))
    return *std::move(changed);
  return {std::string(no_way_out), std::nullopt};
}

/// Adds a finding if host memory is too small only because the pinned allocator rounds up.
void add_pinned_rounding(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  const HostMemory& cpu = estimate.cpu;
  const Bytes rounding = estimate.ledger.bytes(EntryId::host_rounding) * plan.cluster.gpus_per_node;
  if (cpu.fits || cpu.needed_per_node() - rounding > cpu.capacity_per_node) return;
  Finding finding{Severity::fails_later,
                  "pinned_rounding",
                  "zero.offload_optimizer.pin_memory",
                  "PyTorch rounds each pinned allocation up to a power of two, which takes " +
                      format_bytes(rounding) + " of host memory per node; without that the plan would fit.",
                  "Set pin_memory to false for the optimizer, or leave more host memory free.",
                  "aten/src/ATen/core/CachingHostAllocator.h; pytorch issue 95823"};
  Plan pageable = plan;
  pageable.zero.offload_optimizer.pin_memory = false;
  if (estimate_memory(pageable).cpu.fits) finding.remedy = {"Optimizer not pinned", pageable};
  list.push_back(std::move(finding));
}

Finding host_shortage(const HostMemory& cpu) {
  const std::string amounts =
      format_bytes(cpu.needed_per_node()) + " needed, " + format_bytes(cpu.capacity_per_node) + " per node.";
  switch (cpu.lacks_in()) {
    case HostPhase::loading:
      return {Severity::fails_later, "host_loading", "training.loading",
              "Host memory is too small while the ranks of a node load the model: " + amounts, ""};
    case HostPhase::saving:
      return {Severity::fails_later, "host_saving", "training.saving",
              "Host memory is too small while the model is saved: " + amounts, ""};
    case HostPhase::training:
      break;
  }
  return {Severity::fails_later, "cpu_memory", "cluster.cpu_memory_gib",
          "Host memory is too small: " + amounts, ""};
}

}  // namespace

bool is_tight(const Plan& plan, const MemoryEstimate& estimate) {
  return fit_odds(plan, estimate).both < FitDemand().confidence;
}

void about_capacity(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  const GpuMemory& gpu = estimate.gpu;
  if (!gpu.fits)
    list.push_back({Severity::fails_later, "gpu_memory", "zero.stage",
                    "Does not fit: " + format_bytes(gpu.peak) + " needed, " + format_bytes(gpu.capacity) +
                        " usable per GPU, short by " + format_bytes(Bytes(-gpu.headroom.value())) +
                        " in the " + std::string(name_of(gpu.peak_phase)) + " phase.",
                    ""});
  else if (const double odds = fit_odds(plan, estimate).gpu; odds < FitDemand().confidence)
    list.push_back({Severity::wasteful, "gpu_memory_tight", "training.micro_batch_size",
                    "Tight: " + format_bytes(gpu.needed()) + " of " + format_bytes(gpu.capacity) +
                        ", which leaves " + format_bytes(Bytes(gpu.headroom.value())) +
                        " of each GPU; the odds that it fits are " + format_percent(odds) + ".",
                    "Leave a margin: a smaller micro batch, or checkpointing."});
  if (!estimate.cpu.fits) list.push_back(host_shortage(estimate.cpu));
  if (!estimate.nvme.fits)
    list.push_back({Severity::fails_later, "nvme_capacity", "cluster.nvme.capacity_gib",
                    "The drive is too small: " + format_bytes(estimate.nvme.per_node) + " needed, " +
                        format_bytes(estimate.nvme.capacity_per_node) + " per node.",
                    ""});
}

void add_ways_out(const EstimatedPlan& estimated, WayOutSearch search, List& list) {
  if (std::ranges::none_of(list, is_shortage)) return;
  const CapacityFix out = way_out(estimated, search);
  for (Finding& finding : list)
    if (is_shortage(finding)) {
      finding.fix = out.fix;
      finding.remedy = out.remedy;
    }
}

void about_host(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  add_pinned_rounding(plan, estimate, list);
}

void about_batch(const Plan& plan, List& list) {
  const Training& training = plan.training;
  const std::int64_t sequences = train_batch_size(plan);
  list.push_back({Severity::style, "global_batch", "training.gradient_accumulation_steps",
                  "Global batch is " + counted(sequences, is_of_pairs(training) ? "pair" : "sequence") +
                      " (" + format_count(training.micro_batch_size) + " × " +
                      format_count(training.gradient_accumulation_steps) + " × " +
                      format_count(data_parallel_world(plan)) + "), " +
                      format_count(sequences * tokens_per_example(plan)) + " tokens per optimizer step.",
                  ""});
  if (training.padding_share < noticeable_padding) return;
  list.push_back({Severity::wasteful, "padding", "training.padding_share",
                  format_percent(training.padding_share) +
                      " of the tokens are padding: packed, as many useful tokens take " +
                      format_percent(1 - training.padding_share) + " of the steps.",
                  "Pack the sequences (TRL's packing) or concatenate those of a batch (padding_free, "
                  "DataCollatorWithFlattening), with an attention kernel that separates them."});
}

}  // namespace zp::advice_rules

namespace zp {

bool needs_best_plan(const Finding& finding) {
  return advice_rules::is_shortage(finding) && finding.fix.empty();
}

}  // namespace zp
