// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/catalog/programs.h"
#include "core/catalog/tensors.h"
#include "core/plan/fp8.h"
#include "core/plan/method.h"
#include "core/plan/numeric_types.h"
#include "core/plan/optimizers.h"
#include "core/plan/vision.h"
#include "core/text/words.h"

namespace zp {

enum class Precision : std::uint8_t { bf16, fp16, fp32 };
template <>
inline constexpr auto words_of<Precision> = word_list("bf16", "fp16", "fp32");

/// memory_budget: torch.compile chooses what to save (torch._functorch.config.activation_memory_budget).
enum class Checkpointing : std::uint8_t { none, selective, full, memory_budget };
template <>
inline constexpr auto words_of<Checkpointing> = word_list("none", "selective", "full", "memory_budget");

/// Saved tensors are copied to host memory while later operations run (streamed: OffloadActivations of
/// torchtune, TRL and Axolotl), or checkpoints to a file (disk). In contrast, `checkpoints_on_host` copies
/// checkpoints synchronously.
enum class ActivationOffload : std::uint8_t { none, streamed, disk };
template <>
inline constexpr auto words_of<ActivationOffload> = word_list("none", "streamed", "disk");

enum class Attention : std::uint8_t { sdpa, eager };
template <>
inline constexpr auto words_of<Attention> = word_list("sdpa", "eager");

/// Generation of the fused kernel that `sdpa` uses, which determines its speed: FlashAttention of 2022 and
/// Triton's of that time; FlashAttention-2; or FlashAttention-3, 4 and cuDNN, for Hopper and later. Automatic
/// is PyTorch's own kernel, as fast as flash_2, or as flash_3 on Hopper since PyTorch 2.11 (core/speed
/// gpu_rates.cpp). With it, transformers repeats keys and values for every head, while the named kernels
/// support grouped heads directly (transformers integrations/sdpa_attention.py, repeat_kv;
/// integrations/flash_attention.py).
enum class AttentionKernel : std::uint8_t { automatic, flash_1, flash_2, flash_3 };
template <>
inline constexpr auto words_of<AttentionKernel> = word_list("auto", "flash_1", "flash_2", "flash_3");

/// How the loss is computed. none: as in transformers, over an fp32 copy of all logits; chunked: in chunks of
/// tokens; fused: with the head in one kernel (Liger-Kernel); compiled: without writing the fp32 copy
/// (torch.compile, Megatron's and flash-attn's cross entropy); tiled: in tiles whose backward pass follows
/// immediately (DeepSpeed's TiledFusedLogitsLoss); native: in the logits' own type, as torch's cross entropy;
/// shifted: as transformers before 4.49, which copies the fp32 logits without each sequence's last position
/// (pull request 35646).
enum class FusedLoss : std::uint8_t { none, chunked, fused, compiled, tiled, native, shifted };
template <>
inline constexpr auto words_of<FusedLoss> = word_list("none", "chunked", "fused", "compiled", "tiled",
                                                      "native", "shifted");

enum class FusedMlp : std::uint8_t { automatic, none, fused };
template <>
inline constexpr auto words_of<FusedMlp> = word_list("auto", "none", "fused");

/// How much of a checkpointed block is recomputed: all of it, as with reentrant checkpointing and
/// Megatron-LM, or up to the last tensor that its backward pass needs, without the output of its last product
/// (torch 2.1, utils/checkpoint.py, _StopRecomputationError; pull request 96866). Automatic: with FSDP as its
/// checkpoint wrapper does, which is not reentrant (pull request 108435); otherwise all of it, as Trainer
/// does (transformers before 5, modeling_utils.py, gradient_checkpointing_enable).
enum class Recompute : std::uint8_t { automatic, whole, needed };
template <>
inline constexpr auto words_of<Recompute> = word_list("auto", "whole", "needed");

/// Unit of full checkpointing: whole blocks, or each child of a block separately (norm, attention, norm,
/// MLP), as accelerate does under FSDP2 (utils/fsdp_utils.py, fsdp2_apply_ac).
enum class CheckpointUnit : std::uint8_t { block, children };
template <>
inline constexpr auto words_of<CheckpointUnit> = word_list("block", "children");

/// Lengths of the batches of a run: all equal (packed, or cut from one stream of tokens), or each padded to
/// its longest sequence. Automatic: as the plan's program does.
enum class BatchLengths : std::uint8_t { automatic, fixed, varying };
template <>
inline constexpr auto words_of<BatchLengths> = word_list("auto", "fixed", "varying");

/// Step kernel of PyTorch's own optimizers: one fused kernel, or torch's default, which works on lists of all
/// tensors with a temporary for each (torch/optim/adam.py, _multi_tensor_adam). Automatic: fused.
enum class OptimizerKernel : std::uint8_t { automatic, fused, foreach };
template <>
inline constexpr auto words_of<OptimizerKernel> = word_list("auto", "fused", "foreach");

enum class AccumulationDtype : std::uint8_t { automatic, fp32, bf16, fp16 };
template <>
inline constexpr auto words_of<AccumulationDtype> = word_list("auto", "fp32", "bf16", "fp16");

/// How the ranks of a node load the initial checkpoint: every_rank builds the whole model in host memory;
/// first_rank does and sends it to the others; by_file reads it file by file and keeps its part (zero.Init);
/// gpu reads it directly to its GPU; meta builds it on no rank. Automatic: as framework and program do.
enum class Loading : std::uint8_t { automatic, every_rank, first_rank, by_file, gpu, meta };
template <>
inline constexpr auto words_of<Loading> = word_list("auto", "every_rank", "first_rank", "by_file", "gpu",
                                                    "meta");

/// How the weights are saved: every_rank copies the whole state dict to host memory; first_rank gathers it
/// there; shards: each rank writes its own; none: nothing is saved. Automatic: as framework and program do.
enum class Saving : std::uint8_t { automatic, every_rank, first_rank, shards, none };
template <>
inline constexpr auto words_of<Saving> = word_list("auto", "every_rank", "first_rank", "shards", "none");

/// How layers are divided among pipeline stages: by equal numbers of parameters, of modules (embedding, final
/// norm and head count as one each), or of blocks (PipelineModule's partition_method: parameters, uniform,
/// type:…).
enum class PipelinePartition : std::uint8_t { parameters, uniform, blocks };
template <>
inline constexpr auto words_of<PipelinePartition> = word_list("parameters", "uniform", "blocks");

/// Order of forward and backward passes in a pipeline, under PyTorch's and Megatron's names
/// (core/sharding/pipeline_schedule.h describes each).
enum class PipelineSchedule : std::uint8_t {
  one_f_one_b,
  gpipe,
  interleaved,
  looped_bfs,
  interleaved_zero_bubble,
  zbv,
  dualpipev
};
template <>
inline constexpr auto words_of<PipelineSchedule> = word_list("1f1b", "gpipe", "interleaved_1f1b",
                                                             "looped_bfs", "interleaved_zero_bubble", "zbv",
                                                             "dualpipev");

enum class Framework : std::uint8_t { deepspeed, fsdp };
template <>
inline constexpr auto words_of<Framework> = word_list("deepspeed", "fsdp");

/// Units that FSDP gathers. blocks: each block, while embedding and head are in the root unit throughout the
/// pass; all: embedding and head too, each gathered only while used (torchtitan, torchtune); none: the whole
/// model as one unit (Lightning's FSDPStrategy without auto_wrap_policy).
enum class FsdpWrap : std::uint8_t { blocks, all, none };
template <>
inline constexpr auto words_of<FsdpWrap> = word_list("blocks", "all", "none");

/// Model states that are sharded: none (DDP, stage 0), optimizer states (stage 1, a distributed optimizer),
/// also gradients (stage 2; FSDP's SHARD_GRAD_OP also shards the weights between steps), or all (stage 3,
/// FULL_SHARD).
enum class Sharded : std::uint8_t { none, optimizer, gradients, full };
template <>
inline constexpr auto words_of<Sharded> = word_list("none", "optimizer", "gradients", "full");

/// How a layer's experts run. loop: one after another, as separate modules (transformers before 5); grouped:
/// together, with weights stacked in one tensor per projection (transformers 5, DeepSpeed's AutoEP,
/// torchtitan, Megatron-LM).
enum class Experts : std::uint8_t { loop, grouped };
template <>
inline constexpr auto words_of<Experts> = word_list("loop", "grouped");

/// Storage type of the frozen linear layers when adapters are trained: the weights' type, 8-bit integers
/// (LLM.int8()), or 4 bits (QLoRA's NormalFloat), as in bitsandbytes. Embeddings, norms and the head keep the
/// weights' type.
enum class FrozenPrecision : std::uint8_t { automatic, int8, nf4 };
template <>
inline constexpr auto words_of<FrozenPrecision> = word_list("auto", "int8", "nf4");

/// Modules that are fully trained in addition to adapters (PEFT's modules_to_save): a copy of each is
/// trained, and the original stays in memory.
enum class ModulesToSave : std::uint8_t { none, embed_tokens, lm_head, both };
template <>
inline constexpr auto words_of<ModulesToSave> = word_list("none", "embed_tokens", "lm_head", "both");

struct LoraTargetName {
  LoraTarget target{};
  std::string_view name;
};
/// Returns all targets under their PEFT and Hugging Face module names: "q_proj" … "down_proj".
std::span<const LoraTargetName> lora_target_names();
struct Lora {
  std::int64_t rank = 0;  ///< 0 = no adapters, every parameter is trained
  std::uint8_t targets = lora_q | lora_v;
  double dropout = 0;  ///< on every adapter's input
  bool dora = false;   ///< weights divided into magnitude and direction (arXiv 2402.09353)
  ModulesToSave modules_to_save = ModulesToSave::none;
  bool in_fp32 = false;  ///< 16-bit adapters are upcast, as are their inputs

