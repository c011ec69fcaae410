// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/estimate.h"

#include <algorithm>
#include <bit>

#include "core/memory/entries.h"

namespace zp {
namespace {

/// What the caching allocator loses, as a share of the dynamic part (what comes and goes within a step). No
/// published measurement fixes it; 4–8 % is what peers' experience supports
/// (design/evidence-for-cost-models.md §2).
constexpr double fragmentation_low = 0.04;
constexpr double fragmentation = 0.06;
constexpr double fragmentation_high = 0.08;

using MomentBytes = std::array<Bytes, moment_count>;

constexpr std::array training_moments = {Moment::forward,       Moment::backward_head, Moment::backward_first,
                                         Moment::backward_last, Moment::step,          Moment::between};

bool is_tensor(const Entry& entry) { return entry.component != Component::framework; }

MomentBytes sum_by_moment(const Ledger& ledger, Place place, auto&& counts, auto&& bytes) {
  MomentBytes sums{};
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != place || !counts(entry)) continue;
    for (std::size_t i = 0; i < moment_count; ++i)
      if (entry.moments.has(static_cast<Moment>(i))) sums[i] += bytes(entry);
  }
  return sums;
}

constexpr auto expected_bytes = [](const Entry& entry) { return entry.bytes; };
constexpr auto every_entry = [](const Entry&) { return true; };

/// Reserved memory is never given back, so the loss at the largest moment stays for the rest of the run.
void add_fragmentation(Ledger& ledger) {
  const MomentBytes allocated = sum_by_moment(ledger, Place::gpu, is_tensor, expected_bytes);
  const Bytes peak = *std::max_element(allocated.begin(), allocated.end());
  const Bytes dynamic = peak - std::min(peak, allocated[static_cast<std::size_t>(Moment::between)]);
  const auto share = [&](double part) { return bytes_of(static_cast<double>(dynamic.value()) * part); };
  ledger.add_range(EntryId::fragmentation_allocator, Component::fragmentation, Place::gpu,
                   share(fragmentation_low), share(fragmentation), share(fragmentation_high),
                   Moments::training());
}

std::array<Moment, phase_count> worst_moments(const MomentBytes& sums) {
  std::array<Moment, phase_count> worst = {Moment::initialisation, Moment::forward, Moment::backward_head,
                                           Moment::step, Moment::save};
  for (std::size_t i = 0; i < moment_count; ++i) {
    const auto moment = static_cast<Moment>(i);
    if (moment == Moment::between) continue;
    Moment& of_phase = worst[static_cast<std::size_t>(phase_of(moment))];
    if (sums[i] > sums[static_cast<std::size_t>(of_phase)]) of_phase = moment;
  }
  return worst;
}

void mark_phases(Ledger& ledger, Place place, const std::array<Moment, phase_count>& worst) {
  for (Entry& entry : ledger.entries()) {
    if (entry.place != place) continue;
    for (std::size_t phase = 0; phase < phase_count; ++phase)
      if (entry.moments.has(worst[phase]))
        entry.peak_phases = static_cast<std::uint8_t>(entry.peak_phases | 1u << phase);
  }
}

