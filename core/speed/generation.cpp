// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/speed/generation.h"

#include <algorithm>

#include "core/memory/estimate.h"
#include "core/sharding/roles.h"
#include "core/speed/gpu_rates.h"

namespace zp {
namespace {

/// Most sequences that an engine runs concurrently (vLLM's and verl's max_num_seqs).
constexpr double most_at_once = 256;

/// Shares of nominal memory bandwidth, and constant seconds per step, fitted on open rows of
/// tests/data/rl-steps.csv: vLLM inside programs, three dense models on H100; transformers' generate on A100
/// and H20, batch 1.
struct EngineKind {
  double share = 0, step = 0;
};
constexpr EngineKind vllm{0.75, 0.005}, hf_generate{0.85, 0.020};

double cache_per_token(const Architecture& shape) {
  const double width = shape.has_latent_attention()
                           ? static_cast<double>(shape.kv_lora_rank + shape.qk_rope_head_dim)
                           : 2.0 * static_cast<double>(shape.kv_heads) * static_cast<double>(shape.head_dim);
  return engine_bytes * static_cast<double>(shape.layers) * width;
}

double longest_of(const Training& training) {
  const Rollout& rollout = training.method.rollout;
  if (rollout.response_tokens_max > 0)
    return static_cast<double>(std::max(rollout.response_tokens_max, rollout.response_tokens));
  return static_cast<double>(std::max(training.method.completion_length, 2 * rollout.response_tokens));
}

double engine_gpus(const Plan& plan) {
  const MethodSettings& method = plan.training.method;
  const bool is_server = generation_of(plan) == Generation::server;
  return is_server && method.rollout.engine_gpus > 0 ? method.rollout.engine_gpus : plan.cluster.ranks();
}

}  // namespace

EngineTime engine_time(const EngineWork& work, const EngineRates& rates) {
  EngineTime time;
  const double weights = work.parameters * engine_bytes;
  const double length = work.prompt_tokens + work.response_tokens;
  const double cache_gpus = std::min(work.gpus, work.kv_heads);
  const double free = rates.room * work.gpus - weights;
  const double by_room =
      work.cache_per_token > 0 && length > 0 ? free / (work.cache_per_token * length) : most_at_once;
  const double at_once = std::clamp(by_room, 1.0, most_at_once);
  // Sequences beyond the limit wait; the longest of the last batch ends the generation.
  time.steps = work.sequences <= at_once ? work.longest
                                         : work.sequences * work.response_tokens / at_once +
                                               (work.longest - std::min(work.longest, work.response_tokens));
  const double read = weights / (work.gpus * rates.memory);
  const double tokens = work.sequences * work.response_tokens;
  const double products =
      time.steps > 0 ? 2 * work.active * tokens / (work.gpus * rates.products) / time.steps : 0;
  time.step_seconds = std::max(read, products) + rates.step;
  // Half of the mean square of the lengths: the square of the mean for exponential lengths, half of it for
  // equal ones.
  const double spread = work.longest > work.response_tokens ? 1 : 0.5;
  time.cache_read = work.sequences * work.cache_per_token * work.response_tokens *
                    (work.prompt_tokens + spread * work.response_tokens);
  time.cache_rate = cache_gpus * rates.memory;
  time.prefill_flop = 2 * work.active * work.prompt_tokens * work.prompts;
  time.prefill_rate = work.gpus * rates.products;
  return time;
}

EngineWork engine_work(const Plan& plan) {
  const Training& training = plan.training;
  const Rollout& rollout = training.method.rollout;
  const ModelSize size = model_size(plan);
  const Architecture& shape = plan.model.architecture;
  const bool is_vllm = generation_of(plan) != Generation::training;
  EngineWork work;
  work.parameters = static_cast<double>(size.parameters.value());
  work.active = static_cast<double>(size.active.value());
  work.cache_per_token = cache_per_token(shape);
  work.kv_heads = shape.has_latent_attention() ? 1 : std::max(1.0, static_cast<double>(shape.kv_heads));
  work.gpus = is_vllm ? std::max(1, training.method.engine_ranks) : 1;
  const double engines = std::max(1.0, engine_gpus(plan) / work.gpus);
  work.sequences = std::max(1.0, static_cast<double>(sequences_of_generation(plan)) / engines);
  const double samples = static_cast<double>(std::max<std::int64_t>(1, rollout.samples));
  work.prompts = is_vllm ? std::max(1.0, work.sequences / samples) : work.sequences;
  work.longest = longest_of(training);
  work.response_tokens = static_cast<double>(rollout.response_tokens);
  work.prompt_tokens = rollout.prompt_tokens > 0
                           ? static_cast<double>(rollout.prompt_tokens)
                           : std::max(0.0, static_cast<double>(training.sequence_length) - work.longest);
  return work;
}

EngineRates engine_rates(const Plan& plan, double sustained_flops) {
  const Gpu gpu = binding_gpu(plan.cluster);
  const Generation by = generation_of(plan);
  const EngineKind& kind = by == Generation::training ? hf_generate : vllm;
  constexpr double gibibyte = 1024.0 * 1024 * 1024;
  EngineRates rates;
  rates.memory = gpu.memory_gb_per_s * bytes_per_gb * kind.share;
  rates.products = sustained_flops;
  rates.step = kind.step;
  // transformers' generate never evicts a sequence; the ledger counts its memory.
  rates.room =
      by == Generation::training ? 1e18 : gpu.memory_gib * gibibyte * plan.training.method.engine_share;
  return rates;
}

double steps_per_generation(const Plan& plan) {
  const double batch = static_cast<double>(std::max<std::int64_t>(1, train_batch_size(plan)));
  return std::max(1.0, static_cast<double>(sequences_of_generation(plan)) / batch);
}

GenerationBand generation_band(const Plan& plan) {
  const EngineRates rates = engine_rates(plan, gpu_rates(plan).matmul);
  EngineWork work = engine_work(plan);
  const double share = steps_per_generation(plan);
  GenerationBand band;
  band.high = engine_time(work, rates).total() / share;
  work.longest = std::min(work.longest, 2 * work.response_tokens);
  band.low = engine_time(work, rates).total() / share;
  return band;
}

}  // namespace zp
