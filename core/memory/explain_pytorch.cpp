// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/explain_parts.h"

namespace zp {
namespace {

constexpr std::string_view fsdp_source =
    "torch/distributed/fsdp/_fully_shard/_fsdp_param_group.py, _fsdp_collectives.py";
constexpr std::string_view ddp_source =
    "torch/nn/parallel/distributed.py, torch/csrc/distributed/c10d/reducer.cpp";
constexpr std::string_view partitioned_source = "Megatron-LM core/optimizer/distrib_optimizer.py";

std::string_view source_of(const Plan& plan) {
  if (plan.zero.stage >= 2) return fsdp_source;
  return plan.zero.stage == 1 ? partitioned_source : ddp_source;
}

std::string elements(const Entry& entry, std::string_view symbols) {
  return std::string(symbols) + result(entry);
}

}  // namespace

std::optional<Explanation> explain_pytorch(const Plan& plan, const Entry& entry) {
  const std::string_view source = source_of(plan);
  const bool is_sharded = plan.zero.stage >= 2;
  const bool wraps_all = plan.zero.stage == 3 && plan.training.fsdp_wrap == FsdpWrap::all;
  switch (entry.id) {
    case EntryId::states_weights:
    case EntryId::host_weights:
      return Explanation{"Parameters",
                         plan.zero.stage == 1 ? "The 16-bit weights, whole on every GPU."
                         : is_sharded
                             ? "This rank's shard; it is its own master copy, cast when it is gathered."
                             : "The weights, whole on every GPU and their own master copy.",
                         elements(entry, is_sharded ? "m·(P+F)/N" : "m·(P+F)"), source,
                         is_sharded ? "zero.offload_param" : "zero.stage"};
    case EntryId::states_gradients:
    case EntryId::host_gradients:
      return Explanation{
          "Gradients",
          is_sharded ? "This rank's shard, in the parameters' type." : "Every gradient, whole on every GPU.",
          elements(entry, is_sharded ? "m·P/N" : "a·P"), source, "zero.stage"};
    case EntryId::states_master:
      return Explanation{"Master weights", "The fp32 copy of this rank's part, which the optimizer updates.",
                         elements(entry, "m·P/N"), source, "zero.stage"};
    case EntryId::states_optimizer:
    case EntryId::host_optimizer:
      return Explanation{"Optimizer states",
                         "What " + std::string(name_of(plan.training.optimizer)) +
                             " remembers per parameter, in the parameters' type.",
                         elements(entry, plan.zero.stage == 0 ? "s·P" : "s·P/N"), source, "zero.stage"};
    case EntryId::states_autocast:
      return Explanation{"16-bit copies of autocast",
                         "Autocast keeps a 16-bit copy of every fp32 weight it used until the pass is over.",
                         elements(entry, "b·(P+F)"), "torch/amp/autocast_mode.py, cache_enabled",
                         "zero.stage"};
    case EntryId::buffers_reduce:
      return Explanation{"Buckets of the reducer",
                         "Distributed data parallel copies every gradient into buckets unless "
                         "gradient_as_bucket_view is set.",
                         elements(entry, "m·P"), ddp_source, "zero.stage"};
    case EntryId::gathered_live:
      return Explanation{
          "Gathered weights",
          wraps_all ? "Of the blocks the one at work, and the next one twice while it arrives."
                    : "Embedding and head for the whole pass; of the blocks the one at work, and the next "
                      "one twice while it arrives.",
          elements(entry, plan.zero.stage == 2 ? "b·(P + block)"
                          : wraps_all          ? "b·3 blocks"
                                               : "b·(root + 3 blocks)"),
          "torch/distributed/_tools/sac_ilp.py; _fsdp_param_group.py", "training.fsdp_wrap"};
    case EntryId::gathered_kept:
      return Explanation{"Head while it is used", "What the head's unit is larger than a block.",
                         elements(entry, "b·(V·h − block)"), fsdp_source, "training.fsdp_wrap"};
    case EntryId::buffers_large_gradient:
      return Explanation{
          "Gradients not yet reduced",
          wraps_all ? "One block's whole gradients." : "One block's whole gradients, and those of the head.",
          elements(entry, wraps_all ? "b·block" : "b·(block + V·h)"), fsdp_source, "training.fsdp_wrap"};
    case EntryId::buffers_reduce_scatter:
      return Explanation{"Input of the reduce-scatter",
                         "One block's gradients in the type they are reduced in.", elements(entry, "c·block"),
                         fsdp_source, "deepspeed_config.communication_data_type"};
    case EntryId::step_optimizer:
      return Explanation{"Temporary of the optimizer",
                         "torch.optim's default works on all parameters at once; a fused optimizer has none.",
                         elements(entry, "m·P/N"), "torch/optim/adamw.py, _multi_tensor_adamw", ""};
    default:
      return std::nullopt;
  }
}

}  // namespace zp
