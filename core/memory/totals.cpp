// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/totals.h"

#include <algorithm>

#include "core/memory/odds.h"
#include "core/memory/peak_range.h"
#include "core/memory/sums.h"

namespace zp {
namespace {

using WorstMoments = std::array<Moment, phase_count>;

/// Returns each phase's worst moment.
WorstMoments worst_moments(const MomentBytes& sums) {
  WorstMoments worst = {Moment::initialisation, Moment::forward,  Moment::backward_head, Moment::step,
                        Moment::save,           Moment::generate, Moment::score,         Moment::evaluate};
  for (const Moment moment : {Moment::loading, Moment::backward_first, Moment::backward_last}) {
    Moment& of_phase = worst[index_of(phase_of(moment))];
    if (sums[index_of(moment)] > sums[index_of(of_phase)]) of_phase = moment;
  }
  return worst;
}

/// Returns the worst moment of training, excluding loading and saving.
Moment worst_training_moment(const MomentBytes& sums) {
  Moment worst = Moment::forward;
  for (std::size_t i = index_of(Moment::forward); i <= index_of(Moment::step); ++i)
    if (sums[i] > sums[index_of(worst)]) worst = static_cast<Moment>(i);
  for (const Moment moment : extra_moments)
    if (sums[index_of(moment)] > sums[index_of(worst)]) worst = moment;
  return worst;
}

/// Returns a phase's worst moment in host memory, by a node's sums.
Moment worst_moment_of(HostPhase phase, const MomentBytes& node) {
  switch (phase) {
    case HostPhase::loading:
      return node[index_of(Moment::loading)] > node[index_of(Moment::initialisation)]
                 ? Moment::loading
                 : Moment::initialisation;
    case HostPhase::saving:
      return Moment::save;
    case HostPhase::training:
      break;
  }
  return worst_training_moment(node);
}

// The functions that add one entry to the figures of its place at the place's peak.

void add_to(GpuMemory& gpu, const Entry& entry) {
  gpu.components[index_of(entry.component)] += entry.bytes;
  gpu.peak_range.low += entry.low;
  gpu.peak_range.high += entry.high;
}

void add_to(HostMemory& cpu, const Entry& entry, std::int64_t ranks) {
  if (!is_tensor(entry)) return;
  cpu.components[index_of(entry.component)] += entry.bytes;
  if (!entry.pinned) return;
  cpu.pinned_per_node += entry.bytes * ranks;
  cpu.pinned_rounded_per_node += Bytes(pinned_bytes(entry.bytes.value())) * ranks;
}

void add_to(NvmeSpace& nvme, const Entry& entry) {
  nvme.components[index_of(entry.component)] += entry.bytes;
  nvme.per_node += entry.bytes;
  nvme.per_node_range.low += entry.low;
  nvme.per_node_range.high += entry.high;
}

/// Computes the totals and what fits from the sums, in one pass over the entries that also marks the peaks at
/// which each entry exists.
class Totals {
 public:
  Totals(MemoryEstimate& estimate, const Plan& plan, const Sums& sums)
      : estimate_(estimate), plan_(plan), sums_(sums) {}

  void write() {
    const Moment gpu_peak = total_gpu();
    const HostPeaks host = total_host();
    bool gpu_differs = false, host_differs = false;
    for (Entry& entry : estimate_.ledger.entries()) {
      entry.at_peaks = entry.moments & peaks_[index_of(entry.place)];
      switch (entry.place) {
        case Place::gpu:
          if (entry.moments.has(gpu_peak))
            add_to(estimate_.gpu, entry);
          else if (entry.low != entry.high)
            gpu_differs = true;
          break;
        case Place::cpu:
          if (entry.moments.has(host.training)) add_to(estimate_.cpu, entry, ranks_);
          if (entry.moments.has(host.binding))
            add_to_needed(entry);
          else if (entry.low != entry.high && !is_choice(entry))
            host_differs = true;
          break;
        case Place::nvme:
          add_to(estimate_.nvme, entry);
          break;
      }
    }
    fit();
    GpuMemory& gpu = estimate_.gpu;
    // After the memory freed by the loss is released, another moment of the backward pass may be the peak.
    const bool gives_freed = gpu_peak == Moment::backward_head && gpu.peak_range.high > gpu.capacity &&
                             sums_.given_back.of_loss > Bytes(0);
    if (gpu_differs || gives_freed || comes_near(gpu))
      gpu.peak_range = gpu_range();
    else
      gpu.peak_range.high = short_of_memory(gpu.peak_range.high, gpu_peak);
    // An entry limited by the remaining memory may be larger in the estimate than at an end of the range.
    gpu.peak_range.low = std::min(gpu.peak_range.low, gpu.peak);
    gpu.peak_range.high = std::max(gpu.peak_range.high, gpu.peak);
    gpu.likely_peak = likely_gpu_peak();
    if (host_differs) estimate_.cpu.needed_range = needed_range();
  }

