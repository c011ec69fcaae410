// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view autograd =
    "Tensors PyTorch's autograd saves, by operation; bytes counted with saved-tensor hooks";
constexpr std::string_view checkpoints =
    "The input of every block; the rest is recomputed in the backward pass.";

constexpr EntryText saved{activations_saved_blocks, "Saved activations",
                          "The tensors that autograd keeps of every block until its backward pass has run.",
                          autograd, "training.activation_checkpointing"};
constexpr EntryText checkpointed{activations_saved_blocks, "Checkpointed activations", checkpoints, autograd,
                                 "training.checkpoints_on_host"};
constexpr EntryText in_budget{
    activations_saved_blocks, "Activations within the budget",
    "Every block's input, and the share of its other tensors that training.memory_budget leaves to "
    "torch.compile. At 0 and 1 they are those of full and of no checkpointing; between them it fills a "
    "knapsack of whole tensors, which may take less.",
    "torch _functorch/config.py, activation_memory_budget; _functorch/partitioners.py, "
    "choose_saved_values_set",
    "training.memory_budget"};
constexpr std::string_view schedule =
    "DeepSpeed runtime/pipe/schedule.py, TrainSchedule.num_pipe_buffers; runtime/pipe/engine.py; torch "
    "distributed/pipelining/schedules.py";
constexpr EntryText in_flight{
    activations_in_flight, "Other micro batches in flight",
    "The tensors of the micro batches that have passed this stage forward and wait "
    "for their backward pass: under 1F1B, at most as many micro batches as stages follow. Schedules that "
    "split the backward pass also hold, until the gradients of weights are computed, recomputed tensors "
    "and the gradients that those need.",
    schedule, "training.activation_checkpointing"};
constexpr EntryText boundaries{buffers_pipeline, "Pipeline stage buffers",
                               "The activations that the stage received and sent for every micro batch in "
                               "flight, and the buffers in which activations and gradients arrive.",
                               schedule, "training.micro_batch_size"};
constexpr EntryText context{
    activations_context, "Keys and values of other ranks",
    "Gathered for the current attention layer, so that each rank's queries attend to the whole sequence.",
    "torch distributed/tensor/experimental/_attention.py, _AllGatherRotater", "training.context_parallel"};
constexpr EntryText on_host{
    host_checkpoints, "Checkpointed activations",
    "The input of every block, copied to pageable host memory; the rest is recomputed in the backward pass.",
    "DeepSpeed runtime/activation_checkpointing/checkpointing.py (copy_to_device); ArcticTraining "
    "monkey_patches.py (CheckpointFunctionWithCPUOffload)",
    ""};
constexpr std::string_view streams =
    "torchtune training/_activation_offloading.py; TRL models/activation_offloading.py, OffloadActivations";
constexpr EntryText streamed_to_host{
    host_checkpoints, "Saved activations",
    "The tensors that autograd keeps of every block, or the input of each checkpointed one, copied to pinned "
    "host memory while the next operations run.",
    streams, "training.activation_offload"};
constexpr EntryText leaving{activations_leaving, "Activations being offloaded",
                            "At most five tensors wait on the GPU for their copy.", streams,
                            "training.activation_offload"};
constexpr std::string_view graph =
    "DeepSpeed compile/passes/offload_activation.py; csrc/compile/z3.cpp, offloadTensor, waitReload, "
    "endBackward";
constexpr EntryText moved_by_graph{
    host_checkpoints, "Saved activations",
    "With compile.offload_activation, saved tensors of at least 5 MiB stay here until the backward graph has "
    "run: those that do not fit into 90 % of the GPU on top of the step's peak.",
    graph, "deepspeed_config.compile.offload_activation"};
constexpr EntryText returned{
    activations_returned, "Reloaded activations",
    "Tensors that the backward graph has reloaded stay on the GPU until the graph ends.", graph,
    "deepspeed_config.compile.offload_activation"};
