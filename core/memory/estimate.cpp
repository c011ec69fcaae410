// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/estimate.h"

#include <algorithm>

#include "core/memory/basis.h"
#include "core/memory/entries.h"

namespace zp {
namespace {

using MomentBytes = std::array<Bytes, moment_count>;
using WorstMoments = std::array<Moment, phase_count>;
using PlaceSums = std::array<MomentBytes, 3>;  // indexed by Place

constexpr std::size_t index_of(auto enumerator) { return static_cast<std::size_t>(enumerator); }

/// Bytes that tensors take; the rest is what the allocator holds beside them, or the process.
bool is_tensor(const Entry& entry) {
  return entry.component != Component::framework && entry.component != Component::fragmentation;
}

/// For each set of moments all ones where it has the moment, 0 elsewhere: adding an entry to the sums is
/// without a branch, the inner loop of the inner loop.
constexpr auto masks = [] {
  std::array<std::array<std::int64_t, moment_count>, std::size_t{1} << moment_count> table{};
  for (std::size_t set = 0; set < table.size(); ++set)
    for (std::size_t moment = 0; moment < moment_count; ++moment)
      table[set][moment] = -static_cast<std::int64_t>(set >> moment & 1);
  return table;
}();

void add_to(MomentBytes& sums, const Entry& entry) {
  const auto& mask = masks[entry.moments.bits()];
  for (std::size_t i = 0; i < moment_count; ++i)
    sums[i] += Bytes(entry.bytes.value() & mask[i]);
}

/// The worst moment of training.
Bytes training_peak(const MomentBytes& sums) {
  return *std::max_element(sums.begin() + index_of(Moment::forward), sums.end());
}

struct Sums {
  PlaceSums places{};
  MomentBytes host{};  ///< tensors alone
  Bytes most_tensors;  ///< on the GPU, at any moment
};

/// Adds what the sum of the others decides, and sums everything by place and moment.
Sums finish_and_sum(Ledger& ledger, const Plan& plan) {
  Sums sums;
  PlaceSums beside{};
  for (const Entry& entry : ledger.entries())
    add_to((is_tensor(entry) ? sums.places : beside)[index_of(entry.place)], entry);
  MomentBytes& gpu = sums.places[index_of(Place::gpu)];
  sums.most_tensors = *std::ranges::max_element(gpu);
  sums.host = sums.places[index_of(Place::cpu)];
  const std::size_t before = ledger.entries().size();
  Entries<std::int64_t> out(ledger);
  add_fragmentation(out, plan, training_peak(gpu));
  for (const Entry& entry : ledger.entries().subspan(before))
    add_to(beside[index_of(Place::gpu)], entry);
  for (std::size_t place = 0; place < beside.size(); ++place)
    for (std::size_t i = 0; i < moment_count; ++i)
      sums.places[place][i] += beside[place][i];
  return sums;
}

/// Each phase's worst moment.
WorstMoments worst_moments(const MomentBytes& sums) {
  WorstMoments worst = {Moment::initialisation, Moment::forward, Moment::backward_head, Moment::step,
                        Moment::save};
  for (const Moment moment : {Moment::loading, Moment::backward_first, Moment::backward_last}) {
    Moment& of_phase = worst[index_of(phase_of(moment))];
    if (sums[index_of(moment)] > sums[index_of(of_phase)]) of_phase = moment;
  }
  return worst;
}

void mark_peaks(Ledger& ledger, const std::array<WorstMoments, 3>& worst) {
  std::array<Moments, 3> peaks;
  for (std::size_t place = 0; place < peaks.size(); ++place)
    for (const Moment moment : worst[place])
      peaks[place] = peaks[place] | Moments::of(moment);
  for (Entry& entry : ledger.entries())
    entry.at_peaks = entry.moments & peaks[index_of(entry.place)];
}

GpuMemory total_gpu(const Ledger& ledger, const Plan& plan, const MomentBytes& sums,
                    const WorstMoments& worst) {
  GpuMemory gpu;
  std::size_t peak_phase = index_of(Phase::backward);
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    gpu.phases[phase] = sums[index_of(worst[phase])];
    if (gpu.phases[phase] > gpu.phases[peak_phase]) peak_phase = phase;
  }
  gpu.peak_phase = static_cast<Phase>(peak_phase);
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::gpu) continue;
    if (entry.moments.has(Moment::between) && is_tensor(entry)) gpu.steady += entry.bytes;
    if (!entry.counts_in(gpu.peak_phase)) continue;
    gpu.components[index_of(entry.component)] += entry.bytes;
    gpu.peak += entry.bytes;
    gpu.peak_range.low += entry.low;
    gpu.peak_range.high += entry.high;
  }
  gpu.peak_reserved = gpu.peak - gpu.components[index_of(Component::framework)];
  gpu.capacity = from_gib(plan.cluster.gpu.memory_gib);
  gpu.headroom = gpu.capacity - gpu.peak;
  gpu.fits = gpu.headroom.value() >= 0;
  return gpu;
}

