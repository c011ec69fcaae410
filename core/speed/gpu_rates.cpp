// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/gpu_rates.h"

#include "core/catalog/catalog.h"

namespace zp {
namespace {

/// Best measured matrix product over dense peak where a GPU's own is not known: the median of the catalog's
/// NVIDIA GPUs (A100 0.87, H100 0.80, B200 0.78, B300 0.79; resources/catalog/gpus.json).
constexpr double usual_measured_share = 0.79;

/// fp32 products without tensor cores where the GPU is described by numbers alone: one sixteenth of bf16, as
/// on A100 (19.5 of 312) and H100 (67 of 989).
constexpr double fp32_share = 1.0 / 16;

/// What a training step reaches of the best measured product: clocks fall under the power limit when products
/// follow each other for seconds.
constexpr double sustained_share = 0.90;

/// FLOP/s of the fused attention kernel over those of large products, causal FLOPs counted.
constexpr double attention_forward_share = 0.60;
constexpr double attention_backward_share = 0.50;

/// Streaming kernels reach about this of the memory's nominal bandwidth (STREAM-type kernels on A100 and
/// H100).
constexpr double memory_share = 0.85;

/// PyTorch starts an operation in about this long from Python.
constexpr double launch_seconds = 5e-6;

const GpuPreset* preset_of(const Gpu& gpu) {
  return gpu.preset >= 0 ? &catalog().gpus[static_cast<std::size_t>(gpu.preset)] : nullptr;
}

}  // namespace

double peak_flops(const Plan& plan) {
  const Gpu& gpu = plan.cluster.gpu;
  const GpuPreset* preset = preset_of(gpu);
  if (plan.training.precision != Precision::fp32) return gpu.bf16_tflops * 1e12;
  if (preset != nullptr && preset->fp32_tflops > 0 && preset->bf16_tflops > 0)
    return preset->fp32_tflops * gpu.bf16_tflops / preset->bf16_tflops * 1e12;
  return gpu.bf16_tflops * fp32_share * 1e12;
}

GpuRates gpu_rates(const Plan& plan) {
  const GpuPreset* preset = preset_of(plan.cluster.gpu);
  GpuRates rates;
  rates.peak = peak_flops(plan);
  const bool is_measured = preset != nullptr && preset->measured_tflops > 0 && preset->bf16_tflops > 0 &&
                           plan.training.precision != Precision::fp32;
  const double ceiling =
      rates.peak * (is_measured ? preset->measured_tflops / preset->bf16_tflops : usual_measured_share);
  rates.matmul = ceiling * sustained_share;
  rates.attention_forward = ceiling * attention_forward_share;
  rates.attention_backward = ceiling * attention_backward_share;
  rates.memory = plan.cluster.gpu.memory_gb_per_s * bytes_per_gb * memory_share;
  rates.launch = launch_seconds;
  return rates;
}

}  // namespace zp
