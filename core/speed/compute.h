// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/named.h"
#include "core/sharding/parallelism.h"
#include "core/speed/host_time.h"
#include "core/speed/time_symbols.h"

namespace zp {

struct ClockInput;

/// Work of one kind: its amount, and its seconds at the GPU's rates.
template <class N>
struct Work {
  double amount = 0;  ///< FLOP or bytes
  N seconds{0};
};

/// Work of one pass over one micro batch on one rank.
template <class N>
struct PassWork {
  Work<N> matmul;     ///< FLOP
  Work<N> attention;  ///< FLOP as executed (a causal kernel computes half of the scores)
  Work<N> memory;     ///< bytes
  Work<N> head;       ///< FLOP of the output projection; seconds include the loss
  Work<N> vision;     ///< FLOP of a vision tower and its projector
  HostCalls calls;
  N host{0};     ///< seconds that the host needs for `calls`
  N waiting{0};  ///< part of `host` by which the host is slower than the GPU

  /// Returns the seconds of all kernels in sequence, including the head.
  [[nodiscard]] N busy() const {
    const N text = matmul.seconds + attention.seconds + memory.seconds + head.seconds;
    return vision.amount > 0 ? text + vision.seconds : text;
  }
  [[nodiscard]] N total() const { return busy() + waiting; }
};

template <class N>
struct ComputeWork {
  PassWork<N> forward, backward;
  PassWork<N> recompute;  ///< the part of the blocks that checkpointing recomputes; without the head
  N tokens{0};            ///< tokens per rank and micro batch
};

/// Returns one rank's part of `width`, divided by tensor parallelism if applicable.
template <class N>
N local(const Parallelism& parallel, const N& width) {
  return parallel.tensor.ranks > 1 ? width / named<N>(sym::tensor_parallel, parallel.tensor.ranks) : width;
}

template <class N>
ComputeWork<N> compute_work(const ClockInput& in);

}  // namespace zp