 private:
  /// Returns the likely range of the peak. A tenth of published peaks are above it, so it is cut at the GPU's
  /// capacity if the plan fits with odds of 90 %: what PyTorch caches only fills the rest.
  [[nodiscard]] ByteRange likely_gpu_peak() const {
    const GpuMemory& gpu = estimate_.gpu;
    const MemoryKind kind = memory_kind_of(plan_);
    ByteRange range = likely_peak(kind, gpu.peak);
    constexpr double surely_held = 0.9;
    if (range.high > gpu.capacity &&
        fit_odds(kind, {gpu.peak_without_cache, gpu.capacity, {}, {}}).gpu >= surely_held)
      range.high = std::max(gpu.peak, gpu.capacity);
    return range;
  }

  /// The moments at which host memory totals are taken.
  struct HostPeaks {
    Moment training, binding;
  };

  /// Returns true if the entry's range stands for alternative ways of loading or saving, of which a program
  /// uses one.
  static bool is_choice(const Entry& entry) {
    return entry.id == EntryId::host_loading || entry.id == EntryId::host_save;
  }
  [[nodiscard]] std::int64_t ranks_of(const Entry& entry) const { return entry.on_first_rank ? 1 : ranks_; }
  void add_to_needed(const Entry& entry) {
    const bool is_exact = is_choice(entry);
    ByteRange& range = estimate_.cpu.needed_range;
    range.low += (is_exact ? entry.bytes : entry.low) * ranks_of(entry);
    range.high += (is_exact ? entry.bytes : entry.high) * ranks_of(entry);
  }
  /// Returns the range of a node's host memory over all moments.
  [[nodiscard]] ByteRange needed_range() const {
    MomentBytes low = sums_.of_node(ranks_), high = low;
    for (const Entry& entry : estimate_.ledger.entries()) {
      if (entry.place != Place::cpu || entry.low == entry.high || is_choice(entry)) continue;
      add_to(low, entry.moments, (entry.low - entry.bytes) * ranks_of(entry));
      add_to(high, entry.moments, (entry.high - entry.bytes) * ranks_of(entry));
      if (!sums_.has_extra_moments()) continue;
      add_extra(low, entry.moments & sums_.extra, (entry.low - entry.bytes) * ranks_of(entry));
      add_extra(high, entry.moments & sums_.extra, (entry.high - entry.bytes) * ranks_of(entry));
    }
    return {*std::ranges::max_element(low), *std::ranges::max_element(high)};
  }

  /// Returns true if another phase exceeds the low end at the peak.
  static bool comes_near(const GpuMemory& gpu) {
    return std::ranges::count_if(gpu.phases, [&](Bytes phase) { return phase > gpu.peak_range.low; }) > 1;
  }
  /// Returns the range from the largest low end to the largest high end over all moments. If all uncertain
  /// entries exist at the peak and no other phase comes near it, these are the peak's own ends; else another
  /// moment may be worse.
  [[nodiscard]] ByteRange gpu_range() const {
    MomentBytes low = sums_.all(Place::gpu), high = low;
    for (const Entry& entry : estimate_.ledger.entries()) {
      if (entry.place != Place::gpu || entry.low == entry.high) continue;
      add_to(low, entry.moments, entry.low - entry.bytes);
      add_to(high, entry.moments, entry.high - entry.bytes);
      if (!sums_.has_extra_moments()) continue;
      add_extra(low, entry.moments & sums_.extra, entry.low - entry.bytes);
      add_extra(high, entry.moments & sums_.extra, entry.high - entry.bytes);
    }
    for (std::size_t i = 0; i < moment_count; ++i)
      high[i] = short_of_memory(high[i], static_cast<Moment>(i));
    const auto largest = [&](const MomentBytes& sums) {
      Bytes most = *std::max_element(sums.begin() + index_of(Moment::loading),
                                     sums.begin() + index_of(Moment::save) + 1);
      for (const Moment moment : extra_moments)
        most = std::max(most, sums[index_of(moment)]);
      return most;
    };
    return {largest(low), largest(high)};
  }

  /// Returns the GPU's high end in bytes at a moment, without memory that the allocator merely caches.
  [[nodiscard]] Bytes short_of_memory(Bytes high, Moment moment) const {
    const Bytes least = high - given_back(sums_.given_back.of_reserve_at_most, moment);
    return std::max(least, std::min(high, estimate_.gpu.capacity));
  }
  [[nodiscard]] Bytes given_back(Bytes of_reserve, Moment moment) const {
    if (index_of(moment) < index_of(Moment::forward)) return {};
    return moment == Moment::backward_head ? of_reserve + sums_.given_back.of_loss : of_reserve;
  }

  /// Returns each phase's worst moment at a place, and stores them as that place's peaks.
  WorstMoments worst_of(Place place, const MomentBytes& sums) {
    const WorstMoments worst = worst_moments(sums);
    for (const Moment moment : worst)
      if (index_of(moment) < step_moment_count || sums_.extra.has(moment))
        peaks_[index_of(place)] = peaks_[index_of(place)] | Moments::of(moment);
    return worst;
  }

