// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/plan/plan.h"

/// FPDT, also called Ulysses-Offload: attention over chunks of the sequence (DeepSpeed
/// sequence/fpdt_layer.py; Yao et al., arXiv 2408.16978).
namespace zp {

/// Returns the chunks that FPDT cuts the sequence into (FPDT_Attention.forward); 0 without FPDT. A length
/// that no whole number of chunks makes, which FPDT refuses, counts with its part of one.
inline double sequence_chunks(const Training& training) {
  if (!training.fpdt || training.framework != Framework::deepspeed) return 0;
  const double length = static_cast<double>(training.sequence_length);
  return std::max(1.0, length / static_cast<double>(std::max<std::int64_t>(1, training.fpdt_chunk)));
}

/// Returns true if chunks lie on the host between their uses: with one chunk nothing does.
inline bool offloads_chunks(const Training& training) {
  return training.fpdt_offload && sequence_chunks(training) > 1;
}

/// Returns true if Domino computes the halves of a micro batch one behind the other, while the other half's
/// all-reduces run: it divides the sequences (DeepSpeed runtime/domino/transformer.py; Wang et al., arXiv
/// 2409.15241).
inline bool has_halves(const Training& training) {
  return training.domino && training.tensor_parallel > 1 && training.micro_batch_size > 1 &&
         !training.scatter_stream;
}

}  // namespace zp
