// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/claims/claim_rows.h"
#include "core/sharding/plan_words.h"
#include "core/units/format.h"

/// Claims of the first document about memory, stages and offload.
namespace zp::claims {
namespace {

using enum ClaimVerdict;

/// Returns the ratio of model states without ZeRO to those at a stage, and the ratio of the peaks.
std::optional<ClaimFigures> saved_at(const PlanFigures& figures, int stage, double claimed) {
  const std::optional<Figures> none = figures.at(0), with = figures.at(stage);
  if (!none || !with) return std::nullopt;
  const double states = as_double(states_of(figures, *none)) / as_double(states_of(figures, *with));
  const double peaks = as_double(none->estimate.gpu.peak) / as_double(with->estimate.gpu.peak);
  return ClaimFigures{"model states " + times(states) + ", peak of a GPU " + times(peaks),
                      within(states, 0.95 * claimed, 1.05 * claimed)};
}

std::optional<ClaimFigures> states_without_zero(const PlanFigures& figures) {
  const std::optional<Figures> none = figures.at(0);
  if (!none) return std::nullopt;
  const Bytes states = states_of(figures, *none);
  const auto parameters = static_cast<double>(none->estimate.model.parameters.value());
  return ClaimFigures{format_gb(as_double(states)) + " of model states, " +
                      format_number(as_double(states) / parameters, 3) + " bytes a parameter; " +
                      format_gib(none->estimate.gpu.peak) + " at the peak"};
}

std::optional<ClaimFigures> table_of_stages(const PlanFigures& figures) {
  std::string text;
  for (int stage = 0; stage <= 3; ++stage) {
    const std::optional<Figures> one = figures.at(stage);
    if (!one) return std::nullopt;
    text += (stage == 0 ? "" : ", ") + format_gb(as_double(states_of(figures, *one)));
  }
  return ClaimFigures{text + " of model states at stages 0 to 3"};
}

std::optional<ClaimFigures> saved_by_stage_3(const PlanFigures& figures) {
  const std::optional<Figures> none = figures.at(0), with = figures.at(3);
  if (!none || !with) return std::nullopt;
  const double states = as_double(states_of(figures, *none)) / as_double(states_of(figures, *with));
  const double peaks = as_double(none->estimate.gpu.peak) / as_double(with->estimate.gpu.peak);
  return ClaimFigures{"on " + counted(figures.plan().cluster.ranks(), "GPU") + " model states " +
                      times(states) + ", peak of a GPU " + times(peaks)};
}

std::optional<ClaimFigures> stage_3_against_2(const PlanFigures& figures) {
  const std::optional<double> slower = slower_by(figures.at(3), figures.at(2));
  if (!slower) return std::nullopt;
  return ClaimFigures{"a step " + more_by(*slower) + " against stage 2 on this cluster"};
}

/// Returns stage 3 compared with stage 2 over 10 Gigabit Ethernet, one port per node, on at least two nodes.
std::optional<ClaimFigures> stage_3_on_ethernet(const PlanFigures& figures) {
  constexpr double port = 1.25;  // GB/s
  const auto over = [&](int stage) {
    return figures.with([&](Plan& plan) {
      set_strategy(plan, {stage, Device::none, Device::none, strategy_of(plan).framework, false});
      plan.cluster.nodes = std::max(2, plan.cluster.nodes);
      plan.cluster.inter_node = {{}, port / plan.cluster.gpus_per_node};
    });
  };
  const std::optional<double> slower = slower_by(over(3), over(2));
  if (!slower) return std::nullopt;
  return ClaimFigures{"a step " + more_by(*slower) + " against stage 2 over one 10 Gbit/s port a node",
                      *slower >= 1.5 ? right : wrong};
}

std::optional<ClaimFigures> saved_by_offload(const PlanFigures& figures) {
  const std::optional<Figures> on_gpu = figures.at(3), some = figures.at(3, Device::cpu),
                               all = figures.at(3, Device::cpu, Device::cpu);
  if (!on_gpu || !some || !all) return std::nullopt;
  const double peak = as_double(on_gpu->estimate.gpu.peak);
  const double most = peak / as_double(all->estimate.gpu.peak);
  return ClaimFigures{"at stage 3 the peak of a GPU " + times(peak / as_double(some->estimate.gpu.peak)) +
                          " with the optimizer on the host, " + times(most) + " with the parameters too",
                      within(most, 8, 16)};
}

std::optional<ClaimFigures> places_of_offload(const PlanFigures& figures) {
  const std::optional<Figures> all = figures.at(3, Device::cpu, Device::cpu);
  if (!all) return std::nullopt;
  return ClaimFigures{format_gib(all->estimate.gpu.peak) + " on a GPU, " +
                      format_gib(all->estimate.cpu.needed_per_node()) + " on the host of a node"};
}

std::optional<ClaimFigures> slowed_by_offload(const PlanFigures& figures) {
  const std::optional<double> at_2 = slower_by(figures.at(2, Device::cpu), figures.at(2)),
                              at_3 = slower_by(figures.at(3, Device::cpu), figures.at(3));
  if (!at_2 && !at_3) return std::nullopt;
  std::string text = "a step";
  if (at_2) text += " " + more_by(*at_2) + " at stage 2";
  if (at_3) text += std::string(at_2 ? "," : "") + " " + more_by(*at_3) + " at stage 3";
  const double one = at_3.value_or(at_2.value_or(1));
  return ClaimFigures{text + " with the optimizer on the host", within(one, 1.1, 1.2)};
}

std::optional<ClaimFigures> slowed_by_drives(const PlanFigures& figures) {
  const std::optional<double> slower = slower_by(figures.at(3, Device::nvme, Device::nvme), figures.at(3));
  if (!slower) return std::nullopt;
  return ClaimFigures{"a step " + more_by(*slower) + " with both on the plan's drives",
                      within(*slower, 1.5, 4)};
}

std::optional<ClaimFigures> host_link(const PlanFigures& figures) {
  const double speed = figures.plan().cluster.host_link.gb_per_s;
  return ClaimFigures{format_gb_per_s(speed) + " for each GPU and direction", speed >= 100 ? right : wrong};
}

std::optional<ClaimFigures> drive_space(const PlanFigures& figures) {
  const std::optional<Figures> all = figures.at(3, Device::nvme, Device::nvme);
  if (!all) return std::nullopt;
  return ClaimFigures{format_gib(all->estimate.nvme.per_node) + " on the drives of a node with both on them"};
}

std::optional<ClaimFigures> parameters_at_stage_3(const PlanFigures& figures) {
  const std::optional<Figures> one = figures.at(3);
  if (!one) return std::nullopt;
  const auto parameters = static_cast<double>(one->estimate.model.parameters.value());
  return ClaimFigures{
      format_params(Params(static_cast<std::int64_t>(parameters / figures.plan().cluster.ranks()))) +
      " parameters per GPU on " + counted(figures.plan().cluster.ranks(), "GPU")};
}

std::optional<ClaimFigures> states_on_host(const PlanFigures& figures) {
  const std::optional<Figures> one = figures.at(3, Device::cpu);
  if (!one) return std::nullopt;
  const Bytes host = one->estimate.cpu.per_node;
  return ClaimFigures{format_gib(host) + " on the host of a node, " +
                      format_gib(Bytes(host.value() / figures.plan().cluster.gpus_per_node)) +
                      " for each of its GPUs"};
}

constexpr std::string_view problem = "The memory problem";
constexpr std::string_view stages = "How ZeRO stages work";
constexpr std::string_view infinity = "ZeRO-Infinity";
constexpr std::string_view tradeoff = "The memory-performance tradeoff";
constexpr std::string_view hidden_cost = "The hidden cost of memory efficiency";

constexpr auto claims_of_memory = std::to_array<ClaimRow>({
    {ClaimDocument::first, problem,
     "A replica of 7B in mixed precision takes 84 GB: 14 of weights, 14 of gradients, 56 of Adam's states",
     partly,
     "It leaves out the fp32 master copy, 4 bytes of each parameter: 16 bytes, not 12, and 18 to 20 during "
     "DeepSpeed's optimizer step (deepspeed/runtime/zero/stage_1_and_2.py). Activations, logits and buffers "
     "come on top.",
     states_without_zero},
    {ClaimDocument::first, problem, "Standard data parallelism saves bandwidth, not memory", wrong,
     "It saves neither: it reduces all gradients, two bytes a parameter round the ring twice, in every step.",
     nullptr},
    {ClaimDocument::first, stages, "Stage 1 gives about 4× total savings on four GPUs", wrong,
     "Only the optimizer states are divided. Weights and gradients stay whole, so the total of 16 bytes a "
     "parameter "
     "goes to 7 on four GPUs, and never below 4.",
     [](const PlanFigures& figures) { return saved_at(figures, 1, 4); }},
    {ClaimDocument::first, stages,
     "Optimizer states are gathered before the update and scattered back after it", wrong,
     "States never move. Gradients are reduced to the rank that owns them, and the updated 16-bit weights "
     "are "
     "gathered (stage_1_and_2.py, step).",
     nullptr},
    {ClaimDocument::first, stages, "Stage 2 gives about 8× total savings", wrong,
     "Weights stay whole: 16 bytes a parameter go to 5.5 on four GPUs, and never below 2.",
     [](const PlanFigures& figures) { return saved_at(figures, 2, 8); }},
    {ClaimDocument::first, stages, "Stage 3 saves in proportion to the number of GPUs", partly,
     "Model states do. Gathered parameters, activations, logits and the CUDA context do not shrink, so the "
     "peak does not.",
     saved_by_stage_3},
    {ClaimDocument::first, stages,
     "The table of 84, 42, 31.5 and 21 GB for 7B on four GPUs (DDP, stages 1 to 3)", partly,
     "Right for weights, gradients, and 8 bytes of Adam's states; the fp32 master copy is missing.",
     table_of_stages},
    {ClaimDocument::first, stages,
     "Stage 3's gathers are hidden on NVLink and InfiniBand, and cost 10 to 30 % on commodity networks",
     depends, "It depends on the micro batch, the sequence and the bandwidth of a GPU's share of the link.",
     stage_3_against_2},
    {ClaimDocument::first, hidden_cost, "On 10 Gigabit Ethernet stage 3 is slower by 50 % or more", depends,
     "Stage 3 gathers the weights twice for each micro batch. Stage 2 gathers them once a step, but "
     "DeepSpeed "
     "all-reduces its gradients whole by default, after each micro batch (stage_1_and_2.py), which sends "
     "about as much.",
     stage_3_on_ethernet},
    {ClaimDocument::first, infinity, "CPU offload reduces GPU memory 8 to 16 times", wrong,
     "It takes the states off the GPU; activations, logits, gathered weights and buffers stay there.",
     saved_by_offload},
    {ClaimDocument::first, infinity, "A 7B model fits in 10 to 21 GB of a GPU, with 56 to 112 GB on the CPU",
     depends, "Sequence, micro batch and vocabulary decide the GPU's part.", places_of_offload},
    {ClaimDocument::first, infinity, "CPU offload costs 10 to 20 % of the speed in most cases", depends,
     "The CPU's Adam reads and writes 16 bytes and more of each parameter in every step. Only many tokens "
     "for each "
     "step hide that.",
     slowed_by_offload},
    {ClaimDocument::first, infinity, "Modern systems move more than 100 GB/s between CPU and GPU", depends,
     "PCIe 4.0 × 16 reaches about 25 GB/s in one direction, PCIe 5.0 about 50; only a chip-to-chip link such "
     "as that "
     "of GH200 is faster.",
     host_link},
    {ClaimDocument::first, infinity,
     "A model of a trillion parameters trains on commodity hardware with 1 to 4 TB of NVMe", wrong,
     "Its states alone take 16 bytes a parameter: 16 TB in all, whatever is on the GPU.", nullptr},
    {ClaimDocument::first, infinity, "NVMe offload slows a step by 50 to 300 %", depends,
     "Each step reads and writes the optimizer states: 24 bytes a parameter over the drives of a node.",
     slowed_by_drives},
    {ClaimDocument::first, infinity, "The drive needs the size of the model divided by the number of GPUs",
     wrong, "A node's drives hold the partitions of all its GPUs, optimizer states included.", drive_space},
    {ClaimDocument::first, tradeoff, "70B divided by 8 GPUs leaves about 9 billion parameters on each", right,
     "Stage 3 divides each tensor evenly (partition_parameters.py), with less than N elements of padding.",
     parameters_at_stage_3},
    {ClaimDocument::first, tradeoff,
     "Optimizer states of a 70B model take 112 GB of host memory, 14 GB for each of 8 GPUs", wrong,
     "Adam's states and the fp32 master copy of 70B take 12 bytes a parameter, 840 GB; gradients come on "
     "top.",
     states_on_host},
    {ClaimDocument::first, hidden_cost, "70B on 8 GPUs instead of 64 is an eightfold gain in efficiency",
     wrong,
     "ZeRO saves memory, not work: the same tokens take the same GPU hours at best, and eight times as long.",
     nullptr},
});

}  // namespace

std::span<const ClaimRow> rows_of_memory() { return claims_of_memory; }

}  // namespace zp::claims
