// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/activations/activations.h"

#include <algorithm>
#include <cmath>

#include "core/activations/encoder_terms.h"
#include "core/activations/loss_terms.h"
#include "core/formula/arithmetic.h"
#include "core/formula/ledger_symbols.h"
#include "core/formula/named.h"
#include "core/sharding/deep_compile.h"
#include "core/sharding/encoder.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/sharding/roles.h"
#include "core/sharding/sequence_chunks.h"
#include "core/sharding/types_of.h"

namespace zp {
namespace {

const SymbolRow& layers_row(const PipelineStage& stage) {
  return stage.is_whole() ? sym::layers : sym::stage_layers;
}

template <class N>
class TermsWriter {
 public:
  TermsWriter(const Plan& plan, const Parallelism& parallel)
      : TermsWriter(plan, parallel, named<N>(sym::micro_batch, sequences_at_once(plan.training))) {}
  /// Writes the terms for that many sequences instead of training's micro batch.
  TermsWriter(const Plan& plan, const Parallelism& parallel, const N& sequences)
      : shape_(plan.model.architecture),
        training_(plan.training),
        moves_large_(plan.training.deepcompile.offload_activation && moves_activations(plan)),
        parallel_(parallel),
        types_(types_of(plan)),
        element_(named<N>(sym::element_bytes, bytes_between_products(types_))),
        residual_(named<N>(types_.residual == types_.products ? sym::element_bytes : sym::residual_bytes,
                           bytes_of(types_.residual))),
        hidden_(named<N>(sym::hidden, shape_.hidden_size)),
        micro_batch_(sequences),
        sequence_(part(named<N>(sym::sequence, training_.sequence_length))) {
    terms_.tokens = micro_batch_ * sequence_;
  }

  /// Returns the bytes of one block's input in its saved form. partition_activations divides checkpoints
  /// among the tensor-parallel ranks (deepspeed/runtime/activation_checkpointing/checkpointing.py,
  /// partition_activations).
  [[nodiscard]] N block_input() const {
    if (shape_.has_cross_attention()) [[unlikely]]
      return mean_block_input(stack_input());
    return training_.partition_activations || training_.scatter_stream ? local(stream()) : stream();
  }

  ActivationTermsIn<N> write() {
    terms_.block_input = block_input();
    const PipelineStage& stage = parallel_.stage;
    if (shape_.has_cross_attention()) [[unlikely]] {
      add_two_stacks(stack_input(), terms_);
    } else {
      add_blocks(BlockKind::dense, stage.layers - stage.expert_layers);
      add_blocks(BlockKind::experts, stage.expert_layers);
    }
    if (shape_.has_position_bias()) [[unlikely]]
      add_position_bias(stack_input(), terms_);
    final_norm();
    if (stage.has_head) add_loss(loss_input(), terms_);
    if (keeps_cache()) terms_.cache = cache();
    if (!stage.is_whole()) add_pipeline();
    if (parallel_.context.ranks > 1) [[unlikely]]
      terms_.context = gathered_context();
    return terms_;
  }

  EvaluationTermsIn<N> write_evaluation() {
    const PipelineStage& stage = parallel_.stage;
    const BlockKind kind = stage.expert_layers > 0 ? BlockKind::experts : BlockKind::dense;
    EvaluationTermsIn<N> evaluation;
    evaluation.block =
        named<N>(sym::scored_block,
                 block_operations<BlockBytes>(shape_, training_, types_, kind).bytes_per_token()) *
        terms_.tokens;
    if (!stage.has_head || !row_of(training_.method.method).has_head) return evaluation;
    const EvaluatedLoss<N> loss = evaluated_loss(loss_input());
    evaluation.output = loss.output;
    evaluation.logits = loss.all;
    return evaluation;
  }

 private:
  /// Returns the bytes of keys and values that context parallelism gathers from the other ranks (torch
  /// distributed/tensor/experimental/_attention.py, _AllGatherRotater; accelerate's cp_comm_strategy is
  /// allgather).
  [[nodiscard]] N gathered_context() const {
    const N width = 2 * local(named<N>(sym::kv_heads, as_double(shape_.kv_heads)) * head_dim());
    const N others = named<N>(sym::context_parallel, as_double(std::int64_t{parallel_.context.ranks})) - 1;
    return element_ * width * terms_.tokens * others;
  }

