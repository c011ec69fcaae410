// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/plan/plan.h"

/// FPDT, also called Ulysses-Offload: attention over chunks of the sequence (DeepSpeed
/// sequence/fpdt_layer.py; Yao et al., arXiv 2408.16978).
namespace zp {

/// Returns the number of chunks into which FPDT cuts the sequence (FPDT_Attention.forward); 0 without FPDT.
/// Fractional if the length is not a multiple of the chunk, which FPDT refuses.
inline double sequence_chunks(const Training& training) {
  if (!training.fpdt || training.framework != Framework::deepspeed) return 0;
  const double length = static_cast<double>(training.sequence_length);
  return std::max(1.0, length / static_cast<double>(std::max<std::int64_t>(1, training.fpdt_chunk)));
}

/// Returns true if chunks are kept on the host between uses; never with a single chunk.
inline bool offloads_chunks(const Training& training) {
  return training.fpdt_offload && sequence_chunks(training) > 1;
}

/// Returns true if Domino computes the two halves of a micro batch in turn, each during the other's
/// all-reduces (DeepSpeed runtime/domino/transformer.py; Wang et al., arXiv 2409.15241).
inline bool has_halves(const Training& training) {
  return training.domino && training.tensor_parallel > 1 && training.micro_batch_size > 1 &&
         !training.scatter_stream;
}

}  // namespace zp
