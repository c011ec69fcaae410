// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/arithmetic.h"
#include "core/sharding/sequence_chunks.h"
#include "core/speed/clock.h"
#include "core/speed/collectives.h"
#include "core/speed/transfers.h"

namespace zp {

template <class N>
void add_model_parallel(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const Architecture& shape = in.plan.model.architecture;
  const int passes = in.plan.training.activation_checkpointing == Checkpointing::full ? 3 : 2;
  if (in.parallel.tensor.ranks > 1) {
    // Two all-reduces per block and pass (Megatron-LM, arXiv 1909.08053, section 3).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.tensor, sym::tensor_group);
    const N each =
        clock.work.tokens * named<N>(sym::hidden, as_double(shape.hidden_size)) * clock.element_bytes();
    const N calls = 2 * clock.layers() * passes;
    const N bytes = each * calls;
    // Domino: the all-reduces of one half of a micro batch overlap with computing the other half, in each
    // pass all but the last (DeepSpeed runtime/domino/transformer.py, inter_layer_overlap_forward; arXiv
    // 2409.15241, section 3.2). Each half has its own calls.
    const bool is_halved = has_halves(in.plan.training);
    const N sent = is_halved ? 2 * calls : calls;
    HidingTime other_half(is_halved ? clock.compute_forward + clock.compute_backward : 0);
    add_transfer(
        clock,
        {TimeId::tensor_parallel, ring, collective_seconds(Collective::all_reduce, ring, bytes, sent),
         2 * sent_bytes(ring, value_of(bytes)), clock.micro_batches()},
        is_halved ? 1 - passes / value_of(sent) : 0, other_half);
  }
  if (in.parallel.heads.ranks > 1) {
    // In each pass, queries, keys and values are sent and the output is returned (DeepSpeed-Ulysses, arXiv
    // 2309.14509, section 3.2).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.heads, sym::sequence_group);
    const N heads = named<N>(sym::heads, as_double(shape.attention_heads)) +
                    named<N>(sym::kv_heads, as_double(shape.kv_heads));
    const N width = local(in.parallel, 2 * heads * named<N>(sym::head_dim, as_double(shape.head_dim)));
    const N bytes = clock.work.tokens * width * clock.element_bytes() * clock.layers() * passes;
    add_exposed(clock,
                {TimeId::sequence_parallel, ring,
                 collective_seconds(Collective::all_to_all, ring, bytes, N(4 * clock.layers() * passes)),
                 value_of(bytes), clock.micro_batches()});
  }
  if (in.parallel.context.ranks > 1) [[unlikely]] {
    // In each pass, keys and values of all ranks are gathered; in backward, their gradients are
    // reduce-scattered (torch distributed/tensor/experimental/_attention.py, _templated_ring_attention).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.context, sym::context_group);
    const N width = local(in.parallel, 2 * named<N>(sym::kv_heads, as_double(shape.kv_heads)) *
                                           named<N>(sym::head_dim, as_double(shape.head_dim)));
    const N each = clock.work.tokens * ring.ranks * width * clock.element_bytes();
    const N calls = clock.layers() * (passes + 1);
    const N bytes = each * calls;
    add_exposed(clock, {TimeId::context_parallel, ring,
                        collective_seconds(Collective::all_gather, ring, bytes, calls),
                        sent_bytes(ring, value_of(bytes)), clock.micro_batches()});
  }
  if (in.parallel.expert.ranks > 1 && in.parallel.expert_layers > 0) {
    // In each pass, tokens are dispatched and combined; before each forward pass the ranks exchange token
    // counts (auto_ep_layer.py, _AllToAllV and _split_plan_from_expert_counts). Tensor-parallel ranks divide
    // the tokens (moe/ep_tp_dispatch.py).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.expert, sym::expert_group);
    const PipelineStage& stage = in.parallel.stage;
    const N layers = named<N>(sym::expert_layers,
                              as_double(stage.is_whole() ? in.parallel.expert_layers : stage.expert_layers));
    const N copies = clock.work.tokens * named<N>(sym::experts_per_token, as_double(shape.experts_per_token));
    const N each = local(in.parallel, copies * named<N>(sym::hidden, as_double(shape.hidden_size)));
    const N bytes = 2 * each * clock.element_bytes() * layers * passes;
    add_exposed(clock, {TimeId::expert_parallel, ring,
                        collective_seconds(Collective::all_to_all, ring, bytes, N((3 * passes - 1) * layers)),
                        sent_bytes(ring, value_of(bytes)), clock.micro_batches()});
  }
  if (const PipelineStage& stage = in.parallel.stage; !stage.is_whole()) {
    // Between neighbouring stages activations go one way and gradients the other, sequentially; each
    // tensor-parallel rank sends a part (DeepSpeed runtime/pipe/schedule.py; engine.py, pipe_partitioned). If
    // a rank holds several parts of the model, it computes another part meanwhile (Megatron-LM
    // core/pipeline_parallel/schedules.py, overlap_p2p_comm; torch distributed/pipelining/schedules.py starts
    // transfers without waiting).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.pipeline, sym::pipeline_group);
    const int transfers = 2 * (stage.borders_before + stage.borders_after);
    const N bytes = transfers * local(in.parallel, clock.work.tokens *
                                                       named<N>(sym::hidden, as_double(shape.hidden_size)) *
                                                       clock.element_bytes());
    HidingTime other_parts(clock.compute_forward + clock.compute_backward);
    add_transfer(clock,
                 {TimeId::pipeline_transfers, ring, point_to_point_seconds(ring, bytes, N(transfers)),
                  value_of(bytes), clock.micro_batches()},
                 stage.chunks > 1 ? 1 : 0, other_parts);
  }
}
template void add_model_parallel(Clock<double>&);
template void add_model_parallel(Clock<Words>&);

}  // namespace zp
