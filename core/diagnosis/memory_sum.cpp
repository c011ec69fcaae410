// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnosis/memory_parts.h"

namespace zp {
namespace {

/// Most bytes of context, libraries and NCCL assumed for this process, which messages before PyTorch 2.1
/// omit, and the share of the GPU beyond which the rest belongs to other processes. Contexts are smaller on
/// small GPUs, which have fewer kernels to load and no other GPU to communicate with.
constexpr double most_context = 3.0 * static_cast<double>(bytes_per_gib);
constexpr double most_context_share = 0.3;
constexpr double least_context = 1.0 * static_cast<double>(bytes_per_gib);
constexpr double least_inferred_share = 0.1;

double context_at_most(double capacity) {
  return std::clamp(most_context_share * capacity, least_context, most_context);
}
/// Shares of the GPU from which other processes' memory is mentioned, and from which it is the cause in any
/// case.
constexpr double noted_share = 0.02, most_share = 0.4;

}  // namespace

MemorySum memory_sum(const OutOfMemory& message) {
  MemorySum sum;
  if (message.reserved && message.allocated)
    sum.unused = std::max(0.0, *message.reserved - *message.allocated);
  if (message.requested && (message.free || message.allowed)) {
    double there = message.free.value_or(0);
    if (message.allowed && message.reserved) there = std::min(there, *message.allowed - *message.reserved);
    sum.short_by = std::max(0.0, *message.requested - std::max(0.0, there));
  }
  if (message.capacity && message.free) {
    if (message.process)
      sum.others = std::max(0.0, *message.capacity - *message.free - *message.process);
    else if (message.reserved && !message.allowed) {
      const double rest = *message.capacity - *message.free - *message.reserved;
      if (rest > context_at_most(*message.capacity) && rest > least_inferred_share * *message.capacity)
        sum.others = rest;
    }
  }
  const double others = sum.others.value_or(0), capacity = message.capacity.value_or(0);
  const bool is_noted = others > noted_share * capacity && others > static_cast<double>(bytes_per_mib) * 512;
  sum.is_caused_by_other_processes =
      is_noted &&
      (others > most_share * capacity || (sum.short_by && *sum.short_by > 0 && others >= *sum.short_by));
  sum.is_fragmented = sum.short_by.value_or(0) > 0 && sum.unused >= *message.requested;
  return sum;
}

}  // namespace zp