constexpr EntryText chunks_on_host{
    host_sequence_chunks, "FPDT's chunks",
    "The input of attention, queries, keys, values and output of every chunk, with checkpointing those of "
    "one block at a time; in the backward pass also the queries' gradients in fp32.",
    "DeepSpeed sequence/fpdt_layer.py, _FPDTGPUOffloadingAttentionImpl_, FPDT_LogitsLoss; arXiv 2408.16978",
    "training.fpdt_offload"};
constexpr EntryText on_drives{nvme_checkpoints, "Checkpointed activations on NVMe",
                              "The input of every block of a node's ranks, in files.",
                              "Axolotl monkeypatch/gradient_checkpointing/offload_disk.py",
                              "training.activation_offload"};
constexpr EntryText whole_block{activations_live_block, "Current block",
                                "All tensors of one block while its backward pass runs.", autograd,
                                "training.micro_batch_size"};
constexpr EntryText recomputed_block{
    activations_live_block, "Current block",
    "The tensors of one block, recomputed for its backward pass, beyond those that were saved.", autograd,
    "training.micro_batch_size"};
constexpr EntryText gradients{activations_gradients, "Gradients of activations",
                              "The residual stream's gradient, and the temporaries of the block's MLP or of "
                              "its attention kernel, whichever are larger.",
                              "PyTorch autograd: a gradient lives until its last consumer has run; "
                              "flash-attention csrc/flash_attn/flash_api.cpp, mha_bwd",
                              "training.micro_batch_size"};
constexpr EntryText norm{activations_final_norm, "Final norm and rotary tables",
                         "The tensors kept between the last block and the head.", autograd,
                         "training.micro_batch_size"};
constexpr EntryText cache{activations_cache, "Returned key-value cache",
                          "The keys and values that the forward pass returns for generation, in addition to "
                          "the copies that attention used.",
                          "transformers: past_key_values of a model called with use_cache",
                          "training.keeps_cache"};
constexpr EntryText loss_saved{
    logits_saved, "Saved for head and loss",
    "The head's input, and the tensors that the loss keeps: the log-softmax over the vocabulary; compiled, "
    "the logits; in chunks, none of them; fused or in tiles, the gradients of the head's input and weight.",
    autograd, "training.fused_loss"};
constexpr EntryText logits{logits_output, "Logits", "The head's output in the model's type.", autograd,
                           "training.fused_loss"};
constexpr EntryText capped_logits{
    logits_capped, "Capped logits", "The output of the tanh over the logits, which its gradient needs.",
    "transformers models/gemma2/modeling_gemma2.py: final_logit_softcapping", "training.fused_loss"};
constexpr EntryText fp32_copy{logits_fp32, "Logits in fp32",
                              "The loss is computed in fp32, on a full copy of the logits.",
                              "transformers: logits.float() in the causal LM loss", "training.fused_loss"};
constexpr EntryText shifted_copy{
    logits_shifted, "Logits in fp32, shifted",
    "A copy without each sequence's last position, which has no next token to predict.",
    "transformers before 4.49, loss/loss_utils.py, ForCausalLMLoss; before 4.46 in "
    "each model: logits[..., :-1, :].contiguous()",
    "training.fused_loss"};
constexpr EntryText loss_gradient{logits_gradient, "Gradient of the loss",
                                  "The gradients of loss and log-softmax in fp32, which exist together for a "
                                  "moment; compiled, one in the model's type.",
                                  "PyTorch aten: nll_loss_backward, _log_softmax_backward_data",
                                  "training.fused_loss"};

/// Returns true if the model can return logits; a loss in chunks, in tiles or fused with the head leaves
/// none.
constexpr bool returns_logits(FusedLoss loss) {
  return loss == FusedLoss::none || loss == FusedLoss::native || loss == FusedLoss::shifted ||
         loss == FusedLoss::compiled;
}

}  // namespace

