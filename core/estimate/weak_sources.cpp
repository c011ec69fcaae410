// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/weak_sources.h"

#include "core/catalog/catalog.h"
#include "core/memory/peak_range.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/sharding/roles.h"
#include "core/sharding/sharding.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/host_time.h"
#include "core/speed/range.h"
#include "core/units/format.h"

namespace zp {
namespace {

bool always(const Plan&) { return true; }

bool has_clock(const Plan& plan) { return plan.model.has_shape(); }

/// Returns true if resources/catalog/gpus.json has no rule for the GPU's generation, or the GPU is given only
/// by numbers.
bool is_unmeasured(const Plan& plan) {
  return !plan.cluster.gpu.preset ||
         plan.cluster.gpu.preset->sustained_share == catalog().usual_sustained_share();
}

bool is_of_generation(const Plan& plan, std::string_view generation) {
  return plan.cluster.gpu.preset && plan.cluster.gpu.preset->generation == generation;
}

std::string share_of_peak(double share) { return format_number(share, 2) + " of the dense peak"; }

std::string share_of(std::string_view generation) {
  for (const SustainedRule& rule : catalog().sustained)
    if (rule.generation == generation) return share_of_peak(rule.share);
  return share_of_peak(catalog().usual_sustained_share());
}

constexpr std::string_view calibration = "Calibrate from a log of this machine (zero-planner calibrate).";

constexpr auto sources = std::to_array<WeakSource>({
    {"Products on GPUs without a published benchmark",
     [] { return share_of_peak(catalog().usual_sustained_share()); },
     "No benchmark of such a GPU is known; the share is between those of the generations that were "
     "measured, which reach from 0.37 to 1.",
     calibration, is_unmeasured},
    {"Unstated network between nodes",
     [] { return format_gb_per_s(default_inter_node().gb_per_s) + " for each GPU"; },
     "No source states the network of an unnamed cluster.", "State cluster.inter_node.",
     [](const Plan& plan) { return plan.cluster.nodes > 1 && !states(plan, Statement::network); }},
    {"Unstated host memory", [] { return std::string("the vendor's own node, or 200 GB/s"); },
     "The rate of a CPU optimizer depends on the processor and on how processes are bound to it: one source "
     "measured 17 to 20 s, and this gives 3 to 4 (docs/speed.md, Stage 3 against stages 1 and 2).",
     "State cluster.cpu_memory_gb_per_s and cluster.cpu_cores.",
     [](const Plan& plan) {
       const Homes homes = homes_of(plan);
       return (homes.states != Device::none || homes.weights != Device::none) &&
              !states(plan, Statement::host);
     }},
    {"Unstated drives", [] { return std::string("one Gen4 drive, as in DeepSpeed's DeepNVMe tutorial"); },
     "It is one benchmark of one drive.", "State cluster.nvme.",
     [](const Plan& plan) {
       const Homes homes = homes_of(plan);
       return (homes.states == Device::nvme || homes.weights == Device::nvme) &&
              plan.cluster.nvme.read_gb_per_s == 0;
     }},
    {"Time of the host to start a kernel",
     [] {
       return format_seconds(operation_seconds) + " forward, " + format_seconds(gradient_seconds) +
              " backward";
     },
     "The sources do not name the processors; the figure of the backward pass is derived by subtracting "
     "Python's time.",
     calibration, has_clock},
    {"Products on Hopper", [] { return share_of("Hopper"); },
     "It comes from step times of one source (llm-foundry), whose rows the clock is also compared with.",
     calibration, [](const Plan& plan) { return is_of_generation(plan, "Hopper"); }},
    {"Products on Volta", [] { return share_of("Volta"); },
     "It comes from step times of 2020 and 2021 (ZeRO-Offload, BigScience); a single product reaches 0.76.",
     calibration, [](const Plan& plan) { return is_of_generation(plan, "Volta"); }},
    {"Products on CDNA3", [] { return share_of("CDNA3"); },
     "The share of a single product, multiplied by the part of it that training reaches on an A100.",
     calibration, [](const Plan& plan) { return is_of_generation(plan, "CDNA3"); }},
    {"FlashAttention 1 and 2", [] { return std::string("shares of an A100's peak, forward and backward"); },
     "They are from memory of the figures in arXiv 2307.08691; for FlashAttention 1 the middle of each range "
     "is used.",
     "",
     [](const Plan& plan) {
       return has_clock(plan) && plan.training.attention == Attention::sdpa &&
              !masks_attention(plan.training) && !runs_kernel_for_hopper(plan);
     }},
    {"Small products",
     [] {
       return std::string(
           "half a tile more of rows and columns, and more terms (pipeline_terms of core/speed)");
     },
     "Half a tile follows from CUTLASS's tiles, but no measurement gives the terms that filling a tile's "
     "pipeline costs; one formula serves every GPU.",
     "", has_clock},
    {"Memory that the allocator reserves without use",
     [] { return std::string("a share of all tensors at the peak"); },
     "The share is of all tensors, not of activations alone: a choice made with knowledge of the errors on "
     "published runs.",
     calibration, always},
    {"Odds that a plan fits",
     [] { return std::string("one median and one spread of measured over predicted memory"); },
     "Both were chosen so that published outcomes occur as often as the odds say; few of these runs are near "
     "the capacity of their cards.",
     "", always},
    {"Likely range of the peak of pipelines",
     [] { return std::string("that of DeepSpeed's runs where it is wider"); },
     "Nearly all published peaks of pipelines are from one source.", "",
     [](const Plan& plan) { return memory_kind_of(plan) == MemoryKind::pipelines; }},
    {"Pipelines that split the backward pass", [] { return std::string("no published run"); },
     "Waiting times, and the tensors kept between the two halves, follow from the order of passes and "
     "PyTorch's source; gradients of weights take as long as a forward pass.",
     "Compare with a log of the run (zero-planner measure).",
     [](const Plan& plan) {
       return plan.training.pipeline_parallel > 1 && row_of(plan.training.pipeline_schedule).splits_backward;
     }},
    {"Range of the step time", [] { return std::string("not known for this kind of run"); },
     "Fewer than 20 published runs of the kind are comparable: mixtures of experts, QLoRA, reinforcement "
     "learning, drives, GPUs not by NVIDIA.",
     "Compare with a log of the run (zero-planner measure).",
     [](const Plan& plan) { return has_clock(plan) && !range_of(plan).is_known(); }},
});

}  // namespace

std::string sentences_of(const WeakSource& source) {
  std::string text =
      std::string(source.subject) + ": " + source.assumed() + ". " + std::string(source.weakness);
  if (!source.better.empty()) text += " " + std::string(source.better);
  return text;
}

std::span<const WeakSource> weak_sources() { return sources; }

}  // namespace zp
