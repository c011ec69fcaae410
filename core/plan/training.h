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

/// memory_budget: torch.compile chooses within a budget (torch._functorch.config.activation_memory_budget).
enum class Checkpointing : std::uint8_t { none, selective, full, memory_budget };
template <>
inline constexpr auto words_of<Checkpointing> = word_list("none", "selective", "full", "memory_budget");

/// Copies of what autograd keeps in host memory while the next operations run (streamed: OffloadActivations
/// of torchtune, TRL and Axolotl), or of checkpoints in a file. `checkpoints_on_host` copies checkpoints
/// while everything waits.
enum class ActivationOffload : std::uint8_t { none, streamed, disk };
template <>
inline constexpr auto words_of<ActivationOffload> = word_list("none", "streamed", "disk");

enum class Attention : std::uint8_t { sdpa, eager };
template <>
inline constexpr auto words_of<Attention> = word_list("sdpa", "eager");

/// Generation of the fused kernel that `sdpa` runs, on which its speed depends: FlashAttention of 2022 and
/// Triton's of its time; FlashAttention-2; or FlashAttention-3, 4 and cuDNN, for Hopper and later.
/// Automatic is PyTorch's own, as fast as flash_2, and as flash_3 on Hopper from PyTorch 2.11 on (core/speed
/// gpu_rates.cpp). transformers repeats keys and values for every head for
/// it, while the named kernels read grouped heads as they are (transformers integrations/sdpa_attention.py,
/// repeat_kv; integrations/flash_attention.py).
enum class AttentionKernel : std::uint8_t { automatic, flash_1, flash_2, flash_3 };
template <>
inline constexpr auto words_of<AttentionKernel> = word_list("auto", "flash_1", "flash_2", "flash_3");

/// Way in which the loss is computed: whole, as transformers does, over an fp32 copy of the logits; in chunks
/// of tokens; with the head in one kernel (Liger-Kernel); compiled (its fp32 copy of the logits is never
/// written: torch.compile, Megatron's and flash-attn's cross entropy); in tiles whose backward pass runs at
/// once (DeepSpeed's TiledFusedLogitsLoss); whole in the logits' own type, as torch's cross entropy does; or
/// as transformers before 4.50 does, which copies the fp32 logits without each sequence's last position (pull
/// request 35646).
enum class FusedLoss : std::uint8_t { none, chunked, fused, compiled, tiled, native, shifted };
template <>
inline constexpr auto words_of<FusedLoss> = word_list("none", "chunked", "fused", "compiled", "tiled",
                                                      "native", "shifted");

enum class FusedMlp : std::uint8_t { automatic, none, fused };
template <>
inline constexpr auto words_of<FusedMlp> = word_list("auto", "none", "fused");

/// Part of a checkpointed block that runs again: all of it, as in reentrant checkpointing and Megatron-LM's,
/// or up to the last tensor that its backward pass needs, which excludes the output of its last product
/// (torch 2.1, utils/checkpoint.py, _StopRecomputationError; pull request 96866). Automatic: as FSDP's
/// checkpoint wrapper does, which is not reentrant (pull request 108435); elsewhere all of it, as Trainer
/// does (transformers before 5, modeling_utils.py, gradient_checkpointing_enable).
enum class Recompute : std::uint8_t { automatic, whole, needed };
template <>
inline constexpr auto words_of<Recompute> = word_list("auto", "whole", "needed");

/// Part that full checkpointing keeps the input of and runs again: whole blocks, or each of a block's
/// children (norm, attention, norm, MLP) by itself, as accelerate does under FSDP2 (utils/fsdp_utils.py,
/// fsdp2_apply_ac).
enum class CheckpointUnit : std::uint8_t { block, children };
template <>
inline constexpr auto words_of<CheckpointUnit> = word_list("block", "children");

