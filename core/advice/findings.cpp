// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/advice/findings.h"

#include <algorithm>

#include "core/advice/finding_parts.h"
#include "core/speed/throughput.h"
#include "core/units/format.h"

namespace zp {
namespace {

const Candidate* best_of(const std::vector<Candidate>& candidates) {
  const auto best = std::ranges::min_element(candidates, {}, &Candidate::rank);
  return best != candidates.end() && best->estimate.fits() ? &*best : nullptr;
}

/// The way out of a plan that does not fit: the cheapest strategy that does, else full checkpointing, else a
/// smaller micro batch, else words.
void set_way_out(Finding& finding, const Plan& plan, const std::vector<Candidate>& candidates) {
  if (const Candidate* best = best_of(candidates)) {
    finding.fix =
        "Use " + label_of(best->strategy) + ": " + format_bytes(best->estimate.gpu.peak) + " per GPU.";
    finding.remedy = {"Use " + label_of(best->strategy), best->plan};
    return;
  }
  const Recommendation other = recommend(plan, Objective::throughput, 1);
  if (!other.candidates.empty()) {
    const Candidate& candidate = other.candidates.front();
    const bool smaller = candidate.plan.training.micro_batch_size < plan.training.micro_batch_size;
    std::string what = label_of(candidate.strategy);
    if (candidate.plan.training.activation_checkpointing != plan.training.activation_checkpointing)
      what += " with full activation checkpointing";
    if (smaller) what += " and micro batch 1";
    finding.fix = "Use " + what + ": " + format_bytes(candidate.estimate.gpu.peak) + " per GPU.";
    finding.remedy = {"Use " + what, candidate.plan};
    return;
  }
  finding.fix =
      "No placement fits: use more GPUs, GPUs with more memory, a shorter sequence or a smaller model.";
}

void add_capacity(std::vector<Finding>& out, const Plan& plan, const MemoryEstimate& estimate,
                  const std::vector<Candidate>& candidates) {
  const GpuMemory& gpu = estimate.gpu;
  if (!gpu.fits) {
    Finding finding{Severity::fails_later, "gpu_memory", "zero.stage",
                    "Does not fit: " + format_bytes(gpu.peak) + " needed, " + format_bytes(gpu.capacity) +
                        " usable per GPU, short by " + format_bytes(Bytes(-gpu.headroom.value())) +
                        " in the " + std::string(name_of(gpu.peak_phase)) + " phase.",
                    ""};
    set_way_out(finding, plan, candidates);
    out.push_back(std::move(finding));
  } else if (gpu.peak_range.high > gpu.capacity || ratio(gpu.peak, gpu.capacity) >= tight_share) {
    out.push_back({Severity::wasteful, "gpu_memory_tight", "training.micro_batch_size",
                   "Tight: " + format_bytes(gpu.peak) + " of " + format_bytes(gpu.capacity) + ", up to " +
                       format_bytes(gpu.peak_range.high) + " within the range of the estimate.",
                   "Leave a margin: a smaller micro batch, or checkpointing."});
  }
  if (!estimate.cpu.fits) {
    Finding finding{Severity::fails_later, "cpu_memory", "cluster.cpu_memory_gib",
                    "Host memory is too small: " + format_bytes(estimate.cpu.per_node) + " needed, " +
                        format_bytes(estimate.cpu.capacity_per_node) + " per node.",
                    ""};
    set_way_out(finding, plan, candidates);
    out.push_back(std::move(finding));
  }
  if (!estimate.nvme.fits) {
    Finding finding{Severity::fails_later, "nvme_capacity", "cluster.nvme.capacity_gib",
                    "The drive is too small: " + format_bytes(estimate.nvme.per_node) + " needed, " +
                        format_bytes(estimate.nvme.capacity_per_node) + " per node.",
                    ""};
    set_way_out(finding, plan, candidates);
    out.push_back(std::move(finding));
  }
}

void add_host_warnings(std::vector<Finding>& out, const Plan& plan, const HostMemory& cpu) {
  if (cpu.loading_per_node > cpu.capacity_per_node)
    out.push_back(
        {Severity::fails_later, "host_loading", "training.zero_init",
         "Loading takes " + format_bytes(cpu.loading_per_node) +
             " of host memory per node, because each of " + format_count(plan.cluster.gpus_per_node) +
             " ranks builds the whole model; the node has " + format_bytes(cpu.capacity_per_node) + ".",
         "Load on the meta device (low_cpu_mem_usage), or use stage 3 with zero.Init."});
  if (cpu.fits && cpu.per_node - cpu.pinned_per_node + cpu.pinned_rounded_per_node > cpu.capacity_per_node)
    out.push_back(
        {Severity::fails_later, "pinned_rounding", "zero.offload_optimizer.pin_memory",
         "Pinned host memory may not fit: PyTorch rounds each pinned allocation up to a power of two, " +
             format_bytes(cpu.pinned_rounded_per_node) + " instead of " + format_bytes(cpu.pinned_per_node) +
             " per node.",
         "Set pin_memory to false for the optimizer, or leave more host memory free."});
}

bool holds(const std::vector<Finding>& found, std::string_view code) {
  return std::ranges::any_of(found, [&](const Finding& finding) { return finding.code == code; });
}

/// A strategy that fits and is faster, where no other finding advises it already.
void add_lighter_strategy(std::vector<Finding>& out, const Judged& judged) {
  const Candidate* best = best_of(judged.candidates);
  if (best == nullptr || best->strategy == strategy_of(judged.plan) || !is_better(judged, best->plan)) return;
  if (std::ranges::any_of(out, [&](const Finding& finding) {
        return finding.remedy && strategy_of(finding.remedy->plan) != strategy_of(judged.plan);
      }))
    return;
  out.push_back(with_remedy(
      judged,
      {Severity::slow, "lighter_strategy", "zero.stage",
       label_of(best->strategy) + " fits too (" + format_bytes(best->estimate.gpu.peak) + ") and takes " +
           format_seconds(best->time.total) + " a step instead of " + format_seconds(judged.time.total) + ".",
       ""},
      best->plan, "Use " + label_of(best->strategy)));
}

void add_larger_micro_batch(std::vector<Finding>& out, const Judged& judged) {
  const Candidate* own = of_strategy(judged.candidates, strategy_of(judged.plan));
  if (own == nullptr || own->largest_micro_batch <= judged.plan.training.micro_batch_size) return;
  if (holds(out, "launch_bound")) return;
  Plan larger = judged.plan;
  larger.training.micro_batch_size = own->largest_micro_batch;
  const MemoryEstimate then = estimate_memory(larger);
  out.push_back({Severity::style, "larger_micro_batch", "training.micro_batch_size",
                 "Micro batch " + format_count(own->largest_micro_batch) + " also fits (" +
                     format_bytes(then.gpu.peak) + " of " + format_bytes(then.gpu.capacity) +
                     "): " + gain_text(judged, larger) + ".",
                 "Lower the accumulation to keep the global batch.", "",
                 Remedy{"Set micro batch " + format_count(own->largest_micro_batch), larger}});
}

/// What only a plan that fits, and whose compute is known, can be told.
void add_advice(std::vector<Finding>& out, const Plan& plan, const MemoryEstimate& estimate,
                const std::vector<Candidate>& candidates) {
  const StepTime time = estimate_speed(plan);
  if (!estimate.fits() || !time.is_known) return;
  const Judged judged{plan, candidates, time, throughput_of(plan, time.total).tokens_per_s};
  add_communication_findings(out, judged);
  add_offload_findings(out, judged);
  add_launch_findings(out, judged);
  add_lighter_strategy(out, judged);
  add_larger_micro_batch(out, judged);
}

void add_global_batch(std::vector<Finding>& out, const Plan& plan) {
  const Training& training = plan.training;
  const std::int64_t sequences = train_batch_size(plan);
  out.push_back({Severity::style, "global_batch", "training.gradient_accumulation_steps",
                 "Global batch is " + format_count(sequences) + " sequences (" +
                     format_count(training.micro_batch_size) + " × " +
                     format_count(training.gradient_accumulation_steps) + " × " +
                     format_count(data_parallel_world(plan)) + "), " +
                     format_count(sequences * training.sequence_length) + " tokens per optimizer step.",
                 ""});
}

}  // namespace

std::vector<Finding> findings(const Plan& plan, const MemoryEstimate& estimate,
                              const std::vector<Candidate>& candidates) {
  std::vector<Finding> out;
  add_capacity(out, plan, estimate, candidates);
  add_host_warnings(out, plan, estimate.cpu);
  add_advice(out, plan, estimate, candidates);
  add_global_batch(out, plan);
  std::ranges::stable_sort(out, {}, &Finding::severity);
  return out;
}

}  // namespace zp
