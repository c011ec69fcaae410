// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/plan/plan.h"

/// Kinds of runs with similar errors of the step time.
namespace zp {

/// A run of several kinds counts as the last of them in this order.
enum class RunKind : std::uint8_t {
  one_node,
  many_nodes,
  cpu_offload,
  nvme_offload,
  other_vendors,  ///< GPUs of AMD or Intel
  mixtures,       ///< models with routed experts
  pipelines,      ///< more than one pipeline stage
  qlora,          ///< base weights in 4 or 8 bits
  reinforcement,  ///< methods that generate sequences before they train on them
};
inline constexpr std::size_t run_kind_count = 9;
std::string_view name_of(RunKind kind);  ///< "mixtures of experts"
RunKind run_kind_of(const Plan& plan);

}  // namespace zp
