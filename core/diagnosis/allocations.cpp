// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnosis/memory_parts.h"
#include "core/memory/basis.h"
#include "core/memory/explain.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Requests to the driver are rounded up to multiples of 2 MiB, and small tensors share blocks of up to 20
/// MiB (c10/cuda/CUDACachingAllocator.cpp, get_allocation_size), so small sizes identify nothing.
constexpr double rounding = 2 * mib;
constexpr double least_named = 20 * mib;

bool is_of_size(double bytes, const OutOfMemory& message) {
  const double asked = *message.requested;
  return bytes <= asked + message.rounding && bytes >= asked - message.rounding - rounding;
}

using List = std::vector<KnownAllocation>;

/// A product of counts with its text: "2 × 4,096 × 128,256 × 4 bytes".
struct Product {
  double bytes = 1;
  std::string words;
  Product& times(std::int64_t factor) {
    bytes *= static_cast<double>(factor);
    words += (words.empty() ? "" : " × ") + format_count(factor);
    return *this;
  }
};

void add(List& list, std::string description, const Product& product, std::string_view phase) {
  list.push_back(
      {std::move(description) + " (" + product.words + " bytes)", product.bytes, std::nullopt, phase});
}

void add_buckets(const Plan& plan, const Symbols& s, List& list) {
  const Zero& zero = plan.zero;
  if (zero.stage > 0) {
    add(list, "the bucket that gradients are reduced in", Product().times(s.bucket).times(s.weight_bytes),
        "");
    add(list, "the bucket that gradients are reduced in, in fp32", Product().times(s.bucket).times(4), "");
  }
  if (zero.stage == 1 || zero.stage == 2)
    add(list, "the bucket that weights are gathered in after the step",
        Product().times(zero.allgather_bucket_size).times(s.weight_bytes), "step");
}

void add_tensors(const Plan& plan, const Symbols& s, List& list) {
  if (plan.zero.stage == 3)
    add(list, "the largest tensor gathered", Product().times(s.sums.largest).times(s.weight_bytes), "");
  add(list, "the largest tensor in fp32", Product().times(s.sums.largest).times(4), "");
  add(list, "one sub-group in fp32", Product().times(s.sub_group).times(4), "step");
  add(list, "all gradients", Product().times(s.sums.trainable).times(s.weight_bytes), "backward");
}

void add_activations(const Plan& plan, const Symbols& s, List& list) {
  if (!plan.model.has_shape()) return;
  const Architecture& shape = plan.model.architecture;
  const Training& training = plan.training;
  const std::int64_t sequences = sequences_at_once(training), tokens = s.parallel.sequence_tokens;
  // Returns one rank's part of a width that tensor parallelism divides.
  const auto local = [&](std::int64_t width) {
    return static_cast<std::int64_t>(std::ceil(s.parallel.local(width)));
  };
  const auto per_token = [&](const char* description, std::int64_t columns, std::string_view phase) {
    const Product elements = Product().times(sequences).times(tokens).times(columns);
    add(list, description, Product(elements).times(s.weight_bytes), phase);
    add(list, std::string(description) + " in fp32", Product(elements).times(4), phase);
  };
  per_token("the logits", local(shape.vocab_size), "");
  if (shape.intermediate_size > 0) per_token("a tensor of the MLP", local(shape.intermediate_size), "");
  per_token("a hidden state", shape.hidden_size, "");
  if (training.attention == Attention::eager)
    for (const int bytes : {s.weight_bytes, 4})
      add(list, "attention's scores",
          Product()
              .times(sequences)
              .times(local(shape.attention_heads))
              .times(tokens)
              .times(training.sequence_length)
              .times(bytes),
          "");
}

/// Returns the phase in which an entry is first allocated. Optimizer states that the engine does not allocate
/// are created by the first step.
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
  const ModelTensors tensors(plan);
  const Symbols s = symbols_of(plan, tensors.kinds(), estimate.stage);
  List list;
  add_entries(plan, estimate, list);
  add_buckets(plan, s, list);
  add_tensors(plan, s, list);
  add_activations(plan, s, list);
  return list;
}

const KnownAllocation* allocation_of(const OutOfMemory& message, std::span<const KnownAllocation> all) {
  if (!message.requested || *message.requested < least_named) return nullptr;
  const KnownAllocation* best = nullptr;
  const auto rank_of = [&](const KnownAllocation& known_allocation) {
    const bool is_named =
        known_allocation.entry &&
        std::ranges::find(message.entries, *known_allocation.entry) != message.entries.end();
    const bool is_then =
        known_allocation.phase.empty() || message.phase.empty() || known_allocation.phase == message.phase;
    return is_named ? 0 : is_then ? 1 : 2;
  };
  for (const KnownAllocation& known_allocation : all) {
    if (!is_of_size(known_allocation.bytes, message) || rank_of(known_allocation) == 2) continue;
    if (best == nullptr || rank_of(known_allocation) < rank_of(*best) ||
        (rank_of(known_allocation) == rank_of(*best) &&
         std::abs(known_allocation.bytes - *message.requested) < std::abs(best->bytes - *message.requested)))
      best = &known_allocation;
  }
  return best;
}

}  // namespace zp
