// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/memory_parts.h"

#include <algorithm>

#include "core/advice/advice.h"
#include "core/memory/explain.h"
#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

ChartComponent chartComponentOf(Component component) {
  switch (component) {
    case Component::parameters:
    case Component::gathered_parameters:
      return ChartComponent::parameters;
    case Component::gradients:
      return ChartComponent::gradients;
    case Component::master_weights:
    case Component::optimizer_states:
      return ChartComponent::optimizer_states;
    case Component::activations:
      return ChartComponent::activations;
    case Component::logits_and_loss:
      return ChartComponent::logits_and_loss;
    case Component::communication_buffers:
    case Component::step_workspace:
    case Component::offload_staging:
      return ChartComponent::buffers;
    case Component::framework:
    case Component::fragmentation:
      break;
  }
  return ChartComponent::overhead;
}

ChartBytes chartBytesOf(const ComponentBytes& components) {
  ChartBytes grouped{};
  for (std::size_t i = 0; i < component_count; ++i)
    grouped[static_cast<std::size_t>(chartComponentOf(static_cast<Component>(i)))] += components[i];
  return grouped;
}

BesideShare besideShare(const Plan& plan, const MemoryEstimate& estimate, const MemoryEstimate& whole,
                        Moment moment) {
  constexpr std::array states = {Component::parameters, Component::gradients, Component::master_weights,
                                 Component::optimizer_states};
  const Explanations explanations(plan, estimate.ledger);
  BesideShare beside;
  for (const Entry& entry : estimate.ledger.entries()) {
    const bool is_state = std::ranges::find(states, entry.component) != states.end();
    if (entry.place != Place::gpu || !is_state || !entry.moments.has(moment) ||
        whole.ledger.find(entry.id) != nullptr)
      continue;
    beside.bytes += entry.bytes;
    beside.titles << toQt(explanations.of(entry.id).title);
  }
  return beside;
}

Verdict verdictOf(bool fits, Bytes used, Bytes capacity) {
  if (!fits) return Verdict::over;
  return capacity.value() > 0 && ratio(used, capacity) >= tight_share ? Verdict::tight : Verdict::fits;
}

Verdict verdictOf(const MemoryEstimate& estimate) {
  if (!estimate.fits()) return Verdict::over;
  const GpuMemory& gpu = estimate.gpu;
  const HostMemory& host = estimate.cpu;
  const NvmeSpace& drives = estimate.nvme;
  if (drives.per_node.value() > 0 && drives.capacity_per_node.value() <= 0) return Verdict::unknown;
  // Cached memory that PyTorch can free does not make a GPU tight.
  const bool is_tight = verdictOf(true, gpu.peak_without_cache, gpu.capacity) == Verdict::tight ||
                        verdictOf(true, host.needed_per_node(), host.capacity_per_node) == Verdict::tight ||
                        verdictOf(true, drives.per_node, drives.capacity_per_node) == Verdict::tight;
  return is_tight ? Verdict::tight : Verdict::fits;
}

QString lackText(const MemoryEstimate& estimate) {
  const auto over = [](const QString& place, Bytes used, Bytes capacity) -> QString {
    return place + u'+' + toQt(format_gib_value(used - capacity));
  };
  const HostMemory& host = estimate.cpu;
  const NvmeSpace& drives = estimate.nvme;
  if (!estimate.gpu.fits) return over({}, estimate.gpu.peak, estimate.gpu.capacity);
  if (!host.fits) return over(u"host "_s, host.needed_per_node(), host.capacity_per_node);
  if (!drives.fits) return over(u"NVMe "_s, drives.per_node, drives.capacity_per_node);
  return verdictOf(estimate) == Verdict::unknown ? u"NVMe space?"_s : QString();
}

}  // namespace zp
