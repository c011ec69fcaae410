// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/claims/claim_rows.h"
#include "core/sharding/plan_words.h"
#include "core/units/format.h"

/// Claims of the second document.
namespace zp::claims {
namespace {

using enum ClaimVerdict;

std::optional<ClaimFigures> states_at(const PlanFigures& figures, int stage) {
  const std::optional<Figures> one = figures.at(stage);
  if (!one) return std::nullopt;
  return ClaimFigures{format_gb(static_cast<double>(states_of(figures, *one).value())) +
                      " of model states, " + format_gib(one->estimate.gpu.peak) + " at the peak, at stage " +
                      std::to_string(stage) + " on " + counted(figures.plan().cluster.ranks(), "GPU")};
}

std::optional<ClaimFigures> stage_1_against_none(const PlanFigures& figures) {
  const std::optional<double> slower = slower_by(figures.at(1), figures.at(0));
  if (!slower) return std::nullopt;
  return ClaimFigures{"a step " + more_by(*slower) + " against stage 0", *slower < 0.995 ? right : wrong};
}

std::optional<ClaimFigures> what_stage_3_leaves(const PlanFigures& figures) {
  const std::optional<Figures> one = figures.at(3);
  if (!one) return std::nullopt;
  const Bytes rest = one->estimate.gpu.peak - states_of(figures, *one);
  return ClaimFigures{format_gib(rest) +
                      " of a GPU's peak are no model states and are not divided among the GPUs"};
}

std::optional<ClaimFigures> fp16_against_fp32(const PlanFigures& figures) {
  const auto with = [&](Precision precision) {
    return figures.with([&](Plan& plan) { plan.training.precision = precision; });
  };
  const std::optional<Figures> half = with(Precision::fp16), full = with(Precision::fp32);
  if (!half || !full) return std::nullopt;
  const double ratio = static_cast<double>(half->estimate.gpu.peak.value()) /
                       static_cast<double>(full->estimate.gpu.peak.value());
  return ClaimFigures{"the peak of a GPU " + more_by(ratio) + " with fp16 against fp32",
                      within(ratio, 0.45, 0.55)};
}

std::optional<ClaimFigures> bf16_on_gpu(const PlanFigures& figures) {
  const GpuPreset* const gpu = binding_preset(figures.plan().cluster);
  if (gpu == nullptr) return std::nullopt;
  return ClaimFigures{std::string(gpu->name) + (gpu->has_bf16 ? " has bf16" : " has no bf16: use fp16")};
}

std::optional<ClaimFigures> sizes_of_checkpoints(const PlanFigures& figures) {
  const CheckpointSize& size = figures.own().estimate.checkpoint;
  return ClaimFigures{format_bytes(size.weights) + " of 16-bit weights; a ZeRO checkpoint has " +
                      format_bytes(size.training_state)};
}

std::optional<ClaimFigures> processes(const PlanFigures& figures) {
  const Cluster& cluster = figures.plan().cluster;
  return ClaimFigures{"num_machines " + format_count(cluster.nodes) + ", num_processes " +
                      format_count(cluster.ranks())};
}

constexpr std::string_view zero_stages = "ZeRO stages";
constexpr std::string_view scenarios = "Application scenarios";
constexpr std::string_view parameters = "DeepSpeed training parameters";
constexpr std::string_view loss = "Impact of ZeRO stages on training loss";
constexpr auto second = ClaimDocument::second;

constexpr auto claims_of_second_document = std::to_array<ClaimRow>({
    {second, zero_stages, "Stage 1 may speed up training, because each GPU holds less", depends,
     "A step has the same work and the same traffic; the update of a part of the weights is shorter, and the "
     "free "
     "memory allows a larger micro batch.",
     stage_1_against_none},
    {second, zero_stages, "Stage 3 removes the limits that device memory sets", wrong,
     "Activations, logits and gathered parameters of one GPU's batch still have to fit.",
     what_stage_3_leaves},
    {second, scenarios, "Stage 1 on four GPUs: 4 + 4 + 1 = 9 GB", wrong,
     "The example gives Adam's states the size of the weights. In mixed precision they are six times as "
     "large, 12 "
     "bytes a parameter beside 2.",
     [](const PlanFigures& figures) { return states_at(figures, 1); }},
    {second, scenarios, "Stage 2: 4 + 1 + 1 = 6 GB, \"approximately 5 GB\"", wrong,
     "The sum and the text differ, and the states are too small, as at stage 1.",
     [](const PlanFigures& figures) { return states_at(figures, 2); }},
    {second, scenarios, "Stage 3: 1 + 1 + 1 = 3 GB", wrong,
     "The states are too small, as at stage 1, and the gathered parameters are left out.",
     [](const PlanFigures& figures) { return states_at(figures, 3); }},
    {second, parameters, "zero_optimization reduces communication overhead", wrong,
     "Stages 1 and 2 send as many bytes as data parallelism, stage 3 one and a half times as many (arXiv "
     "1910.02054, section 7).",
     nullptr},
    {second, parameters, "4 to 16 are usual for gradient_accumulation_steps", depends,
     "It follows from the global batch that the training needs, the micro batch that fits, and the GPUs.",
     nullptr},
    {second, parameters, "fp16 halves memory", depends,
     "It halves activations and gradients. Adam keeps fp32 master weights beside fp32 states, so model "
     "states stay at "
     "16 bytes a parameter.",
     fp16_against_fp32},
    {second, parameters, "bf16 needs hardware that has it, such as TPUs and newer NVIDIA GPUs", right,
     "NVIDIA has it since Ampere; V100 and T4 do not, and their runs take fp16.", bf16_on_gpu},
    {second, parameters, "Offload to the CPU is the best balance", depends,
     "If a plan fits without offload, offload only costs time; drives are for states that host memory cannot "
     "hold.",
     nullptr},
    {second, parameters, "zero3_init_flag chooses whether parameters are initialised in full or in 16 bits",
     wrong,
     "It builds the model under zero.Init, so that each parameter is partitioned as it is made and no rank "
     "holds the "
     "whole model.",
     nullptr},
    {second, parameters, "zero3_save_16bit_model shrinks checkpoints", partly,
     "It gathers the weights and writes ordinary files beside the ZeRO checkpoint, which keeps its size.",
     sizes_of_checkpoints},
    {second, parameters, "distributed_type may be DEEPSPEED, MPI, NCCL and others", wrong,
     "accelerate knows NO, MULTI_CPU, MULTI_GPU, DEEPSPEED, FSDP, MEGATRON_LM, XLA and other devices. MPI "
     "and NCCL are "
     "backends of torch.distributed.",
     nullptr},
    {second, parameters, "num_machines counts nodes, num_processes all processes, one for each GPU", right,
     "accelerate divides num_processes by num_machines.", processes},
    {second, loss, "The stage does not change the training loss", right,
     "All stages compute the same update. Sums in another order differ in the last bits; a stage that lets "
     "the batch "
     "grow changes the training, not the method.",
     nullptr},
});

}  // namespace

std::span<const ClaimRow> rows_of_second_document() { return claims_of_second_document; }

}  // namespace zp::claims
