// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/words.h"

/// Symbols of the ledger's formulas, shared with the clock; each name has one meaning. Letters follow the
/// ZeRO papers where possible.
namespace zp::sym {

// The batch, on one rank.
inline constexpr SymbolRow micro_batch{
    "micro_batch", "sequences of one micro batch; chosen and rejected ones count separately", "sequences"};
inline constexpr SymbolRow sequence{"sequence", "tokens of one sequence", "tokens"};
inline constexpr SymbolRow encoder_sequence{"encoder_sequence",
                                            "tokens of the sequence that the encoder reads", "tokens"};
inline constexpr SymbolRow example{"example", "training.example_length", "tokens"};

// The model.
inline constexpr SymbolRow layers{"layers", "blocks of the model", ""};
inline constexpr SymbolRow encoder_layers{"encoder_layers", "blocks of the encoder", ""};
inline constexpr SymbolRow decoder_layers{"decoder_layers", "blocks of the decoder", ""};
inline constexpr SymbolRow stage_layers{"stage_layers", "blocks of the pipeline's stage", ""};
inline constexpr SymbolRow in_flight{
    "in_flight", "largest number of micro batches of the stage between their forward and backward pass", ""};
inline constexpr SymbolRow dense_layers{"dense_layers", "blocks without experts", ""};
inline constexpr SymbolRow expert_layers{"expert_layers", "blocks with experts", ""};
inline constexpr SymbolRow hidden{"hidden", "width of the residual stream", "elements"};
inline constexpr SymbolRow heads{"heads", "attention heads", ""};
inline constexpr SymbolRow head_dim{"head_dim", "width of one attention head", "elements"};
inline constexpr SymbolRow rotary_dim{"rotary_dim", "width of the rotary tables", "elements"};
inline constexpr SymbolRow mlp_width{"mlp_width", "inner width of a dense block's MLP", "elements"};
inline constexpr SymbolRow expert_width{"expert_width", "inner width of one routed expert", "elements"};
inline constexpr SymbolRow experts_per_token{"experts_per_token", "routed experts that a token visits", ""};
inline constexpr SymbolRow vocabulary{"vocabulary", "entries of the vocabulary", ""};

// Bytes that autograd keeps of one block, summed over its operations.
inline constexpr SymbolRow saved_dense{
    "saved_dense", "bytes that autograd keeps of a dense block for one token, without recomputation",
    "bytes"};
inline constexpr SymbolRow saved_experts{
    "saved_experts", "bytes that autograd keeps of a block with experts for one token, without recomputation",
    "bytes"};
inline constexpr SymbolRow saved_encoder{
    "saved_encoder", "bytes that autograd keeps of an encoder's block for one token, without recomputation",
    "bytes"};
inline constexpr SymbolRow saved_cross{
    "saved_cross",
    "bytes that autograd keeps of a block's attention to the encoder for one token of the decoder", "bytes"};
inline constexpr SymbolRow saved_keys{
    "saved_keys",
    "bytes of the keys and values of a block's attention to the encoder for one token of the encoder",
    "bytes"};
inline constexpr SymbolRow sequence_chunks{"chunks", "chunks that FPDT cuts the sequence into", ""};
inline constexpr SymbolRow chunked_block{
    "chunked_block", "bytes that FPDT keeps on the host of a block for one token", "bytes"};
inline constexpr SymbolRow large_dense{"large_dense",
                                       "share of what a dense block keeps in tensors of at least 5 MiB", ""};
inline constexpr SymbolRow large_experts{
    "large_experts", "share of what a block of experts keeps in tensors of at least 5 MiB", ""};
inline constexpr SymbolRow split_chunks{
    "split", "micro batches, besides the current one, whose weight gradients are not yet computed", ""};
inline constexpr SymbolRow in_flight_split{"in_flight_split", "micro batches in flight then", ""};
inline constexpr SymbolRow output_gradients{
    "output_gradients", "bytes of the gradients that those of a dense block's weights need, for one token",
    "bytes"};
inline constexpr SymbolRow expert_output_gradients{
    "expert_output_gradients",
    "bytes of the gradients that those of the weights of a block of experts need, for one token", "bytes"};
inline constexpr SymbolRow saved_attention{
    "saved_attention", "bytes that autograd keeps of a block's attention for one token", "bytes"};
inline constexpr SymbolRow key_value_heads{
    "attended_kv_heads", "key and value heads that attention works on, including repeated ones", ""};
inline constexpr SymbolRow loss_tile{
    "loss_tile", "tokens of a tile of the loss: 1 GiB of logits in fp32 (ArcticTraining sft_trainer.py)",
    "tokens"};
inline constexpr SymbolRow mlp_tile{
    "mlp_tile", "tokens of a tile of the MLP: sequence over sequence/hidden, rounded up", "tokens"};
inline constexpr SymbolRow kept_dense{
    "kept_dense", "bytes that selective checkpointing keeps of a dense block for one token", "bytes"};
inline constexpr SymbolRow kept_experts{
    "kept_experts", "bytes that selective checkpointing keeps of a block with experts for one token",
    "bytes"};
inline constexpr SymbolRow loss_chunk{
    "loss_chunk", "tokens the fused loss works on at a time: tokens·hidden/vocabulary, to a power of two",
    "tokens"};
inline constexpr SymbolRow stated_loss_chunk{"loss_chunk_stated", "training.fused_loss_chunk", "tokens"};

// Models other than the policy, on one rank.
inline constexpr SymbolRow reference_weights{"reference", "weights of the reference model that a rank keeps",
                                             "elements"};
inline constexpr SymbolRow reward_weights{"reward", "weights of the reward model that a rank keeps",
                                          "elements"};
inline constexpr SymbolRow teacher_weights{"teacher", "weights of the teacher that a rank keeps", "elements"};
inline constexpr SymbolRow role_fetched{
    "role_fetched",
    "the current module, the prefetched weights and their receive buffer, of the scoring model at stage 3",
    "elements"};
inline constexpr SymbolRow scored_sequences{"scored", "sequences that are scored at a time", "sequences"};
inline constexpr SymbolRow scored_block{"scored_block",
                                        "largest number of bytes that a block holds for one token", "bytes"};
inline constexpr SymbolRow evaluated{"evaluated", "sequences of an evaluation batch", "sequences"};
inline constexpr SymbolRow kept_batches{"kept_batches", "training.eval_kept_batches", ""};
inline constexpr SymbolRow data_ranks{"N_data", "ranks that see different data", ""};
inline constexpr SymbolRow completion{"completion", "tokens of a sequence that were generated", "tokens"};
inline constexpr SymbolRow generated_sequences{"generated", "sequences that a rank generates at a time",
                                               "sequences"};
inline constexpr SymbolRow cached{"cached", "keys and values of one token and block", "elements"};
inline constexpr SymbolRow engine_share{"engine_share", "training.engine_share", ""};
inline constexpr SymbolRow gpu_bytes{"gpu_bytes", "memory of a GPU", "bytes"};

// Ranks.
inline constexpr SymbolRow gpus{"gpus", "GPUs of one node", ""};
inline constexpr SymbolRow tensor_parallel{"tp", "ranks that share one layer", ""};
inline constexpr SymbolRow blocks_per_checkpoint{"blocks_per_checkpoint", "training.blocks_per_checkpoint",
                                                 ""};
inline constexpr SymbolRow sequence_parallel{"sp", "ranks that share one sequence", ""};
inline constexpr SymbolRow kv_heads{"kv_heads", "key and value heads", ""};
inline constexpr SymbolRow context_parallel{"cp", "ranks of a sequence that gather keys and values", ""};
/// Ranks that share a sequence in either way.
inline constexpr SymbolRow sequence_ranks{"sequence_ranks", "ranks that share one sequence", ""};
inline constexpr SymbolRow zero_ranks{"N", "ranks that share a ZeRO partition", ""};
inline constexpr SymbolRow pipeline_parallel{"pp", "stages of the pipeline", ""};
inline constexpr SymbolRow expert_parallel{"ep", "ranks that divide the experts", ""};
inline constexpr SymbolRow expert_ranks{"N_experts", "ranks that hold the same experts", ""};
inline constexpr SymbolRow secondary_ranks{"H", "ranks that share hpZ's secondary partition", ""};

// Weights, gradients and states, of one rank's share of the model.
inline constexpr SymbolRow trainable{"P", "trainable parameters of one rank", "elements"};
inline constexpr SymbolRow waiting{"P_waiting", "the part of P that another engine trains at another time",
                                   "elements"};
inline constexpr SymbolRow frozen{
    "F", "frozen parameters of one rank, quantised ones as they are stored, packed into elements",
    "elements"};
inline constexpr SymbolRow expert_weights{
    "expert_weights", "parameters of one rank's experts, where ranks divide them", "elements"};
inline constexpr SymbolRow trainable_experts{
    "P_experts", "trainable parameters of one rank's experts, where ranks divide them", "elements"};
inline constexpr SymbolRow largest_partition{"largest_partition",
                                             "the largest part of one tensor that a rank holds", "elements"};
inline constexpr SymbolRow leaf{"leaf", "weights of one expert block, gathered at once", "elements"};
inline constexpr SymbolRow largest{"L", "the largest tensor", "elements"};
inline constexpr SymbolRow largest_trained{"L_trained", "the largest tensor that is trained", "elements"};
inline constexpr SymbolRow trainable_partition{"trainable_partition",
                                               "one rank's part of every trainable tensor", "elements"};
inline constexpr SymbolRow frozen_partition{"frozen_partition", "one rank's part of every frozen tensor",
                                            "elements"};
inline constexpr SymbolRow persistent{"persistent", "parameters in tensors small enough to stay whole",
                                      "elements"};
inline constexpr SymbolRow swapped_partition{
    "swapped_partition", "one rank's parts that are large enough for a file of their own", "elements"};
inline constexpr SymbolRow quantized{"Q", "weights of one rank that are stored quantised", "elements"};
inline constexpr SymbolRow quantized_rows{
    "Q_rows", "outputs of the quantised layers of one rank, each with a scale of its own", ""};
inline constexpr SymbolRow largest_quantized{"L_quantized", "the largest quantised tensor, of one rank",
                                             "elements"};
inline constexpr SymbolRow fp8_weights{"P_fp8", "weights of one rank that are multiplied in fp8", "elements"};
inline constexpr SymbolRow fp8_largest{"L_fp8", "the largest of their tensors", "elements"};
inline constexpr SymbolRow fp8_sides{"sides_fp8", "inputs and outputs of that tensor", "elements"};
inline constexpr SymbolRow cast_weights{"P_cast", "weights of one rank that torch_autocast casts",
                                        "elements"};
inline constexpr SymbolRow cast_trained{"P_cast_trained", "trained weights that torch_autocast casts",
                                        "elements"};
inline constexpr SymbolRow tagged{
    "P_tagged", "weights of linear layers, which are sent in torch_autocast's type", "elements"};
inline constexpr SymbolRow tagged_trained{"P_tagged_trained", "the trained ones among them", "elements"};
inline constexpr SymbolRow gathered_bytes{
    "b_gathered", "mean bytes of one gathered weight in transit: fp8 and torch_autocast send narrower ones",
    "bytes"};
inline constexpr SymbolRow reduced_bytes{
    "c_reduced", "mean bytes of one gradient in transit: torch_autocast sends linear layers' in its type",
    "bytes"};
inline constexpr SymbolRow dora_workspace{
    "dora",
    "for the norm of the largest target: its weight and the adapter's product, once more scaled and once "
    "added up, and the identity the product is made of",
    "elements"};
inline constexpr SymbolRow mean_at_border{
    "mean_at_border",
    "expected size of the tensor that a partition's border cuts: the mean, weighted by size", "elements"};
inline constexpr SymbolRow embedding{"embedding", "the embedding's parameters", "elements"};
inline constexpr SymbolRow weight_bytes{"b", "bytes of one weight as modules use it", "bytes"};
inline constexpr SymbolRow trained_bytes{"b_trained", "bytes of one trained weight as it is kept", "bytes"};
inline constexpr SymbolRow frozen_bytes{"b_frozen", "bytes of one frozen weight as it is kept", "bytes"};
inline constexpr SymbolRow element_bytes{"e", "bytes of one activation", "bytes"};
inline constexpr SymbolRow residual_bytes{"r", "bytes of one element of the residual stream", "bytes"};
inline constexpr SymbolRow accumulation_bytes{"a", "bytes of one accumulated gradient", "bytes"};
inline constexpr SymbolRow communication_bytes{"c", "bytes of one gradient in transit", "bytes"};
inline constexpr SymbolRow master_bytes{"m", "bytes of one master weight", "bytes"};
inline constexpr SymbolRow state_bytes{"s", "bytes of optimizer states per parameter on the GPU", "bytes"};
inline constexpr SymbolRow host_state_bytes{"s_host", "bytes of optimizer states per parameter on the host",
                                            "bytes"};

// Sizes that the config states.
inline constexpr SymbolRow reduce_bucket{"R", "elements of one gradient bucket", "elements"};
inline constexpr SymbolRow prefetch_bucket{"A", "zero.stage3_prefetch_bucket_size", "elements"};
inline constexpr SymbolRow max_live{"V", "zero.stage3_max_live_parameters", "elements"};
inline constexpr SymbolRow reuse_distance{"D", "zero.stage3_max_reuse_distance", "elements"};
inline constexpr SymbolRow sub_group_size{"G", "zero.sub_group_size", "elements"};
inline constexpr SymbolRow gather_bucket{"allgather_bucket", "zero.allgather_bucket_size", "elements"};
inline constexpr SymbolRow selected_share{"topk_ratio", "zero.zenflow.topk_ratio", ""};
inline constexpr SymbolRow kept_sub_groups{
    "kept_sub_groups", "sub-groups whose master and states zero.offload_optimizer.ratio leaves on the GPU",
    ""};
inline constexpr SymbolRow optimizer_buffers{"optimizer_buffers", "zero.offload_optimizer.buffer_count", ""};
inline constexpr SymbolRow weight_buffers{"weight_buffers", "zero.offload_param.buffer_count", ""};
inline constexpr SymbolRow weight_buffer_size{"weight_buffer_size", "zero.offload_param.buffer_size",
                                              "elements"};
inline constexpr SymbolRow max_in_cpu{"max_in_cpu", "zero.offload_param.max_in_cpu", "elements"};

// Measured quantities, and sums of other entries.
inline constexpr SymbolRow context{"context", "a CUDA context: kernels and driver state, measured", "bytes"};
inline constexpr SymbolRow nccl{"nccl", "channels of NCCL's communicators, measured", "bytes"};
inline constexpr SymbolRow tensors_at_peak{"tensors_at_peak", "tensors on the GPU at training's worst moment",
                                           "bytes"};
inline constexpr SymbolRow moving_tensors{"moving_tensors",
                                          "activations and logits where a pass has most of them", "bytes"};
inline constexpr SymbolRow fp32_logits{"fp32_logits", "the logits of a micro batch in fp32", "bytes"};
inline constexpr SymbolRow logits{"logits", "the logits of a micro batch in the weights' type", "bytes"};
inline constexpr SymbolRow memory_budget{
    "memory_budget", "training.memory_budget, the share of what a block keeps in addition to its input", ""};
inline constexpr SymbolRow factor_scales{
    "factor_scales", "bytes of the scales of one element of an activation or gradient in fp8", "bytes"};
inline constexpr SymbolRow weight_scales{
    "weight_scales", "bytes of the scales of one element of a weight in fp8, in one layout", "bytes"};
inline constexpr SymbolRow kept_states{"kept_states",
                                       "master weights and states that fit into 80 % of the GPU on top of "
                                       "the forward pass, in whole tensors of the sub-groups",
                                       "bytes"};
inline constexpr SymbolRow kept_activations{
    "kept_activations",
    "saved tensors of at least 5 MiB that fit into 90 % of the GPU on top of a step that has moved them all",
    "bytes"};
inline constexpr SymbolRow room{"room", "GPU memory left by the other tensors", "bytes"};
inline constexpr SymbolRow pinned_partitions{
    "pinned_partitions", "this rank's part of every trained tensor, each rounded up to a power of two",
    "bytes"};
inline constexpr SymbolRow pinned_rounding{
    "pinned_rounding", "bytes added by rounding every pinned buffer up to a power of two", "bytes"};
inline constexpr SymbolRow resting{
    "resting", "states or weights of the policy parked on the host while an engine generates", "bytes"};
inline constexpr SymbolRow pages_at_fork{"pages_at_fork",
                                         "pageable tensors on the host when the data loader starts", "bytes"};
inline constexpr SymbolRow process{
    "process", "host memory of a training process without its tensors, measured", "bytes"};
inline constexpr SymbolRow largest_pinned{"largest_pinned", "the largest buffer pinned for the engine",
                                          "bytes"};

}  // namespace zp::sym
