// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/plan_file/key_rows.h"

namespace zp::plan_io {
namespace {

constexpr Range elements{0, 1e17};
constexpr Range model_cap{0, 0x1p63};       // DeepSpeed's default is sys.maxsize
constexpr Range shard_or_off{-1, 1 << 26};  // -1 means off
constexpr Range buffers{0, 1e6};            // number of staging buffers
constexpr Range buffer_elements{0, 1e12};
constexpr Range intervals{0, 1e9};

constexpr auto zero_rows = std::to_array<KeyRow>({
    key<&Plan::zero, &Zero::stage>(
        {.path = "zero.stage",
         .type = "one of 0, 1, 2, 3",
         .range = {0, 3},
         .written = Written::by_section,
         .decides = "states.weights, states.gradients, states.master, states.optimizer, gathered.live, "
                    "gathered.persistent",
         .meaning = "Partitioned states: none; optimizer states; gradients too; weights too. With FSDP the "
                    "default is 3."}),
    {.path = "zero.offload_optimizer",
     .type = "none, cpu, nvme or DeepSpeed's object",
     .default_text = "none",
     .written = Written::by_section,
     .meaning = "Place of master weights and optimizer states."},
    {.path = "zero.offload_optimizer.device",
     .kind = KeyKind::word,
     .default_text = "none",
     .written = Written::by_section,
     .decides = "host.optimizer, host.master, host.gradients, nvme.optimizer, host.staging, "
                "host.temporary_gradient, buffers.offload_gradient, staging.gradient",
     .meaning = "The same inside the object.",
     .words = words_of<Device>},
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::pin_memory>(
        {.path = "zero.offload_optimizer.pin_memory",
         .written = Written::always,
         .decides = "host.gradients, host.master, host.optimizer, host.pinning",
         .meaning = "Page-lock the host buffers; before DeepSpeed 0.19.5 the default is false. Gradients go "
                    "to pageable memory at a quarter of the speed, and nothing overlaps with them."}),
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::buffer_count>(
        {.path = "zero.offload_optimizer.buffer_count",
         .range = buffers,
         .written = Written::always,
         .decides = "host.staging, host.rounding",
         .meaning = "Staging buffers of NVMe offload."}),
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::pipeline_read>(
        {.path = "zero.offload_optimizer.pipeline_read",
         .written = Written::always,
         .meaning = "Read the next sub-group while one is stepped."}),
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::pipeline_write>(
        {.path = "zero.offload_optimizer.pipeline_write",
         .written = Written::always,
         .meaning = "Write the last sub-group while one is stepped."}),
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::fast_init>(
        {.path = "zero.offload_optimizer.fast_init",
         .written = Written::if_changed,
         .meaning = "Faster initialisation with NVMe."}),
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::ratio>(
        {.path = "zero.offload_optimizer.ratio",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .written = Written::if_changed,
         .decides = "states.master, states.optimizer, host.master, host.optimizer, host.gradients",
         .meaning = "Share of the sub-groups stepped on the CPU (stage 3)."}),
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::super_offload>(
        {.path = "zero.offload_optimizer.super_offload",
         .written = Written::if_changed,
         .decides = "host.staging, host.pinning, host.rounding",
         .meaning = "SuperOffload (stage 3, since 0.18.0): a separate process updates sub-groups while the "
                    "backward pass runs, unless gradients are clipped; made for GH200 and GB200."}),
    key<&Plan::zero, &Zero::offload_optimizer, &OffloadOptimizer::cpuadam_cores_perc>(
        {.path = "zero.offload_optimizer.cpuadam_cores_perc",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .written = Written::if_changed,
         .meaning = "SuperOffload: share of a rank's cores that its CPU optimizer runs on."}),
    {.path = "zero.offload_param",
     .type = "none, cpu, nvme or DeepSpeed's object",
     .default_text = "none",
     .written = Written::by_section,
     .meaning = "Place of the weight partitions (stage 3)."},
    {.path = "zero.offload_param.device",
     .kind = KeyKind::word,
     .default_text = "none",
     .written = Written::by_section,
     .decides = "host.weights, nvme.weights, host.parameter_staging, staging.parameters",
     .meaning = "The same inside the object.",
     .words = words_of<Device>},
    key<&Plan::zero, &Zero::offload_param, &OffloadParam::pin_memory>(
        {.path = "zero.offload_param.pin_memory",
         .written = Written::always,
         .decides = "host.weights",
         .meaning = "Page-lock the host buffers; before DeepSpeed 0.19.5 the default is false."}),
    key<&Plan::zero, &Zero::offload_param, &OffloadParam::buffer_count>(
        {.path = "zero.offload_param.buffer_count",
         .range = buffers,
         .written = Written::always,
         .decides = "host.parameter_staging, staging.parameters, host.rounding",
         .meaning = "Staging buffers of NVMe offload."}),
    key<&Plan::zero, &Zero::offload_param, &OffloadParam::buffer_size>(
        {.path = "zero.offload_param.buffer_size",
         .type = "elements",
         .range = buffer_elements,
         .written = Written::always,
         .decides = "host.parameter_staging, staging.parameters, host.rounding",
         .meaning = "Size of one staging buffer; every weight partition has to fit."}),
    key<&Plan::zero, &Zero::offload_param, &OffloadParam::max_in_cpu>(
        {.path = "zero.offload_param.max_in_cpu",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .decides = "host.weights, host.parameter_staging, staging.parameters, host.rounding",
         .meaning = "Elements kept in host memory in addition to the drive."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::enabled>(
        {.path = "zero.zenflow.enabled",
         .deepspeed_key = "zero_optimization.zenflow",
         .decides = "states.selected, states.selected_gradients, step.optimizer, host.zenflow, "
                    "host.gradients, host.pinning, host.rounding",
         .meaning = "ZenFlow (stages 1 to 3 with a CPU optimizer, since 0.17.5): the GPU steps the most "
                    "important columns after every micro batch, the host the others less often. In a "
                    "ds_config the presence of the section switches it on."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::topk_ratio>(
        {.path = "zero.zenflow.topk_ratio",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .written = Written::if_changed,
         .decides = "states.selected, states.selected_gradients, step.optimizer, host.zenflow, host.pinning, "
                    "host.rounding",
         .meaning = "ZenFlow: share of each matrix's columns that the GPU steps."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::select_strategy>(
        {.path = "zero.zenflow.select_strategy",
         .written = Written::if_changed,
         .meaning = "ZenFlow: choose the columns anew after steps or epochs; auto is every epoch."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::select_interval>(
        {.path = "zero.zenflow.select_interval",
         .type = "steps or epochs; 0 = auto",
         .range = intervals,
         .written = Written::if_changed,
         .meaning = "ZenFlow: number of steps or epochs between two choices of columns."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::update_interval>(
        {.path = "zero.zenflow.update_interval",
         .type = "micro batches; 0 = auto",
         .range = intervals,
         .written = Written::if_changed,
         .decides = "host.gradients, host.pinning, host.rounding",
         .meaning =
             "ZenFlow: micro batches between two steps on the host; auto follows the gradients, and is "
             "counted as 4."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::overlap_step>(
        {.path = "zero.zenflow.overlap_step",
         .written = Written::if_changed,
         .decides = "host.zenflow",
         .meaning = "ZenFlow: a separate process updates on the host while the GPU continues, with second "
                    "copies of gradients, moments and master weights."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::offload>(
        {.path = "zero.zenflow.offload",
         .written = Written::if_changed,
         .decides = "states.selected, host.zenflow, host.pinning, host.rounding",
         .meaning = "ZenFlow: keep the moments of the GPU's columns in host memory between steps."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::auto_ratio>(
        {.path = "zero.zenflow.auto_ratio",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .written = Written::if_changed,
         .meaning = "ZenFlow: share of the tensors that must have gathered enough for an automatic update."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::full_warm_up_rounds>(
        {.path = "zero.zenflow.full_warm_up_rounds",
         .type = "micro batches",
         .range = intervals,
         .written = Written::if_changed,
         .meaning = "ZenFlow: number of micro batches at the start in which all columns are stepped."}),
    key<&Plan::zero, &Zero::zenflow, &ZenFlow::pt_reserved_cores_perc>(
        {.path = "zero.zenflow.pt_reserved_cores_perc",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .written = Written::if_changed,
         .meaning = "ZenFlow: share of a rank's cores reserved for its PyTorch process."}),
    {.path = "zero.overlap_comm",
     .kind = KeyKind::flag,
     .default_text = "true at stage 3",
     .written = Written::by_section,
     .decides = "buffers.reduce",
     .meaning = "Reduce gradients during the backward pass; doubles the reduce bucket at stages 1 and 2."},
    key<&Plan::zero, &Zero::contiguous_gradients>(
        {.path = "zero.contiguous_gradients",
         .written = Written::always,
         .decides = "buffers.reduce, buffers.waiting_gradients",
         .meaning = "Copy gradients into the reduce bucket as they come."}),
    key<&Plan::zero, &Zero::reduce_scatter>(
        {.path = "zero.reduce_scatter",
         .written = Written::always,
         .decides = "buffers.reduce_copy, buffers.reduce_scatter",
         .meaning = "Reduce-scatter gradients rather than all-reduce them."}),
    key<&Plan::zero, &Zero::reduce_bucket_size>(
        {.path = "zero.reduce_bucket_size",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .decides = "buffers.reduce, buffers.reduce_copy, buffers.communication_cast, "
                    "buffers.large_gradient, buffers.waiting_gradients",
         .meaning = "Gradients reduced at a time."}),
    key<&Plan::zero, &Zero::allgather_bucket_size>(
        {.path = "zero.allgather_bucket_size",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .meaning =
             "Weights gathered at a time where one flat collective is not available; has to be even."}),
    key<&Plan::zero, &Zero::round_robin_gradients>(
        {.path = "zero.round_robin_gradients",
         .written = Written::if_changed,
         .meaning = "Spread gradients over ranks finely, for CPU offload (stages 1 and 2)."}),
    key<&Plan::zero, &Zero::use_multi_rank_bucket_allreduce>(
        {.path = "zero.use_multi_rank_bucket_allreduce",
         .written = Written::if_changed,
         .meaning = "All-reduce a bucket rather than reduce each slice to its owner (stages 1 and 2)."}),
    key<&Plan::zero, &Zero::sub_group_size>(
        {.path = "zero.sub_group_size",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .decides = "step.fp32_gradients, step.flat_gradients, init.workspace, step.optimizer, host.staging, "
                    "host.parameter_staging, host.rounding, host.save",
         .meaning = "Elements of a partition stepped at a time (stage 3)."}),
    key<&Plan::zero, &Zero::stage3_prefetch_bucket_size>(
        {.path = "zero.stage3_prefetch_bucket_size",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .decides = "gathered.live, gathered.receive, gathered.kept",
         .meaning = "Weights fetched ahead."}),
    key<&Plan::zero, &Zero::stage3_max_live_parameters>(
        {.path = "zero.stage3_max_live_parameters",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .decides = "gathered.live, gathered.kept",
         .meaning = "Number of gathered weights above which nothing is prefetched."}),
    key<&Plan::zero, &Zero::stage3_max_reuse_distance>(
        {.path = "zero.stage3_max_reuse_distance",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .decides = "gathered.kept",
         .meaning = "Weights used again within this distance stay gathered."}),
    key<&Plan::zero, &Zero::stage3_param_persistence_threshold>(
        {.path = "zero.stage3_param_persistence_threshold",
         .type = "elements",
         .range = elements,
         .written = Written::always,
         .decides = "gathered.persistent",
         .meaning = "Tensors up to this size are never partitioned."}),
    key<&Plan::zero, &Zero::stage3_model_persistence_threshold>(
        {.path = "zero.stage3_model_persistence_threshold",
         .type = "elements",
         .range = model_cap,
         .default_text = "no limit",
         .written = Written::if_changed,
         .decides = "gathered.persistent",
         .meaning = "Limit on the sum of those tensors."}),
    key<&Plan::zero, &Zero::leaf_modules>(
        {.path = "zero.leaf_modules",
         .deepspeed_key = "zero_optimization.leaf_module",
         .written = Written::by_section,
         .decides = "gathered.leaf, gathered.receive",
         .meaning =
             "Modules that stage 3 gathers whole, with one hook: the expert blocks or none; auto: since "
             "DeepSpeed 0.18.0 the expert blocks."}),
    key<&Plan::zero, &Zero::stage3_gather_16bit_weights_on_model_save>(
        {.path = "zero.stage3_gather_16bit_weights_on_model_save",
         .written = Written::always,
         .decides = "save.gathered, host.save",
         .meaning = "Gather the weights so that a whole 16-bit model can be saved."}),
    key<&Plan::zero, &Zero::zero_hpz_partition_size>(
        {.path = "zero.zero_hpz_partition_size",
         .type = "ranks",
         .range = rank_range,
         .written = Written::if_changed,
         .decides = "gathered.secondary",
         .meaning = "ZeRO++: ranks that share a second weight partition, normally those of a node."}),
    key<&Plan::zero, &Zero::zero_quantized_weights>({.path = "zero.zero_quantized_weights",
                                                     .written = Written::if_changed,
                                                     .decides = "gathered.receive",
                                                     .meaning = "ZeRO++: gather weights as 8-bit integers."}),
    key<&Plan::zero, &Zero::zero_quantized_gradients>(
        {.path = "zero.zero_quantized_gradients",
         .written = Written::if_changed,
         .decides = "buffers.reduce_copy",
         .meaning = "ZeRO++: reduce gradients as 4-bit integers."}),
    key<&Plan::zero, &Zero::mics_shard_size>(
        {.path = "zero.mics_shard_size",
         .type = "ranks",
         .range = shard_or_off,
         .written = Written::if_changed,
         .decides = "states.weights, states.gradients, states.master, states.optimizer",
         .meaning = "MiCS: ranks that share a partition; -1 = off."}),
    key<&Plan::zero, &Zero::zero_quantized_nontrainable_weights>(
        {.path = "zero.zero_quantized_nontrainable_weights",
         .written = Written::if_changed,
         .decides = "states.weights, host.weights",
         .meaning = "Stage 3: keep the partitions of frozen weights as 8-bit integers."}),
    key<&Plan::zero, &Zero::stage3_allgather_sequential>(
        {.path = "zero.stage3_allgather_sequential",
         .written = Written::if_changed,
         .decides = "gathered.receive",
         .meaning = "Gather tensors one by one instead of through one flat buffer."}),
    key<&Plan::zero, &Zero::stage3_use_all_reduce_for_fetch_params>(
        {.path = "zero.stage3_use_all_reduce_for_fetch_params",
         .written = Written::if_changed,
         .decides = "gathered.receive",
         .meaning = "Gather weights with an all-reduce, in place."}),
    key<&Plan::zero, &Zero::memory_efficient_linear>(
        {.path = "zero.memory_efficient_linear",
         .written = Written::if_changed,
         .decides = "gathered.kept",
         .meaning = "Linear layers that do not keep gathered weights until the backward pass; false: torch's "
                    "own, which do."}),
});

// The keys of deepspeed_config that cost bytes.
constexpr auto carried = std::to_array<KeyRow>({
    {.path = "deepspeed_config.optimizer.params.momentum",
     .kind = KeyKind::real,
     .type = "number from 0 to 1",
     .range = {0, 1},
     .default_text = "0",
     .written = Written::by_section,
     .decides = "states.optimizer, host.optimizer",
     .meaning = "SGD and RMSprop: any momentum above 0 keeps one more state."},
    key<&Plan::training, &Training::optimizer_options, &OptimizerOptions::amsgrad>(
        {.path = "deepspeed_config.optimizer.params.amsgrad",
         .written = Written::by_section,
         .decides = "states.optimizer, host.optimizer",
         .meaning = "Adam: keep the largest second moment too."}),
    key<&Plan::training, &Training::optimizer_options, &OptimizerOptions::centered>(
        {.path = "deepspeed_config.optimizer.params.centered",
         .written = Written::by_section,
         .decides = "states.optimizer, host.optimizer",
         .meaning = "RMSprop: keep the mean gradient too."}),
    key<&Plan::training, &Training::optimizer_options, &OptimizerOptions::torch_adam>(
        {.path = "deepspeed_config.optimizer.params.torch_adam",
         .written = Written::by_section,
         .decides = "step.optimizer, states.optimizer, host.optimizer",
         .meaning = "torch's Adam instead of DeepSpeed's fused one."}),
    key<&Plan::training, &Training::optimizer_options, &OptimizerOptions::fp32_optimizer_states>(
        {.path = "deepspeed_config.optimizer.params.fp32_optimizer_states",
         .written = Written::by_section,
         .decides = "host.optimizer, nvme.optimizer",
         .meaning = "DeepSpeedCPUAdam: keep its states in fp32; false is the weights' type."}),
    key<&Plan::training, &Training::deepcompile, &DeepCompile::enabled>(
        {.path = "deepspeed_config.compile.deepcompile",
         .written = Written::if_changed,
         .decides = "gathered.persistent, gathered.live, gathered.leaf, gathered.receive, buffers.reduce",
         .meaning = "DeepCompile (stages 1 to 3, since 0.16.6): gathers and reductions are part of the "
                    "compiled graph, without Python's hooks."}),
    key<&Plan::training, &Training::deepcompile, &DeepCompile::offload_opt_states>(
        {.path = "deepspeed_config.compile.offload_opt_states",
         .written = Written::if_changed,
         .decides = "states.master, states.optimizer, states.kept, host.parked_states, host.pinning, "
                    "host.rounding",
         .meaning = "DeepCompile at stage 3, since 0.19.3: the master weights and states that do not fit "
                    "into 80 % of the GPU stay on the host during the passes and return for the step."}),
    key<&Plan::training, &Training::deepcompile, &DeepCompile::offload_activation>(
        {.path = "deepspeed_config.compile.offload_activation",
         .written = Written::if_changed,
         .decides = "activations.saved_blocks, activations.returned, activations.live_block, gathered.live, "
                    "host.checkpoints, host.pinning, host.rounding",
         .meaning = "DeepCompile at stage 3, since 0.19.6: saved tensors of 5 MiB and more stay on the host "
                    "between the passes: those that do not fit into 90 % of the GPU."}),
    key<&Plan::training, &Training::deepcompile, &DeepCompile::offload_activation_pin_memory>(
        {.path = "deepspeed_config.compile.offload_activation_pin_memory",
         .written = Written::if_changed,
         .meaning = "DeepCompile: pin the host memory of these tensors; pageable copies are slower."}),
    key<&Plan::training, &Training::deepcompile, &DeepCompile::offload_parameters>(
        {.path = "deepspeed_config.compile.offload_parameters",
         .written = Written::if_changed,
         .decides = "gathered.live, gathered.reloaded",
         .meaning =
             "DeepCompile at stage 3: weights that offload_param keeps on the host are copied to the GPU for "
             "each pass and back; on by default if optimizer and weights are offloaded to the CPU."}),
    key<&Plan::training, &Training::gradient_clipping>(
        {.path = "deepspeed_config.gradient_clipping",
         .type = "norm",
         .range = {0, 1e30},
         .written = Written::by_default,
         .meaning =
             "Largest norm of the gradients; with 0, SuperOffload steps while the backward pass runs."}),
    key<&Plan::training, &Training::communication_dtype>(
        {.path = "deepspeed_config.communication_data_type",
         .written = Written::if_changed,
         .decides = "buffers.reduce, buffers.communication_cast, buffers.reduce_copy",
         .meaning = "Type gradients are reduced in; auto is the weights' type."}),
    key<&Plan::training, &Training::sequence_communication_dtype>(
        {.path = "deepspeed_config.seq_parallel_communication_data_type",
         .written = Written::if_changed,
         .decides = "buffers.reduce, buffers.communication_cast, buffers.reduce_copy",
         .meaning = "Type gradients are reduced in under sequence parallelism; auto is fp32."}),
    key<&Plan::training, &Training::autocasts>(
        {.path = "deepspeed_config.torch_autocast.enabled",
         .written = Written::if_changed,
         .meaning = "Products of fp32 weights run in 16 bits under torch.autocast: weights, gradients and "
                    "states are "
                    "fp32; linear layers are gathered and reduced in 16 bits, and have a copy in them."}),
    key<&Plan::training, &Training::autocast_dtype>(
        {.path = "deepspeed_config.torch_autocast.dtype",
         .written = Written::if_changed,
         .meaning = "Type of those products; auto is fp16, torch's own default."}),
    {.path = "deepspeed_config.fp16.fp16_master_weights_and_grads",
     .kind = KeyKind::flag,
     .default_text = "false",
     .written = Written::by_section,
     .decides = "states.master, step.fp32_gradients, host.master, host.gradients",
     .meaning = "fp16: master weights and gradients in 16 bit (needs DeepSpeedCPUAdam)."},
    {.path = "deepspeed_config.bf16.bf16_master_weights_and_grads",
     .kind = KeyKind::flag,
     .default_text = "false",
     .written = Written::by_section,
     .decides = "states.master, step.fp32_gradients, host.master, host.gradients",
     .meaning = "bf16: master weights and gradients in 16 bit."},
    {.path = "deepspeed_config.bf16.bf16_optimizer_states",
     .kind = KeyKind::flag,
     .default_text = "false",
     .written = Written::by_section,
     .decides = "states.optimizer, host.optimizer",
     .meaning = "bf16: optimizer states in 16 bit."},
    key<&Plan::zero, &Zero::use_gds>({.path = "deepspeed_config.aio.use_gds",
                                      .written = Written::if_changed,
                                      .decides = "staging.parameters, host.parameter_staging, host.rounding",
                                      .meaning = "Stage NVMe weights in GPU memory (GPUDirect Storage)."}),
});

}  // namespace

std::span<const KeyRow> zero_keys() { return zero_rows; }
std::span<const KeyRow> carried_keys() { return carried; }

}  // namespace zp::plan_io
