// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// The ways in which the ranks of a node load a model and save it, as framework and program do.
namespace zp {

/// Returns true if the program trains through accelerate's Accelerator, as Trainer and what builds on it do.
bool runs_on_accelerate(const Plan& plan);

/// The weights whose whole gradients FSDP keeps until a step's last micro batch.
enum class Unreduced : std::uint8_t { none, trained, all };
/// Returns the weights whose gradients are added up whole, because the program runs every micro batch but a
/// step's last under no_sync (litgpt finetune/lora.py and full.py: Lightning Fabric's no_backward_sync).
Unreduced unreduced_gradients(const Plan& plan);

/// Returns the way in which the ranks of a node read the model; never `automatic`.
Loading loading_of(const Plan& plan);
/// Returns the way in which the weights are saved; never `automatic`.
Saving saving_of(const Plan& plan);

/// Returns true if zero.Init divides every weight as it is made. It builds no quantised model (transformers
/// modeling_utils.py, get_init_context), whatever the plan says.
bool is_made_by_zero_init(const Plan& plan);

/// Returns true if each rank casts the whole model to fp32 in host memory before FSDP divides it.
bool upcasts_before_sharding(const Plan& plan);
/// Returns true if stages 1 and 2 flatten the weights in host memory: before 0.19.0, and since then if the
/// GPU has no room for them twice (DeepSpeed runtime/zero/stage_1_and_2.py:390-459). `weight_bytes` are those
/// of one rank.
bool flattens_on_host(const Plan& plan, std::int64_t weight_bytes);
/// Returns true if a save leaves frozen weights out.
bool saves_adapters_alone(const Plan& plan);
/// Returns true if the data loader forks its workers anew while the optimizer's states exist.
bool forks_workers_again(const Plan& plan);

}  // namespace zp
