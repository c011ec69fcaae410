// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/plan_file/key_rows.h"

namespace zp::plan_io {
namespace {

constexpr auto training_rows = std::to_array<KeyRow>({
    key<&Plan::training, &Training::precision>(
        {.path = "training.precision",
         .deepspeed_key = "bf16.enabled, fp16.enabled",
         .written = Written::by_section,
         .is_translated = true,
         .decides = "states.weights, states.master, states.gradients, host.weights, host.master",
         .meaning = "Type of weights and gradients; absent: bf16, or fp16 on GPUs without bf16."}),
    key<&Plan::training, &Training::types, &StatedTypes::weights>(
        {.path = "training.types.weights",
         .meaning = "Type of trained weights as they are kept between steps; auto: as framework and program "
                    "do it.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::frozen>(
        {.path = "training.types.frozen",
         .meaning = "Type of frozen weights as they are kept.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::adapters>(
        {.path = "training.types.adapters",
         .meaning = "Type in which adapters are kept; fp32 is the same as lora.in_fp32.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::master>(
        {.path = "training.types.master",
         .meaning = "Type of the copy that the optimizer steps.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::gathered>(
        {.path = "training.types.gathered",
         .meaning = "Type of the weights as modules use them: gathered from shards, or whole. fp32 with "
                    "products in 16 bits is autocast without a mixed-precision policy; fp8 with products in "
                    "fp8 is FSDP2 that gathers their weights so."}),
    key<&Plan::training, &Training::types, &StatedTypes::gradients>(
        {.path = "training.types.gradients",
         .meaning = "Type in which gradients are kept and added up; gradient_accumulation_dtype is the same "
                    "setting.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::reduced>(
        {.path = "training.types.reduced",
         .meaning =
             "Type in which gradients are sent between ranks; communication_data_type is the same setting.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::states>(
        {.path = "training.types.states",
         .meaning = "Type of the states that the optimizer keeps in full.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::products>(
        {.path = "training.types.products",
         .meaning = "Type of matrix products and of the activations between them. fp8: those of the blocks' "
                    "linear layers, with training.precision for everything between."}),
    key<&Plan::training, &Training::fp8_recipe>(
        {.path = "training.fp8_recipe",
         .meaning =
             "Scaling of products in fp8: torchao's tensorwise, rowwise, rowwise_with_gw_hp or mxfp8, "
             "or Transformer Engine's (te_…), which keeps factors and weights in fp8; auto: te_delayed "
             "for Megatron-LM, else tensorwise."}),
    key<&Plan::training, &Training::types, &StatedTypes::residual>(
        {.path = "training.types.residual",
         .meaning = "Type of the residual stream between blocks.",
         .words = words_without_fp8}),
    key<&Plan::training, &Training::types, &StatedTypes::logits>({.path = "training.types.logits",
                                                                  .meaning = "Type of the head's output.",
                                                                  .words = words_without_fp8}),
    key<&Plan::training, &Training::optimizer>(
        {.path = "training.optimizer",
         .deepspeed_key = "optimizer.type",
         .written = Written::by_section,
         .is_translated = true,
         .decides =
             "states.optimizer, states.optimizer_leftover, step.optimizer, host.optimizer, nvme.optimizer",
         .meaning = "The optimizer; its parameters are in deepspeed_config.optimizer.params."}),
    key<&Plan::training, &Training::optimizer_rank>(
        {.path = "training.optimizer_rank",
         .range = {1, 65'536},
         .decides = "states.optimizer",
         .meaning = "Dimensions that GaLore and APOLLO project gradients to."}),
    key<&Plan::training, &Training::micro_batch_size>(
        {.path = "training.micro_batch_size",
         .range = {1, 65'536},
         .deepspeed_key = "train_micro_batch_size_per_gpu",
         .written = Written::by_section,
         .decides = "activations.saved_blocks, activations.live_block, activations.gradients, "
                    "activations.final_norm, logits.saved, logits.output, logits.fp32, logits.gradient, "
                    "logits.cached, host.checkpoints",
         .meaning = "Sequences a GPU works on at a time."}),
    key<&Plan::training, &Training::gradient_accumulation_steps>(
        {.path = "training.gradient_accumulation_steps",
         .range = {1, 1 << 20},
         .deepspeed_key = "gradient_accumulation_steps",
         .written = Written::by_section,
         .decides = "states.accumulated_gradients",
         .meaning = "Micro batches of one optimizer step."}),
    key<&Plan::training, &Training::sequence_length>(
        {.path = "training.sequence_length",
         .type = "tokens",
         .range = {1, 1 << 30},
         .meaning = "Tokens of a sequence; absent: 2,048, or the model's maximum where that is smaller."}),
    key<&Plan::training, &Training::encoder_length>(
        {.path = "training.encoder_length",
         .type = "tokens",
         .range = {0, 1 << 30},
         .meaning = "Tokens of the sequence that the encoder of an encoder-decoder reads (T5's source); 0: "
                    "training.sequence_length, which is then the decoder's (the target)."}),
    key<&Plan::training, &Training::batch_lengths>(
        {.path = "training.batch_lengths",
         .meaning =
             "Whether all batches have sequence_length tokens a sequence (packed, or cut from one "
             "stream), or each is padded to its own longest: then the allocator reserves more; auto: as "
             "the program does."}),
    key<&Plan::training, &Training::padding_share>(
        {.path = "training.padding_share",
         .type = "number from 0 to 1",
         .range = {0, 0.984375},
         .meaning = "Share of a batch's tokens that are padding: they take memory and time like the others, "
                    "but train nothing. Padding needs an attention mask, with which PyTorch's own attention "
                    "runs its slower kernel. Packed sequences have almost none."}),
    key<&Plan::training, &Training::example_length>(
        {.path = "training.example_length",
         .type = "tokens",
         .range = {0, 1 << 30},
         .meaning = "Tokens of an example where several are packed into one sequence and attention stays "
                    "within each, which flash_2 and flash_3 do: the mean as a token sees it, the sum of "
                    "squared lengths over the sum of lengths; 0 = one example fills a sequence."}),
    key<&Plan::training, &Training::activation_checkpointing>(
        {.path = "training.activation_checkpointing",
         .meaning =
             "Recompute activations in the backward pass instead of keeping them: selective keeps attention "
             "outputs and every second matrix product, full keeps only the input of each block, "
             "memory_budget lets torch.compile choose within training.memory_budget."}),
    key<&Plan::training, &Training::memory_budget>(
        {.path = "training.memory_budget",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .meaning =
             "For activation_checkpointing memory_budget, in blocks that are compiled one by one "
             "(torchtitan's activation_checkpoint.memory_budget): bytes kept of a block, from those of full "
             "checkpointing at 0 to those of none at 1. PyTorch's solver picks the tensors so that as few "
             "FLOP as it can run again; the bytes count as all of the budget, the time as if each byte not "
             "kept cost the same, and both may be less."}),
    key<&Plan::training, &Training::recompute>(
        {.path = "training.recompute",
         .meaning = "How much of a fully checkpointed block runs again: all of it (reentrant checkpointing), "
                    "or up to the last tensor its backward pass needs (use_reentrant False, torch 2.1 and "
                    "later); auto is needed with FSDP, whole elsewhere."}),
    key<&Plan::training, &Training::checkpoints_on_host>(
        {.path = "training.checkpoints_on_host",
         .deepspeed_key = "activation_checkpointing.cpu_checkpointing",
         .meaning = "Keep the checkpointed block inputs in host memory."}),
    key<&Plan::training, &Training::activation_offload>(
        {.path = "training.activation_offload",
         .meaning = "Move what blocks keep off the GPU while the next operations run: streamed, all saved "
                    "tensors to pinned host memory (TRL's and Axolotl's activation_offloading, torchtune's "
                    "enable_activation_offloading), with full checkpointing the checkpoints alone; or disk, "
                    "the checkpoints into files. none: as checkpoints_on_host states."}),
    key<&Plan::training, &Training::checkpoint_unit>(
        {.path = "training.checkpoint_unit",
         .meaning = "Unit whose input full checkpointing keeps and which it computes again: a block, or each "
                    "child of a block (accelerate's fsdp_activation_checkpointing under FSDP2)."}),
    key<&Plan::training, &Training::blocks_per_checkpoint>(
        {.path = "training.blocks_per_checkpoint",
         .range = {1, 10'000},
         .meaning = "Blocks that one checkpoint of full checkpointing covers (Megatron's "
                    "recompute-num-layers)."}),
    key<&Plan::training, &Training::partition_activations>(
        {.path = "training.partition_activations",
         .deepspeed_key = "activation_checkpointing.partition_activations",
         .meaning = "Divide the checkpointed block inputs among the tensor-parallel ranks."}),
    key<&Plan::training, &Training::attention>(
        {.path = "training.attention",
         .meaning = "Attention kernel: fused, or with its score matrix in memory."}),
    key<&Plan::training, &Training::attention_kernel>(
        {.path = "training.attention_kernel",
         .meaning = "Generation of the fused attention kernel, which decides its speed: FlashAttention of "
                    "2022, FlashAttention-2, or FlashAttention-3, 4 and cuDNN for Hopper and later; auto is "
                    "PyTorch's own, with keys and values repeated for every head: as fast as flash_2, and as "
                    "flash_3 on Hopper from PyTorch 2.11 on, which runs cuDNN's."}),
    key<&Plan::training, &Training::dropout>({.path = "training.dropout",
                                              .type = "number from 0 to 1",
                                              .range = {0, 1},
                                              .meaning = "Dropout probability; above 0 its masks are kept."}),
    key<&Plan::training, &Training::fused_loss>(
        {.path = "training.fused_loss",
         .meaning =
             "Computation of the loss: whole over an fp32 copy of the logits (none), in chunks of "
             "tokens, fused with the head, compiled so that no fp32 copy is written, in DeepSpeed's "
             "tiles, whole in the logits' own type (native), or over an fp32 copy and a second "
             "one without the last position (shifted: transformers before 4.49, torchtune before 0.3)."}),
    key<&Plan::training, &Training::fused_loss_chunk>(
        {.path = "training.fused_loss_chunk",
         .type = "tokens",
         .range = {0, 1 << 30},
         .meaning =
             "Tokens in a chunk of the chunked loss: 256 in TRL, whose logits alone exist at a time; 0: "
             "an eighth of the micro batch's, as in torchtune."}),
    key<&Plan::training, &Training::keeps_outputs>(
        {.path = "training.keeps_outputs",
         .meaning =
             "The training loop holds the model's outputs, and with them the logits, while the backward pass "
             "runs (outputs = model(…); outputs.loss.backward()); Trainer releases them."}),
    key<&Plan::training, &Training::loss_parallel>(
        {.path = "training.loss_parallel",
         .meaning =
             "Tensor-parallel ranks divide the logits and the loss over the vocabulary; false: each has "
             "all logits."}),
    key<&Plan::training, &Training::keeps_cache>(
        {.path = "training.keeps_cache",
         .meaning = "The forward pass returns keys and values while training (use_cache true). transformers' "
                    "own checkpointing switches that off, wrappers around the blocks do not."}),
    key<&Plan::training, &Training::fused_norm>(
        {.path = "training.fused_norm",
         .meaning = "Normalisation kernels that keep only their input (Liger-Kernel, Transformer Engine, "
                    "torch.compile)."}),
    key<&Plan::training, &Training::fused_mlp>(
        {.path = "training.fused_mlp",
         .meaning = "MLP activation kernels that keep only their input; auto: where the norms are fused."}),
    key<&Plan::training, &Training::fpdt>(
        {.path = "training.fpdt",
         .meaning = "FPDT, also called Ulysses-Offload (Megatron-DeepSpeed's --ds-sequence-parallel-fpdt): "
                    "attention, MLP and loss work on chunks of the sequence."}),
    key<&Plan::training, &Training::fpdt_chunk>(
        {.path = "training.fpdt_chunk",
         .type = "tokens",
         .range = {1, 1 << 30},
         .meaning = "FPDT: tokens of the whole sequence in one chunk of attention."}),
    key<&Plan::training, &Training::fpdt_offload>(
        {.path = "training.fpdt_offload",
         .meaning =
             "FPDT: chunks of queries, keys and values stay in pinned host memory between their uses."}),
    key<&Plan::training, &Training::domino>(
        {.path = "training.domino",
         .meaning = "Domino (DeepSpeed's runtime/domino): the all-reduces of tensor parallelism run for one "
                    "half of a micro batch while the other half is computed."}),
    key<&Plan::training, &Training::tiled_mlp>(
        {.path = "training.tiled_mlp",
         .meaning = "Run the MLP in tiles of about as many tokens as the model is wide, each recomputed in "
                    "the backward pass (DeepSpeed's TiledMLP)."}),
    key<&Plan::training, &Training::gradient_accumulation_dtype>(
        {.path = "training.gradient_accumulation_dtype",
         .deepspeed_key = "data_types.grad_accum_dtype",
         .written = Written::if_changed,
         .decides = "states.gradients, states.accumulated_gradients, step.flat_gradients, host.gradients, "
                    "staging.gradient",
         .meaning = "Type gradients are added up in; auto is the weights' type."}),
    key<&Plan::training, &Training::sequence_parallel>(
        {.path = "training.sequence_parallel",
         .range = rank_range,
         .deepspeed_key = "sequence_parallel_size",
         .written = Written::by_section,
         .meaning = "Ranks that share one sequence (Ulysses)."}),
    key<&Plan::training, &Training::context_parallel>(
        {.path = "training.context_parallel",
         .range = rank_range,
         .decides = "activations.context",
         .meaning =
             "Ranks that share one sequence and gather each other's keys and values (PyTorch's context "
             "parallelism)."}),
    key<&Plan::training, &Training::tensor_parallel>({.path = "training.tensor_parallel",
                                                      .range = rank_range,
                                                      .deepspeed_key = "tensor_parallel.autotp_size",
                                                      .written = Written::by_section,
                                                      .meaning = "Ranks that share one layer."}),
    key<&Plan::training, &Training::scatter_stream>(
        {.path = "training.scatter_stream",
         .meaning = "Divide the residual stream among tensor-parallel ranks between their layers (Megatron's "
                    "sequence parallelism)."}),
    key<&Plan::training, &Training::expert_parallel>(
        {.path = "training.expert_parallel",
         .range = rank_range,
         .deepspeed_key = "expert_parallel.autoep_size",
         .enabling_key = "expert_parallel.enabled",
         .written = Written::if_changed,
         .meaning = "Ranks that divide the routed experts of a layer among themselves (AutoEP)."}),
    key<&Plan::training, &Training::pipeline_parallel>(
        {.path = "training.pipeline_parallel",
         .range = rank_range,
         .decides = "activations.in_flight, buffers.pipeline",
         .meaning = "Stages of a pipeline, each with consecutive layers of the model (DeepSpeed's "
                    "PipelineEngine); gradient accumulation is its micro batches."}),
    key<&Plan::training, &Training::pipeline_partition>(
        {.path = "training.pipeline_partition",
         .meaning = "Quantity of which each stage gets an equal share: parameters, modules (uniform; "
                    "embedding, norm and head "
                    "count as one each), or blocks (PipelineModule's partition_method)."}),
    key<&Plan::training, &Training::pipeline_schedule>(
        {.path = "training.pipeline_schedule",
         .decides = "activations.in_flight, buffers.pipeline",
         .meaning =
             "Order in which a pipeline's stages run: 1f1b (DeepSpeed has no other), gpipe, those whose "
             "ranks hold several parts of the model (interleaved_1f1b, looped_bfs), and those that compute "
             "gradients of weights where ranks would wait (interleaved_zero_bubble, zbv, dualpipev)."}),
    key<&Plan::training, &Training::pipeline_chunks>(
        {.path = "training.pipeline_chunks",
         .range = {0, 1024},
         .decides = "activations.in_flight, buffers.pipeline",
         .meaning = "Parts of the model that each rank of an interleaved pipeline holds; 0 is as few as the "
                    "schedule takes. More shorten the wait and send more activations."}),
    key<&Plan::training, &Training::experts>(
        {.path = "training.experts",
         .meaning =
             "How a layer's experts work: one after another, each a module of its own (transformers before "
             "5), or grouped, their weights stacked in one tensor a projection (transformers 5, AutoEP)."}),
});

}  // namespace

std::span<const KeyRow> training_keys() { return training_rows; }

}  // namespace zp::plan_io