  /// Returns the tokens of a sequence on one rank.
  [[nodiscard]] N part(const N& sequence) const {
    if (parallel_.sequence.ranks == 1) return sequence;
    return ceil(sequence / named<N>(sym::sequence_ranks, parallel_.sequence.ranks));
  }
  /// Returns one rank's part of a width that tensor parallelism divides.
  [[nodiscard]] N local(const N& width) const {
    if (parallel_.tensor.ranks == 1) return width;
    return width / named<N>(sym::tensor_parallel, parallel_.tensor.ranks);
  }
  /// Returns the bytes of the residual stream, which is a block's input.
  [[nodiscard]] N stream() const { return residual_ * hidden_ * terms_.tokens; }
  [[nodiscard]] LossInput<N> loss_input() const {
    return {shape_,    training_,     parallel_,
            element_,  hidden_,       micro_batch_,
            sequence_, terms_.tokens, casts_products(types_)};
  }
  [[nodiscard]] StackInput<N> stack_input() const {
    return {shape_, training_, types_, element_, residual_, hidden_, micro_batch_, sequence_};
  }

  void add_blocks(BlockKind kind, std::int64_t count) {
    if (count <= 0) return;
    const bool of_experts = kind == BlockKind::experts;
    const bool is_mixed = shape_.has_experts() && shape_.dense_layers > 0;
    const N layers = named<N>(!is_mixed    ? layers_row(parallel_.stage)
                              : of_experts ? sym::expert_layers
                                           : sym::dense_layers,
                              count);
    const auto saved = block_operations<BlockBytes>(shape_, training_, types_, kind);
    const N whole =
        named<N>(of_experts ? sym::saved_experts : sym::saved_dense, saved.bytes_per_token()) * terms_.tokens;
    N kept = whole, live = whole;
    const N of_attention = named<N>(sym::saved_attention, saved.attention_bytes_per_token()) * terms_.tokens;
    N checkpoints = layers;
    if (training_.activation_checkpointing == Checkpointing::full) {
      kept = terms_.block_input;
      live = recomputed(whole);
      if (training_.checkpoint_unit == CheckpointUnit::children) {
        kept = 4 * terms_.block_input;  // inputs of norm, attention, norm and MLP
        live = max(of_attention, whole - of_attention);
      } else if (training_.blocks_per_checkpoint > 1) {
        const N blocks =
            min(layers, named<N>(sym::blocks_per_checkpoint, as_double(training_.blocks_per_checkpoint)));
        checkpoints = ceil(layers / blocks);
        live = live + (blocks - 1) * whole;
      }
    } else if (training_.activation_checkpointing == Checkpointing::memory_budget) {
      kept = in_budget(whole);
      live = whole - kept;
    } else if (training_.activation_checkpointing == Checkpointing::selective) {
      kept = named<N>(of_experts ? sym::kept_experts : sym::kept_dense,
                      kept_operations<BlockBytes>(shape_, training_, types_, kind).bytes_per_token()) *
             terms_.tokens;
      live = max(N(0.0), whole - kept);
    }
    N gradients = gradients_in_mlp(kind);
    if (sequence_chunks(training_) > 0) [[unlikely]]
      gradients = max(gradients, of_attention + in_chunks_of_attention() - whole);
    else if (training_.attention == Attention::sdpa)
      gradients = max(gradients, of_attention + gradients_in_attention() - whole);
    else
      gradients = max(gradients, of_attention + gradients_of_scores() - whole);
    if (training_.activation_offload == ActivationOffload::streamed) [[unlikely]]
      terms_.leaving = max(terms_.leaving, leaving(kind));
    if (moves_large_) [[unlikely]]
      terms_.moved += checkpoints * kept * large_share(kind, value_of(kept));
    if (offloads_chunks(training_)) [[unlikely]] {
      const bool is_full = training_.activation_checkpointing == Checkpointing::full;
      terms_.chunks_on_host += chunks_of_block() * (is_full ? N(1.0) : layers);
    }
    if (row_of(training_.pipeline_schedule).splits_backward && !parallel_.stage.is_whole()) [[unlikely]]
      held_ += layers * (output_gradients(kind) + (value_of(kept) < value_of(whole) ? live : N(0.0)));
    const bool is_first = terms_.blocks_saved == 0;
    terms_.blocks_saved += checkpoints * kept;
    terms_.live_block = is_first ? live : max(terms_.live_block, live);
    terms_.block_gradients = is_first ? gradients : max(terms_.block_gradients, gradients);
  }

