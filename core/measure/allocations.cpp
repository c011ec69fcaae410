// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/measure/measure_parts.h"
#include "core/memory/explain.h"
#include "core/sharding/parallelism.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Requests to the driver are rounded up to multiples of 2 MiB, and small tensors share blocks of up to 20
/// MiB (c10/cuda/CUDACachingAllocator.cpp, get_allocation_size), whose size tells nothing.
constexpr double rounding = 2 * mib;
constexpr double least_named = 20 * mib;

bool is_of_size(double bytes, const OutOfMemory& message) {
  const double asked = *message.requested;
  return bytes <= asked + message.rounding && bytes >= asked - message.rounding - rounding;
}

using List = std::vector<KnownAllocation>;

/// A product of counts with its words: "2 × 4,096 × 128,256 × 4 bytes".
struct Product {
  double bytes = 1;
  std::string words;
  Product& times(std::int64_t factor) {
    bytes *= static_cast<double>(factor);
    words += (words.empty() ? "" : " × ") + format_count(factor);
    return *this;
  }
};

void add(List& list, std::string what, const Product& product, std::string_view phase) {
  list.push_back({std::move(what) + " (" + product.words + " bytes)", product.bytes, std::nullopt, phase});
}

void add_buckets(const Plan& plan, std::int64_t width, List& list) {
  const Zero& zero = plan.zero;
  if (zero.stage > 0) {
    add(list, "the bucket that gradients are reduced in",
        Product().times(zero.reduce_bucket_size).times(width), "");
    add(list, "the bucket that gradients are reduced in, in fp32",
        Product().times(zero.reduce_bucket_size).times(4), "");
  }
  if (zero.stage == 1 || zero.stage == 2)
    add(list, "the bucket that weights are gathered in after the step",
        Product().times(zero.allgather_bucket_size).times(width), "step");
}

void add_tensors(const Plan& plan, const MemoryEstimate& estimate, std::int64_t width, List& list) {
  const std::int64_t largest = estimate.model.largest_tensor.value();
  if (plan.zero.stage == 3)
    add(list, "the largest tensor gathered", Product().times(largest).times(width), "");
  add(list, "the largest tensor in fp32", Product().times(largest).times(4), "");
  const std::int64_t shard = std::max(1, zero_world(plan));
  const std::int64_t part = (estimate.model.trainable.value() + shard - 1) / shard;
  add(list, "one sub-group in fp32", Product().times(std::min(plan.zero.sub_group_size, part)).times(4),
      "step");
  add(list, "all gradients", Product().times(estimate.model.trainable.value()).times(width), "backward");
}

void add_activations(const Plan& plan, std::int64_t width, List& list) {
  if (!plan.model.has_shape()) return;
  const Architecture& shape = plan.model.architecture;
  const Training& training = plan.training;
  const std::int64_t batch = training.micro_batch_size;
  const std::int64_t tokens = training.sequence_length / std::max(1, training.sequence_parallel);
  const auto per_token = [&](const char* what, std::int64_t columns, std::string_view phase) {
    add(list, what, Product().times(batch).times(tokens).times(columns).times(width), phase);
    add(list, std::string(what) + " in fp32", Product().times(batch).times(tokens).times(columns).times(4),
        phase);
  };
  per_token("the logits", shape.vocab_size, "");
  if (shape.intermediate_size > 0) per_token("a tensor of the MLP", shape.intermediate_size, "");
  per_token("a hidden state", shape.hidden_size, "");
  if (training.attention == Attention::eager)
    for (const std::int64_t bytes : {width, std::int64_t{4}})
      add(list, "attention's scores",
          Product().times(batch).times(shape.attention_heads).times(tokens).times(tokens).times(bytes), "");
}

/// Returns the phase in which an entry first exists. Optimizer states that the engine does not make are made
/// by the first step.
Phase made_in(const Entry& entry) {
  for (const Phase phase : {Phase::initialisation, Phase::forward, Phase::backward, Phase::step})
    if ((entry.moments & moments_of(phase)) != Moments())
      return entry.component == Component::optimizer_states && phase == Phase::forward ? Phase::step : phase;
  return Phase::save;
}

void add_entries(const Plan& plan, const MemoryEstimate& estimate, List& list) {
  const Explanations explanations(plan, estimate.ledger);
  for (const Entry& entry : estimate.ledger.entries()) {
    if (entry.place != Place::gpu || entry.component == Component::framework ||
        entry.component == Component::fragmentation)
      continue;
    const std::string_view phase = name_of(made_in(entry));
    list.push_back({std::string(name_of(entry.id)) + ", " + std::string(explanations.of(entry.id).title),
                    static_cast<double>(entry.bytes.value()), entry.id, phase});
  }
}

}  // namespace

std::vector<KnownAllocation> allocations_of(const Plan& plan, const MemoryEstimate& estimate) {
  const std::int64_t width = plan.training.precision == Precision::fp32 ? 4 : 2;
  List list;
  add_entries(plan, estimate, list);
  add_buckets(plan, width, list);
  add_tensors(plan, estimate, width, list);
  add_activations(plan, width, list);
  return list;
}

const KnownAllocation* allocation_of(const OutOfMemory& message, std::span<const KnownAllocation> all) {
  if (!message.requested || *message.requested < least_named) return nullptr;
  const KnownAllocation* best = nullptr;
  const auto rank_of = [&](const KnownAllocation& one) {
    const bool is_named =
        one.entry && std::ranges::find(message.entries, *one.entry) != message.entries.end();
    const bool is_then = one.phase.empty() || message.phase.empty() || one.phase == message.phase;
    return is_named ? 0 : is_then ? 1 : 2;
  };
  for (const KnownAllocation& one : all) {
    if (!is_of_size(one.bytes, message) || rank_of(one) == 2) continue;
    if (best == nullptr || rank_of(one) < rank_of(*best) ||
        (rank_of(one) == rank_of(*best) &&
         std::abs(one.bytes - *message.requested) < std::abs(best->bytes - *message.requested)))
      best = &one;
  }
  return best;
}

}  // namespace zp
