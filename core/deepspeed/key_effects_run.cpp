// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/key_effect_rows.h"

namespace zp::key_effect_rows {
namespace {

using enum KeyEffect;

constexpr std::string_view uncompiled =
    "torch.compile fuses kernels; the figures are those of the uncompiled model.";

constexpr std::string_view graph_inputs =
    "Waits around collectives and inputs that the compiled graph keeps are not counted.";

/// Features that change training itself or run in addition to its steps.
constexpr auto rows_of_features = std::to_array<KeyEffectRow>({
    {.covers = "compile.passes",
     .effect = not_counted,
     .reason = "The figures are those of the passes that DeepSpeed schedules by default.",
     .below = "compile.deepcompile"},
    {.covers = "compile.free_activation",
     .effect = not_counted,
     .reason = "Activations that are freed before the end of their last use are counted until that end.",
     .below = "compile.deepcompile"},
    {.covers = "compile.free_activation_threshold",
     .effect = not_counted,
     .reason = "Activations that are freed before the end of their last use are counted until that end.",
     .below = "compile.free_activation"},
    {.covers = "compile.double_buffer",
     .effect = not_counted,
     .reason = "Buckets of the compiled graph are counted as DeepSpeed's own.",
     .below = "compile.deepcompile"},
    {.covers = "compile.symmetric_memory",
     .effect = not_counted,
     .reason = "Symmetric memory changes how collectives copy, which the published rates do not have.",
     .below = "compile.deepcompile"},
    {.covers = "compile.sync_before_reduce",
     .effect = not_counted,
     .reason = graph_inputs,
     .below = "compile.deepcompile"},
    {.covers = "compile.sync_after_reduce",
     .effect = not_counted,
     .reason = graph_inputs,
     .below = "compile.deepcompile"},
    {.covers = "compile.sync_before_allgather",
     .effect = not_counted,
     .reason = graph_inputs,
     .below = "compile.deepcompile"},
    {.covers = "compile.sync_after_allgather",
     .effect = not_counted,
     .reason = graph_inputs,
     .below = "compile.deepcompile"},
    {.covers = "compile.keep_int_input_tensors",
     .effect = not_counted,
     .reason = graph_inputs,
     .below = "compile.deepcompile"},
    {.covers = "compile.keep_all_input_tensors",
     .effect = not_counted,
     .reason = graph_inputs,
     .below = "compile.deepcompile"},
    {"compile.debug_log", logging, "It decides whether the graphs are printed."},
    {"compile.enabled", not_counted, uncompiled},
    {.covers = "compile.backend", .effect = not_counted, .reason = uncompiled, .below = "compile.enabled"},
    {.covers = "compile.kwargs", .effect = not_counted, .reason = uncompiled, .below = "compile.enabled"},
    {.covers = "hybrid_engine",
     .effect = not_counted,
     .reason =
         "The hybrid engine switches to inference kernels with a cache of their own to generate; the figures "
         "have training.generation instead.",
     .switches = {"hybrid_engine.enabled"}},
    {.covers = "data_efficiency.data_routing",
     .effect = not_counted,
     .reason = "Random-LTD leaves tokens out of the middle layers, which makes steps shorter; all tokens are "
               "counted.",
     .switches = {"data_efficiency.enabled", "data_efficiency.data_routing.enabled",
                  "data_efficiency.data_routing.random_ltd.random_ltd_enabled"},
     .reported_key = "data_efficiency.data_routing.random_ltd"},
    {.covers = "data_efficiency.data_sampling.curriculum_learning",
     .effect = not_counted,
     .reason = "Curriculum learning begins with short or easy sequences; every step is counted with the "
               "plan's length.",
     .switches = {"data_efficiency.enabled", "data_efficiency.data_sampling.enabled",
                  "data_efficiency.data_sampling.curriculum_learning.enabled"}},
    {.covers = "data_efficiency.data_sampling.dynamic_batching",
     .effect = not_counted,
     .reason = "Dynamic batching makes batches of a number of tokens; the figures have the plan's batch and "
               "length.",
     .switches = {"data_efficiency.enabled", "data_efficiency.data_sampling.enabled",
                  "data_efficiency.data_sampling.dynamic_batching.enabled"}},
    {.covers = "data_efficiency.data_sampling.num_workers",
     .effect = not_counted,
     .reason = "Host memory of these workers is not counted; training.data_workers is.",
     .below = "data_efficiency.data_sampling.enabled"},
    {.covers = "data_efficiency.data_sampling.pin_memory",
     .effect = not_counted,
     .reason = "Pinned copies of batches in host memory are not counted.",
     .below = "data_efficiency.data_sampling.enabled"},
    {"data_efficiency", numerics, "It decides which examples are drawn, and how often."},
    {.covers = "curriculum_learning",
     .effect = not_counted,
     .reason =
         "Curriculum learning begins with short sequences; every step is counted with the plan's length.",
     .switches = {"curriculum_learning.enabled"}},
    {.covers = "progressive_layer_drop",
     .effect = not_counted,
     .reason =
         "Progressive layer drop leaves layers out of some steps; every step is counted with all layers.",
     .switches = {"progressive_layer_drop.enabled"}},
    {"sparse_attention", not_counted,
     "Sparse attention computes part of the score matrix; attention is counted whole."},
    {"compression_training", not_counted,
     "Compression quantises and prunes weights during training; the figures are those of plain training."},
    {"quantize_training", not_counted,
     "MoQ quantises weights during training; the figures are those of plain training."},
    {"weight_quantization", inference, "For inference."},
    {.covers = "elasticity",
     .effect = not_counted,
     .reason =
         "Elastic training derives the batch from the available ranks; the figures use the plan's batch.",
     .switches = {"elasticity.enabled"}},
    {.covers = "autotuning",
     .effect = not_counted,
     .reason = "The autotuner's own trial runs are not counted; the figures are those of the plan.",
     .switches = {"autotuning.enabled"}},
    {"graph_harvesting", not_counted,
     "CUDA graphs of the optimizer's copies save launches; they are counted one by one."},
    {"activation_checkpointing.contiguous_memory_optimization", not_counted,
     "Checkpoints are copied into one buffer that is allocated at the start; it is not counted separately."},
    {"activation_checkpointing.partition_activations", not_counted,
     "It acts in programs that call deepspeed.checkpointing.configure; training.partition_activations says "
     "whether that is counted."},
    {"activation_checkpointing.cpu_checkpointing", not_counted,
     "It acts in programs that call deepspeed.checkpointing.configure; training.checkpoints_on_host says "
     "whether that is counted."},
    {"activation_checkpointing.number_checkpoints", numerics,
     "The size of the buffer of contiguous_memory_optimization."},
    {"activation_checkpointing.profile", not_counted,
     "Its timers wait for the GPU around each checkpoint; these waits are not counted."},
    {"activation_checkpointing.synchronize_checkpoint_boundary", not_counted,
     "The waits for the GPU around each checkpoint are not counted."},
});

constexpr std::string_view drive_requests =
    "It decides how requests to the drives are cut and queued, which changes their speed; the figures have "
    "cluster.nvme's speeds.";
constexpr std::string_view divided_layers =
    "Layers are counted as divided the way AutoTP divides them for the model's family.";

/// Keys about parallelism and NVMe drives.
constexpr auto rows_of_machines = std::to_array<KeyEffectRow>({
    {"aio.block_size", not_counted, drive_requests},
    {"aio.queue_depth", not_counted, drive_requests},
    {"aio.intra_op_parallelism", not_counted, drive_requests},
    {"aio.single_submit", not_counted, drive_requests},
    {"aio.overlap_events", not_counted, drive_requests},
    {"aio.thread_count", not_counted, drive_requests},
    {"tensor_parallel.dtype", unread, "DeepSpeed refuses it."},
    {"tensor_parallel.tp_overlap_comm", not_counted,
     "Messages of tensor parallelism overlap with products; the figures assume that the step waits for "
     "them."},
    {"tensor_parallel.keep_module_on_host", not_counted,
     "The model stays in host memory until it is divided; it is counted as loaded by every rank."},
    {"tensor_parallel.tp.tp_grain_size", not_counted,
     "Weights are divided in multiples of this; they are counted as divided evenly."},
    {"tensor_parallel.tp", layout, "tensor_parallel.autotp_size says how many ranks share a layer."},
    {"tensor_parallel.kernel_inject", inference, "For inference."},
    {"tensor_parallel.injection_policy_tuple", not_counted, divided_layers},
    {"tensor_parallel.partition_config", not_counted, divided_layers},
    {"tensor_parallel.preset_model", not_counted, divided_layers},
    {"pipeline.activation_checkpoint_interval", not_counted,
     "The figures follow training.activation_checkpointing, regardless of this key."},
    {"pipeline.pipe_partitioned", not_counted,
     "Activations between stages are counted whole, also where tensor-parallel ranks divide them."},
    {"pipeline.grad_partitioned", not_counted,
     "Gradients between stages are counted whole, also where tensor-parallel ranks divide them."},
    {"pipeline", layout, "The program's PipelineModule has it; training.pipeline_partition is counted."},
    {.covers = "expert_parallel.expert_tensor_parallel_size",
     .effect = not_counted,
     .reason = "Experts are counted whole on their ranks.",
     .below = "expert_parallel.enabled"},
    {.covers = "expert_parallel.use_grouped_mm",
     .effect = not_counted,
     .reason = "training.experts says how the experts' products are counted.",
     .below = "expert_parallel.enabled"},
    {.covers = "expert_parallel.combine_impl",
     .effect = not_counted,
     .reason = "How the experts' outputs are put together is counted as one kernel.",
     .below = "expert_parallel.enabled"},
    {.covers = "expert_parallel.top_k",
     .effect = not_counted,
     .reason = "Experts of a token are counted as the model's experts_per_token.",
     .below = "expert_parallel.enabled"},
    {"expert_parallel.preset_model", layout, "It names the modules that are experts."},
    {"expert_parallel.validate_folding_routing", logging, "A check of the routing at the start."},
    {"expert_parallel.score_apply", numerics,
     "It decides at which point the router's scores are multiplied."},
    {"expert_parallel.score_func", numerics, "It decides how the router scores."},
    {"expert_parallel.num_expert_groups", numerics, "It decides how the router chooses."},
    {"expert_parallel.num_limited_groups", numerics, "It decides how the router chooses."},
    {"expert_parallel.route_scale", numerics, "A factor of the router's scores."},
});

/// Keys about checkpoints and printed output.
constexpr auto rows_of_outputs = std::to_array<KeyEffectRow>({
    {"checkpoint.writer", not_counted,
     "The fast writer saves in parallel with its own buffers; the figures are those of torch.save."},
    {"checkpoint.parallel_write", not_counted,
     "Ranks of a pipeline stage write their layers in parallel; saving is counted without."},
    {"checkpoint.use_node_local_storage", not_counted,
     "Every node writes a copy of the weights to drives of its own; saving is counted with one copy."},
    {"checkpoint.checkpoint_serialization", not_counted,
     "Saving is counted with the format of torch.save since 1.6."},
    {"checkpoint", checkpoints, "It decides how a checkpoint is named and read."},
    {.covers = "nebula",
     .effect = not_counted,
     .reason = "Nebula saves in the background; saving is counted as torch.save does it.",
     .switches = {"nebula.enabled"}},
    {"datastates_ckpt", not_counted,
     "DataStates saves in the background with pinned buffers; saving is counted as torch.save does it."},
    {"wall_clock_breakdown", not_counted,
     "Its timers wait for the GPU in every step; these waits are not counted."},
    {"memory_breakdown", not_counted, "Printing in every step takes time that is not counted."},
    {.covers = "flops_profiler",
     .effect = not_counted,
     .reason = "The profiled step is slower; the figures are those of other steps.",
     .switches = {"flops_profiler.enabled"}},
    {.covers = "comms_logger",
     .effect = not_counted,
     .reason = "Timing every collective makes the host wait for it; these waits are not counted.",
     .switches = {"comms_logger.enabled"}},
    {"timers", logging, "Throughput is printed, with one wait for the GPU in each step that is printed."},
    {"steps_per_print", logging, "It decides how often progress is printed."},
    {"dump_state", logging, "It decides whether the engine's settings are printed."},
    {"log_level", logging, "It decides how much is printed."},
    {"tensorboard", logging, "It decides where progress is written."},
    {"wandb", logging, "It decides where progress is written."},
    {"csv_monitor", logging, "It decides where progress is written."},
    {"comet", logging, "It decides where progress is written."},
    {"dataloader_drop_last", numerics, "It decides whether the last, smaller batch of an epoch is used."},
    {"vocabulary_size", logging, "DeepSpeed warns if it is no multiple of 8."},
});

}  // namespace

std::span<const KeyEffectRow> of_features() { return rows_of_features; }
std::span<const KeyEffectRow> of_machines() { return rows_of_machines; }
std::span<const KeyEffectRow> of_outputs() { return rows_of_outputs; }

}  // namespace zp::key_effect_rows