/// Lengths of the batches of a run: all the same (packed, or cut from one stream of tokens), or each padded
/// to its own longest sequence. Automatic: as the program does that the plan names.
enum class BatchLengths : std::uint8_t { automatic, fixed, varying };
template <>
inline constexpr auto words_of<BatchLengths> = word_list("auto", "fixed", "varying");

/// Step kernel of PyTorch's own optimizers: one fused kernel, or torch's default, which works on lists of all
/// tensors and makes a temporary of each (torch/optim/adam.py, _multi_tensor_adam). Automatic: fused.
enum class OptimizerKernel : std::uint8_t { automatic, fused, foreach };
template <>
inline constexpr auto words_of<OptimizerKernel> = word_list("auto", "fused", "foreach");

enum class AccumulationDtype : std::uint8_t { automatic, fp32, bf16, fp16 };
template <>
inline constexpr auto words_of<AccumulationDtype> = word_list("auto", "fp32", "bf16", "fp16");

/// Way in which the ranks of a node read the checkpoint that training starts from: each builds the whole
/// model in host memory; the first does, and sends it to the others; each reads it file by file and keeps its
/// part (zero.Init); each reads it straight into its GPU; or no rank builds it, as on the meta device.
/// Automatic: as framework and program do.
enum class Loading : std::uint8_t { automatic, every_rank, first_rank, by_file, gpu, meta };
template <>
inline constexpr auto words_of<Loading> = word_list("auto", "every_rank", "first_rank", "by_file", "gpu",
                                                    "meta");

/// Way in which the weights are saved: each rank copies the whole state dict to host memory; the first
/// collects it there; each rank writes its own shard; or nothing is saved. Automatic: as framework and
/// program do.
enum class Saving : std::uint8_t { automatic, every_rank, first_rank, shards, none };
template <>
inline constexpr auto words_of<Saving> = word_list("auto", "every_rank", "first_rank", "shards", "none");

/// Division of the layers among the stages of a pipeline: equal numbers of parameters, of modules (embedding,
/// final norm and head count as one each), or of blocks (PipelineModule's partition_method: parameters,
/// uniform, type:…).
enum class PipelinePartition : std::uint8_t { parameters, uniform, blocks };
template <>
inline constexpr auto words_of<PipelinePartition> = word_list("parameters", "uniform", "blocks");

/// Order in which the stages of a pipeline run forward and backward passes; the words of the plan are
/// PyTorch's and Megatron's names (core/sharding/pipeline_schedule.h has what each does).
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

/// Unit that FSDP gathers: each block, while embedding and head stay in the root unit for the whole pass;
/// embedding and head too, each gathered only while it is used (torchtitan, torchtune); or the whole model as
/// one unit (Lightning's FSDPStrategy without auto_wrap_policy).
enum class FsdpWrap : std::uint8_t { blocks, all, none };
template <>
inline constexpr auto words_of<FsdpWrap> = word_list("blocks", "all", "none");

/// Model states that ranks divide: none (DDP, stage 0), optimizer states (stage 1, a distributed optimizer),
/// gradients too (stage 2; FSDP's SHARD_GRAD_OP also divides the weights between steps), or all (stage 3,
/// FULL_SHARD).
enum class Sharded : std::uint8_t { none, optimizer, gradients, full };
template <>
inline constexpr auto words_of<Sharded> = word_list("none", "optimizer", "gradients", "full");

/// Execution of a layer's experts: one after another, each a module with tensors of its own (transformers
/// before 5), or together, with their weights stacked in one tensor per projection (transformers 5,
/// DeepSpeed's AutoEP, torchtitan, Megatron-LM).
enum class Experts : std::uint8_t { loop, grouped };
template <>
inline constexpr auto words_of<Experts> = word_list("loop", "grouped");

