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

/// Peak of fp32 products without tensor cores relative to bf16, for a GPU given only by numbers: one
/// sixteenth, as on A100 (19.5 of 312) and H100 (67 of 989).
constexpr double fp32_share = 1.0 / 16;

/// Share of the peak of fp32 products: 14 of 15.7 on V100 (mli/transformers-benchmarks, micro_bench).
constexpr double fp32_sustained_share = 0.88;

/// Shares of the dense peak that a fused attention kernel reaches, counting executed FLOP.
struct KernelRates {
  double forward, backward;
};
/// FlashAttention-2 on A100 (arXiv 2307.08691): about 185 of 312 TFLOPS forward and 165 backward with a
/// causal mask (from memory, not checked). FlashAttention-1 reaches 25 to 40 % of an A100's peak (abstract of
/// the same paper), 30 to 50 % forward and 25 to 35 % backward (section 1, from memory); the midpoints are
/// used.
constexpr KernelRates flash_1{0.40, 0.30}, flash_2{0.59, 0.53};
/// The memory-efficient kernel that PyTorch took from xFormers, on A100 with heads of 128: 8,096 tokens of
/// 160 heads forward in 49.8 ms (facebookresearch/xformers pull request 389), 8,192 of 2 × 160 causal and
/// backward in 121.7 ms (NVIDIA/cutlass pull request 662): 108 and 113 TFLOPS.
constexpr KernelRates memory_efficient{0.345, 0.36};
/// FlashAttention-3 on H100 (arXiv 2407.08608, figure of the forward speed at head dimension 128): 625 to 648
/// of 989 TFLOPS from 2K tokens up, backward less. In full steps FA3 on H200 and FA4 on B200 reach 0.53 and
/// 0.43 at 8K tokens (stas00/ml-engineering, insights/when-to-upgrade-gpus).
constexpr KernelRates flash_3{0.62, 0.53};
/// Kernels written for Ampere cannot fully use Hopper's tensor cores: FlashAttention-2 reaches 362 to 370 of
/// 989 TFLOPS there (the same figure).
constexpr double ampere_kernel_on_later = 0.62;
/// Share of its peak that an A100 sustains in matrix products. The shares above are for an A100; they are
/// scaled down for GPUs that sustain less in products.
constexpr double sustained_share_of_a100 = 0.75;

/// From this release on, PyTorch's own attention on Hopper is cuDNN's kernel; its wheel includes a cuDNN
/// above 9.15 (ATen/native/transformers/cuda/sdp_utils.cpp, check_prefer_cudnn_attention;
/// huggingface/transformers pull request 48163). It is as fast as FlashAttention-3: 631 and 632 TFLOPS on
/// H100 (pytorch/pytorch issue 142132), and Qwen3-8B at 1M tokens took 364 to 380 s instead of 606 s
/// (huggingface/transformers pull request 48324). Blackwell has it too, but no published step time shows its
/// speed.
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

/// Returns the fp32 peak in FLOP/s, without tensor cores.
double fp32_peak(const Gpu& gpu) {
  const GpuPreset* preset = gpu.preset.get();
  if (preset != nullptr && preset->fp32_tflops > 0 && preset->bf16_tflops > 0)
    return preset->fp32_tflops * gpu.bf16_tflops / preset->bf16_tflops * 1e12;
  return gpu.bf16_tflops * fp32_share * 1e12;
}

/// Returns the fp8 peak in FLOP/s; 0 if the GPU has no fp8 units. A GPU given only by numbers is assumed to
/// be twice as fast in fp8, as all GPUs of the catalog with fp8 are.
double fp8_peak(const Gpu& gpu) {
  constexpr double over_bf16 = 2;
  const GpuPreset* preset = gpu.preset.get();
  if (preset == nullptr || preset->bf16_tflops <= 0) return gpu.bf16_tflops * over_bf16 * 1e12;
  return preset->fp8_tflops * gpu.bf16_tflops / preset->bf16_tflops * 1e12;
}

/// Returns the share of nominal memory bandwidth that PyTorch's streaming kernels reach. Elementwise products
/// of vectors reach 0.87 on V100 (783 of 900 GB/s), 0.85 on RTX 3090 Ti and A6000, 0.93 on RTX 4090; 0.86 is
/// used for these and other cards with GDDR memory or less than 1.1 TB/s. On A100 the vector product reaches
/// 0.79, but a whole BERT block takes as long as 0.62 implies (forward 1.07 times, with backward 0.95 times),
/// because its kernels do not saturate such a memory (mli/transformers-benchmarks, README and micro_bench of
/// all revisions). In between, the absolute rate stays that at 1.1 TB/s, so that a faster memory never counts
/// as slower.
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

/// Returns the dense peak of the products that are not in fp8, in FLOP/s.
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
  rates.fp8 = std::max(rates.fp8, rates.matmul);  // a GPU without fp8 units casts back (emulation)
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