  /// Returns the upper limit on the bytes that torch.compile saves of a block of `whole` bytes: the input,
  /// and the budget's share of the rest. The solution of the knapsack problem may be smaller (torch
  /// _functorch/partitioners.py, choose_saved_values_set: min_act_size, max_act_size).
  [[nodiscard]] N in_budget(const N& whole) const {
    const N others = max(N(0.0), whole - terms_.block_input);
    return min(whole, terms_.block_input) + named<N>(sym::memory_budget, training_.memory_budget) * others;
  }

  /// Returns the bytes of the five tensors that may be waiting for their copy: inputs of blocks, or the
  /// widest tensors of a block (torchtune training/_activation_offloading.py, TRL
  /// models/activation_offloading.py: max_fwd_stash_size).
  [[nodiscard]] N leaving(BlockKind kind) const {
    constexpr double most = 5;
    if (training_.activation_checkpointing == Checkpointing::full) return most * terms_.block_input;
    return most * element_ * max(hidden_, local(mlp_width(kind))) * terms_.tokens;
  }
  /// Returns the share of a block's saved bytes in operations whose tensors are large enough for DeepCompile
  /// to move.
  [[nodiscard]] N large_share(BlockKind kind, double kept) const {
    if (training_.activation_checkpointing == Checkpointing::full)
      return value_of(terms_.block_input) >= smallest_moved_activation ? 1.0 : 0.0;
    const BlockOperations list = training_.activation_checkpointing == Checkpointing::selective
                                     ? kept_operations(shape_, training_, types_, kind)
                                     : block_operations(shape_, training_, types_, kind);
    const double tokens = value_of(terms_.tokens);
    double large = 0;
    for (const SavedByOperation& operation : list.operations())
      if (operation.bytes_per_token * tokens >= smallest_moved_activation)
        large += operation.bytes_per_token * tokens;
    return large < kept
               ? named<N>(kind == BlockKind::experts ? sym::large_experts : sym::large_dense, large / kept)
               : N(1.0);
  }
  /// Returns the width of a token's inner MLP tensor, summed over its experts.
  [[nodiscard]] N mlp_width(BlockKind kind) const {
    if (kind == BlockKind::experts)
      return named<N>(sym::expert_width, shape_.expert_intermediate_size) *
             named<N>(sym::experts_per_token, shape_.experts_per_token);
    return named<N>(sym::mlp_width,
                    shape_.has_experts() ? shape_.dense_intermediate_size : shape_.intermediate_size);
  }

  /// Returns the bytes of a recomputed block in addition to its checkpoint. The checkpoint is itself the
  /// tensor that the first norm saves, unless it has to be copied back to the GPU; if the norm saves another
  /// tensor, the copy is added.
  [[nodiscard]] N recomputed(const N& whole) const {
    const bool is_split = training_.partition_activations && parallel_.tensor.ranks > 1;
    const bool comes_back = training_.moves_checkpoints() || moves_large_ || is_split;
    const bool norm_keeps_input = shape_.norm != Norm::rmsnorm || training_.fused_norm;
    if (comes_back == norm_keeps_input) return whole;
    const N input = training_.scatter_stream ? local(stream()) : stream();
    return comes_back ? whole + input : whole - input;
  }

