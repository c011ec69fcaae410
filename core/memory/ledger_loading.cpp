// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

/// from_pretrained reads one file of a checkpoint at a time; Hugging Face splits them at this size
/// (transformers modeling_utils.py, save_pretrained: max_shard_size).
constexpr std::int64_t checkpoint_file_bytes = 5'000'000'000;

/// Each rank builds the client's model in host memory: in the weights' type when it is loaded so, in fp32
/// when not, nowhere when on the meta device. Under zero.Init it holds the file it reads its part from.
void add_loading(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const std::int64_t all = s.sums.trainable + s.sums.frozen;
  const Bytes weights = bytes_for(all, s.weight_bytes);
  const bool partitions_while_loading = plan.zero.stage == 3 && plan.training.zero_init;
  const Bytes expected = partitions_while_loading ? std::min(weights, Bytes(checkpoint_file_bytes)) : weights;
  const Bytes high = partitions_while_loading ? weights : bytes_for(all, 4);
  ledger.add_range(EntryId::host_loading, Component::parameters, Place::cpu, Bytes(0), expected, high,
                   Moments::of(Moment::loading));
}

/// Pinning copies: while a buffer is being pinned, the pageable one it comes from is still there. The largest
/// of them counts (stage_1_and_2.py:492-507, stage3.py:742-748).
void add_pinning(Ledger& ledger) {
  Bytes largest;
  for (const Entry& entry : ledger.entries())
    if (entry.place == Place::cpu && entry.pinned && entry.moments.has(Moment::initialisation) &&
        entry.component != Component::offload_staging)
      largest = std::max(largest, entry.bytes);
  ledger.add(EntryId::host_pinning, Component::offload_staging, Place::cpu, largest,
             Moments::of(Moment::initialisation));
}

}  // namespace

void add_loading_and_saving(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const std::int64_t all = s.sums.trainable + s.sums.frozen;
  add_loading(ledger, plan, s);
  add_pinning(ledger);
  if (plan.zero.stage == 3) {
    ledger.add(EntryId::save_gathered, Component::gathered_parameters, Place::gpu,
               bytes_for(s.sums.largest, s.weight_bytes), Moments::of(Moment::save));
    ledger.add(EntryId::host_save, Component::parameters, Place::cpu, bytes_for(all, s.weight_bytes),
               Moments::of(Moment::save));
  }
}

}  // namespace zp