/// The largest moment of training; loading and saving are not part of it.
Moment worst_training_moment(const MomentBytes& sums) {
  Moment worst = Moment::forward;
  for (std::size_t i = index_of(Moment::forward); i <= index_of(Moment::step); ++i)
    if (sums[i] > sums[index_of(worst)]) worst = static_cast<Moment>(i);
  return worst;
}

HostMemory total_host(const Ledger& ledger, const Plan& plan, const MomentBytes& sums) {
  HostMemory cpu;
  const Moment peak = worst_training_moment(sums);
  const std::int64_t ranks = std::max(1, plan.cluster.gpus_per_node);
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::cpu || !entry.moments.has(peak)) continue;
    cpu.needed_range.low += entry.low * ranks;
    cpu.needed_range.high += entry.high * ranks;
    if (!is_tensor(entry)) {
      cpu.beside_per_rank += entry.bytes;
      continue;
    }
    cpu.components[index_of(entry.component)] += entry.bytes;
    cpu.per_rank += entry.bytes;
    if (!entry.pinned) continue;
    cpu.pinned_per_node += entry.bytes * ranks;
    cpu.pinned_rounded_per_node += Bytes(pinned_bytes(entry.bytes.value())) * ranks;
  }
  cpu.per_node = cpu.per_rank * ranks;
  cpu.beside_per_node = cpu.beside_per_rank * ranks;
  cpu.loading_per_node =
      std::max(sums[index_of(Moment::loading)], sums[index_of(Moment::initialisation)]) * ranks;
  cpu.capacity_per_node = from_gib(plan.cluster.cpu_memory_gib);
  cpu.fits = cpu.needed_per_node() <= cpu.capacity_per_node;
  return cpu;
}

NvmeSpace total_nvme(const Ledger& ledger, const Plan& plan) {
  NvmeSpace nvme;
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::nvme) continue;
    nvme.components[index_of(entry.component)] += entry.bytes;
    nvme.per_node += entry.bytes;
    nvme.per_node_range.low += entry.low;
    nvme.per_node_range.high += entry.high;
  }
  nvme.capacity_per_node = from_gib(plan.cluster.nvme.capacity_gib);
  nvme.fits = nvme.capacity_per_node.value() == 0 || nvme.per_node <= nvme.capacity_per_node;
  return nvme;
}

}  // namespace

Bytes tensors_at_peak(const Ledger& ledger) {
  MomentBytes sums{};
  for (const Entry& entry : ledger.entries())
    if (entry.place == Place::gpu && is_tensor(entry)) add_to(sums, entry);
  return training_peak(sums);
}

MemoryEstimate estimate_memory(const Plan& plan) {
  const ModelTensors tensors(plan.model);
  return estimate_memory(Basis(plan, tensors.kinds()));
}

MemoryEstimate estimate_memory(const Basis& basis) {
  const auto& [plan, kinds, symbols] = basis;
  MemoryEstimate estimate;
  estimate.model = model_size(plan, kinds);
  Ledger& ledger = estimate.ledger;
  Entries<std::int64_t> out(ledger);
  add_entries(out, plan, symbols);
  const Sums sums = finish_and_sum(ledger, plan);
  const PlaceSums& places = sums.places;
  const std::array worst = {worst_moments(places[0]), worst_moments(places[1]), worst_moments(places[2])};
  mark_peaks(ledger, worst);
  estimate.gpu = total_gpu(ledger, plan, places[index_of(Place::gpu)], worst[index_of(Place::gpu)]);
  estimate.gpu.peak_allocated = sums.most_tensors;
  estimate.cpu = total_host(ledger, plan, sums.host);
  estimate.nvme = total_nvme(ledger, plan);
  estimate.nvme.smallest_buffers = smallest_swap_buffers(plan, symbols, kinds);
  estimate.checkpoint = checkpoint_size(plan, symbols);
  return estimate;
}

}  // namespace zp
