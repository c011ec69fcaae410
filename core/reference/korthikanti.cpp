// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference/korthikanti.h"

namespace zp {
namespace {

/// Returns the bytes of one layer: a part proportional to s·b·h, and the attention scores, proportional to
/// a·s²·b.
double layer_bytes(const KorthikantiInput& input, KorthikantiTechnique technique) {
  const auto s = static_cast<double>(input.sequence_length);
  const auto b = static_cast<double>(input.micro_batch_size);
  const double sbh = s * b * static_cast<double>(input.hidden_size);
  const double scores = 5 * static_cast<double>(input.attention_heads) * s * s * b;
  const auto t = static_cast<double>(input.tensor_parallel);
  switch (technique) {
    case KorthikantiTechnique::none:
      return 34 * sbh + scores;
    case KorthikantiTechnique::tensor_parallel:
      return 10 * sbh + (24 * sbh + scores) / t;
    case KorthikantiTechnique::tensor_sequence_parallel:
      return (34 * sbh + scores) / t;
    case KorthikantiTechnique::tensor_parallel_selective:
      return 10 * sbh + 24 * sbh / t;
    case KorthikantiTechnique::tensor_sequence_parallel_selective:
      return 34 * sbh / t;
    case KorthikantiTechnique::full_recomputation:
      return 2 * sbh;
  }
  return 0;
}

}  // namespace

std::string_view key_of(KorthikantiTechnique technique) {
  switch (technique) {
    case KorthikantiTechnique::none:
      return "none";
    case KorthikantiTechnique::tensor_parallel:
      return "tensor_parallel";
    case KorthikantiTechnique::tensor_sequence_parallel:
      return "tensor_sequence_parallel";
    case KorthikantiTechnique::tensor_parallel_selective:
      return "tensor_parallel_selective";
    case KorthikantiTechnique::tensor_sequence_parallel_selective:
      return "tensor_sequence_parallel_selective";
    case KorthikantiTechnique::full_recomputation:
      return "full_recomputation";
  }
  return "";
}

KorthikantiActivations korthikanti_activations(const KorthikantiInput& input,
                                               KorthikantiTechnique technique) {
  const double tokens =
      static_cast<double>(input.sequence_length) * static_cast<double>(input.micro_batch_size);
  const auto h = static_cast<double>(input.hidden_size);
  const auto v = static_cast<double>(input.vocab_size);
  const auto t = static_cast<double>(input.tensor_parallel);
  const double layer = layer_bytes(input, technique);
  const Bytes layers = bytes_of(layer * static_cast<double>(input.layers));
  const Bytes outside = bytes_of(tokens * (h + 4 * (h + v)) / t);
  return {.per_layer_gpu_bytes = bytes_of(layer),
          .all_layers_gpu_bytes = layers,
          .outside_layers_gpu_bytes = outside,
          .total_gpu_bytes = layers + outside};
}

double korthikanti_selective_flops_overhead(const KorthikantiInput& input) {
  const auto h = static_cast<double>(input.hidden_size);
  const double attention = static_cast<double>(input.sequence_length) / (6 * h);
  const double head = static_cast<double>(input.vocab_size) / (12 * h * static_cast<double>(input.layers));
  return attention / (1 + attention + head);
}

}  // namespace zp
