// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/units/quantity.h"

/// Activations according to "Reducing Activation Recomputation in Large Transformer Models", Korthikanti et
/// al. 2022, arXiv 2205.05198, for Megatron's GPT layer: GELU MLP of width 4h, dropout, saved attention
/// scores, 16 bits.
namespace zp {

/// The rows of the paper's Table 2, with the bytes of one layer on one GPU (s sequence, b micro batch, h
/// hidden size, a heads, t tensor parallel size).
enum class KorthikantiTechnique {
  none,                                ///< s·b·h·(34 + 5·a·s/h), equation 1
  tensor_parallel,                     ///< s·b·h·(10 + 24/t + 5·a·s/(h·t)), equation 2
  tensor_sequence_parallel,            ///< s·b·h·(34/t + 5·a·s/(h·t)), equation 4
  tensor_parallel_selective,           ///< s·b·h·(10 + 24/t)
  tensor_sequence_parallel_selective,  ///< s·b·h·34/t, equation 6
  full_recomputation,                  ///< 2·s·b·h
};
inline constexpr std::array all_korthikanti_techniques{
    KorthikantiTechnique::none,
    KorthikantiTechnique::tensor_parallel,
    KorthikantiTechnique::tensor_sequence_parallel,
    KorthikantiTechnique::tensor_parallel_selective,
    KorthikantiTechnique::tensor_sequence_parallel_selective,
    KorthikantiTechnique::full_recomputation};

/// Returns the enumerator's name, for JSON: "tensor_parallel_selective".
std::string_view key_of(KorthikantiTechnique technique);

/// A GPT model and its batch. Precondition: all ≥ 1, vocabulary ≥ 0.
struct KorthikantiInput {
  std::int64_t layers = 1;
  std::int64_t hidden_size = 1;
  std::int64_t attention_heads = 1;
  std::int64_t vocab_size = 0;
  std::int64_t sequence_length = 1;
  std::int64_t micro_batch_size = 1;
  std::int64_t tensor_parallel = 1;
  bool operator==(const KorthikantiInput&) const = default;
};

/// Activations of one GPU. Those outside the layers are embedding dropout, last norm, output layer and fp32
/// logits.
struct KorthikantiActivations {
  Bytes per_layer_gpu_bytes{};       ///< Table 2
  Bytes all_layers_gpu_bytes{};      ///< × layers (equation 5 without pipeline stages)
  Bytes outside_layers_gpu_bytes{};  ///< section 4.3 with p = 1
  Bytes total_gpu_bytes{};           ///< sum of the two above
  bool operator==(const KorthikantiActivations&) const = default;
};

/// Returns the activations saved for the backward pass of one micro batch on one GPU, without pipeline
/// parallelism. Outside the layers they are s·b·h/t + 4·s·b·h/t·(1 + v/h), which the paper states for
/// sequence parallelism. Source: arXiv 2205.05198, Table 2, equations 1 to 6 and section 4.3.
KorthikantiActivations korthikanti_activations(const KorthikantiInput& input, KorthikantiTechnique technique);

/// Returns the additional floating point operations of selective recomputation as a fraction of a step
/// without it: (s/6h) / (1 + s/6h + v/(12·h·L)). Source: arXiv 2205.05198, appendix A, equations 7 and 8.
double korthikanti_selective_flops_overhead(const KorthikantiInput& input);

}  // namespace zp
