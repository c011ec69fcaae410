// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/diagnosis/memory_parts.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::optional<double> observed(const RunLog& log, ObservedQuantity quantity) {
  for (const Observation& observation : log.observations)
    if (observation.quantity == quantity && observation.word.empty()) return observation.value;
  return std::nullopt;
}
std::string observed_word(const RunLog& log, ObservedQuantity quantity) {
  for (const Observation& observation : log.observations)
    if (observation.quantity == quantity) return observation.word;
  return "";
}

/// Returns the catalog's model for the longest part of the name that it knows, because names of fine-tuned
/// models begin with their base's name.
SharedModelPreset model_named(std::string_view name) {
  while (name.ends_with('/'))
    name.remove_suffix(1);
  if (const SharedModelPreset whole = catalog().find_model(name)) return whole;
  name = name.substr(name.rfind('/') + 1);
  while (!name.empty()) {
    if (const SharedModelPreset found = catalog().find_model(name)) return found;
    const std::size_t dash = name.find_last_of("-_");
    if (dash == std::string_view::npos) break;
    name = name.substr(0, dash);
  }
  return {};
}

/// Returns the GPU with that name, else the one whose memory is closest to the message's figure.
SharedGpuPreset gpu_of(const std::string& name, double gib) {
  if (SharedGpuPreset named = catalog().find_gpu(name)) return named;
  SharedGpuPreset best;
  for (const SharedGpuPreset& gpu : catalog().gpus)
    if (!best || std::abs(gpu->memory_gib - gib) < std::abs(best->memory_gib - gib)) best = gpu;
  constexpr double most_off = 0.05;
  return best && std::abs(best->memory_gib - gib) <= most_off * gib ? best : SharedGpuPreset();
}

int whole_within(std::optional<double> value, int otherwise, int most) {
  return value && *value >= 1 && *value <= most ? static_cast<int>(*value) : otherwise;
}

}  // namespace

std::optional<PlanOfLog> plan_of_log(const NamedLog& named) {
  const LogFacts& facts = named.incidents.facts;
  const SharedModelPreset model = model_named(facts.model);
  const auto message = std::ranges::find_if(named.log.out_of_memory, [](const OutOfMemory& one) {
    return one.capacity && one.where == ExhaustedMemory::gpu;
  });
  if (!model || message == named.log.out_of_memory.end()) return std::nullopt;
  const double gib = *message->capacity / static_cast<double>(bytes_per_gib);
  const SharedGpuPreset gpu = gpu_of(facts.gpu, gib);
  if (!gpu) return std::nullopt;
  Plan plan = read_plan("{\"model\": {\"preset\": \"" + model->id +
                        "\"}, \"cluster\": {\"gpu\": {\"preset\": \"" + gpu->id + "\"}}}")
                  .plan;
  std::optional<double> gpus = observed(named.log, ObservedQuantity::world_size);
  if (!gpus && facts.gpus > 0) gpus = facts.gpus;
  const int ranks = whole_within(std::max(gpus.value_or(1), facts.local_rank + 1), 1, 1 << 16);
  constexpr int usual_node = 8;
  plan.cluster.nodes = ranks > usual_node && ranks % usual_node == 0 ? ranks / usual_node : 1;
  plan.cluster.gpus_per_node = ranks / plan.cluster.nodes;
  plan.cluster.gpu.memory_gib = gib;
  const std::optional<double> stage = observed(named.log, ObservedQuantity::stage);
  plan.zero.stage = stage && *stage >= 0 && *stage <= 3 ? static_cast<int>(*stage) : ranks > 1 ? 3 : 0;
  plan.training.micro_batch_size = whole_within(observed(named.log, ObservedQuantity::micro_batch), 1, 4096);
  if (facts.sequence_length > 0)
    plan.training.sequence_length = whole_within(facts.sequence_length, 2048, 1 << 22);
  if (observed_word(named.log, ObservedQuantity::dtype) == "fp16") plan.training.precision = Precision::fp16;
  constexpr int usual_rank = 8;  // LLaMA-Factory's default, hparams/finetuning_args.py
  if (facts.lora_rank > 0 || facts.trains_adapters)
    plan.training.lora.rank = whole_within(facts.lora_rank, usual_rank, 1 << 16);
  if (!is_usable(plan)) return std::nullopt;
  // A plan that needs far less than the run held, or many times its GPU, is another than the run's.
  constexpr double far_above = 1.2, many_times = 4;
  const MemoryEstimate estimate = estimate_memory(plan);
  if (static_cast<double>(estimate.gpu.peak.value()) > many_times * static_cast<double>(*message->capacity))
    return std::nullopt;
  const double held = message->allocated.value_or(0);
  if (held > far_above * static_cast<double>(estimate.gpu.peak_allocated.value())) return std::nullopt;
  const std::string adapters =
      plan.training.lora.rank > 0 ? ", LoRA of rank " + format_count(plan.training.lora.rank) : "";
  return PlanOfLog{plan, model->name + adapters + ", " + (stage ? "" : "assumed to be ") + "stage " +
                             std::to_string(plan.zero.stage) + " on " + format_count(ranks) +
                             (ranks == 1 ? " GPU" : " GPUs") + " of " + format_number(gib, 4) +
                             " GiB, sequences of " + format_count(plan.training.sequence_length) +
                             ", micro batch " + format_count(plan.training.micro_batch_size)};
}

}  // namespace zp
