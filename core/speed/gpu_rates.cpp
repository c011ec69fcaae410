// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/gpu_rates.h"

#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/sharding/fp8.h"
#include "core/sharding/roles.h"
#include "core/sharding/types_of.h"

namespace zp {
namespace {

/// Peak of fp32 products without tensor cores over that of bf16, for a GPU described by numbers alone: one
/// sixteenth, as on A100 (19.5 of 312) and H100 (67 of 989).
constexpr double fp32_share = 1.0 / 16;

/// Share of the peak of fp32 products: 14 of 15.7 on V100 (mli/transformers-benchmarks, micro_bench).
constexpr double fp32_sustained_share = 0.88;

/// Shares of the dense peak that a fused attention kernel reaches, counted in the FLOPs it executes.
struct KernelRates {
  double forward, backward;
};
/// FlashAttention-2 on A100 (arXiv 2307.08691): about 185 of 312 TFLOPS forward and 165 backward with a
/// causal mask (recalled, not read). FlashAttention-1 reaches 25 to 40 % of an A100's peak (the same paper's
/// abstract), 30 to 50 % forward and 25 to 35 % backward (section 1, recalled); the middles are taken.
constexpr KernelRates flash_1{0.40, 0.30}, flash_2{0.59, 0.53};
/// The memory-efficient kernel that PyTorch took from xFormers, on A100 with heads of 128: 8,096 tokens of
/// 160 heads forward in 49.8 ms (facebookresearch/xformers pull request 389), 8,192 of 2 × 160 causal and
/// backward in 121.7 ms (NVIDIA/cutlass pull request 662): 108 and 113 TFLOPS.
constexpr KernelRates memory_efficient{0.345, 0.36};
/// FlashAttention-3 on H100 (arXiv 2407.08608, figure of the forward speed at head dimension 128): 625 to 648
/// of 989 TFLOPS from 2K tokens on, backward less; in the step FA3 on H200 and FA4 on B200 reach 0.53 and
/// 0.43 at 8K tokens (stas00/ml-engineering, insights/when-to-upgrade-gpus).
constexpr KernelRates flash_3{0.62, 0.53};
/// Kernels written for Ampere cannot use all of Hopper's tensor cores: FlashAttention-2 reaches 362 to 370 of
/// 989 TFLOPS there (the same figure).
constexpr double ampere_kernel_on_later = 0.62;
/// Share of its peak that an A100 sustains in matrix products. The figures above are of an A100; a GPU that
/// sustains less in products sustains less in attention too.
constexpr double sustained_share_of_a100 = 0.75;

/// PyTorch's own attention on Hopper is cuDNN's kernel from this release on, whose wheel brings a cuDNN above
/// 9.15 (ATen/native/transformers/cuda/sdp_utils.cpp, check_prefer_cudnn_attention; huggingface/transformers
/// pull request 48163). It is as fast as FlashAttention-3: 631 and 632 TFLOPS on H100 (pytorch/pytorch issue
/// 142132), and Qwen3-8B at 1M tokens took 364 to 380 s instead of 606 s (huggingface/transformers pull
/// request 48324). Blackwell has it too, and no figure of a step there.
constexpr ReleaseBound cudnn_on_hopper{Library::torch, {2, 11}, 20260323};

KernelRates kernel_rates(const Plan& plan, const GpuPreset* preset) {
  const bool is_later =
      preset != nullptr && (preset->generation == "Hopper" || preset->generation.starts_with("Blackwell"));
  const double sustained = preset != nullptr ? preset->sustained_share : catalog().usual_sustained_share();
  const double share = is_later ? ampere_kernel_on_later : sustained / sustained_share_of_a100;
  const auto of = [&](KernelRates rates) {
    return KernelRates{rates.forward * share, rates.backward * share};
  };
  if (masks_attention(plan.training)) return of(memory_efficient);
  if (runs_kernel_for_hopper(plan)) return flash_3;
  return of(plan.training.attention_kernel == AttentionKernel::flash_1 ? flash_1 : flash_2);
}

/// Peak of fp32 in FLOP/s, without tensor cores.
double fp32_peak(const Gpu& gpu) {
  const GpuPreset* preset = gpu.preset.get();
  if (preset != nullptr && preset->fp32_tflops > 0 && preset->bf16_tflops > 0)
    return preset->fp32_tflops * gpu.bf16_tflops / preset->bf16_tflops * 1e12;
  return gpu.bf16_tflops * fp32_share * 1e12;
}

/// Peak of fp8 in FLOP/s; 0 if the GPU does not multiply in it. A GPU described by numbers alone is taken to
/// multiply twice as fast in fp8, as all do that are in the catalog.
double fp8_peak(const Gpu& gpu) {
  constexpr double over_bf16 = 2;
  const GpuPreset* preset = gpu.preset.get();
  if (preset == nullptr || preset->bf16_tflops <= 0) return gpu.bf16_tflops * over_bf16 * 1e12;
  return preset->fp8_tflops * gpu.bf16_tflops / preset->bf16_tflops * 1e12;
}

/// Share of the nominal memory bandwidth that streaming kernels of PyTorch reach. The elementwise product of
/// vectors reaches 0.87 on V100 (783 of 900 GB/s), 0.85 on RTX 3090 Ti and A6000, 0.93 on RTX 4090; 0.86
/// stands for them and other cards with GDDR memory or less than 1.1 TB/s. On A100 the vector reaches 0.79,
/// but a whole BERT block takes what 0.62 gives, forward 1.07 and with its backward pass 0.95 times as long:
/// its kernels do not ask for as much as such a memory delivers (mli/transformers-benchmarks, README and
/// micro_bench of all revisions). Between the two the rate stays that at 1.1 TB/s, so that a faster memory
/// never counts as a slower one.
double streaming_share(const Gpu& gpu) {
  constexpr double below_gb_per_s = 1100, share = 0.86, share_of_faster = 0.62;
  const GpuPreset* preset = gpu.preset.get();
  const bool has_gddr = preset != nullptr && preset->gpu_class != "datacenter";
  if (has_gddr || gpu.memory_gb_per_s <= below_gb_per_s) return share;
  return std::max(share_of_faster, share * below_gb_per_s / gpu.memory_gb_per_s);
}

Precision precision_of(Dtype type, Precision between) {
  switch (type) {
    case Dtype::bf16:
      return Precision::bf16;
    case Dtype::fp16:
      return Precision::fp16;
    case Dtype::fp8:
      return between;
    case Dtype::fp32:
      break;
  }
  return Precision::fp32;
}

}  // namespace

bool runs_kernel_for_hopper(const Plan& plan) {
  if (plan.training.attention_kernel == AttentionKernel::flash_3) return true;
  const GpuPreset* preset = binding_preset(plan.cluster);
  return plan.training.attention_kernel == AttentionKernel::automatic && preset != nullptr &&
         preset->generation == "Hopper" && cudnn_on_hopper.is_reached(plan.training.releases);
}

Precision multiplied_in(const Plan& plan) {
  const GpuPreset* preset = binding_preset(plan.cluster);
  const bool lacks_bf16 = preset != nullptr && !preset->has_bf16;
  const Precision asked = precision_of(types_of(plan).products, plan.training.precision);
  return asked == Precision::bf16 && lacks_bf16 ? Precision::fp32 : asked;
}

namespace {

/// Dense peak outside of products in fp8, FLOP/s.
double peak_around_fp8(const Plan& plan) {
  const Gpu gpu = binding_gpu(plan.cluster);
  return multiplied_in(plan) == Precision::fp32 ? fp32_peak(gpu) : gpu.bf16_tflops * 1e12;
}

}  // namespace

double peak_flops(const Plan& plan) {
  const double around_fp8 = peak_around_fp8(plan);
  return multiplies_in_fp8(plan) ? std::max(around_fp8, fp8_peak(binding_gpu(plan.cluster))) : around_fp8;
}

GpuRates gpu_rates(const Plan& plan) {
  const GpuPreset* preset = binding_preset(plan.cluster);
  const bool is_fp32 = multiplied_in(plan) == Precision::fp32;
  GpuRates rates;
  const double peak = peak_around_fp8(plan);
  rates.peak = peak_flops(plan);
  rates.matmul = peak * (is_fp32             ? fp32_sustained_share
                         : preset != nullptr ? preset->sustained_share
                                             : catalog().usual_sustained_share());
  rates.fp8 = fp8_peak(binding_gpu(plan.cluster)) *
              (preset != nullptr ? preset->fp8_share : catalog().usual_sustained_share());
  rates.fp8 = std::max(rates.fp8, rates.matmul);  // a GPU without fp8 casts back (emulation)
  rates.unaligned = std::min(rates.matmul, fp32_peak(binding_gpu(plan.cluster)) * fp32_sustained_share);
  const KernelRates kernel = kernel_rates(plan, preset);
  rates.attention_forward = is_fp32 ? rates.matmul : peak * kernel.forward;
  rates.attention_backward = is_fp32 ? rates.matmul : peak * kernel.backward;
  rates.memory_gb_per_s = binding_gpu(plan.cluster).memory_gb_per_s;
  rates.measured = plan.cluster.measured.compute;
  rates.memory_share = streaming_share(binding_gpu(plan.cluster));
  rates.memory = streaming_rate(rates.memory_gb_per_s, rates.memory_share, rates.measured);
  for (double* const sustained :
       {&rates.matmul, &rates.fp8, &rates.unaligned, &rates.attention_forward, &rates.attention_backward})
    *sustained *= rates.measured;
  return rates;
}

}  // namespace zp
