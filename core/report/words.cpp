// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/words.h"

#include <array>
#include <cmath>

#include "core/search/candidates.h"
#include "core/sharding/encoder.h"
#include "core/sharding/mixed_gpus.h"
#include "core/sharding/roles.h"
#include "core/sharding/sharding.h"
#include "core/units/format.h"

namespace zp {
std::string verdict(const MemoryEstimate& estimate, bool activations_known) {
  const GpuMemory& gpu = estimate.gpu;
  const HostMemory& cpu = estimate.cpu;
  const NvmeSpace& nvme = estimate.nvme;
  if (estimate.fits()) {
    if (activations_known && gpu.is_filled_by_cache())
      return "✓ fits: " + format_bytes(gpu.peak_without_cache) + " of " + format_bytes(gpu.capacity) +
             " are needed, PyTorch's cache takes the rest";
    return activations_known ? "✓ fits, " + format_bytes(gpu.headroom) + " free"
                             : "✓ model states fit, " + format_bytes(gpu.headroom) +
                                   " left for activations, which are unknown";
  }
  std::string text = "✗ short by ";
  const std::size_t start = text.size();
  const auto add = [&](Bytes missing, std::string_view where) {
    if (text.size() > start) text += " and by ";
    text += format_bytes(missing) + std::string(where);
  };
  if (!gpu.fits) add(Bytes(-gpu.headroom.value()), " on each GPU");
  if (!cpu.fits) add(cpu.needed_per_node() - cpu.capacity_per_node, host_lack_words(cpu));
  if (!nvme.fits) add(nvme.per_node - nvme.capacity_per_node, " on the drive of each node");
  return text;
}

std::string verdict(const MemoryEstimate& estimate, const FitOdds& odds, bool activations_known) {
  const std::string word = verdict(estimate, activations_known);
  if (!estimate.fits() || fit_word(odds.both) != FitWord::no) return word;
  return "!" + word.substr(std::string_view("✓").size()) +
         ", but such a run ends without memory more often than not";
}

std::string odds_words(const FitOdds& odds) {
  std::string_view word;
  switch (fit_word(odds.both)) {
    case FitWord::surely:
      word = "surely";
      break;
    case FitWord::likely:
      word = "likely";
      break;
    case FitWord::at_the_edge:
      word = "at the edge";
      break;
    case FitWord::no:
      word = "unlikely";
      break;
  }
  std::string text = std::string(word) + ", " + odds_percent(odds.both);
  if (odds.host < largest_shown_odds)
    text += " (GPU " + odds_percent(odds.gpu) + ", host memory " + odds_percent(odds.host) + ")";
  return text;
}

std::string odds_percent(double probability) {
  const long percent = std::lround(100 * shown_odds(probability));
  return percent < 1 ? "< 1 %" : std::to_string(percent) + " %";
}

std::string host_lack_words(const HostMemory& cpu) {
  const std::string where = " of host memory on each node";
  const HostPhase phase = cpu.lacks_in();
  return phase == HostPhase::training ? where : where + " while " + std::string(name_of(phase));
}

std::string stack_words(const Plan& plan) {
  const std::string of_pytorch = sharding_of(plan).states == Sharded::none ? "DDP" : "FSDP";
  const std::string framework = plan.training.framework == Framework::deepspeed
                                    ? "DeepSpeed " + name_of(plan.target.deepspeed_version)
                                    : of_pytorch;
  const Program program = plan.training.program;
  return program == Program::none ? framework : program_title(program) + " on " + framework;
}

std::string gpu_name(const Plan& plan) { return described(plan.cluster.gpu); }

std::string headline(const Plan& plan, const MemoryEstimate& estimate) {
  return model_name(plan) + ", " + format_params(estimate.model.parameters) + " parameters, on " +
         gpus_words(plan.cluster);
}

std::string method_words(const Plan& plan) {
  const MethodRow& row = row_of(plan.training.method.method);
  std::string text(name_of(row.method));
  const Program program = plan.training.program;
  if (program != Program::none && program != usual_method_program()) text += " by " + program_title(program);
  const Reference reference = reference_of(plan);
  if (reference == Reference::model) text += " with a reference model";
  if (reference == Reference::adapter) text += ", its reference without adapters";
  if (reference == Reference::precomputed) text += ", its reference precomputed";
  if (generation_of(plan) == Generation::vllm)
    text += ", vLLM on " + format_percent(plan.training.method.engine_share) + " of each GPU";
  return text;
}

namespace {

std::string checkpointing_words(const Training& training) {
  if (training.activation_checkpointing == Checkpointing::none) return "no activation checkpointing";
  if (training.activation_checkpointing == Checkpointing::memory_budget)
    return "activations within a memory budget of " + format_number(training.memory_budget);
  return std::string(name_of(training.activation_checkpointing)) + " activation checkpointing";
}

}  // namespace

std::string settings_line(const Plan& plan) {
  const Training& training = plan.training;
  std::string text = label_of(strategy_of(plan));
  const auto add = [&](const std::string& setting) { text += " · " + setting; };
  add(std::string(name_of(training.precision)));
  add(std::string(name_of(training.optimizer)));
  const bool has_source = plan.model.has_shape() && plan.model.architecture.has_cross_attention();
  add("micro batch " + format_count(training.micro_batch_size) + " × " +
      (has_source ? format_count(encoder_length(training)) + " source and " : "") +
      format_count(training.sequence_length) + (has_source ? " target tokens" : " tokens"));
  add("accumulation " + format_count(training.gradient_accumulation_steps));
  add(checkpointing_words(training));
  if (training.tensor_parallel > 1) add("tensor parallel " + format_count(training.tensor_parallel));
  if (training.sequence_parallel > 1) add("sequence parallel " + format_count(training.sequence_parallel));
  if (training.expert_parallel > 1) add("expert parallel " + format_count(training.expert_parallel));
  if (training.pipeline_parallel > 1) add(format_count(training.pipeline_parallel) + " pipeline stages");
  if (!training.method.is_plain()) add(method_words(plan));
  if (training.has_adapters())
    add((training.lora.dora ? "DoRA rank " : "LoRA rank ") + format_count(training.lora.rank) +
        (training.quantizes_frozen() ? " on " + std::string(name_of(training.frozen_precision)) : ""));
  return text;
}

void add_components(Table& table, const ComponentBytes& components, std::string_view suffix, Bytes whole) {
  for (std::size_t i = 0; i < component_count; ++i) {
    const Bytes bytes = components[i];
    if (bytes.value() <= 0) continue;
    table.rows.push_back(
        {for_people(name_of(static_cast<Component>(i))) + std::string(suffix), format_bytes(bytes)});
    if (whole.value() > 0) table.rows.back().push_back(format_percent(ratio(bytes, whole)));
  }
}

std::string for_people(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (c == '_') c = ' ';
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace zp