  [[nodiscard]] constexpr bool saves_embedding() const {
    return modules_to_save == ModulesToSave::embed_tokens || modules_to_save == ModulesToSave::both;
  }
  [[nodiscard]] constexpr bool saves_head() const {
    return modules_to_save == ModulesToSave::lm_head || modules_to_save == ModulesToSave::both;
  }
  bool operator==(const Lora&) const = default;
};

/// Section compile of a ds_config. Defaults: deepspeed/compile/config.py.
struct DeepCompile {
  bool enabled = false;             ///< DeepSpeed's compiler passes over torch.compile's graph
  bool offload_opt_states = false;  ///< master weights and states leave the GPU during the passes
  bool offload_activation = false;  ///< large saved tensors are on the host between the passes
  bool offload_activation_pin_memory = true;
  bool offload_parameters = false;  ///< offloaded weights are copied to the GPU for each pass and back
  bool operator==(const DeepCompile&) const = default;
};

struct Training {
  Precision precision = Precision::bf16;
  StatedTypes types;
  Fp8Recipe fp8_recipe = Fp8Recipe::automatic;  ///< for fp8 products
  Optimizer optimizer = Optimizer::adamw;
  OptimizerOptions optimizer_options;
  DeepCompile deepcompile;
  double gradient_clipping = 1;       ///< largest norm; 0 = no clipping
  std::int64_t optimizer_rank = 128;  ///< dimensions that GaLore and APOLLO project gradients to
  std::int64_t micro_batch_size = 1;  ///< sequences per GPU and forward pass
  std::int64_t gradient_accumulation_steps = 1;
  std::int64_t sequence_length = 2048;  ///< tokens; for an encoder-decoder, of the decoder
  std::int64_t encoder_length = 0;      ///< tokens of an encoder-decoder's encoder; 0 = sequence_length
  Checkpointing activation_checkpointing = Checkpointing::none;
  /// Checkpointing::memory_budget: 0 keeps as much as full checkpointing, 1 as much as none.
  double memory_budget = 0.5;
  Recompute recompute = Recompute::automatic;
  bool checkpoints_on_host = false;
  bool fpdt = false;  ///< Fully Pipelined Distributed Transformer: attention over chunks of the sequence
  std::int64_t fpdt_chunk = 65'536;  ///< tokens of the whole sequence per chunk
  bool fpdt_offload = false;         ///< chunks are on the host between uses
  bool domino = false;               ///< tensor parallelism alternating between two halves of a micro batch
  ActivationOffload activation_offload = ActivationOffload::none;
  CheckpointUnit checkpoint_unit = CheckpointUnit::block;
  std::int64_t blocks_per_checkpoint = 1;  ///< blocks per checkpoint
  bool partition_activations = false;      ///< checkpoints divided by the tensor-parallel size
  Attention attention = Attention::sdpa;
  AttentionKernel attention_kernel = AttentionKernel::automatic;
  double dropout = 0.0;
  FusedLoss fused_loss = FusedLoss::none;
  std::int64_t fused_loss_chunk = 0;  ///< tokens per chunk of the chunked loss; 0: an eighth of all
  bool keeps_outputs = false;         ///< the training loop holds the model's outputs until backward ends
  bool loss_parallel = true;          ///< tensor-parallel ranks divide the logits over the vocabulary
  bool keeps_cache = false;  ///< the forward pass returns keys and values (use_cache), as for generation
  bool fused_norm = false;
  FusedMlp fused_mlp = FusedMlp::automatic;  ///< automatic: fused if the norms are
  bool tiled_mlp = false;                    ///< DeepSpeed's TiledMLP: the MLP in tiles of tokens
  /// Each tensor-parallel rank keeps only its part of the residual stream (Megatron's sequence parallelism,
  /// nanotron's REDUCE_SCATTER).
  bool scatter_stream = false;
  OptimizerKernel optimizer_kernel = OptimizerKernel::automatic;
  bool optimizer_in_backward = false;  ///< parameters are stepped and gradients freed during backward
  int data_workers = 0;                ///< processes that each rank's data loader forks
  AccumulationDtype gradient_accumulation_dtype = AccumulationDtype::automatic;
  AccumulationDtype communication_dtype = AccumulationDtype::automatic;  ///< communication_data_type
  /// seq_parallel_communication_data_type; automatic: fp32.
  AccumulationDtype sequence_communication_dtype = AccumulationDtype::automatic;
  /// torch_autocast: products of fp32 weights run in `autocast_dtype`; its `auto` is fp16, as in torch.
  bool autocasts = false;
  AccumulationDtype autocast_dtype = AccumulationDtype::automatic;
  bool low_precision_master = false;  ///< fp16_ or bf16_master_weights_and_grads
  bool low_precision_states = false;  ///< bf16_optimizer_states
  int sequence_parallel = 1;          ///< Ulysses: ranks that share one sequence
  int context_parallel = 1;           ///< ranks that share one sequence and exchange keys and values
  int tensor_parallel = 1;            ///< ranks that share one layer
  int expert_parallel = 1;            ///< ranks that divide the routed experts of a layer (AutoEP)
  int pipeline_parallel = 1;          ///< stages that hold consecutive layers (PipelineEngine)
  PipelinePartition pipeline_partition = PipelinePartition::parameters;
  PipelineSchedule pipeline_schedule = PipelineSchedule::one_f_one_b;
  int pipeline_chunks = 0;  ///< parts of the model per rank; 0 = the schedule's minimum
  Experts experts = Experts::loop;
  Lora lora;
  FrozenPrecision frozen_precision = FrozenPrecision::automatic;
  bool double_quantization = true;  ///< nf4: the scales are quantised too
  bool quantize_experts = false;    ///< stacked experts are quantised too
  MethodSettings method;
  VisionSettings vision;
  Program program{};         ///< program whose defaults apply to settings that the plan omits
  ProgramReleases releases;  ///< training.program_version
  bool zero_init = true;
  Loading loading = Loading::automatic;
  Saving saving = Saving::automatic;
  Framework framework = Framework::deepspeed;
  FsdpWrap fsdp_wrap = FsdpWrap::blocks;
  /// 1 = FullyShardedDataParallel with flat parameters, 2 = fully_shard with one DTensor per parameter; 0 =
  /// the training program's version
  int fsdp_version = 0;
  int shard_ranks = 0;  ///< FSDP: ranks that share one copy of the states; 0 = all (fewer: HYBRID_SHARD)
  std::int64_t eval_batch_size = 0;  ///< sequences per GPU in an evaluation's forward pass; 0 = no evaluation
  std::int64_t eval_kept_batches = 0;  ///< batches with logits kept on the GPU; 0 = only the loss
  /// Mean tokens per example with packing, weighted by tokens: Σ length² / Σ length. 0: one example fills a
  /// sequence.
  std::int64_t example_length = 0;
  BatchLengths batch_lengths = BatchLengths::automatic;
  double padding_share = 0;  ///< share of a batch's tokens that are padding
  double tokens = 0;         ///< token budget of the whole run, without padding; 0 = not stated
  int save_steps = 500;      ///< optimizer steps between checkpoints; 0 = no checkpoints