  Moment total_gpu() {
    GpuMemory& gpu = estimate_.gpu;
    const MomentBytes sums = sums_.all(Place::gpu);
    const MomentBytes& tensors = sums_.tensors[index_of(Place::gpu)];
    const WorstMoments worst = worst_of(Place::gpu, sums);
    std::size_t peak_phase = index_of(Phase::backward);
    for (std::size_t phase = 0; phase < phase_count; ++phase) {
      gpu.phases[phase] = sums[index_of(worst[phase])];
      if (gpu.phases[phase] > gpu.phases[peak_phase]) peak_phase = phase;
    }
    gpu.peak_phase = static_cast<Phase>(peak_phase);
    gpu.peak = gpu.phases[peak_phase];
    for (std::size_t i = 0; i < moment_count; ++i)
      gpu.peak_without_cache = std::max(
          gpu.peak_without_cache, sums[i] - given_back(sums_.given_back.of_reserve, static_cast<Moment>(i)));
    gpu.peak_allocated = *std::ranges::max_element(tensors);
    gpu.steady = tensors[index_of(Moment::between)];
    return worst[peak_phase];
  }

  HostPeaks total_host() {
    HostMemory& cpu = estimate_.cpu;
    worst_of(Place::cpu, sums_.all(Place::cpu));
    worst_of(Place::nvme, sums_.all(Place::nvme));
    const MomentBytes& tensors = sums_.tensors[index_of(Place::cpu)];
    const Moment peak = worst_training_moment(tensors);
    cpu.per_rank = tensors[index_of(peak)];
    cpu.per_node = cpu.per_rank * ranks_;
    cpu.beside_per_rank = sums_.others[index_of(Place::cpu)][index_of(peak)];
    cpu.beside_per_node = cpu.beside_per_rank * ranks_;
    cpu.loading_per_node =
        std::max(loading_tensors(Moment::loading), loading_tensors(Moment::initialisation));
    const MomentBytes node = sums_.of_node(ranks_);
    Moment binding = peak;
    for (const HostPhase phase : {HostPhase::training, HostPhase::loading, HostPhase::saving}) {
      const Moment worst = worst_moment_of(phase, node);
      cpu.phases[index_of(phase)] = node[index_of(worst)];
      cpu.worst[index_of(phase)] = worst;
      if (phase != HostPhase::training && cpu.in(phase) <= cpu.in(cpu.binding)) continue;
      cpu.binding = phase;
      binding = worst;
    }
    return {peak, binding};
  }

  /// Returns a node's host tensors in bytes at a moment before training.
  [[nodiscard]] Bytes loading_tensors(Moment moment) const {
    return sums_.tensors[index_of(Place::cpu)][index_of(moment)] * ranks_ -
           sums_.of_first_rank[index_of(moment)] * (ranks_ - 1);
  }

  /// Returns the most memory that PyTorch's allocator holds: the total minus CUDA context, libraries and an
  /// inference engine. Context and libraries exist at all moments, so without an inference engine the maximum
  /// is at the peak of the total.
  [[nodiscard]] Bytes most_reserved() const {
    const GpuMemory& gpu = estimate_.gpu;
    if (!sums_.has_extra_moments()) return gpu.peak - gpu.components[index_of(Component::framework)];
    MomentBytes reserved = sums_.all(Place::gpu);
    for (const Entry& entry : estimate_.ledger.entries()) {
      if (entry.place != Place::gpu || entry.component != Component::framework) continue;
      for (std::size_t i = 0; i < moment_count; ++i)
        if (entry.moments.has(static_cast<Moment>(i))) reserved[i] -= entry.bytes;
    }
    return *std::ranges::max_element(reserved);
  }

  void fit() {
    GpuMemory& gpu = estimate_.gpu;
    gpu.peak_reserved = most_reserved();
    gpu.capacity = from_gib(binding_gpu(plan_.cluster).memory_gib);
    gpu.headroom = gpu.capacity - gpu.peak;
    gpu.fits = gpu.headroom.value() >= 0;
    HostMemory& cpu = estimate_.cpu;
    cpu.capacity_per_node = from_gib(plan_.cluster.cpu_memory_gib);
    cpu.fits = cpu.needed_per_node() <= cpu.capacity_per_node;
    NvmeSpace& nvme = estimate_.nvme;
    nvme.capacity_per_node = from_gib(plan_.cluster.nvme.capacity_gib);
    nvme.fits = nvme.capacity_per_node.value() == 0 || nvme.per_node <= nvme.capacity_per_node;
  }

  MemoryEstimate& estimate_;
  const Plan& plan_;
  const Sums& sums_;
  const std::int64_t ranks_ = std::max(1, plan_.cluster.gpus_per_node);
  std::array<Moments, 3> peaks_;  // indexed by Place
};

}  // namespace

void finish_and_total(MemoryEstimate& estimate, const Plan& plan) {
  Totals(estimate, plan, finish_and_sum(estimate.ledger, plan)).write();
}

}  // namespace zp
