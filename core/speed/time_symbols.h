// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/ledger_symbols.h"
#include "core/formula/words.h"

/// Symbols of the clock's formulas. A name has the same meaning here and in the ledger.
namespace zp::sym {

// The batch.
inline constexpr SymbolRow accumulation{"gas", "micro batches of one step", ""};

inline constexpr SymbolRow update_interval{
    "update_interval", "micro batches from one step on the host to the next (zero.zenflow.update_interval)",
    ""};

// The model.
inline constexpr SymbolRow key_dim{"key_dim", "width of one head's queries and keys", "elements"};
inline constexpr SymbolRow value_dim{"value_dim", "width of one head's values", "elements"};

// A pipeline.
inline constexpr SymbolRow other_stages{
    "other_stages", "time of one micro batch on all stages but the slowest, forward and backward", "s"};
inline constexpr SymbolRow unfilled_stages{
    "unfilled_stages",
    "time of one micro batch on all stages but the slowest, forward and backward, less what gradients of "
    "weights fill",
    "s"};
inline constexpr SymbolRow fills{"fills", "times that a stage waits for one chunk of all others", ""};
inline constexpr SymbolRow chunks{"chunks", "parts of the model that each stage of a pipeline holds", ""};
inline constexpr SymbolRow tied_stages{"tied_stages", "stages that hold the embedding", ""};
inline constexpr SymbolRow ends_nodes{"tied_nodes", "nodes that a pipeline's first and last stage lie on",
                                      ""};
inline constexpr SymbolRow ends_rings{
    "tied_rings", "GPUs of a node that share its network when first and last stages talk", ""};

// Work of one pass over one micro batch.
inline constexpr SymbolRow scoring_passes{
    "scoring_passes", "models that read each sequence without gradients, as large as the policy", ""};
inline constexpr SymbolRow generations{"steps_per_generation", "optimizer steps that one generation serves",
                                       ""};
inline constexpr SymbolRow decode_steps{"decode_steps", "steps of an engine until its longest sequence ends",
                                        ""};
inline constexpr SymbolRow decode_seconds{
    "decode_seconds", "time of one of them: weights read, or products if these take longer, and a fixed part",
    "s"};
inline constexpr SymbolRow cache_read{"cache_read", "keys and values that an engine reads in one generation",
                                      "bytes"};
inline constexpr SymbolRow cache_rate{"cache_rate", "rate at which its GPUs read them", "bytes/s"};
inline constexpr SymbolRow prefill_flop{"prefill_flop", "FLOP of an engine's prompts", "FLOP"};
inline constexpr SymbolRow prefill_rate{"prefill_rate", "sustained rate of its GPUs", "FLOP/s"};
inline constexpr SymbolRow reward_seconds{"reward_s", "training.rl.reward_s", "s"};
inline constexpr SymbolRow synced{"synced", "weights of the whole model in 16 bits", "bytes"};
inline constexpr SymbolRow sync_rate{"sync_rate", "rate at which programs load weights into an engine",
                                     "bytes/s"};
inline constexpr SymbolRow slept{
    "slept", "an engine's weights on one GPU, and the parked part of the policy, to the host and back",
    "bytes"};
inline constexpr SymbolRow product_flop_forward{
    "product_flop_forward", "FLOP of a forward pass's matrix products in the blocks", "FLOP"};
inline constexpr SymbolRow product_rate_forward{
    "product_rate_forward", "rate of these products together: the GPU's sustained rate, lower for small ones",
    "FLOP/s"};
inline constexpr SymbolRow product_flop_needed{
    "product_flop_needed", "FLOP of those whose outputs or successors a backward pass needs", "FLOP"};
inline constexpr SymbolRow product_rate_needed{
    "product_rate_needed", "rate of these products together: the GPU's sustained rate, lower for small ones",
    "FLOP/s"};
inline constexpr SymbolRow product_flop_backward{
    "product_flop_backward", "FLOP of a backward pass's matrix products in the blocks", "FLOP"};
inline constexpr SymbolRow product_rate_backward{
    "product_rate_backward",
    "rate of these products together: the GPU's sustained rate, lower for small ones", "FLOP/s"};
inline constexpr SymbolRow head_flop_forward{"head_flop_forward", "FLOP of the output projection", "FLOP"};
inline constexpr SymbolRow head_rate_forward{"head_rate_forward", "rate the output projection reaches",
                                             "FLOP/s"};
inline constexpr SymbolRow head_flop_backward{"head_flop_backward",
                                              "FLOP of the output projection's gradients", "FLOP"};
inline constexpr SymbolRow head_rate_backward{"head_rate_backward",
                                              "rate the output projection's gradients reach", "FLOP/s"};
inline constexpr SymbolRow attention_rate_forward{
    "attention_rate_forward", "sustained rate of the attention kernel in the forward pass", "FLOP/s"};
inline constexpr SymbolRow attention_rate_backward{
    "attention_rate_backward", "sustained rate of the attention kernel in the backward pass", "FLOP/s"};
inline constexpr SymbolRow product_rate{"product_rate", "sustained rate of large matrix products", "FLOP/s"};
inline constexpr SymbolRow unaligned_rate{
    "unaligned_rate",
    "sustained rate of products of rows that do not begin at 16 bytes, without tensor cores", "FLOP/s"};
inline constexpr SymbolRow elementwise_forward{
    "elementwise_forward", "bytes that elementwise kernels read and write forward, a token and block",
    "bytes"};
inline constexpr SymbolRow elementwise_backward{
    "elementwise_backward", "bytes that elementwise kernels read and write backward, a token and block",
    "bytes"};
inline constexpr SymbolRow kernels_forward{"kernels_forward", "kernels of a forward pass", ""};
inline constexpr SymbolRow kernels_recompute{"kernels_recompute", "kernels of a recomputation", ""};
inline constexpr SymbolRow kernels_backward{"kernels_backward", "kernels of a backward pass", ""};
inline constexpr SymbolRow hooked_tensors{"hooked_tensors", "tensors that are fetched and released in a pass",
                                          ""};
inline constexpr SymbolRow hooked_gradients{
    "hooked_gradients", "gradients whose hook puts them into a bucket, in a backward pass", ""};
inline constexpr SymbolRow stepped_tensors{"stepped_tensors",
                                           "tensors that the optimizer's step visits one by one", ""};
inline constexpr SymbolRow counted_tensors{
    "counted_tensors", "tensors that the hooks of a backward pass count, each of them all", ""};
inline constexpr SymbolRow pieces_forward{"pieces_forward",
                                          "slices that a forward pass's gathers are cut into", ""};
inline constexpr SymbolRow pieces_backward{
    "pieces_backward", "slices that a backward pass's gathers and gradients are cut into", ""};
inline constexpr SymbolRow waits_forward{
    "waits_forward", "time that a forward pass waits for hooks that take longer than their tensor's kernels",
    "seconds"};
inline constexpr SymbolRow waits_recompute{"waits_recompute", "the same for a recomputation", "seconds"};
inline constexpr SymbolRow waits_backward{"waits_backward", "the same for a backward pass", "seconds"};
inline constexpr SymbolRow hooked_blocks{"hooked_blocks", "units that FSDP gathers and frees in a pass", ""};
inline constexpr SymbolRow gpu_forward{"gpu_forward", "time of a forward pass's kernels", "seconds"};
inline constexpr SymbolRow gpu_recompute{"gpu_recompute", "time of a recomputation's kernels", "seconds"};
inline constexpr SymbolRow gpu_backward{"gpu_backward", "time of a backward pass's kernels", "seconds"};

// Ranks, and the links between them.
inline constexpr SymbolRow replicas{"replicas", "MiCS shards, each with a whole copy of the model", ""};
inline constexpr SymbolRow nodes{"nodes", "nodes that the collective's ranks lie on", ""};
inline constexpr SymbolRow rings{"rings", "such collectives that share a node's network", ""};
inline constexpr SymbolRow expert_nodes{"expert_nodes", "nodes that ranks with the same experts lie on", ""};
inline constexpr SymbolRow expert_rings{
    "expert_rings", "collectives among ranks with the same experts that share a node's network", ""};
inline constexpr SymbolRow replica_nodes{"replica_nodes", "nodes that one rank of each MiCS shard lie on",
                                         ""};
inline constexpr SymbolRow replica_rings{"replica_rings",
                                         "collectives among MiCS shards that share a node's network", ""};
inline constexpr SymbolRow node_link{"node_link", "nominal bandwidth inside a node, per GPU", "GB/s"};
inline constexpr SymbolRow node_link_share{"node_link_share", "share of that speed that large messages reach",
                                           ""};
inline constexpr SymbolRow group_peers{"group_peers", "other ranks of the collective in the same node", ""};
inline constexpr SymbolRow link_peers{"link_peers", "GPUs to which each GPU has a direct link", ""};
inline constexpr SymbolRow network{"network", "nominal bandwidth between nodes, per GPU", "GB/s"};
inline constexpr SymbolRow network_share{"network_share", "share of that speed that large messages reach",
                                         ""};

// Weights, gradients and states, of one rank's share of the model.
inline constexpr SymbolRow large_tensors{"large_tensors", "tensors above the persistence threshold", ""};
inline constexpr SymbolRow tensors_alone{"tensors_alone", "trained tensors larger than a bucket", ""};
inline constexpr SymbolRow elements_alone{"elements_alone", "elements of those", "elements"};
inline constexpr SymbolRow gathered_together{
    "gathered_together", "of the gathered elements, those of tensors that share a message", "elements"};
inline constexpr SymbolRow kept_by_ratio{
    "kept_by_ratio", "parameters of the partition that the GPU steps (zero.offload_optimizer.ratio)",
    "elements"};
inline constexpr SymbolRow block_input{"block_input", "input of one block, as it is checkpointed", "bytes"};
inline constexpr SymbolRow moved_by_graph{"moved", "bytes of saved tensors of at least 5 MiB", "bytes"};
inline constexpr SymbolRow saved_blocks{"saved", "bytes that autograd keeps of all blocks", "bytes"};

// Memory, host and drives.
inline constexpr SymbolRow gpu_memory{"gpu_memory", "nominal bandwidth of the GPU's memory", "GB/s"};
inline constexpr SymbolRow host_link{"host_link", "nominal bandwidth between GPU and host", "GB/s"};
inline constexpr SymbolRow host_memory{"host_memory", "nominal bandwidth of the host's memory, per node",
                                       "GB/s"};
inline constexpr SymbolRow cpu_cores{"cpu_cores", "cores of a node", ""};
inline constexpr SymbolRow drive_read{"drive_read", "read speed of a node's drives", "GB/s"};
inline constexpr SymbolRow drive_write{"drive_write", "write speed of a node's drives", "GB/s"};

// Factors on published constants, learnt from runs on this machine (core/plan/measured.h).
inline constexpr SymbolRow measured_compute{"measured_compute", "sustained rate of this GPU, × the published",
                                            ""};
inline constexpr SymbolRow measured_host_work{"measured_host_work",
                                              "time that this host took to start work, × the published", ""};
inline constexpr SymbolRow measured_node_link{"measured_node_link",
                                              "speed of collectives in this node, × the published", ""};
inline constexpr SymbolRow measured_network{"measured_network",
                                            "speed of collectives between these nodes, × the published", ""};
inline constexpr SymbolRow measured_host_link{"measured_host_link",
                                              "speed of copies to and from this host, × the published", ""};
inline constexpr SymbolRow measured_host_memory{"measured_host_memory",
                                                "memory speed of this CPU optimizer, × the published", ""};
inline constexpr SymbolRow measured_drives{"measured_drives", "speed of these drives, × the published", ""};

}  // namespace zp::sym
