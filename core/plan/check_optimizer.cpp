// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/plan/checks.h"

/// Rules of deepspeed/runtime/engine.py, base_optimizer.py and zero/stage_1_and_2.py, stage3.py about
/// optimizers, master weights and gradient types.
namespace zp::plan_io {
namespace {

constexpr std::string_view optimizer_path = "training.optimizer";

bool is_adam(Optimizer optimizer) { return optimizer == Optimizer::adam || optimizer == Optimizer::adamw; }

/// DeepSpeedCPUAdam, which offload needs for low-precision master weights and for a ratio.
bool is_cpu_adam(const Plan& plan) {
  return offloads_optimizer(plan) && is_adam(plan.training.optimizer) &&
         !plan.training.optimizer_options.torch_adam;
}

/// Optimizers outside DeepSpeed's list of those tested with ZeRO (zero/utils.py).
bool is_untested(Optimizer optimizer) {
  return optimizer == Optimizer::sgd || optimizer == Optimizer::rmsprop || optimizer == Optimizer::lamb ||
         optimizer == Optimizer::adamw8bit;
}

void check_muon(const Plan& plan, Findings& issues) {
  const Zero& zero = plan.zero;
  const std::string fix = "Set zero.reduce_scatter to false.";
  if (zero.stage == 3 && zero.reduce_scatter)
    issues.add(Severity::refused, "muon_with_reduce_scatter", "zero.reduce_scatter",
               "Muon needs whole gradients, which reduce_scatter does not leave at stage 3.", fix);
  if ((zero.stage == 1 || zero.stage == 2) && zero.reduce_scatter && offloads_optimizer(plan))
    issues.add(Severity::refused, "muon_with_reduce_scatter", "zero.reduce_scatter",
               "With the optimizer offloaded, Muon works only without reduce_scatter.", fix);
  if (zero.stage == 3 && zero.zero_quantized_gradients)
    issues.add(Severity::refused, "muon_with_quantized_gradients", "zero.zero_quantized_gradients",
               "Muon does not work with quantised gradients.", "Set zero.zero_quantized_gradients to false.");
}

void check_master(const Plan& plan, Findings& issues) {
  const Training& training = plan.training;
  const bool is_bf16 = training.precision == Precision::bf16;
  const std::string path = is_bf16 ? "deepspeed_config.bf16.bf16_master_weights_and_grads"
                                   : "deepspeed_config.fp16.fp16_master_weights_and_grads";
  const std::string states_path = "deepspeed_config.bf16.bf16_optimizer_states";
  if (training.low_precision_states && !training.low_precision_master)
    issues.add(Severity::refused, "states_without_master", states_path,
               "bf16_optimizer_states needs bf16_master_weights_and_grads.", "Set " + path + " to true.");
  if (!training.low_precision_master) return;
  if (plan.zero.stage == 0)
    issues.add(Severity::refused, "master_needs_zero", path,
               "Master weights in 16 bit are supported only at ZeRO stage 1, 2 or 3.",
               "Choose a stage from 1 to 3.");
  else if (const bool needs_cpu_adam = !is_bf16 || !training.low_precision_states || offloads_optimizer(plan);
           needs_cpu_adam && !is_cpu_adam(plan))
    issues.add(Severity::refused, "master_needs_cpu_adam", path,
               "Master weights in 16 bit need the optimizer offloaded to DeepSpeedCPUAdam.",
               is_bf16 ? "Set zero.offload_optimizer to cpu with adam or adamw, or also set " + states_path +
                             " to true."
                       : "Set zero.offload_optimizer to cpu with adam or adamw.");
}

void check_accumulation(const Plan& plan, Findings& issues) {
  const AccumulationDtype dtype = plan.training.gradient_accumulation_dtype;
  if (dtype == AccumulationDtype::automatic || name_of(dtype) == name_of(plan.training.precision)) return;
  constexpr std::string_view path = "training.gradient_accumulation_dtype";
  const std::string named(name_of(dtype)), weights(name_of(plan.training.precision));
  if (plan.zero.stage == 0)
    issues.add(Severity::refused, "accumulation_needs_zero", path,
               "At stage 0 DeepSpeed accumulates gradients only in the weights' type, " + weights + ".",
               "Set it to auto, or choose stage 1 or 3.");
  if (plan.zero.stage == 2)
    issues.add(Severity::ignored, "accumulation_ignored", path,
               "Stage 2 accumulates gradients in the weights' type, " + weights + ", whatever is set here.",
               "Set it to auto, or choose stage 3 for " + named + ".");
}

}  // namespace

bool offloads_optimizer(const Plan& plan) {
  return plan.zero.stage > 0 && plan.zero.offload_optimizer.device != Device::none;
}

void check_optimizer(const Plan& plan, Findings& issues) {
  const Training& training = plan.training;
  const Optimizer optimizer = training.optimizer;
  const std::string name(name_of(optimizer));
  if (optimizer == Optimizer::muon) check_muon(plan, issues);
  if (optimizer == Optimizer::adamw8bit && offloads_optimizer(plan))
    issues.add(Severity::refused, "optimizer_cannot_offload", optimizer_path,
               "An 8-bit Adam is built by the program, and DeepSpeed offloads only its own CPU optimizers.",
               "Use adamw, or set zero.offload_optimizer to none.");
  if (optimizer == Optimizer::lamb && offloads_optimizer(plan))
    issues.add(Severity::fails_later, "optimizer_cannot_offload", optimizer_path,
               "DeepSpeed's Lamb is a GPU kernel and cannot step what lies in host memory.",
               "Use adamw, or set zero.offload_optimizer to none.");
  if (plan.zero.stage > 0 && is_untested(optimizer))
    issues.add(Severity::style, "untested_optimizer", optimizer_path,
               "DeepSpeed runs " + name + " with ZeRO only where zero_allow_untested_optimizer is true.",
               "Put \"zero_allow_untested_optimizer\": true into deepspeed_config.");
  if (is_adam(optimizer) && training.optimizer_options.amsgrad && !training.optimizer_options.torch_adam &&
      !offloads_optimizer(plan))
    issues.add(Severity::refused, "no_fused_amsgrad", "deepspeed_config.optimizer.params.amsgrad",
               "FusedAdam has no AMSGrad variant.", "Remove amsgrad, or set torch_adam to true.");
  if (offloads_optimizer(plan) && plan.zero.offload_optimizer.ratio < 1 && plan.zero.stage == 3 &&
      !is_cpu_adam(plan))
    issues.add(Severity::refused, "ratio_needs_cpu_adam", "zero.offload_optimizer.ratio",
               "Offloading a part of the optimizer works only with DeepSpeedCPUAdam.",
               "Use adamw, or set ratio to 1.");
  check_master(plan, issues);
  check_accumulation(plan, issues);
}

}  // namespace zp::plan_io