  /// Returns the bytes of a block's backward pass in its MLP, in addition to its saved tensors: the gradient
  /// of the residual stream twice (in and out), and the widest inner gradient with the tensor that it is
  /// computed from.
  [[nodiscard]] N gradients_in_mlp(BlockKind kind) const {
    const N width = mlp_width(kind);
    if (sequence_chunks(training_) > 0 && kind == BlockKind::dense) return in_chunks_of_mlp(width);
    if (training_.tiled_mlp && kind == BlockKind::dense) return 3 * stream() + tile_of_mlp(local(width));
    N inner = local((shape_.gated_mlp && !training_.fuses_mlp() ? 2 : 1) * width);
    if (training_.attention == Attention::eager)
      inner = max(inner, max(3 * attention_width(),
                             local(heads()) * named<N>(sym::sequence, training_.sequence_length)));
    return (2 * residual_ * hidden_ + element_ * inner) * terms_.tokens;
  }

  /// Returns the bytes of a block that FPDT stores in pinned memory: the input of attention, queries, keys
  /// and values, its output and log-sum-exp, and in the backward pass the queries' gradient in fp32
  /// (DeepSpeed sequence/fpdt_layer.py, _FPDTGPUOffloadingAttentionImpl_).
  [[nodiscard]] N chunks_of_block() const {
    const double heads = as_double(shape_.attention_heads), dim = as_double(shape_.head_dim);
    const double kv = as_double(shape_.kv_heads);
    const double element = bytes_between_products(types_);
    const double width =
        element * (as_double(shape_.hidden_size) + (2 * heads + 2 * kv) * dim) + 4 * heads * (dim + 1);
    return named<N>(sym::chunked_block, width) * terms_.tokens;
  }
  [[nodiscard]] N chunks() const { return named<N>(sym::sequence_chunks, sequence_chunks(training_)); }
  /// Returns the bytes of the backward pass of FPDT's MLP in addition to the saved tensors: the residual
  /// stream's gradient twice; for half an attention chunk of tokens, the inner tensor before its activation,
  /// its square, tanh and derivative, and the gradient; and the weights' gradients in fp32 and in the
  /// weights' type (FPDT_FFN.backward, which overwrites the input with its gradient).
  [[nodiscard]] N in_chunks_of_mlp(const N& width) const {
    const N tokens = terms_.tokens / (2 * chunks());
    return 2 * stream() + element_ * tokens * (5 * local(width) + hidden_) +
           (fp32 + element_) * 2 * hidden_ * local(width);
  }
  /// Returns the bytes of the backward pass of FPDT's attention in addition to the saved tensors: the
  /// residual stream's gradient twice; the gradients of the attention's output and input, whole; for two
  /// chunks, the active one and the one being fetched, the query, the output, the gradient of the output and
  /// the query's gradient in fp32; one chunk of keys and values with their gradients in fp32; the kernel's
  /// own gradients and its accumulator; and the projections' gradient in fp32. Without offload, queries, keys
  /// and values are saved, and all their gradients are whole in fp32.
  [[nodiscard]] N in_chunks_of_attention() const {
    const N width = attention_width();
    const N kv_width = local(named<N>(sym::kv_heads, as_double(shape_.kv_heads)) * head_dim());
    const N whole = 2 * stream() + element_ * (width + hidden_) * terms_.tokens;
    const N weights = (fp32 + element_) * hidden_ * (width + 2 * kv_width);
    const N kernel = (element_ + fp32) * width + 2 * element_ * kv_width;
    if (!offloads_chunks(training_))
      return whole + weights + fp32 * (width + 2 * kv_width) * terms_.tokens +
             kernel * terms_.tokens / chunks();
    const N of_queries = (3 * element_ + fp32) * width, of_keys = 2 * (element_ + fp32) * kv_width;
    const N joined =
        element_ * hidden_ * terms_.tokens;  // the input's gradient, concatenated from its chunks
    return whole + weights + max(joined, (2 * of_queries + of_keys + kernel) * terms_.tokens / chunks());
  }

