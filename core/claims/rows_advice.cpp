// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/claims/claim_rows.h"
#include "core/units/format.h"

/// Claims of the first document about Hugging Face, debugging and growth.
namespace zp::claims {
namespace {

using enum ClaimVerdict;

std::optional<ClaimFigures> by_more_accumulation(const PlanFigures& figures) {
  const auto gathered = [&](std::int64_t accumulation) -> std::optional<double> {
    const std::optional<Figures> one = figures.with([&](Plan& plan) {
      set_strategy(plan, {3, Device::none, Device::none, strategy_of(plan).framework, false});
      plan.training.gradient_accumulation_steps = accumulation;
    });
    if (!one || !one->time.is_known) return std::nullopt;
    double seconds = 0;
    for (const TimeEntry& entry : one->time.ledger.entries())
      if (name_of(entry.id).starts_with("gather")) seconds += entry.busy;
    return seconds / static_cast<double>(accumulation);
  };
  const std::optional<double> once = gathered(1), often = gathered(8);
  if (!once || !often) return std::nullopt;
  return ClaimFigures{"stage 3 gathers for " + format_seconds(*once) +
                      " in each micro batch with an accumulation of 1, for " + format_seconds(*often) +
                      " with 8"};
}

/// Returns the bandwidth per GPU between nodes from which stage 3 costs at most 2 % compared with stage 2.
std::optional<ClaimFigures> bandwidth_that_hides(const PlanFigures& figures) {
  const auto slower_at = [&](double gb_per_s) {
    const auto at = [&](int stage) {
      return figures.with([&](Plan& plan) {
        set_strategy(plan, {stage, Device::none, Device::none, strategy_of(plan).framework, false});
        plan.cluster.nodes = std::max(2, plan.cluster.nodes);
        plan.cluster.inter_node = {{}, gb_per_s};
      });
    };
    return slower_by(at(3), at(2));
  };
  constexpr double least = 0.1, most = 1000, hidden = 1.02;
  const std::optional<double> fastest = slower_at(most);
  if (!fastest) return std::nullopt;
  if (*fastest > hidden)
    return ClaimFigures{"at no bandwidth: " + more_by(*fastest) + " even at 1,000 GB/s for each GPU"};
  if (const std::optional<double> slowest = slower_at(least); slowest && *slowest <= hidden)
    return ClaimFigures{"hidden even at " + format_number(least) +
                        " GB/s for each GPU, where stage 2 waits as long"};
  double low = least, high = most;
  for (int i = 0; i < 24; ++i) {
    const double middle = std::sqrt(low * high);
    (slower_at(middle).value_or(hidden) > hidden ? low : high) = middle;
  }
  return ClaimFigures{"hidden from " + format_number(high, 2) +
                      " GB/s for each GPU on, on two nodes or more"};
}

std::optional<ClaimFigures> link_of_gpu(const PlanFigures& figures) {
  return ClaimFigures{format_gb_per_s(figures.plan().cluster.intra_node.gb_per_s) +
                      " in one direction for each GPU of this plan, over all its links"};
}

std::optional<ClaimFigures> fallback(const PlanFigures& figures) {
  const std::optional<Figures> two = figures.at(2);
  const std::optional<double> faster = slower_by(two, figures.at(3));
  if (!two || !faster) return std::nullopt;
  return ClaimFigures{"stage 2 " + std::string(two->estimate.fits() ? "fits" : "does not fit") + ", a step " +
                      more_by(*faster) + " against stage 3"};
}

std::optional<ClaimFigures> reduced_by_stage_2(const PlanFigures& figures) {
  const std::optional<double> slower = slower_by(figures.at(2), figures.at(1));
  if (!slower) return std::nullopt;
  return ClaimFigures{"a step " + more_by(*slower) + " against stage 1 with an accumulation of " +
                      format_count(figures.plan().training.gradient_accumulation_steps)};
}

std::optional<ClaimFigures> twice_the_nodes(const PlanFigures& figures) {
  const std::optional<Figures> more = figures.with([](Plan& plan) { plan.cluster.nodes *= 2; });
  if (!more) return std::nullopt;
  const double change = static_cast<double>(more->estimate.gpu.peak.value()) /
                        static_cast<double>(figures.own().estimate.gpu.peak.value());
  return ClaimFigures{"the peak of a GPU " + more_by(change) + " from " +
                      format_count(figures.plan().cluster.ranks()) + " to " +
                      format_count(2 * figures.plan().cluster.ranks()) +
                      " GPUs; with two logs, or a log and a plan, "
                      "measure names the entries that grow"};
}

std::optional<ClaimFigures> batch_of_twice(const PlanFigures& figures) {
  const std::int64_t batch = train_batch_size(figures.plan());
  return ClaimFigures{"the global batch goes from " + format_count(batch) + " to " + format_count(2 * batch) +
                      " sequences"};
}

constexpr std::string_view trainer = "Integrating with Hugging Face Transformers";
constexpr std::string_view debugging = "Debugging common issues";
constexpr std::string_view memory_and_performance = "The memory-performance tradeoff";
constexpr std::string_view advanced = "Advanced debugging";

constexpr auto claims_of_advice = std::to_array<ClaimRow>({
    {ClaimDocument::first, trainer, "Evaluation during training is limited at stage 3", wrong,
     "It works at every stage. A run that only evaluates needs stage 3: below it accelerate raises an error.",
     nullptr},
    {ClaimDocument::first, trainer, "max_grad_norm is disabled at stage 3", wrong,
     "Trainer passes it on as gradient_clipping, which works at every stage (stage3.py, unscale_and_clip). "
     "What "
     "DeepSpeed refuses, at any stage, is optimizer.params.max_grad_norm.",
     nullptr},
    {ClaimDocument::first, trainer, "push_to_hub at stage 3 needs gathered weights", right,
     "stage3_gather_16bit_weights_on_model_save has to be true; otherwise the upload has no weights. "
     "zero_to_fp32.py "
     "makes them from a checkpoint.",
     nullptr},
    {ClaimDocument::first, trainer, "\"auto\" values are for stages 1 and 2; stage 3 is configured by hand",
     wrong,
     "Trainer fills in \"auto\" at every stage; at stage 3 also the bucket sizes from the hidden size "
     "(transformers, integrations/deepspeed.py).",
     nullptr},
    {ClaimDocument::first, trainer, "Rank 0 alone calls save_checkpoint at stage 3", wrong,
     "Every rank has to call it: it gathers and waits for all. Called on one rank, the run hangs until "
     "NCCL's timeout.",
     nullptr},
    {ClaimDocument::first, debugging, "Out of memory at stage 2: activations are the usual culprit", depends,
     "The message and the phase in its traceback tell the cause: zero-planner measure compares them with the "
     "ledger (docs/debugging.md).",
     nullptr},
    {ClaimDocument::first, debugging, "Below 100 GB/s a link, communication dominates", wrong,
     "One NVLink of an A100 has 25 GB/s in each direction, and a GPU has twelve. The sum over a GPU's links "
     "decides, compared with the work of a micro batch.",
     link_of_gpu},
    {ClaimDocument::first, debugging, "nvidia-smi nvlink shows NVLink, ib_send_bw measures InfiniBand", right,
     "nvidia-smi nvlink --status lists the links and their speeds; ib_send_bw runs on two nodes and prints "
     "MB/s, with "
     "--report_gbits Gbit/s.",
     nullptr},
    {ClaimDocument::first, debugging, "More accumulation spreads the cost of stage 3's gathers", wrong,
     "Stage 3 gathers for each micro batch anew. A larger micro batch spreads them.", by_more_accumulation},
    {ClaimDocument::first, debugging, "If stage 3 is slow, fall back to stage 2", depends, "If it fits.",
     fallback},
    {ClaimDocument::first, debugging,
     "A size mismatch while gathering means that ranks built different models", partly,
     "More often a checkpoint of partitions was loaded as whole weights, or a weight was read outside "
     "GatheredParameters: its shape is then torch.Size([0]).",
     nullptr},
    {ClaimDocument::first, memory_and_performance, "Stage 1 communicates only in the optimizer's step",
     partly, "Updated weights are gathered there; gradients are reduced in the last backward pass before it.",
     nullptr},
    {ClaimDocument::first, memory_and_performance,
     "Stage 2 reduces gradients at once, a barrier in the backward pass", partly,
     "It reduces bucket by bucket while the pass goes on, if overlap_comm is on, and after every micro "
     "batch, so "
     "accumulation multiplies the traffic.",
     reduced_by_stage_2},
    {ClaimDocument::first, memory_and_performance,
     "1,000 GB/s of InfiniBand hide stage 3, 20 GB/s let it dominate", depends,
     "InfiniBand HDR has 25 GB/s a port, NDR 50.", bandwidth_that_hides},
    {ClaimDocument::first, advanced, "A job that runs on 8 GPUs runs out of memory on 16", depends,
     "Model states shrink with more GPUs. What grows is listed by measure and by the view Scaling.",
     twice_the_nodes},
    {ClaimDocument::first, advanced, "A job that converges on 32 GPUs diverges on 64", depends,
     "The global batch doubles unless accumulation is halved; the learning rate has to follow. ZeRO itself "
     "changes no "
     "result but the order of sums.",
     batch_of_twice},
    {ClaimDocument::first, advanced,
     "Activation checkpointing and gradient checkpointing together do the work twice", wrong,
     "They are two names of one thing. The section of the ds_config does nothing for a Hugging Face model.",
     nullptr},
    {ClaimDocument::first, advanced, "deepspeed --multinode --host_discovery_script verifies the cluster",
     wrong,
     "The launcher has neither option. Several nodes are named by --hostfile, or started by accelerate, "
     "torchrun or "
     "Slurm; ds_report runs on each.",
     nullptr},
    {ClaimDocument::first, advanced, "NCCL's environment variables log its communication", right,
     "NCCL_DEBUG=INFO names the interface and the rings, with NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH in more "
     "detail; measure "
     "reads such a log.",
     nullptr},
});

}  // namespace

std::span<const ClaimRow> rows_of_advice() { return claims_of_advice; }

}  // namespace zp::claims
