// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference/zero_infinity.h"

namespace zp {

ZeroInfinityNeeds zero_infinity_needs(const ZeroInfinityInput& input) {
  const auto nl = static_cast<double>(input.layers);
  const auto hd = static_cast<double>(input.hidden_size);
  const auto heads = static_cast<double>(input.attention_heads);
  const auto seq = static_cast<double>(input.sequence_length);
  const auto gpu_batch = static_cast<double>(input.micro_batch_size);
  const double node_batch = gpu_batch * static_cast<double>(input.gpus_per_node);
  const auto ci = static_cast<double>(input.blocks_per_checkpoint);

  const double parameters = 12 * nl * hd * hd;
  const double block_elements_per_token = 16 * hd + 2 * heads * seq;
  const double working_elements = gpu_batch * seq * ci * block_elements_per_token;
  return {.parameters = Params(bytes_of(parameters).value()),
          .model_states_total_bytes = bytes_of(zero_infinity_bytes_per_parameter * parameters),
          .activation_checkpoints_node_bytes = bytes_of(2 * node_batch * seq * hd * nl / ci),
          .activations_node_bytes = bytes_of(2 * node_batch * seq * nl * block_elements_per_token),
          .model_state_working_gpu_bytes = bytes_of(4 * hd * 4 * hd),
          .activation_working_gpu_bytes = bytes_of(2 * working_elements),
          .activation_working_equation_5_bytes = bytes_of(working_elements)};
}

Bytes zero_infinity_model_states(Params parameters) {
  return bytes_of(zero_infinity_bytes_per_parameter * static_cast<double>(parameters.value()));
}

}  // namespace zp