/// Storage type of the blocks' linear layers while adapters beside them are trained: the weights' type, 8-bit
/// integers (LLM.int8()), or 4 bits (QLoRA's NormalFloat), as bitsandbytes does. Embeddings, norms and the
/// head stay in the weights' type.
enum class FrozenPrecision : std::uint8_t { automatic, int8, nf4 };
template <>
inline constexpr auto words_of<FrozenPrecision> = word_list("auto", "int8", "nf4");

/// Modules that are trained whole beside the adapters (PEFT's modules_to_save): a copy of each is trained,
/// and the original stays where it is.
enum class ModulesToSave : std::uint8_t { none, embed_tokens, lm_head, both };
template <>
inline constexpr auto words_of<ModulesToSave> = word_list("none", "embed_tokens", "lm_head", "both");

struct LoraTargetName {
  LoraTarget target{};
  std::string_view name;
};
/// Returns every target under the name that PEFT and Hugging Face give its module: "q_proj" … "down_proj".
std::span<const LoraTargetName> lora_target_names();
struct Lora {
  std::int64_t rank = 0;  ///< 0 = no adapters, every parameter is trained
  std::uint8_t targets = lora_q | lora_v;
  double dropout = 0;  ///< dropout on every adapter's input
  bool dora = false;   ///< weights divided into magnitude and direction (arXiv 2402.09353)
  ModulesToSave modules_to_save = ModulesToSave::none;
  bool in_fp32 = false;  ///< 16-bit adapters are upcast, and their inputs with them

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
  bool enabled = false;             ///< DeepSpeed's own passes over the compiled graph
  bool offload_opt_states = false;  ///< master and states leave the GPU during the passes
  bool offload_activation = false;  ///< large saved tensors lie on the host between the passes
  bool offload_activation_pin_memory = true;
  bool offload_parameters = false;  ///< partitions of weights on the host come up for each pass and go back
  bool operator==(const DeepCompile&) const = default;
};

