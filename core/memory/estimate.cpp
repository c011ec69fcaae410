// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/estimate.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/memory/basis.h"
#include "core/memory/entries.h"
#include "core/memory/totals.h"
#include "core/units/index_of.h"

namespace zp {

std::string_view name_of(HostPhase phase) {
  constexpr std::array<std::string_view, host_phase_count> names = {"loading", "training", "saving"};
  return names[index_of(phase)];
}

MemoryEstimate estimate_memory(const Plan& plan) {
  const ModelTensors tensors(plan);
  return estimate_memory(Basis(plan, tensors));
}

MemoryEstimate estimate_stage(const Basis& basis) {
  const auto& [plan, tensors, kinds, symbols] = basis;
  MemoryEstimate estimate;
  estimate.stage = symbols.parallel.stage;
  estimate.model = tensors.size();
  Ledger& ledger = estimate.ledger;
  Entries<std::int64_t> out(ledger);
  add_entries(out, plan, symbols);
  finish_and_total(estimate, plan);
  estimate.nvme.smallest_buffers = smallest_swap_buffers(plan, symbols, kinds);
  estimate.checkpoint = checkpoint_size(plan, symbols);
  return estimate;
}

namespace {

void take_entries(Ledger& into, const Ledger& from, Place place) {
  for (const Entry& entry : from.entries())
    if (entry.place == place) into.add(entry);
}

/// Returns the estimate of a pipeline. Each place shows the stage that needs most there; checkpoints add up
/// over all stages.
MemoryEstimate estimate_pipeline(const Plan& plan, const ModelTensors& tensors) {
  std::vector<MemoryEstimate> stages;
  for (const PipelineStage& stage : tensors.stages())
    stages.push_back(estimate_stage(Basis(plan, tensors, stage)));
  const auto neediest = [&](auto needed) { return *std::ranges::max_element(stages, {}, needed); };
  const MemoryEstimate host = neediest([](const MemoryEstimate&of) { return of.cpu.needed_per_node(); }),
                       drive = neediest([](const MemoryEstimate&of) { return of.nvme.per_node; });
  MemoryEstimate all = neediest([](const MemoryEstimate& of) { return of.gpu.peak; });
  const Ledger gpu = std::exchange(all.ledger, Ledger());
  take_entries(all.ledger, gpu, Place::gpu);
  take_entries(all.ledger, host.ledger, Place::cpu);
  take_entries(all.ledger, drive.ledger, Place::nvme);
  all.cpu = host.cpu;
  all.nvme = drive.nvme;
  all.host_stage = host.stage.index;
  all.drive_stage = drive.stage.index;
  all.checkpoint = {};
  for (const MemoryEstimate& stage : stages) {
    all.checkpoint.weights += stage.checkpoint.weights;
    all.checkpoint.training_state += stage.checkpoint.training_state;
  }
  return all;
}

}  // namespace

MemoryEstimate estimate_memory(const Basis& basis) {
  if (basis.symbols.parallel.stage.is_whole()) [[likely]]
    return estimate_stage(basis);
  return estimate_pipeline(basis.plan, basis.tensors);
}

}  // namespace zp