  /// Returns the bytes of one recomputed tile with its gradients, in addition to the gradients of the MLP's
  /// input and output (DeepSpeed runtime/sequence_parallel/ulysses_sp.py, TiledMLP; tiles of ArcticTraining
  /// model/tiled_compute.py).
  [[nodiscard]] N tile_of_mlp(const N& width) const {
    const double sequence = value_of(sequence_), hidden = as_double(shape_.hidden_size);
    const N tile = named<N>(sym::mlp_tile, std::ceil(value_of(terms_.tokens) / std::ceil(sequence / hidden)));
    return element_ * tile * ((shape_.gated_mlp ? 6 : 3) * width + hidden_);
  }

  /// Returns the bytes of a block's backward pass in attention, after the MLP's tensors are freed, in
  /// addition to the saved tensors: the residual stream's gradients (in, out, and the block's output, which
  /// the recomputing function still references), those of the kernel's output, query, key and value, and the
  /// kernel's workspace. The workspace is the query's gradient in fp32 and, if heads are grouped, those of
  /// keys and values for every head, or in fp32 (flash-attention csrc/flash_attn/flash_api.cpp, mha_bwd:
  /// dq_accum, dk_expanded; hopper/flash_api.cpp: dk_accum).
  [[nodiscard]] N gradients_in_attention() const {
    const bool is_recomputed = training_.activation_checkpointing == Checkpointing::full;
    const N width = attention_width();
    const double kv_heads = key_value_heads(shape_, training_);
    const N kv_width = local(named<N>(sym::key_value_heads, kv_heads) * head_dim());
    N held =
        (is_recomputed ? 3 : 2) * residual_ * hidden_ + element_ * (2 * width + 2 * kv_width) + fp32 * width;
    if (kv_heads < as_double(shape_.attention_heads))
      held +=
          training_.attention_kernel == AttentionKernel::flash_3 ? 2 * fp32 * kv_width : 2 * element_ * width;
    if (parallel_.context.ranks > 1) held += gradients_in_ring();
    return held * terms_.tokens;
  }

  /// Returns the bytes of a block's backward pass at the softmax of unfused attention, after the MLP's
  /// tensors are freed, in addition to the saved tensors: the residual stream's gradients and that of the
  /// values, and for each score what the softmax's backward pass needs beyond what is saved. It reads the
  /// softmax and its gradient in fp32 and writes another in fp32 (12 bytes), in fp16 in fp16 (10: aten
  /// SoftMax.cpp fuses the cast of Half alone). The copy of the probabilities that the product with the
  /// values saved is freed by then; with dropout in fp32 the mask and two gradients exist beside the softmax
  /// (13).
  [[nodiscard]] N gradients_of_scores() const {
    const bool is_recomputed = training_.activation_checkpointing == Checkpointing::full;
    const bool has_dropout = training_.dropout > 0, is_16_bit = value_of(element_) == 2;
    double at_softmax = 0, saved = 0;
    if (shape_.has_encoder() && !shape_.has_position_bias()) {
      at_softmax = 3 * value_of(element_) + (has_dropout ? 1 : 0);
      saved = value_of(element_) + (has_dropout ? 1 + value_of(element_) : 0);
    } else if (is_16_bit) {
      at_softmax = training_.precision == Precision::fp16 && !casts_products(types_) ? 10 : 12;
      saved = 6 + (has_dropout ? 1 : 0);
    } else {
      at_softmax = has_dropout ? 13 : 12;
      saved = 4 + (has_dropout ? 5 : 0);
    }
    const N kv_width = local(named<N>(sym::key_value_heads, key_value_heads(shape_, training_)) * head_dim());
    const N of_scores =
        (at_softmax - saved) * local(heads()) * named<N>(sym::sequence, as_double(training_.sequence_length));
    return ((is_recomputed ? 3 : 2) * residual_ * hidden_ + element_ * kv_width + of_scores) * terms_.tokens;
  }