struct Training {
  Precision precision = Precision::bf16;
  StatedTypes types;
  Fp8Recipe fp8_recipe = Fp8Recipe::automatic;  ///< for products in fp8
  Optimizer optimizer = Optimizer::adamw;
  OptimizerOptions optimizer_options;
  DeepCompile deepcompile;
  double gradient_clipping = 1;       ///< largest norm; 0 = gradients are not clipped
  std::int64_t optimizer_rank = 128;  ///< dimensions that GaLore and APOLLO project gradients to
  std::int64_t micro_batch_size = 1;  ///< sequences per GPU and forward pass
  std::int64_t gradient_accumulation_steps = 1;
  std::int64_t sequence_length = 2048;  ///< tokens; of the decoder, where an encoder stands beside it
  std::int64_t encoder_length = 0;      ///< tokens of that encoder's sequence; 0 = sequence_length
  Checkpointing activation_checkpointing = Checkpointing::none;
  /// Checkpointing::memory_budget: 0 keeps as much as full checkpointing, 1 as much as none.
  double memory_budget = 0.5;
  Recompute recompute = Recompute::automatic;
  bool checkpoints_on_host = false;
  bool fpdt = false;  ///< Fully Pipelined Distributed Transformer: attention over chunks of the sequence
  std::int64_t fpdt_chunk = 65'536;  ///< tokens of the whole sequence in one of its chunks
  bool fpdt_offload = false;         ///< its chunks lie on the host between their uses
  bool domino = false;  ///< tensor parallelism over halves of a micro batch, one behind the other
  ActivationOffload activation_offload = ActivationOffload::none;
  CheckpointUnit checkpoint_unit = CheckpointUnit::block;
  std::int64_t blocks_per_checkpoint = 1;  ///< blocks that one checkpoint covers
  bool partition_activations = false;      ///< checkpoints divided by the tensor-parallel size
  Attention attention = Attention::sdpa;
  AttentionKernel attention_kernel = AttentionKernel::automatic;
  double dropout = 0.0;
  FusedLoss fused_loss = FusedLoss::none;
  std::int64_t fused_loss_chunk = 0;  ///< tokens in a chunk of the chunked loss; 0: an eighth of them
  bool keeps_outputs =
      false;                  ///< the training loop holds the model's outputs until the backward pass is over
  bool loss_parallel = true;  ///< tensor-parallel ranks divide the logits over the vocabulary
  bool keeps_cache =
      false;  ///< the forward pass returns keys and values (use_cache), as generation needs them
  bool fused_norm = false;
  FusedMlp fused_mlp = FusedMlp::automatic;  ///< automatic: fused if the norms are
  bool tiled_mlp = false;                    ///< DeepSpeed's TiledMLP: the MLP in tiles of tokens
  /// Tensor-parallel ranks each keep their part of the residual stream (Megatron's sequence parallelism,
  /// nanotron's REDUCE_SCATTER).
  bool scatter_stream = false;
  OptimizerKernel optimizer_kernel = OptimizerKernel::automatic;
  bool optimizer_in_backward =
      false;             ///< each parameter is stepped, and its gradient freed, as soon as it has one
  int data_workers = 0;  ///< processes that each rank's data loader forks
  AccumulationDtype gradient_accumulation_dtype = AccumulationDtype::automatic;
  AccumulationDtype communication_dtype = AccumulationDtype::automatic;  ///< communication_data_type
  /// seq_parallel_communication_data_type; automatic: fp32.
  AccumulationDtype sequence_communication_dtype = AccumulationDtype::automatic;
  /// torch_autocast: products of fp32 weights run in `autocast_dtype`, whose `auto` is fp16 as in torch.
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
  int pipeline_chunks = 0;  ///< parts of the model that each stage holds; 0 = as few as the schedule takes
  Experts experts = Experts::loop;
  Lora lora;
  FrozenPrecision frozen_precision = FrozenPrecision::automatic;
  bool double_quantization = true;  ///< nf4: the scales are quantised too
  MethodSettings method;
  VisionSettings vision;
  Program program{};         ///< program whose defaults hold for what the plan leaves out
  ProgramReleases releases;  ///< training.program_version
  bool zero_init = true;
  Loading loading = Loading::automatic;
  Saving saving = Saving::automatic;
  Framework framework = Framework::deepspeed;
  FsdpWrap fsdp_wrap = FsdpWrap::blocks;
  /// 1 = FullyShardedDataParallel with flat parameters, 2 = fully_shard with a DTensor for each parameter;
  /// 0 = as the training program has it
  int fsdp_version = 0;
  int shard_ranks = 0;  ///< FSDP: ranks that share one copy of the states; 0 = all (fewer: HYBRID_SHARD)
  std::int64_t eval_batch_size = 0;  ///< sequences per GPU of an evaluation's forward pass; 0 = no evaluation
  std::int64_t eval_kept_batches = 0;  ///< batches whose logits wait on the GPU; 0 = only the loss is kept
  /// Tokens of one example in packed sequences: Σ length² / Σ length over a sequence's examples. 0: one
  /// example fills a sequence.
  std::int64_t example_length = 0;
  BatchLengths batch_lengths = BatchLengths::automatic;
  double padding_share = 0;  ///< share of a batch's tokens that are padding
  double tokens = 0;         ///< budget of the whole run without padding; 0 = not stated
  int save_steps = 500;      ///< optimizer steps from one checkpoint to the next; 0 = no checkpoints

