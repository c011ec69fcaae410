// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// How the ranks of a node load and save a model, as framework and program decide.
namespace zp {

/// Returns true if the program trains through accelerate's Accelerator, as Trainer and programs built on it
/// do.
bool runs_on_accelerate(const Plan& plan);

/// Weights whose unsharded gradients FSDP keeps until a step's last micro batch.
enum class Unreduced : std::uint8_t { none, trained, all };
/// Returns the weights whose gradients are accumulated unsharded, because the program runs all micro batches
/// of a step except the last under no_sync (litgpt finetune/lora.py and full.py: Lightning Fabric's
/// no_backward_sync).
Unreduced unreduced_gradients(const Plan& plan);

/// Returns how the ranks of a node load the model; never `automatic`.
Loading loading_of(const Plan& plan);
/// Returns how the weights are saved; never `automatic`.
Saving saving_of(const Plan& plan);

/// Returns true if zero.Init partitions every weight when it is created. It does not apply to quantised
/// models (transformers modeling_utils.py, get_init_context), regardless of the plan.
bool is_made_by_zero_init(const Plan& plan);

/// Returns true if each rank casts the whole model to fp32 in host memory before FSDP shards it.
bool upcasts_before_sharding(const Plan& plan);
/// Returns true if stages 1 and 2 flatten the weights in host memory: always before 0.19.0; since then if two
/// copies do not fit the GPU (DeepSpeed runtime/zero/stage_1_and_2.py:390-459). `weight_bytes` is the size on
/// one rank.
bool flattens_on_host(const Plan& plan, std::int64_t weight_bytes);
/// Returns true if saved checkpoints omit frozen weights.
bool saves_adapters_alone(const Plan& plan);
/// Returns true if the data loader forks new workers while optimizer states exist.
bool forks_workers_again(const Plan& plan);

}  // namespace zp
