// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

#include "core/diagnosis/diagnosis.h"

namespace zp {

/// Memory of a GPU when an allocation failed, in bytes. The parts including `free` add up to `capacity`.
struct CardParts {
  double capacity = 0;
  double tensors = 0;  ///< this process: allocator blocks in use
  double cache = 0;    ///< this process: reserved by its allocator and not in use
  double context = 0;  ///< this process outside the allocator: CUDA context, libraries, NCCL
  double others = 0;   ///< other processes
  double rest = 0;     ///< in use, but the message does not say by which process
  double free = 0;
  double requested = 0;
  [[nodiscard]] double missing() const { return requested > free ? requested - free : 0; }
};

/// Returns the memory of the GPU as far as the death's message states it; nullopt if it states no capacity,
/// or no bytes in use. `messages` are those of the same measurement.
std::optional<CardParts> card_parts(const Death& death, std::span<const MemoryDiagnosis> messages);

}  // namespace zp