  /// Returns true if the MLP's activation is fused. Kernels that fuse norms also fuse it: Liger-Kernel,
  /// Transformer Engine, torch.compile. A tiled MLP replaces the fused one (ArcticTraining
  /// model/liger_factory.py: swiglu off).
  [[nodiscard]] constexpr bool fuses_mlp() const {
    return !tiled_mlp && (fused_mlp == FusedMlp::fused || (fused_mlp == FusedMlp::automatic && fused_norm));
  }
  /// Returns true if norms, MLP and loss are fused as by torch.compile. One kernel then runs between two
  /// products, without separate casts.
  [[nodiscard]] constexpr bool is_compiled() const {
    return fused_norm && fuses_mlp() && fused_loss == FusedLoss::compiled;
  }
  /// Returns true if attention is restricted to each packed example, which needs a kernel that accepts
  /// example boundaries: flash-attention's variable-length functions (transformers
  /// modeling_flash_attention_utils.py, _flash_attention_forward). PyTorch's own uses a mask, and computes
  /// the masked part too.
  [[nodiscard]] constexpr bool attends_within_examples() const {
    const bool is_told = attention == Attention::sdpa && (attention_kernel == AttentionKernel::flash_2 ||
                                                          attention_kernel == AttentionKernel::flash_3);
    return is_told && example_length > 0 && example_length < sequence_length;
  }
  /// Returns the number of keys per query, before the causal half is left out.
  [[nodiscard]] constexpr std::int64_t attended_tokens() const {
    return attends_within_examples() ? example_length : sequence_length;
  }
  /// Returns true if the loss uses an fp32 copy of all logits.
  [[nodiscard]] constexpr bool has_whole_loss() const {
    return fused_loss == FusedLoss::none || fused_loss == FusedLoss::shifted;
  }
  /// Returns true if PyTorch's own attention gets a mask, for padding or packed examples. FlashAttention does
  /// not support masks, so the memory-efficient kernel runs instead (torch
  /// ATen/native/transformers/cuda/sdp_utils.cpp, check_for_attn_mask; transformers
  /// modeling_attn_mask_utils.py, _ignore_causal_mask_sdpa).
  [[nodiscard]] constexpr bool masks_attention() const {
    const bool is_packed = example_length > 0 && example_length < sequence_length;
    return attention == Attention::sdpa && attention_kernel == AttentionKernel::automatic &&
           (padding_share > 0 || is_packed);
  }
  /// Returns true if checkpoints are moved off the GPU until their block is recomputed.
  [[nodiscard]] constexpr bool moves_checkpoints() const {
    return activation_checkpointing == Checkpointing::full &&
           (checkpoints_on_host || activation_offload != ActivationOffload::none);
  }
  /// Returns true if all saved tensors of blocks are moved off the GPU, not only checkpoints.
  [[nodiscard]] constexpr bool moves_saved_tensors() const {
    return activation_checkpointing != Checkpointing::full &&
           activation_offload == ActivationOffload::streamed;
  }
  [[nodiscard]] constexpr bool has_adapters() const { return lora.rank > 0; }
  /// Returns true if adapters are fp32 on a 16-bit base. Never with DeepSpeed, whose engine casts all
  /// parameters to its own type (engine.py, _configure_distributed_model).
  [[nodiscard]] constexpr bool has_fp32_adapters() const {
    return has_adapters() && lora.in_fp32 && framework != Framework::deepspeed &&
           precision != Precision::fp32;
  }
  /// Returns true if the products of fp32 adapters run in fp32. Under autocast they run in 16 bits (PEFT
  /// tuners/tuners_utils.py, _cast_input_dtype; torch ATen/autocast_mode.cpp).
  [[nodiscard]] constexpr bool multiplies_adapters_in_fp32() const {
    return has_fp32_adapters() && low_precision_master;
  }
  /// Returns true if frozen weights are quantised; only with adapters are weights frozen.
  [[nodiscard]] constexpr bool quantizes_frozen() const {
    return has_adapters() && frozen_precision != FrozenPrecision::automatic;
  }
  /// Returns true if experts are stacked in one tensor. AutoEP stacks the experts of a rank
  /// (deepspeed/moe/ep_experts.py, GroupedExperts).
  [[nodiscard]] constexpr bool stacks_experts() const {
    return experts == Experts::grouped || expert_parallel > 1;
  }
  bool operator==(const Training&) const = default;
};

}  // namespace zp