GpuMemory total_gpu(Ledger& ledger, const Plan& plan) {
  GpuMemory gpu;
  const MomentBytes sums = sum_by_moment(ledger, Place::gpu, every_entry, expected_bytes);
  const auto worst = worst_moments(sums);
  mark_phases(ledger, Place::gpu, worst);
  std::size_t peak_phase = static_cast<std::size_t>(Phase::backward);
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    gpu.phases[phase] = sums[static_cast<std::size_t>(worst[phase])];
    if (gpu.phases[phase] > gpu.phases[peak_phase]) peak_phase = phase;
  }
  gpu.peak_phase = static_cast<Phase>(peak_phase);
  const Moment peak_moment = worst[peak_phase];
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::gpu) continue;
    if (entry.moments.has(Moment::between) && is_tensor(entry) && entry.component != Component::fragmentation)
      gpu.steady += entry.bytes;
    if (!entry.moments.has(peak_moment)) continue;
    gpu.components[static_cast<std::size_t>(entry.component)] += entry.bytes;
    gpu.peak += entry.bytes;
    gpu.peak_range.low += entry.low;
    gpu.peak_range.high += entry.high;
  }
  const auto component = [&](Component which) { return gpu.components[static_cast<std::size_t>(which)]; };
  gpu.peak_reserved = gpu.peak - component(Component::framework);
  gpu.peak_allocated = gpu.peak_reserved - component(Component::fragmentation);
  gpu.capacity = from_gib(plan.cluster.gpu.memory_gib);
  gpu.headroom = gpu.capacity - gpu.peak;
  gpu.fits = gpu.headroom.value() >= 0;
  return gpu;
}

/// PyTorch's pinned allocator rounds each request up to a power of two (pytorch issue 95823).
Bytes rounded_pinned(Bytes bytes) {
  return Bytes(static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(bytes.value()))));
}

HostMemory total_host(Ledger& ledger, const Plan& plan) {
  HostMemory cpu;
  const MomentBytes sums = sum_by_moment(ledger, Place::cpu, every_entry, expected_bytes);
  mark_phases(ledger, Place::cpu, worst_moments(sums));
  Moment peak = Moment::forward;
  for (const Moment moment : training_moments)
    if (sums[static_cast<std::size_t>(moment)] > sums[static_cast<std::size_t>(peak)]) peak = moment;
  const std::int64_t ranks = std::max(1, plan.cluster.gpus_per_node);
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::cpu || !entry.moments.has(peak)) continue;
    cpu.components[static_cast<std::size_t>(entry.component)] += entry.bytes;
    cpu.per_rank += entry.bytes;
    if (!entry.pinned) continue;
    cpu.pinned_per_node += entry.bytes * ranks;
    cpu.pinned_rounded_per_node += rounded_pinned(entry.bytes) * ranks;
  }
  cpu.per_node = cpu.per_rank * ranks;
  cpu.loading_per_node = sums[static_cast<std::size_t>(Moment::initialisation)] * ranks;
  cpu.capacity_per_node = from_gib(plan.cluster.cpu_memory_gib);
  cpu.fits = cpu.per_node <= cpu.capacity_per_node;
  return cpu;
}

NvmeSpace total_nvme(Ledger& ledger, const Plan& plan) {
  NvmeSpace nvme;
  mark_phases(ledger, Place::nvme,
              worst_moments(sum_by_moment(ledger, Place::nvme, every_entry, expected_bytes)));
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::nvme) continue;
    nvme.components[static_cast<std::size_t>(entry.component)] += entry.bytes;
    nvme.per_node += entry.bytes;
  }
  nvme.capacity_per_node = from_gib(plan.cluster.nvme.capacity_gib);
  nvme.fits = nvme.capacity_per_node.value() == 0 || nvme.per_node <= nvme.capacity_per_node;
  return nvme;
}

}  // namespace

MemoryEstimate estimate_memory(const Plan& plan) {
  MemoryEstimate estimate;
  estimate.model = model_size(plan);
  const Symbols symbols = symbols_of(plan);
  Ledger& ledger = estimate.ledger;
  switch (plan.zero.stage) {
    case 0:
      add_stage0(ledger, symbols);
      break;
    case 3:
      add_stage3(ledger, plan, symbols);
      break;
    default:
      add_stage12(ledger, plan, symbols);
  }
  add_activations(ledger, plan, activation_terms(plan));
  add_loading_and_saving(ledger, plan, symbols);
  add_framework(ledger, symbols);
  add_fragmentation(ledger);
  estimate.gpu = total_gpu(ledger, plan);
  estimate.cpu = total_host(ledger, plan);
  estimate.nvme = total_nvme(ledger, plan);
  return estimate;
}

}  // namespace zp
