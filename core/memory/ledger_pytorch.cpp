// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

constexpr Moments in_passes = Moments::of(Moment::forward) | Moments::backward();
constexpr Moments in_blocks = Moments::of(Moment::backward_first, Moment::backward_last);

/// What PyTorch's own data parallelism keeps. Its parameters are their own master: fp32 under mixed
/// precision, cast to 16 bit when they are gathered or used; 16 bit throughout in pure 16-bit training.
struct PyTorch {
  PyTorch(const Plan& plan, const Symbols& symbols) : s(symbols) {
    const Architecture& shape = plan.model.architecture;
    parameter_bytes = s.is_16_bit ? s.master_bytes : 4;
    // torch.optim makes states in the parameters' type (torch/optim/adamw.py, _init_group).
    state_bytes = plan.training.low_precision_states ? s.state_bytes : s.state_bytes * parameter_bytes / 4;
    all = s.sums.trainable + s.sums.frozen;
    const std::int64_t embedding =
        shape.vocab_size * shape.hidden_size / std::max(1, plan.training.tensor_parallel);
    root = std::min(all, embedding * (shape.tied_embeddings ? 1 : 2));
    head = std::min(all, embedding);
    block = (all - root) / std::max<std::int64_t>(1, shape.layers);
    accumulates = s.accumulates;
    on_host = plan.zero.stage >= 2 && (plan.zero.offload_optimizer.device != Device::none ||
                                       plan.zero.offload_param.device != Device::none);
  }

  const Symbols& s;
  int parameter_bytes = 4;
  double state_bytes = 8;
  std::int64_t all = 0, root = 0, head = 0, block = 0;
  bool accumulates = false;
  bool on_host = false;  ///< FSDP's CPUOffloadPolicy: parameters, gradients and states
};

Moments gradients_alive(const PyTorch& torch, Moments when) {
  return torch.accumulates ? when | Moments::of(Moment::forward) | Moments::backward() : when;
}

void add_states(Ledger& ledger, const PyTorch& torch, std::int64_t kept, std::int64_t trained,
                int gradient_bytes, Moments gradients) {
  const Place place = torch.on_host ? Place::cpu : Place::gpu;
  const int m = torch.parameter_bytes;
  ledger.add(torch.on_host ? EntryId::host_weights : EntryId::states_weights, Component::parameters, place,
             bytes_for(kept, m), torch.on_host ? Moments::built() : Moments::always(), torch.on_host);
  ledger.add(torch.on_host ? EntryId::host_gradients : EntryId::states_gradients, Component::gradients, place,
             bytes_for(trained, gradient_bytes), gradients_alive(torch, gradients), torch.on_host);
  ledger.add(torch.on_host ? EntryId::host_optimizer : EntryId::states_optimizer, Component::optimizer_states,
             place, bytes_for(trained, torch.state_bytes), Moments::training());
  // torch.optim's foreach makes one temporary of every parameter's size; the fused kernels that trainers ask
  // for make none (torch/optim/adamw.py, _multi_tensor_adamw: exp_avg_sq_sqrt).
  if (!torch.on_host)
    ledger.add_range(EntryId::step_optimizer, Component::step_workspace, Place::gpu, Bytes(0), Bytes(0),
                     bytes_for(trained, m), Moments::of(Moment::step));
}

/// Distributed data parallel, or one GPU.
void add_replicated(Ledger& ledger, const PyTorch& torch) {
  const Symbols& s = torch.s;
  const Moments at_end = Moments::of(Moment::backward_last, Moment::step);
  add_states(ledger, torch, torch.all, s.sums.trainable, torch.parameter_bytes, at_end);
  if (s.world > 1)  // the reducer's buckets, beside .grad unless gradient_as_bucket_view
    ledger.add(EntryId::buffers_reduce, Component::communication_buffers, Place::gpu,
               bytes_for(s.sums.trainable, torch.parameter_bytes), Moments::built());
  if (s.is_16_bit && torch.parameter_bytes == 4)  // autocast keeps a 16-bit copy of every weight it used
    ledger.add(EntryId::states_autocast, Component::parameters, Place::gpu,
               bytes_for(torch.all, s.weight_bytes),
               Moments::of(Moment::forward, Moment::backward_head, Moment::backward_first));
}