  /// Returns true if the MLP's activation is fused. Kernels that fuse norms fuse it too: Liger-Kernel,
  /// Transformer Engine, torch.compile. A tiled MLP replaces the fused one (ArcticTraining
  /// model/liger_factory.py: swiglu off).
  [[nodiscard]] constexpr bool fuses_mlp() const {
    return !tiled_mlp && (fused_mlp == FusedMlp::fused || (fused_mlp == FusedMlp::automatic && fused_norm));
  }
  /// Returns true if norms, MLP and loss are fused as torch.compile fuses them. Then one kernel runs between
  /// two products, and casts nothing by itself.
  [[nodiscard]] constexpr bool is_compiled() const {
    return fused_norm && fuses_mlp() && fused_loss == FusedLoss::compiled;
  }
  /// Returns true if attention stays within each packed example, which needs a kernel that is given the
  /// examples' ends: flash-attention's variable-length functions (transformers
  /// modeling_flash_attention_utils.py, _flash_attention_forward). PyTorch's own takes a mask, and computes
  /// what it hides.
  [[nodiscard]] constexpr bool attends_within_examples() const {
    const bool is_told = attention == Attention::sdpa && (attention_kernel == AttentionKernel::flash_2 ||
                                                          attention_kernel == AttentionKernel::flash_3);
    return is_told && example_length > 0 && example_length < sequence_length;
  }
  /// Returns the number of keys that a token's query meets, before the causal half is left out.
  [[nodiscard]] constexpr std::int64_t attended_tokens() const {
    return attends_within_examples() ? example_length : sequence_length;
  }
  /// Returns true if the loss is computed over an fp32 copy of all logits.
  [[nodiscard]] constexpr bool has_whole_loss() const {
    return fused_loss == FusedLoss::none || fused_loss == FusedLoss::shifted;
  }
  /// Returns true if PyTorch's own attention gets a mask, for padding or packed examples. FlashAttention
  /// takes no mask, so the memory-efficient kernel runs instead (torch
  /// ATen/native/transformers/cuda/sdp_utils.cpp, check_for_attn_mask; transformers
  /// modeling_attn_mask_utils.py, _ignore_causal_mask_sdpa).
  [[nodiscard]] constexpr bool masks_attention() const {
    const bool is_packed = example_length > 0 && example_length < sequence_length;
    return attention == Attention::sdpa && attention_kernel == AttentionKernel::automatic &&
           (padding_share > 0 || is_packed);
  }
  /// Returns true if checkpoints leave the GPU until their block is recomputed.
  [[nodiscard]] constexpr bool moves_checkpoints() const {
    return activation_checkpointing == Checkpointing::full &&
           (checkpoints_on_host || activation_offload != ActivationOffload::none);
  }
  /// Returns true if all that blocks keep leaves the GPU, and not checkpoints alone.
  [[nodiscard]] constexpr bool moves_saved_tensors() const {
    return activation_checkpointing != Checkpointing::full &&
           activation_offload == ActivationOffload::streamed;
  }
  [[nodiscard]] constexpr bool has_adapters() const { return lora.rank > 0; }
  /// Returns true if adapters stay in fp32 beside a 16-bit base. Under DeepSpeed they do not: its engine
  /// casts all of a model's parameters to its own type (engine.py, _configure_distributed_model).
  [[nodiscard]] constexpr bool has_fp32_adapters() const {
    return has_adapters() && lora.in_fp32 && framework != Framework::deepspeed &&
           precision != Precision::fp32;
  }
  /// Returns true if the products of fp32 adapters run in fp32. Under autocast they run in 16 bits all the
  /// same (PEFT tuners/tuners_utils.py, _cast_input_dtype; torch ATen/autocast_mode.cpp).
  [[nodiscard]] constexpr bool multiplies_adapters_in_fp32() const {
    return has_fp32_adapters() && low_precision_master;
  }
  /// Returns true if frozen weights are quantised; without adapters no weight is frozen.
  [[nodiscard]] constexpr bool quantizes_frozen() const {
    return has_adapters() && frozen_precision != FrozenPrecision::automatic;
  }
  /// Returns true if experts are stacked in one tensor. AutoEP stacks the experts that a rank holds
  /// (deepspeed/moe/ep_experts.py, GroupedExperts).
  [[nodiscard]] constexpr bool stacks_experts() const {
    return experts == Experts::grouped || expert_parallel > 1;
  }
  bool operator==(const Training&) const = default;
};

}  // namespace zp
