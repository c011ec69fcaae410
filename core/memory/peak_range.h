// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"

/// The range of a GPU's peak, from published runs' ratios of measured to estimated peaks.
namespace zp {

/// Kinds of runs with similar memory errors. A run of several kinds counts as the last of them. Plans that
/// name no training program are in the second four, because the program decides number types, loss and
/// buffers, so their errors are larger.
enum class MemoryKind : std::uint8_t {
  deepspeed,
  pytorch,
  adapters,
  pipelines,
  unnamed_deepspeed,
  unnamed_pytorch,
  unnamed_adapters,
  unnamed_pipelines
};
inline constexpr int memory_kind_count = 8;
std::string_view name_of(MemoryKind kind);  ///< "DeepSpeed", "DeepSpeed, program not named"
bool names_program(MemoryKind kind);
MemoryKind memory_kind_of(const Plan& plan);

/// The published peaks of a kind, and the factors on the estimate that contain about 80 % of them, each range
/// derived from the other sources only.
struct PeakFactors {
  int rows = 0, sources = 0;
  double low = 1, high = 1;
  bool operator==(const PeakFactors&) const = default;
};
const PeakFactors& peak_factors(MemoryKind kind);

/// Returns the range that contains about 80 % of published peaks of a plan's kind. GpuMemory::peak_range
/// covers only CUDA context, NCCL and fragmentation.
ByteRange likely_peak(MemoryKind kind, Bytes peak);

}  // namespace zp
