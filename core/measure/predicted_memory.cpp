// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/measure/measure_parts.h"
#include "core/memory/timeline.h"
#include "core/text/letters.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Moments of a log message: memory held at the message exists both before and after it.
struct MessageRow {
  std::string_view begins;  ///< beginning of the message, in lower case
  Moments held;
};

constexpr auto messages = [] {
  using enum Moment;
  constexpr Moments built = Moments::of(initialisation, between);
  constexpr Moments at_rest = Moments::of(between, forward);
  constexpr Moments saved = Moments::of(forward, backward_head, backward_first);
  constexpr Moments gradients = Moments::of(backward_last, step);
  constexpr Moments after = Moments::of(step, between);
  return std::to_array<MessageRow>({
      {"after initializing zero optimizer", built},
      {"end bf16_optimizer", built},
      {"engine before forward", at_rest},
      {"before forward", at_rest},
      {"before fwd", at_rest},
      {"engine after forward", saved},
      {"after forward", saved},
      {"after fwd", saved},
      {"engine before backward", saved},
      {"before backward", saved},
      {"before bwd", saved},
      {"engine after backward", gradients},
      {"after backward", gradients},
      {"after bwd", gradients},
      {"engine before step", gradients},
      {"before step", gradients},
      {"before optimizer", gradients},
      {"engine after step", after},
      {"after step", after},
      {"step ", after},        // printed by the throughput timer and Megatron at the end of a step
      {"micro step ", after},  // printed by the throughput timer up to 0.7.7
  });
}();

bool is_tensor(const Entry& entry) {
  return entry.place == Place::gpu && entry.component != Component::framework &&
         entry.component != Component::fragmentation;
}

bool has_all(Moments set, Moments asked) { return (set & asked) == asked; }

/// Bytes that torch counts and the ledger omits: buffers of a model (GPT-2's causal masks are 12 MiB),
/// inputs, metrics, and rounding of each tensor to 512 bytes.
constexpr double unmodelled = 32.0 * static_cast<double>(bytes_per_mib);
constexpr double unmodelled_share = 0.02;

/// Returns the sum of the GPU's tensors that exist at all of these moments.
Prediction held(const Ledger& ledger, Moments moments, std::string name) {
  Prediction sum{std::move(name), 0, 0, 0, moments};
  for (const Entry& entry : ledger.entries())
    if (is_tensor(entry) && has_all(entry.moments, moments)) {
      sum.value += static_cast<double>(entry.bytes.value());
      sum.low += static_cast<double>(entry.low.value());
      sum.high += static_cast<double>(entry.high.value());
    }
  return widened(sum);
}

/// Returns the prediction of a peak, with the range and the moment of the plan's own peak.
Prediction peak(const MemoryEstimate& estimate, Bytes bytes, std::string name) {
  const GpuMemory& gpu = estimate.gpu;
  const auto value = static_cast<double>(bytes.value());
  return widened({std::move(name), value,
                  value - static_cast<double>((gpu.peak - gpu.peak_range.low).value()),
                  value + static_cast<double>((gpu.peak_range.high - gpu.peak).value()),
                  Moments::of(timeline(estimate, Place::gpu).peak)});
}

/// Returns the phase of "peak in backward", as the probe prints it.
std::optional<Phase> phase_of_peak(std::string_view moment) {
  for (const Phase phase : {Phase::forward, Phase::backward, Phase::step})
    if (moment == "peak in " + std::string(name_of(phase))) return phase;
  return std::nullopt;
}

/// Returns the largest sum of tensors in that phase.
Prediction peak_in(const MemoryEstimate& estimate, Phase phase, std::string name) {
  Prediction sum{std::move(name), 0, 0, 0, Moments()};
  for (const Entry& entry : estimate.ledger.entries())
    if (is_tensor(entry) && entry.counts_in(phase)) {
      sum.value += static_cast<double>(entry.bytes.value());
      sum.low += static_cast<double>(entry.low.value());
      sum.high += static_cast<double>(entry.high.value());
    }
  sum.moments = Moments::of(worst_of(estimate, phase));
  return widened(sum);
}