/// Stage 1: weights whole in 16 bit, one gradient buffer in the accumulation type, master and states in parts
/// (Megatron-LM core/optimizer/distrib_optimizer.py; torch ZeroRedundancyOptimizer).
void add_partitioned_optimizer(Ledger& ledger, const PyTorch& torch) {
  const Symbols& s = torch.s;
  ledger.add(EntryId::states_weights, Component::parameters, Place::gpu, bytes_for(torch.all, s.weight_bytes),
             Moments::always());
  if (s.is_16_bit)
    ledger.add(EntryId::states_master, Component::master_weights, Place::gpu,
               bytes_for(s.partition, s.master_bytes), Moments::built());
  ledger.add(EntryId::states_optimizer, Component::optimizer_states, Place::gpu,
             bytes_for(s.partition, s.state_bytes), Moments::training());
  ledger.add(EntryId::states_gradients, Component::gradients, Place::gpu,
             bytes_for(s.sums.trainable, s.accumulation_bytes), Moments::built());
}

/// Embedding and head are units of their own: in the blocks nothing else is gathered, and the head's gradient
/// is reduced before the first of them.
void add_units(Ledger& ledger, const PyTorch& torch) {
  const int b = torch.s.weight_bytes;
  const std::int64_t blocks = 3 * torch.block;
  ledger.add(EntryId::gathered_live, Component::gathered_parameters, Place::gpu,
             bytes_for(std::min(torch.all, blocks), b), in_passes);
  ledger.add(EntryId::gathered_kept, Component::gathered_parameters, Place::gpu,
             bytes_for(std::max<std::int64_t>(0, torch.head - torch.block), b),
             Moments::of(Moment::forward, Moment::backward_head));
  ledger.add(EntryId::buffers_large_gradient, Component::communication_buffers, Place::gpu,
             bytes_for(torch.block, b), in_blocks);
  ledger.add(EntryId::buffers_reduce_scatter, Component::communication_buffers, Place::gpu,
             bytes_for(torch.block, torch.s.communication_bytes), in_blocks);
}

/// FSDP gathers a block as a unit. Three units' worth of buffers exist at once: the flat tensor the next
/// block arrives in, the one it is copied out to, and the block at work (torch/distributed/_tools/sac_ilp.py
/// counts the same three). The root unit, embedding and head, stays through the pass.
void add_sharded(Ledger& ledger, const Plan& plan, const PyTorch& torch) {
  const Symbols& s = torch.s;
  const int b = s.weight_bytes;
  const std::int64_t kept = plan.zero.stage == 3 ? s.partition + s.sums.frozen_partition
                                                 : s.partition + (s.sums.frozen + s.ranks - 1) / s.ranks;
  add_states(ledger, torch, kept, s.partition, torch.parameter_bytes,
             Moments::of(Moment::step, Moment::between) | in_blocks);
  if (s.world == 1 && !torch.on_host) return;
  if (plan.zero.stage == 3 && plan.training.fsdp_wrap == FsdpWrap::all) return add_units(ledger, torch);
  const std::int64_t gathered =
      plan.zero.stage == 2 ? torch.all + torch.block : std::min(torch.all, torch.root + 3 * torch.block);
  ledger.add(EntryId::gathered_live, Component::gathered_parameters, Place::gpu, bytes_for(gathered, b),
             in_passes);
  ledger.add(EntryId::buffers_large_gradient, Component::communication_buffers, Place::gpu,
             bytes_for(torch.block + torch.head, b), in_blocks);
  ledger.add(EntryId::buffers_reduce_scatter, Component::communication_buffers, Place::gpu,
             bytes_for(torch.block, s.communication_bytes), in_blocks);
}

}  // namespace

void add_pytorch(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const PyTorch torch(plan, s);
  switch (plan.zero.stage) {
    case 0:
      return add_replicated(ledger, torch);
    case 1:
      return add_partitioned_optimizer(ledger, torch);
    default:
      return add_sharded(ledger, plan, torch);
  }
}

}  // namespace zp