  /// Returns the bytes per token that the backward pass of a ring of ranks needs in addition to one rank's
  /// kernel: the accumulated gradient of the query in fp32, those of keys and values in fp32 in send and
  /// receive buffers, and the keys and values in the send buffer (torch
  /// distributed/tensor/experimental/_attention.py, _templated_ring_attention_backward: grad_query,
  /// next_grad_kv, dkv_rotater, next_kv).
  [[nodiscard]] N gradients_in_ring() const {
    const N kv_width = local(named<N>(sym::kv_heads, as_double(shape_.kv_heads)) * head_dim());
    return fp32 * attention_width() + 2 * fp32 * 2 * kv_width + element_ * 2 * kv_width;
  }

  [[nodiscard]] N heads() const { return named<N>(sym::heads, shape_.attention_heads); }
  [[nodiscard]] N head_dim() const { return named<N>(sym::head_dim, shape_.head_dim); }
  /// Returns the elements of one token's queries, or of its attention output, on one rank.
  [[nodiscard]] N attention_width() const { return local(heads() * head_dim()); }

  /// Adds the saved tensors of a pipeline stage: those of the current micro batch, and of the others that
  /// wait for their backward pass.
  void add_pipeline() {
    const PipelineStage& stage = parallel_.stage;
    const N in_flight = named<N>(sym::in_flight, stage.in_flight());
    if (training_.moves_checkpoints() || training_.moves_saved_tensors())
      terms_.blocks_saved = in_flight * terms_.blocks_saved;
    else
      terms_.in_flight = (in_flight - 1) * terms_.blocks_saved;
    if (stage.chunks_split > 0) [[unlikely]]
      add_split(stage);
    if (training_.framework == Framework::deepspeed)
      terms_.boundaries = engine_buffers(stage, in_flight);
    else if (stage.has_next())
      terms_.boundaries = local(stream());  // the received gradient
  }

  /// Adds the tensors that wait for weight gradients. PyTorch computes the input gradients of a chunk first.
  /// It keeps two kinds of tensors until it computes the weight gradients: those that the graph saved,
  /// including recomputed ones, and the gradient entering every operation with a weight (torch
  /// distributed/pipelining/_backward.py, stage_backward_input: retain_graph, param_group["grads"];
  /// stage_backward_weight).
  void add_split(const PipelineStage& stage) {
    const auto chunks = static_cast<double>(stage.chunks);
    const N split = named<N>(sym::split_chunks, static_cast<double>(stage.chunks_split) / chunks);
    if (training_.moves_checkpoints() || training_.moves_saved_tensors()) {
      terms_.in_flight = split * held_;
      return;
    }
    const N in_flight =
        named<N>(sym::in_flight_split, static_cast<double>(stage.chunks_in_flight_split) / chunks);
    terms_.in_flight = max(terms_.in_flight, (in_flight - 1) * terms_.blocks_saved + split * held_);
  }
  /// Returns the bytes of the gradients entering a block's matrix products and norms, which are as wide as
  /// their outputs.
  [[nodiscard]] N output_gradients(BlockKind kind) const {
    const bool of_experts = kind == BlockKind::experts;
    const double tensor = std::max(1, training_.tensor_parallel), hidden = as_double(shape_.hidden_size);
    const double attention =
        as_double((shape_.attention_heads + 2 * shape_.kv_heads) * shape_.head_dim) / tensor + hidden;
    const double inner = shape_.gated_mlp ? 2 : 1;
    const double visits = of_experts ? as_double(shape_.experts_per_token) : 1;
    const double width = as_double(of_experts             ? shape_.expert_intermediate_size
                                   : shape_.has_experts() ? shape_.dense_intermediate_size
                                                          : shape_.intermediate_size);
    const double mlp = visits * (inner * width / tensor + hidden);
    const double bytes =
        bytes_between_products(types_) * (attention + mlp + as_double(shape_.norms_per_layer) * hidden);
    return named<N>(of_experts ? sym::expert_output_gradients : sym::output_gradients, bytes) * terms_.tokens;
  }

  /// Returns the bytes of DeepSpeed's pipeline buffers: for each micro batch, the received tensor (the blocks
  /// work on a clone) and the sent tensor; and the receive buffers for activations and gradients. Each
  /// tensor-parallel rank sends a part (runtime/pipe/engine.py, _exec_forward_pass, _exec_recv_activations,
  /// _exec_recv_grads; pipe_partitioned).
  [[nodiscard]] N engine_buffers(const PipelineStage& stage, const N& in_flight) const {
    N bytes = 0.0;
    if (stage.has_previous()) bytes += in_flight * stream() + local(stream());
    if (stage.has_next()) bytes += (in_flight + 1) * local(stream());
    return bytes;
  }

