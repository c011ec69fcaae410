// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/wrong_tool.h"

#include <array>

#include "core/estimate/figures.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Share of the GPU's peak FLOP/s below which a step with waits counts as the wrong tool. Published runs of
/// DeepSpeed and FSDP without drives reach more (tests/data/throughput-measured.csv).
constexpr double least_mfu = 0.05;
constexpr double most_of_drives = 0.1;  ///< maximum share of the step spent waiting for drives
constexpr double least_tokens = 1;      ///< minimum tokens per second per GPU
constexpr double most_waiting = 0.5;  ///< maximum share of the step spent waiting for other ranks or the host

/// Seconds of a step spent waiting, by cause.
struct Waits {
  double drives = 0, ranks = 0, host = 0, launches = 0;
  [[nodiscard]] double total() const { return drives + ranks + host + launches; }
};

/// Returns true if several ranks each compute all experts.
bool has_whole_experts(const Plan& plan) {
  const Training& training = plan.training;
  return plan.model.architecture.has_experts() && training.expert_parallel == 1 &&
         training.pipeline_parallel == 1 && plan.cluster.ranks() > 1;
}

Waits waits_of(const Plan& plan, const StepTime& time) {
  Waits waits;
  for (const TimeEntry& entry : time.ledger.entries()) {
    if (entry.resource == Resource::drive)
      waits.drives += entry.exposed();
    else if (entry.part == TimePart::communication || entry.id == TimeId::pipeline_bubble)
      waits.ranks += entry.exposed();
    else if (entry.id == TimeId::launches && plan.zero.stage == 3 && has_whole_experts(plan))
      waits.ranks += entry.exposed();  // mostly the hooks that gather the experts' tensors
    else if (entry.id == TimeId::launches && plan.model.architecture.has_experts())
      waits.launches += entry.exposed();
    else if (entry.part == TimePart::host || entry.id == TimeId::optimizer_cpu)
      waits.host += entry.exposed();
  }
  return waits;
}

bool divides_model(const Training& training) {
  return training.tensor_parallel > 1 || training.pipeline_parallel > 1 || training.expert_parallel > 1;
}

/// Returns advice for a better tool, given the step's bottleneck.
std::string remedy_of(const Plan& plan, const Waits& waits) {
  const Training& training = plan.training;
  if (waits.launches >= waits.total() / 2)
    return training.stacks_experts() ? "a larger micro batch"
                                     : "a layer's experts in one grouped product (training.experts grouped, "
                                       "the default of transformers 5), or a larger micro batch";
  if (waits.ranks >= waits.drives + waits.host) {
    if (has_whole_experts(plan))
      return "divide the experts among GPUs (Megatron-LM, torchtitan, or DeepSpeed's AutoEP)";
    if (training.pipeline_parallel > 1)
      return "an interleaved pipeline with more micro batches (Megatron-LM)";
    return divides_model(training) ? "a larger global batch, or fewer GPUs"
                                   : "divide the model with tensor and pipeline parallelism (Megatron-LM or "
                                     "torchtitan), take a larger global batch, or fewer GPUs";
  }
  std::string remedy = "more GPUs, or a smaller model";
  if (!training.has_adapters())
    remedy = "more GPUs, adapters in place of full training, or a smaller model";
  else if (!training.quantizes_frozen())
    remedy = "more GPUs, a quantised base, or a smaller model";
  return remedy;
}

}  // namespace

std::string why_wrong_tool(const Plan& plan) {
  const Figures figures = figures_of(plan);
  if (!figures.time.is_known || figures.time.total <= 0) return "";
  const double step = figures.time.total;
  const Throughput& speed = figures.throughput;
  const Waits waits = waits_of(plan, figures.time);
  const double waiting = waits.total() / step;
  std::string fact;
  if (speed.tokens_per_s_per_gpu < least_tokens)
    fact = "each GPU trains " + format_number(speed.tokens_per_s_per_gpu, 2) + " tokens a second";
  else if (waits.drives > most_of_drives * step)
    fact = "each step waits " + format_percent(waits.drives / step) + " of its time for drives";
  else if (speed.mfu < least_mfu && waiting > most_waiting)
    fact = "it reaches " + format_percent(speed.mfu) + " of the GPUs' FLOP/s and waits " +
           format_percent(waiting) + " of each step" +
           (waits.launches >= waits.total() / 2 ? ", mostly for the host to start kernels" : "");
  else if (has_whole_experts(plan) && waits.ranks > most_waiting * step)
    fact = "every rank gathers all experts, and waits " + format_percent(waits.ranks / step) +
           " of each step for that";
  if (fact.empty()) return "";
  return "This can run, and should not be run like this: " + fact +
         ". What would do: " + remedy_of(plan, waits) + ".";
}

}  // namespace zp
