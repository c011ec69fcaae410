// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"

/// The range of a GPU's peak, from the residuals of published runs: measured peaks over estimated ones.
namespace zp {

/// Kinds of runs whose memory estimates err alike. A run that is of several kinds belongs to the last of
/// them. A plan that names no training program is of the second four: the program decides numeric types, loss
/// and buffers, so that its estimates err more.
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

/// The published peaks of a kind, and the factors on the estimate between which about 80 % of them lie when
/// the range is taken from the other sources.
struct PeakFactors {
  int rows = 0, sources = 0;
  double low = 1, high = 1;
  bool operator==(const PeakFactors&) const = default;
};
const PeakFactors& peak_factors(MemoryKind kind);

/// Returns the range that holds about 80 % of published peaks of a plan's kind. `peak_range` of the ledger
/// beside it counts CUDA context, NCCL and fragmentation alone.
ByteRange likely_peak(MemoryKind kind, Bytes peak);

}  // namespace zp