  void final_norm() {
    const PipelineStage& stage = parallel_.stage;
    const int norms = (stage.has_norm && !shape_.post_norm ? 1 : 0) +
                      (shape_.embedding_norm && stage.has_embedding ? 1 : 0);
    const bool is_rms = shape_.norm == Norm::rmsnorm;
    const N norm = is_rms && !training_.fused_norm ? (4 + residual_) * hidden_ + 4
                                                   : residual_ * hidden_ + (is_rms ? 4 : 8);
    terms_.final_norm = norms > 0 ? norm * terms_.tokens * norms : N(0.0);
    if (training_.scatter_stream) terms_.final_norm = local(terms_.final_norm);
    if (shape_.has_cross_attention()) [[unlikely]]  // includes the encoder's
      terms_.final_norm +=
          norm * norms * micro_batch_ * named<N>(sym::encoder_sequence, as_double(encoder_length(training_)));
    if (shape_.is_rotary()) {
      const N rotary_dim = named<N>(
          sym::rotary_dim, shape_.has_latent_attention() ? shape_.qk_rope_head_dim : shape_.head_dim);
      terms_.final_norm += 2 * residual_ * sequence_ * rotary_dim;  // cos and sin, shared by all blocks
    }
  }

  /// Returns true if the forward pass returns keys and values in addition to those that autograd saves.
  /// Unfused attention multiplies contiguous copies of them, while a kernel reads the same tensors. For a
  /// checkpointed block autograd saves neither, but they are outputs of the block. transformers' own
  /// checkpointing switches the cache off (modeling_utils.py: use_cache with gradient checkpointing);
  /// wrappers around the blocks do not.
  [[nodiscard]] bool keeps_cache() const {
    const bool is_kept = training_.attention != Attention::eager;
    return training_.keeps_cache && (training_.activation_checkpointing == Checkpointing::full ||
                                     (training_.activation_checkpointing == Checkpointing::none && !is_kept));
  }
  [[nodiscard]] N cache() const {
    const N kv_width = local(named<N>(sym::key_value_heads, as_double(shape_.kv_heads)) * head_dim());
    return 2 * element_ * kv_width *
           named<N>(layers_row(parallel_.stage), as_double(parallel_.stage.layers)) * terms_.tokens;
  }

  const Architecture& shape_;
  const Training& training_;
  N held_ = 0.0;  ///< bytes of a micro batch that wait for its weight gradients, in addition to saved tensors
  bool moves_large_;  ///< DeepCompile moves large saved tensors to the host
  const Parallelism& parallel_;
  NumericTypes types_;
  N element_, residual_, hidden_, micro_batch_, sequence_;
  ActivationTermsIn<N> terms_;
};

}  // namespace

template <class N>
ActivationTermsIn<N> activation_terms(const Plan& plan, const Parallelism& parallel) {
  if (!plan.model.has_shape()) return {};
  return TermsWriter<N>(plan, parallel).write();
}

template <class N>
EvaluationTermsIn<N> evaluation_terms(const Plan& plan, const Parallelism& parallel) {
  const N sequences = named<N>(sym::evaluated, as_double(sequences_evaluated(plan.training)));
  return TermsWriter<N>(plan, parallel, sequences).write_evaluation();
}

double block_input(const Plan& plan, const Parallelism& parallel) {
  return TermsWriter<double>(plan, parallel).block_input();
}

template ActivationTermsIn<double> activation_terms(const Plan&, const Parallelism&);
template ActivationTermsIn<Words> activation_terms(const Plan&, const Parallelism&);
template EvaluationTermsIn<double> evaluation_terms(const Plan&, const Parallelism&);
template EvaluationTermsIn<Words> evaluation_terms(const Plan&, const Parallelism&);

}  // namespace zp