/// Returns true for messages about building the engine, whose peak has messages of its own.
bool is_building(std::string_view moment) {
  return moment.starts_with("before creating") || moment.starts_with("after creating") ||
         moment.starts_with("before initializing") || moment.starts_with("after initializing");
}

/// Least memory used on a GPU that runs the plan. A CUDA context alone takes less, and an idle GPU is no
/// measurement.
constexpr double least_used = static_cast<double>(bytes_per_gib);

}  // namespace

Moment worst_of(const MemoryEstimate& estimate, Phase phase) {
  const Timeline line = timeline(estimate, Place::gpu);
  Moment worst = phase == Phase::backward ? Moment::backward_head
                 : phase == Phase::step   ? Moment::step
                                          : Moment::forward;
  for (const Moment moment : moments_in_order)
    if (phase_of(moment) == phase && moment != Moment::between &&
        line.totals[static_cast<std::size_t>(moment)] > line.totals[static_cast<std::size_t>(worst)])
      worst = moment;
  return worst;
}

Prediction widened(Prediction prediction) {
  const double more = unmodelled + unmodelled_share * prediction.value;
  prediction.low = std::max(0.0, prediction.low - more);
  prediction.high += more;
  return prediction;
}

std::optional<Prediction> predicted_memory(const Observation& observation, const Plan& plan,
                                           const MemoryEstimate& estimate) {
  const bool knows_activations = plan.model.has_shape();
  const std::string moment = lower_case(observation.moment);
  const bool is_step = moment.starts_with("step ") || moment.starts_with("micro step ");
  const bool is_whole = is_step || moment == "memory summary";
  switch (observation.quantity) {
    case ObservedQuantity::gpu_allocated:
      for (const MessageRow& row : messages) {
        if (!moment.starts_with(row.begins)) continue;
        const bool needs_activations = row.held.has(Moment::forward) && row.held.has(Moment::backward_head);
        if (needs_activations && !knows_activations) return std::nullopt;
        const bool is_built = row.held.has(Moment::initialisation);
        return held(estimate.ledger, row.held,
                    is_step    ? "between steps"
                    : is_built ? observation.moment.substr(0, row.begins.size())
                               : std::string(row.begins));
      }
      return std::nullopt;
    case ObservedQuantity::gpu_max_allocated:
      if (is_building(moment)) {
        Prediction building =
            held(estimate.ledger, Moments::of(Moment::initialisation), "while the engine is built");
        building.low = held(estimate.ledger, Moments::of(Moment::initialisation, Moment::between), "").low;
        return building;
      }
      if (const std::optional<Phase> phase = phase_of_peak(moment); phase && knows_activations)
        return peak_in(estimate, *phase, observation.moment);
      if (!is_whole || !knows_activations) return std::nullopt;
      return peak(estimate, estimate.gpu.peak_allocated, "peak");
    case ObservedQuantity::gpu_max_reserved:
      if (!is_whole || !knows_activations) return std::nullopt;
      return peak(estimate, estimate.gpu.peak_reserved, "peak");
    case ObservedQuantity::gpu_used:
      if (observation.moment != "nvidia-smi" || observation.value < least_used || !knows_activations)
        return std::nullopt;
      return peak(estimate, estimate.gpu.peak, "nvidia-smi");
    default:
      return std::nullopt;
  }
}

std::string entries_as_large(const Ledger& ledger, ObservedQuantity quantity, Moments moments, double bytes) {
  constexpr double tolerance = 0.15;
  constexpr int most = 3;
  std::string found;
  int count = 0;
  const bool is_allocated =
      quantity == ObservedQuantity::gpu_allocated || quantity == ObservedQuantity::gpu_max_allocated;
  for (const Entry& entry : ledger.entries()) {
    if (is_allocated && !is_tensor(entry)) continue;
    const auto size = static_cast<double>(entry.bytes.value());
    if (entry.place != Place::gpu || !has_all(entry.moments, moments) || size < (1 - tolerance) * bytes ||
        size > (1 + tolerance) * bytes || count == most)
      continue;
    found +=
        (count++ == 0 ? "" : ", ") + std::string(name_of(entry.id)) + " (" + format_bytes(entry.bytes) + ")";
  }
  return found;
}

}  // namespace zp
