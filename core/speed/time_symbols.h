// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/words.h"

/// The symbols of the clock's formulas: one name, one meaning, here and in the ledger.
namespace zp::sym {

// The batch.
inline constexpr SymbolRow accumulation{"gas", "micro batches of one step", ""};
inline constexpr SymbolRow micro_batch{"micro_batch", "sequences of one micro batch", "sequences"};
inline constexpr SymbolRow sequence{"sequence", "tokens of one sequence", "tokens"};

// The model.
inline constexpr SymbolRow layers{"layers", "blocks of the model", ""};
inline constexpr SymbolRow hidden{"hidden", "width of the residual stream", "elements"};
inline constexpr SymbolRow heads{"heads", "attention heads", ""};
inline constexpr SymbolRow kv_heads{"kv_heads", "key and value heads", ""};
inline constexpr SymbolRow head_dim{"head_dim", "width of one attention head", "elements"};
inline constexpr SymbolRow key_dim{"key_dim", "width of one head's queries and keys", "elements"};
inline constexpr SymbolRow value_dim{"value_dim", "width of one head's values", "elements"};
inline constexpr SymbolRow vocabulary{"vocabulary", "entries of the vocabulary", ""};

// Work of one pass over one micro batch.
inline constexpr SymbolRow product_flop_forward{
    "product_flop_forward", "FLOP of a forward pass's matrix products in the blocks", "FLOP"};
inline constexpr SymbolRow product_rate_forward{
    "product_rate_forward", "rate these reach together: what the GPU sustains, less for small ones",
    "FLOP/s"};
inline constexpr SymbolRow product_flop_backward{
    "product_flop_backward", "FLOP of a backward pass's matrix products in the blocks", "FLOP"};
inline constexpr SymbolRow product_rate_backward{
    "product_rate_backward", "rate these reach together: what the GPU sustains, less for small ones",
    "FLOP/s"};
inline constexpr SymbolRow head_flop_forward{"head_flop_forward", "FLOP of the output projection", "FLOP"};
inline constexpr SymbolRow head_rate_forward{"head_rate_forward", "rate the output projection reaches",
                                             "FLOP/s"};
inline constexpr SymbolRow head_flop_backward{"head_flop_backward",
                                              "FLOP of the output projection's gradients", "FLOP"};
inline constexpr SymbolRow head_rate_backward{"head_rate_backward",
                                              "rate the output projection's gradients reach", "FLOP/s"};
inline constexpr SymbolRow attention_rate_forward{
    "attention_rate_forward", "what the attention kernel sustains in the forward pass", "FLOP/s"};
inline constexpr SymbolRow attention_rate_backward{
    "attention_rate_backward", "what the attention kernel sustains in the backward pass", "FLOP/s"};
inline constexpr SymbolRow product_rate{"product_rate", "what large matrix products sustain", "FLOP/s"};
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
inline constexpr SymbolRow gpu_forward{"gpu_forward", "what the kernels of a forward pass take", "seconds"};
inline constexpr SymbolRow gpu_recompute{"gpu_recompute", "what the kernels of a recomputation take",
                                         "seconds"};
inline constexpr SymbolRow gpu_backward{"gpu_backward", "what the kernels of a backward pass take",
                                        "seconds"};

// Ranks, and the links between them.
inline constexpr SymbolRow gpus{"gpus", "GPUs of one node", ""};
inline constexpr SymbolRow tensor_parallel{"tp", "ranks that share one layer", ""};
inline constexpr SymbolRow sequence_parallel{"sp", "ranks that share one sequence", ""};
inline constexpr SymbolRow zero_ranks{"N", "ranks that share a ZeRO partition", ""};
inline constexpr SymbolRow secondary_ranks{"H", "ranks that share hpZ's secondary partition", ""};
inline constexpr SymbolRow replicas{"replicas", "MiCS shards, each with a whole copy of the model", ""};
inline constexpr SymbolRow nodes{"nodes", "nodes that the collective's ranks lie on", ""};
inline constexpr SymbolRow rings{"rings", "such collectives that share a node's network", ""};
inline constexpr SymbolRow replica_nodes{"replica_nodes", "nodes that one rank of each MiCS shard lie on",
                                         ""};
inline constexpr SymbolRow replica_rings{"replica_rings",
                                         "collectives among MiCS shards that share a node's network", ""};
inline constexpr SymbolRow node_link{"node_link", "the link inside a node, nominal, a GPU", "GB/s"};
inline constexpr SymbolRow node_link_share{"node_link_share", "of that what large messages reach", ""};
inline constexpr SymbolRow network{"network", "the network between nodes, nominal, a GPU", "GB/s"};
inline constexpr SymbolRow network_share{"network_share", "of that what large messages reach", ""};

// Weights, gradients and states, of one rank's share of the model.
inline constexpr SymbolRow trainable{"P", "trainable parameters of one rank", "elements"};
inline constexpr SymbolRow frozen{"F", "frozen parameters of one rank", "elements"};
inline constexpr SymbolRow persistent{"persistent", "parameters in tensors small enough to stay whole",
                                      "elements"};
inline constexpr SymbolRow large_tensors{"large_tensors", "tensors above the persistence threshold", ""};
inline constexpr SymbolRow kept_by_ratio{
    "kept_by_ratio", "parameters of the partition that the GPU steps (zero.offload_optimizer.ratio)",
    "elements"};
inline constexpr SymbolRow trainable_partition{"trainable_partition",
                                               "one rank's part of every trainable tensor", "elements"};
inline constexpr SymbolRow frozen_partition{"frozen_partition", "one rank's part of every frozen tensor",
                                            "elements"};
inline constexpr SymbolRow weight_bytes{"b", "bytes of one weight", "bytes"};
inline constexpr SymbolRow accumulation_bytes{"a", "bytes of one accumulated gradient", "bytes"};
inline constexpr SymbolRow communication_bytes{"c", "bytes of one gradient while it travels", "bytes"};
inline constexpr SymbolRow master_bytes{"m", "bytes of one master weight", "bytes"};
inline constexpr SymbolRow state_bytes{"s", "bytes of optimizer states per parameter on the GPU", "bytes"};
inline constexpr SymbolRow host_state_bytes{"s_host", "bytes of optimizer states per parameter on the host",
                                            "bytes"};
inline constexpr SymbolRow reduce_bucket{"R", "elements of one gradient bucket", "elements"};
inline constexpr SymbolRow gather_bucket{"allgather_bucket", "zero.allgather_bucket_size", "elements"};
inline constexpr SymbolRow prefetch_bucket{"A", "zero.stage3_prefetch_bucket_size", "elements"};
inline constexpr SymbolRow reuse_distance{"D", "zero.stage3_max_reuse_distance", "elements"};
inline constexpr SymbolRow block_input{"block_input", "input of one block, as it is checkpointed", "bytes"};

// Memory, host and drives.
inline constexpr SymbolRow gpu_memory{"gpu_memory", "the GPU's memory, nominal", "GB/s"};
inline constexpr SymbolRow host_link{"host_link", "the link between GPU and host, nominal", "GB/s"};
inline constexpr SymbolRow host_memory{"host_memory", "the host's memory, nominal, a node", "GB/s"};
inline constexpr SymbolRow drive_read{"drive_read", "what the drives of a node read", "GB/s"};
inline constexpr SymbolRow drive_write{"drive_write", "what the drives of a node write", "GB/s"};

}  // namespace zp::sym
