// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/measure/measure_parts.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// The lines that measure the same figure.
struct LineGroup {
  MeasuredDifference difference;
  Prediction prediction;
  std::vector<double> values;
  double rounding = 0;
};

bool is_memory(ObservedQuantity quantity) { return quantity <= ObservedQuantity::gpu_used; }
bool is_peak(ObservedQuantity quantity) {
  return quantity == ObservedQuantity::gpu_max_allocated || quantity == ObservedQuantity::gpu_max_reserved ||
         quantity == ObservedQuantity::gpu_used;
}
bool is_seconds(ObservedQuantity quantity) { return row_of(quantity).unit == "s"; }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Returns the largest value for peaks, the last for memory and running averages, the median for steps.
double measured(const LineGroup& gathered) {
  const ObservedQuantity quantity = gathered.difference.quantity;
  if (is_peak(quantity)) return *std::ranges::max_element(gathered.values);
  if (is_memory(quantity) || gathered.difference.moment == "average") return gathered.values.back();
  return median(gathered.values);
}

std::string amount(ObservedQuantity quantity, double value) {
  if (is_memory(quantity)) return format_bytes(bytes_of(value));
  return is_seconds(quantity) ? format_seconds(value)
                              : format_number(value) + " " + std::string(row_of(quantity).unit);
}

std::optional<Stretch> stretch_of(ObservedQuantity quantity) {
  if (quantity == ObservedQuantity::step_forward) return Stretch::forward;
  if (quantity == ObservedQuantity::step_backward) return Stretch::backward;
  if (quantity == ObservedQuantity::step_optimizer) return Stretch::step;
  return std::nullopt;
}

/// Growth of idle memory within a log above which something is assumed to leak.
constexpr double growth = 0.05;
constexpr double least_growth = 256.0 * static_cast<double>(bytes_per_mib);

/// Returns possible reasons for a difference: entries that exist at that moment and have that size.
std::string explanation_of(const LineGroup& gathered, const Figures& figures) {
  const MeasuredDifference& one = gathered.difference;
  const double difference = one.measured - one.predicted;
  const double first = gathered.values.front(), last = gathered.values.back();
  std::string text;
  if (one.quantity == ObservedQuantity::gpu_allocated &&
      last - first > std::max(growth * first, least_growth))
    text = "It grows from " + amount(one.quantity, first) + " to " + amount(one.quantity, last) +
           " over the log, which no plan explains: the program keeps tensors from step to step. ";
  if (!one.is_outside()) return text + "Within the range of the prediction.";
  const std::string size = amount(one.quantity, std::abs(difference));
  text += size + (difference > 0 ? " more than predicted" : " less than predicted");
  if (!is_memory(one.quantity) && !is_seconds(one.quantity)) return text + ".";
  const std::string entries =
      is_memory(one.quantity) ? entries_as_large(figures.estimate.ledger, one.quantity,
                                                 gathered.prediction.moments, std::abs(difference))
                              : times_as_long(figures.time, stretch_of(one.quantity), std::abs(difference));
  if (entries.empty()) return text + "; the plan has no allocation of that size at that moment.";
  return text + "; the plan's allocations of that size at that moment: " + entries + ".";
}

std::vector<LineGroup> gather(const Plan& plan, const Figures& figures, std::span<const NamedLog> logs) {
  std::vector<LineGroup> all;
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const Observation& observation : logs[i].log.observations) {
      std::optional<Prediction> prediction = is_memory(observation.quantity)
                                                 ? predicted_memory(observation, plan, figures.estimate)
                                                 : predicted_time(observation, plan, figures);
      if (!prediction) continue;
      auto known = std::ranges::find_if(all, [&](const LineGroup& gathered) {
        return gathered.difference.quantity == observation.quantity &&
               gathered.difference.moment == prediction->moment && gathered.difference.place.log == i;
      });
      if (known == all.end()) {
        LineGroup fresh;
        fresh.difference.quantity = observation.quantity;
        fresh.difference.moment = prediction->moment;
        fresh.difference.place = {i, observation.line};
        fresh.prediction = std::move(*prediction);
        known = all.insert(all.end(), std::move(fresh));
      }
      known->values.push_back(observation.value);
      known->rounding = std::max(known->rounding, observation.rounding);
    }
  return all;
}

}  // namespace

std::vector<MeasuredDifference> differences_of(const Plan& plan, const Figures& figures,
                                               std::span<const NamedLog> logs) {
  std::vector<MeasuredDifference> all;
  for (LineGroup& gathered : gather(plan, figures, logs)) {
    MeasuredDifference& difference = gathered.difference;
    difference.lines = static_cast<int>(gathered.values.size());
    difference.measured = measured(gathered);
    difference.predicted = gathered.prediction.value;
    difference.moments = gathered.prediction.moments;
    difference.low = gathered.prediction.low - gathered.rounding;
    difference.high = gathered.prediction.high + gathered.rounding;
    difference.explanation = explanation_of(gathered, figures);
    all.push_back(std::move(difference));
  }
  return all;
}

}  // namespace zp
