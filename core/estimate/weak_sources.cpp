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
    {"Products on GPUs that nobody measured", [] { return share_of_peak(catalog().usual_sustained_share()); },
     "No benchmark of such a GPU is known; the share is between those of the generations that were "
     "measured, which reach from 0.37 to 1.",
     calibration, is_unmeasured},
    {"Network between nodes that nobody stated",
     [] { return format_gb_per_s(default_inter_node().gb_per_s) + " for each GPU"; },
     "No source says what an unnamed cluster has.", "State cluster.inter_node.",
     [](const Plan& plan) { return plan.cluster.nodes > 1 && !states(plan, Statement::network); }},
    {"Host memory that nobody stated", [] { return std::string("the vendor's own node, or 200 GB/s"); },
     "What a CPU optimizer reaches depends on the processor and on how processes are bound to it: one source "
     "took 17 to 20 s where this gives 3 to 4 (docs/speed.md, Stage 3 against stages 1 and 2).",
     "State cluster.cpu_memory_gb_per_s and cluster.cpu_cores.",
     [](const Plan& plan) {
       const Homes homes = homes_of(plan);
       return (homes.states != Device::none || homes.weights != Device::none) &&
              !states(plan, Statement::host);
     }},
    {"Drives that nobody described",
     [] { return std::string("one Gen4 drive, as in DeepSpeed's DeepNVMe tutorial"); },
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
     "The processors behind the figures are not named, and that of the backward pass is what is left once "
     "Python is taken off.",
     calibration, has_clock},
    {"Products on Hopper", [] { return share_of("Hopper"); },
     "It was taken from step times of one source (llm-foundry), which is among the rows that the clock is "
     "compared with.",
     calibration, [](const Plan& plan) { return is_of_generation(plan, "Hopper"); }},
    {"Products on Volta", [] { return share_of("Volta"); },
     "It was taken from step times of 2020 and 2021 (ZeRO-Offload, BigScience); a product alone reaches "
     "0.76.",
     calibration, [](const Plan& plan) { return is_of_generation(plan, "Volta"); }},
    {"Products on CDNA3", [] { return share_of("CDNA3"); },
     "The share of a single product was multiplied by what training reaches of that on an A100.", calibration,
     [](const Plan& plan) { return is_of_generation(plan, "CDNA3"); }},
    {"FlashAttention 1 and 2", [] { return std::string("shares of an A100's peak, forward and backward"); },
     "They are recalled from figures of arXiv 2307.08691, not read; of FlashAttention 1 the middles of "
     "ranges are taken.",
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
     "That the share is of all tensors, and not of activations alone, was chosen with the errors of "
     "published runs in view.",
     calibration, always},
    {"Odds that a plan fits",
     [] { return std::string("one median and one spread of measured over predicted memory"); },
     "Both were chosen so that published outcomes come true as often as said; few of these runs are near "
     "the capacity of their cards.",
     "", always},
    {"Likely range of the peak of pipelines",
     [] { return std::string("that of DeepSpeed's runs where it is wider"); },
     "Nearly all published peaks of pipelines are of one source.", "",
     [](const Plan& plan) { return memory_kind_of(plan) == MemoryKind::pipelines; }},
    {"Pipelines that split the backward pass", [] { return std::string("no published run"); },
     "Waits, and what waits between the two halves, follow from the order of passes and from PyTorch's "
     "source, "
     "gradients of weights taking as long as a forward pass.",
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