template <class N>
void add_activations(Entries<N>& out, const Plan& plan, const ActivationTermsIn<RealOf<N>>& terms) {
  constexpr Moments whole = Moments::of(Moment::forward, Moment::backward_head, Moment::backward_first);
  constexpr Moments in_blocks = Moments::of(Moment::backward_first, Moment::backward_last);
  constexpr Moments until_head = Moments::of(Moment::forward, Moment::backward_head);
  const Checkpointing checkpointing = plan.training.activation_checkpointing;
  const bool is_full = checkpointing == Checkpointing::full;
  const EntryText& saved_text = checkpointing == Checkpointing::memory_budget ? in_budget
                                : is_full                                     ? checkpointed
                                                                              : saved;
  const auto add = [&](const EntryText& text, const RealOf<N>& bytes, Moments moments) {
    out.add(text, whole_bytes(bytes), moments);
  };

  const ActivationOffload offload = plan.training.activation_offload;
  if (is_full && offload == ActivationOffload::disk) [[unlikely]] {
    const N ranks = named<N>(sym::gpus, std::max(1, plan.cluster.gpus_per_node));
    out.add(on_drives, whole_bytes(terms.blocks_saved) * ranks, whole);
  } else if (plan.training.moves_saved_tensors() || (is_full && offload == ActivationOffload::streamed))
      [[unlikely]] {
    out.add(streamed_to_host, whole_bytes(terms.blocks_saved), whole, true);
    add(leaving, min(terms.leaving, terms.blocks_saved), Moments::of(Moment::forward));
  } else if (plan.training.moves_checkpoints())
    add(on_host, terms.blocks_saved, whole);
  else if (value_of(terms.moved) > 0) [[unlikely]] {
    out.add(moved_by_graph, whole_bytes(terms.moved), whole | Moments::of(Moment::backward_last),
            plan.training.deepcompile.offload_activation_pin_memory);
    if (value_of(terms.moved) < value_of(terms.blocks_saved))
      add(saved_text, terms.blocks_saved - terms.moved, whole);
    add(returned, terms.moved, Moments::of(Moment::backward_last));
  } else
    add(saved_text, terms.blocks_saved, whole);
  // The block being processed counts with its recomputed part; without checkpointing it is the last one that
  // remains.
  if (checkpointing == Checkpointing::none && value_of(terms.moved) > 0)
    add(whole_block, terms.live_block, Moments::of(Moment::backward_first));
  else if (checkpointing == Checkpointing::none && offload != ActivationOffload::streamed)
    add(whole_block, terms.live_block, Moments::of(Moment::backward_last));
  else
    add(checkpointing == Checkpointing::none ? whole_block : recomputed_block, terms.live_block, in_blocks);
  add(gradients, terms.block_gradients, in_blocks);
  if (value_of(terms.chunks_on_host) > 0) [[unlikely]]
    out.add(chunks_on_host, whole_bytes(terms.chunks_on_host), whole | Moments::of(Moment::backward_last),
            true);
  add(context, terms.context, in_blocks | Moments::of(Moment::forward));
  add(norm, terms.final_norm, until_head);
  if (plan.training.pipeline_parallel > 1) [[unlikely]] {
    add(in_flight, terms.in_flight, whole);
    add(boundaries, terms.boundaries, Moments::of(Moment::forward) | Moments::backward());
  }

  if (plan.training.keeps_cache) [[unlikely]]
    add(cache, terms.cache, plan.training.keeps_outputs ? whole : Moments::of(Moment::forward));
  add(loss_saved, terms.logits_saved, until_head);
  // The training loop may hold the model's outputs with the logits; before transformers 4.49 these are fp32.
  const bool keeps = plan.training.keeps_outputs && returns_logits(plan.training.fused_loss);
  const bool returns_fp32 = plan.training.fused_loss == FusedLoss::shifted && value_of(terms.logits_fp32) > 0;
  constexpr Moments in_forward = Moments::of(Moment::forward);
  add(logits, terms.logits_output, keeps && !returns_fp32 ? until_head : in_forward);
  add(capped_logits, terms.logits_capped, until_head);
  add(fp32_copy, terms.logits_fp32, keeps && returns_fp32 ? until_head : in_forward);
  add(shifted_copy, terms.logits_shifted, in_forward);
  add(loss_gradient, terms.logits_gradient, Moments::of(Moment::backward_head));
}

template void add_activations(Entries<std::int64_t>&, const Plan&, const ActivationTerms&);
template void add_activations(Entries<Words>&, const Plan&, const ActivationTermsIn<Words>&);

}  // namespace zp
