// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/claims/claim_rows.h"
#include "core/sharding/plan_words.h"
#include "core/units/format.h"

/// Claims of the first document about keys of a ds_config, functions and estimates.
namespace zp::claims {
namespace {

using enum ClaimVerdict;

std::optional<ClaimFigures> by_accumulation(const PlanFigures& figures) {
  const std::optional<Figures> more =
      figures.with([](Plan& plan) { plan.training.gradient_accumulation_steps *= 4; });
  if (!more) return std::nullopt;
  return ClaimFigures{"the peak of a GPU goes from " + format_gib(figures.own().estimate.gpu.peak) + " to " +
                      format_gib(more->estimate.gpu.peak) +
                      " with four times the accumulation at the same micro batch"};
}

std::optional<ClaimFigures> by_gather_bucket(const PlanFigures& figures) {
  const std::optional<Figures> double_bucket =
      figures.with([](Plan& plan) { plan.zero.allgather_bucket_size *= 2; });
  if (!double_bucket) return std::nullopt;
  const Bytes more = double_bucket->estimate.gpu.peak - figures.own().estimate.gpu.peak;
  return ClaimFigures{"twice the value changes the peak by " + format_bytes(more)};
}

std::optional<ClaimFigures> by_overlap(const PlanFigures& figures) {
  const std::optional<Figures> on = figures.with([](Plan&plan) { plan.zero.overlap_comm = true; }),
                               off = figures.with([](Plan&plan) { plan.zero.overlap_comm = false; });
  const std::optional<double> faster = slower_by(on, off);
  if (!faster) return std::nullopt;
  return ClaimFigures{"a step " + more_by(*faster) + " and " +
                      format_bytes(on->estimate.gpu.peak - off->estimate.gpu.peak) +
                      " more with overlap_comm"};
}

std::optional<ClaimFigures> by_reduce_bucket(const PlanFigures& figures) {
  const std::optional<Figures> small =
      figures.with([](Plan& plan) { plan.zero.reduce_bucket_size = 5'000'000; });
  const std::optional<double> slower = slower_by(small, figures.own());
  if (!slower) return std::nullopt;
  return ClaimFigures{"a step " + more_by(*slower) + " with a reduce bucket of 5 million elements"};
}

std::optional<ClaimFigures> by_checkpointing(const PlanFigures& figures) {
  const auto with = [&](Checkpointing how) {
    return figures.with([&](Plan& plan) { plan.training.activation_checkpointing = how; });
  };
  const std::optional<Figures> none = with(Checkpointing::none), full = with(Checkpointing::full);
  const std::optional<double> slower = slower_by(full, none);
  if (!slower) return std::nullopt;
  const double saved = 1 - as_double(full->estimate.gpu.peak) / as_double(none->estimate.gpu.peak);
  return ClaimFigures{"the peak of a GPU " + more_by(1 - saved) + ", a step " + more_by(*slower),
                      saved >= 0.3 && saved <= 0.4 && *slower <= 1.12 ? right : wrong};
}

std::optional<ClaimFigures> buffers_of_parameters(const PlanFigures& figures) {
  constexpr double buffers = 5, elements = 1e9, bytes = 2;
  const double each = buffers * elements * bytes;
  return ClaimFigures{format_gb(each) + " pinned for each GPU, " +
                      format_gb(each * figures.plan().cluster.gpus_per_node) + " on a node"};
}

std::optional<ClaimFigures> activations_by_rule(const PlanFigures& figures) {
  const MemoryEstimate& estimate = figures.own().estimate;
  const double theirs = static_cast<double>(estimate.model.parameters.value()) / 12 * 4;
  const Bytes ours = estimate.gpu.components[static_cast<std::size_t>(Component::activations)];
  return ClaimFigures{format_gib(ours) + " at the peak; their rule says " +
                      format_gib(Bytes(static_cast<std::int64_t>(theirs))) +
                      ", a tenth of it with checkpointing"};
}

std::optional<ClaimFigures> overhead(const PlanFigures& figures) {
  const GpuMemory& gpu = figures.own().estimate.gpu;
  const double share = as_double(gpu.components[static_cast<std::size_t>(Component::framework)] +
                                 gpu.components[static_cast<std::size_t>(Component::fragmentation)]) /
                       as_double(gpu.peak);
  return ClaimFigures{format_percent(share) + " of the peak", within(share, 0.12, 0.18)};
}

std::optional<ClaimFigures> batch(const PlanFigures& figures) {
  const Training& training = figures.plan().training;
  return ClaimFigures{format_count(training.micro_batch_size) + " × " +
                      format_count(training.gradient_accumulation_steps) + " × " +
                      counted(figures.plan().cluster.ranks(), "GPU") + ": " +
                      counted(train_batch_size(figures.plan()), "sequence")};
}

constexpr std::string_view configuring = "Configuring DeepSpeed for ZeRO";
constexpr std::string_view infinity_settings = "ZeRO-Infinity configuration";
constexpr std::string_view profiling = "Profiling and estimating memory usage";
constexpr std::string_view generator = "The ZeRO configuration generator";
constexpr std::string_view efficiency_cost = "The hidden cost of memory efficiency";

constexpr auto claims_of_settings = std::to_array<ClaimRow>({
    {ClaimDocument::first, configuring, "fp16.initial_loss_scale sets the first loss scale", wrong,
     "There is no such key, and DeepSpeed refuses the file. The key is initial_scale_power, 16 for 65,536 "
     "(deepspeed/runtime/precision_config.py).",
     nullptr},
    {ClaimDocument::first, configuring, "fp16.loss_scale may be \"dynamic\"", wrong,
     "It is a number, and DeepSpeed refuses the file. 0, the default, means dynamic scaling.", nullptr},
    {ClaimDocument::first, configuring, "The batch is micro batch × GPUs × accumulation: 32 = 8 × 4 GPUs × 1",
     partly, "The rule is right. The file beside it has an accumulation of 4, so it starts on one GPU only.",
     batch},
    {ClaimDocument::first, configuring, "More accumulation means less memory pressure", partly,
     "Only if the micro batch shrinks for it: at the same micro batch nothing is saved.", by_accumulation},
    {ClaimDocument::first, configuring,
     "allgather_bucket_size is in bytes (500 MB), and a larger one takes more memory", wrong,
     "It counts elements, and has no effect if PyTorch gathers into one tensor (deepspeed/runtime/utils.py, "
     "all_gather_dp_groups).",
     by_gather_bucket},
    {ClaimDocument::first, configuring, "overlap_comm should always be true", depends,
     "At stages 1 and 2 it takes a second reduce bucket, and it can only hide what the backward pass is long "
     "enough "
     "for.",
     by_overlap},
    {ClaimDocument::first, configuring, "reduce_scatter saves memory", wrong,
     "It is how stages 1 and 2 reduce: each rank receives its part instead of all of it. The stage decides "
     "what is "
     "kept.",
     nullptr},
    {ClaimDocument::first, configuring, "round_robin_gradients balances the load of the reduction", wrong,
     "It assigns tensors to ranks in turn, so that with CPU offload the ranks share the copies of gradients "
     "to the host, at stages 1 and 2 (stage_1_and_2.py).",
     nullptr},
    {ClaimDocument::first, configuring, "sub_group_size decides how finely parameters are partitioned", wrong,
     "Each tensor is divided among the ranks. sub_group_size is the part of the states that one piece of the "
     "optimizer's step works on (stage3.py).",
     nullptr},
    {ClaimDocument::first, configuring,
     "Activation checkpointing saves 30 to 40 % of the memory for 10 % of the compute", depends,
     "A block is computed once more: a third of the forward and backward work, less where the optimizer or "
     "the network "
     "bounds the step.",
     by_checkpointing},
    {ClaimDocument::first, configuring, "The section activation_checkpointing of a ds_config switches it on",
     wrong,
     "Only deepspeed.checkpointing.configure reads it, and only code that calls "
     "deepspeed.checkpointing.checkpoint acts "
     "on it. A Hugging Face model needs gradient_checkpointing_enable().",
     nullptr},
    {ClaimDocument::first, configuring,
     "partition_activations and contiguous_memory_optimization save memory without model "
     "parallelism",
     wrong,
     "They divide by the tensor parallel size. With one rank each activation is copied whole, and without "
     "number_checkpoints the second stops with an assertion (checkpointing.py).",
     nullptr},
    {ClaimDocument::first, infinity_settings, "offload_param.buffer_size of 1e9 is one buffer of 1 GB", wrong,
     "It counts elements of the model's type, for drives only; buffer_count of them are pinned by each rank. "
     "The "
     "default is 1e8.",
     buffers_of_parameters},
    {ClaimDocument::first, infinity_settings, "pin_memory makes copies faster, and takes host memory", right,
     "Pageable memory reaches about a third to a half of a PCIe link. The pinned allocator rounds each "
     "buffer up to a "
     "power of two.",
     nullptr},
    {ClaimDocument::first, infinity_settings,
     "fast_init should be off unless the optimizer is slow to initialise", partly,
     "It acts only on an optimizer on drives: the states are written as zeros from a buffer, and not tensor "
     "by tensor.",
     nullptr},
    {ClaimDocument::first, profiling,
     "memory_efficient_linear_layer, get_numel_of_model and deepspeed.launcher.estimate_memory estimate "
     "memory",
     wrong,
     "None of the three exists in any release. The estimators are in deepspeed/runtime/zero/stage3.py and "
     "stage_1_and_2.py; zero-planner reference has their figures.",
     nullptr},
    {ClaimDocument::first, profiling, "Gradients are always fp32 in mixed precision", wrong,
     "DeepSpeed keeps them in the model's type, two bytes, unless gradient accumulation or data_types says "
     "otherwise. An fp32 copy exists during the optimizer step.",
     nullptr},
    {ClaimDocument::first, profiling,
     "Activations take a third of the parameters' number in bytes, a tenth of that with "
     "checkpointing",
     wrong, "They follow from tokens, width, layers and attention, not from the number of parameters.",
     activations_by_rule},
    {ClaimDocument::first, profiling, "15 % cover fragments and overhead", depends,
     "Context, libraries and the allocator's fragmentation take memory with every model.", overhead},
    {ClaimDocument::first, profiling, "The printed example of 36.8 GB is what the function returns", wrong,
     "The function returns 52.7 GiB for that call.", nullptr},
    {ClaimDocument::first, profiling, "ds_report shows the compute capability and the available CUDA memory",
     partly,
     "It shows versions, which operators are compatible or installed, and the size of /dev/shm; no GPU "
     "memory.",
     nullptr},
    {ClaimDocument::first, generator,
     "70B on 8 GPUs of 80 GB: stage 3 with CPU offload, 45.2 GB, 12.3 % slower, batch 6", wrong,
     "The function returns 64.0 GiB, 50 % and a batch of 3,347,447: its score adds gigabytes to a hundredth "
     "of a "
     "percent.",
     nullptr},
    {ClaimDocument::first, efficiency_cost,
     "A wrong bucket size makes training 30 % slower without any message", depends,
     "A small bucket means many small messages; on fast links their latency decides.", by_reduce_bucket},
});

}  // namespace

std::span<const ClaimRow> rows_of_settings() { return claims_of_settings; }

}  // namespace zp::claims
