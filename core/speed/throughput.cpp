// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/throughput.h"

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/memory/estimate.h"
#include "core/sharding/encoder.h"
#include "core/sharding/roles.h"
#include "core/speed/clock.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/vision_work.h"

namespace zp {
namespace {

double tokens_per_step(const Plan& plan) {
  return as_double(train_batch_size(plan)) * as_double(tokens_per_example(plan));
}

/// Returns the parameters that each token passes through in an encoder-decoder, averaged over the tokens of
/// both stacks; a token passes only the blocks of its own stack.
double parameters_passed(const Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  const StackTokens tokens{as_double(encoder_length(plan.training)),
                           as_double(plan.training.sequence_length)};
  double passed = 0;
  const TensorList list = tensors_of(shape);
  for (const TensorKind& kind : list.kinds())
    passed += as_double(kind.total()) * tokens_through(kind.role, shape, tokens);
  return passed / (tokens.encoder + tokens.decoder);
}

/// Number of attention pairs, summed over both stacks and the blocks: all pairs, and those that a causal
/// kernel computes.
struct MetTokens {
  double all = 0, computed = 0;
};
MetTokens met_tokens(const Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  const double attended = as_double(plan.training.attended_tokens());
  if (!shape.has_cross_attention()) return {attended, shape.has_encoder() ? attended : attended / 2};
  const double encoder = as_double(encoder_length(plan.training));
  const double decoder = as_double(plan.training.sequence_length);
  const double in_encoder = as_double(shape.blocks_of_encoder()) * encoder * encoder;
  const double causal = as_double(shape.blocks_of_decoder()) * decoder * decoder;
  const double between = as_double(shape.blocks_of_decoder()) * decoder * encoder;
  const double each = as_double(shape.layers) * (encoder + decoder);
  return {(in_encoder + causal + between) / each, (in_encoder + causal / 2 + between) / each};
}

}  // namespace

StepFlops flops_per_step(const Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  const double tokens = tokens_per_step(plan);
  const double active =
      shape.has_cross_attention() ? parameters_passed(plan) : as_double(model_size(plan).active.value());
  const double head_width =
      as_double(shape.attention_heads) *
      as_double(shape.has_latent_attention()
                    ? (shape.qk_nope_head_dim + shape.qk_rope_head_dim + shape.v_head_dim) / 2
                    : shape.head_dim);
  const MetTokens met = met_tokens(plan);
  const double attention = 12 * as_double(shape.layers) * head_width;
  StepFlops flops;
  flops.parameters_only = 6 * active * tokens;
  if (plan.model.has_vision()) [[unlikely]] {  // forward, and twice that for backward
    const double micro_batches = as_double(train_batch_size(plan)) /
                                 as_double(std::max<std::int64_t>(1, plan.training.micro_batch_size));
    flops.parameters_only += 3 * tower_flop(plan) * micro_batches;
  }
  flops.model = flops.parameters_only + attention * met.all * tokens;
  flops.model_causal = flops.parameters_only + attention * met.computed * tokens;
  // Full checkpointing repeats every block's forward pass: a third of a block's total.
  flops.hardware =
      plan.training.activation_checkpointing == Checkpointing::full ? flops.model * 4 / 3 : flops.model;
  return flops;
}

ExecutedFlops executed_flops(const TimeLedger& ledger) {
  using enum TimeId;
  ExecutedFlops flops;
  for (const TimeEntry& entry : ledger.entries()) {
    switch (entry.id) {
      case forward_attention:
        flops.needed +=
            3 * entry.amount;  // each product has two gradient products; the scores are not recomputed
        flops.all += entry.amount;
        break;
      case forward_matmul:
      case forward_head:
      case backward_matmul:
      case backward_head:
      case vision_forward:
      case vision_backward:
        flops.needed += entry.amount;
        flops.all += entry.amount;
        break;
      case backward_attention:
      case recompute:
        flops.all += entry.amount;
        break;
      default:
        break;
    }
  }
  return flops;
}

Throughput throughput_of(const Plan& plan, const StepTime& time) {
  Throughput result = throughput_of(plan, time.is_known ? time.total : 0);
  if (!time.is_known || !(time.total > 0)) return result;
  const bool is_pipelined = plan.training.pipeline_parallel > 1;  // the clock is that of the slowest stage
  const ExecutedFlops flops = is_pipelined ? mean_flops(plan) : executed_flops(time.ledger);
  result.tflops_per_gpu = flops.needed / time.total * 1e-12;
  result.hardware_tflops_per_gpu = flops.all / time.total * 1e-12;
  if (const double peak = peak_flops(plan) * 1e-12; peak > 0) {
    result.mfu = result.tflops_per_gpu / peak;
    result.hfu = result.hardware_tflops_per_gpu / peak;
  }
  return result;
}

Throughput throughput_of(const Plan& plan, double step_seconds) {
  Throughput result;
  result.tokens_per_step = tokens_per_step(plan);
  if (!(step_seconds > 0)) return result;
  const double gpus = plan.cluster.ranks();
  result.tokens_per_s = result.tokens_per_step / step_seconds;
  result.tokens_per_s_per_gpu = result.tokens_per_s / gpus;
  result.useful_tokens_per_s = result.tokens_per_s * useful_share(plan);
  result.useful_tokens_per_s_per_gpu = result.tokens_per_s_per_gpu * useful_share(plan);
  result.steps = optimizer_steps(plan);
  result.hours = result.steps * step_seconds / seconds_per_hour;
  result.gpu_hours = result.hours * gpus;
  result.energy_kwh = result.gpu_hours * plan.cluster.gpu_watts / 1000;
  result.cost = result.gpu_hours * plan.cluster.gpu_hour_price;
  return result;
}

}  // namespace zp
