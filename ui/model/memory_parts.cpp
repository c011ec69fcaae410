// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/memory_parts.h"

#include "core/advice/advice.h"

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

Verdict verdictOf(bool fits, Bytes used, Bytes capacity) {
  if (!fits) return Verdict::over;
  return capacity.value() > 0 && ratio(used, capacity) >= tight_share ? Verdict::tight : Verdict::fits;
}

}  // namespace zp
