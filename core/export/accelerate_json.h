// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/ordered_json.h"

/// accelerate's configuration for starting DeepSpeed, FSDP and DDP. Internal to this folder.
namespace zp {

/// Plan keys that the FSDP sections state.
inline constexpr std::string_view fsdp_plan_keys =
    "training.fsdp_version training.fsdp_wrap training.shard_ranks training.checkpoint_unit "
    "training.context_parallel";
/// Plan keys that accelerate's fp8 section states.
inline constexpr std::string_view fp8_plan_keys =
    "training.types.products training.types.gathered training.fp8_recipe";
inline constexpr std::string_view fsdp_plan_keys_with_fp8 =
    "training.fsdp_version training.fsdp_wrap training.shard_ranks training.checkpoint_unit "
    "training.context_parallel training.types.products training.types.gathered training.fp8_recipe";

[[nodiscard]] inline bool is_deepspeed(const Plan& plan) {
  return plan.training.framework == Framework::deepspeed;
}
/// Returns 1 for FSDP1, 2 for FSDP2, and 0 for a plan without FSDP.
int fsdp_version_of(const Plan& plan);
/// Returns true if FSDP itself wraps blocks with activation checkpointing.
bool wraps_checkpoints(const Plan& plan);
/// Returns true if the plan needs the environment variables that accelerate sets: for FSDP, or for Ulysses
/// under Trainer. Other launchers do not set them.
bool needs_accelerate(const Plan& plan);
/// Returns true if accelerate must be started on every node; for DeepSpeed without Ulysses, pdsh starts all
/// nodes.
bool starts_on_every_node(const Plan& plan);
/// Returns the plan keys that accelerate's file states.
std::string_view accelerate_plan_keys(const Plan& plan);

/// Returns accelerate's cluster file as a tree (commands/config/config_args.py, ClusterConfig).
text_io::Json accelerate_config(const Plan& plan);
/// Returns the variables that `accelerate launch` would set from that file for FSDP and sequence parallelism
/// (utils/launch.py, prepare_multi_gpu_env); empty if there are none.
text_io::Json accelerate_environment(const Plan& plan);

/// Return FSDP as Trainer's arguments fsdp and fsdp_config (transformers training_args.py).
std::string fsdp_words(const Plan& plan);
text_io::Json fsdp_arguments(const Plan& plan);

}  // namespace zp
