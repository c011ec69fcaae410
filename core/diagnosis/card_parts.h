// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

#include "core/diagnosis/diagnosis.h"

namespace zp {

/// The memory of a GPU at the moment at which an allocation failed, in bytes. The parts up to `free` add up
/// to `capacity`.
struct CardParts {
  double capacity = 0;
  double tensors = 0;  ///< of this process, in the allocator's blocks in use
  double cache = 0;    ///< reserved by this process's allocator and not in use
  double context = 0;  ///< of this process outside the allocator: CUDA context, libraries, NCCL
  double others = 0;   ///< of other processes
  double rest = 0;     ///< in use, and the message does not tell by whom
  double free = 0;
  double requested = 0;
  [[nodiscard]] double missing() const { return requested > free ? requested - free : 0; }
};

/// Returns the parts of the card that a death is about, as far as its message tells them apart; nothing if it
/// states no capacity, or no bytes in use. `messages` are those of the same measurement.
std::optional<CardParts> card_parts(const Death& death, std::span<const MemoryDiagnosis> messages);

}  // namespace zp
