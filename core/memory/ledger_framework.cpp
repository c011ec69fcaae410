// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

// Measured outside the allocator (stas00/ml-engineering, training/performance: nvidia-smi views).
constexpr double context_low_gib = 0.47;   // PyTorch 2.1, smallest seen
constexpr double context_gib = 0.55;       // before the first collective of the NCCL measurement
constexpr double context_high_gib = 0.92;  // PyTorch 2.1, largest seen
constexpr double nccl_low_gib = 0;         // communicators connect lazily
constexpr double nccl_gib = 0.73;          // the view settled at 1.28 GiB
constexpr double nccl_high_gib = 1.45;     // the view rose to 2.00 GiB after the first barrier

}  // namespace

void add_framework(Ledger& ledger, const Symbols& s) {
  ledger.add_range(EntryId::framework_context, Component::framework, Place::gpu, from_gib(context_low_gib),
                   from_gib(context_gib), from_gib(context_high_gib), Moments::always());
  if (s.world > 1)
    ledger.add_range(EntryId::framework_nccl, Component::framework, Place::gpu, from_gib(nccl_low_gib),
                     from_gib(nccl_gib), from_gib(nccl_high_gib), Moments::always());
}

}  // namespace zp
