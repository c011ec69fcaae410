// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/peak_range.h"

#include <array>

#include "core/units/index_of.h"

namespace zp {

std::string_view name_of(MemoryKind kind) {
  constexpr std::array<std::string_view, memory_kind_count> names = {"DeepSpeed",
                                                                     "PyTorch",
                                                                     "adapters",
                                                                     "pipelines",
                                                                     "DeepSpeed, program not named",
                                                                     "PyTorch, program not named",
                                                                     "adapters, program not named",
                                                                     "pipelines, program not named"};
  return names[index_of(kind)];
}

bool names_program(MemoryKind kind) { return kind < MemoryKind::unnamed_deepspeed; }

MemoryKind memory_kind_of(const Plan& plan) {
  const Training& training = plan.training;
  const bool is_named = training.program != Program::none;
  if (training.pipeline_parallel > 1) return is_named ? MemoryKind::pipelines : MemoryKind::unnamed_pipelines;
  if (training.has_adapters()) return is_named ? MemoryKind::adapters : MemoryKind::unnamed_adapters;
  if (training.framework == Framework::deepspeed)
    return is_named ? MemoryKind::deepspeed : MemoryKind::unnamed_deepspeed;
  return is_named ? MemoryKind::pytorch : MemoryKind::unnamed_pytorch;
}

const PeakFactors& peak_factors(MemoryKind kind) {
  static constexpr std::array<PeakFactors, memory_kind_count> factors = {{
#include "core/memory/peak_factors.inc"
  }};
  return factors[index_of(kind)];
}

ByteRange likely_peak(MemoryKind kind, Bytes peak) {
  const PeakFactors& factors = peak_factors(kind);
  const auto times = [&](double factor) {
    return Bytes(static_cast<std::int64_t>(static_cast<double>(peak.value()) * factor));
  };
  return {times(factors.low), times(factors.high)};
}

}  // namespace zp
