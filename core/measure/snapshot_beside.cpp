// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/measure/snapshot_beside.h"

#include <algorithm>
#include <cmath>

namespace zp {
namespace {

/// Returns the distance of two sizes as |ln| of their ratio; infinite if the plan lacks the entry.
double distance(Bytes measured, Bytes predicted) {
  constexpr double farthest = 1e9;
  if (measured.value() <= 0 || predicted.value() <= 0) return farthest;
  return std::abs(std::log(ratio(measured, predicted)));
}

bool is_activation(EntryId id) { return row_of(id).component == Component::activations; }

using TracedBytes = std::array<Bytes, entry_id_count>;  ///< indexed by EntryId

/// Returns true for tensors of PyTorch's allocator; false for context, libraries and fragmentation.
bool is_allocated(const Entry& entry) {
  return entry.place == Place::gpu && entry.component != Component::framework &&
         entry.component != Component::fragmentation;
}

/// Returns true if an entry exists in that phase; optimizer states do not exist before the first step.
bool counts(const Entry& entry, Phase phase, bool before_first_step) {
  return is_allocated(entry) && entry.counts_in(phase) &&
         !(before_first_step && entry.component == Component::optimizer_states);
}

/// Returns the untraced bytes of an entry that persists between steps, which existed before the recording
/// began.
Bytes unseen(const Entry& entry, const TracedBytes& traced) {
  if (!entry.moments.has(Moment::between)) return Bytes(0);
  return entry.bytes - std::min(entry.bytes, traced[static_cast<std::size_t>(entry.id)]);
}

Bytes older_of(const Ledger& ledger, Phase phase, const TracedBytes& traced, bool before_first_step) {
  Bytes sum;
  for (const Entry& entry : ledger.entries())
    if (counts(entry, phase, before_first_step)) sum += unseen(entry, traced);
  return sum;
}

/// Returns true if the older memory is closer to the size without optimizer states, and no event allocated
/// these.
bool is_before_first_step(Bytes older, Phase phase, const Ledger& ledger, const TracedBytes& traced) {
  if (older == Bytes(0) || traced[static_cast<std::size_t>(EntryId::states_optimizer)] > Bytes(0))
    return false;
  return distance(older, older_of(ledger, phase, traced, true)) <
         distance(older, older_of(ledger, phase, traced, false));
}

void add(MemoryComparison& to, Bytes predicted, Bytes low, Bytes high) {
  to.predicted += predicted;
  to.low += low;
  to.high += high;
}

}  // namespace

std::optional<EntryId> entry_of(const PeakSite& site, const MemoryEstimate& estimate) {
  if (!site.entry) return std::nullopt;
  const Ledger& ledger = estimate.ledger;
  if (site.also &&
      distance(site.bytes, ledger.bytes(*site.also)) < distance(site.bytes, ledger.bytes(*site.entry)))
    return site.also;
  constexpr std::int64_t most_of_head = 2;  // more of one size belong to the transformer blocks
  if (!is_activation(*site.entry) || site.blocks > most_of_head) return site.entry;
  constexpr double as_large = 0.01;
  for (const EntryId logits : {EntryId::logits_saved, EntryId::logits_output, EntryId::logits_fp32})
    if (distance(site.largest, ledger.bytes(logits)) < as_large) return logits;
  return site.entry;
}

SnapshotComparison comparison_of(const SnapshotPeak& peak, const MemoryEstimate& estimate) {
  SnapshotComparison result;
  result.phase = peak.phase ? ledger_phase(*peak.phase) : estimate.gpu.peak_phase;
  result.allocated.measured = peak.allocated;

  TracedBytes traced{};
  for (const PeakSite& site : peak.sites) {
    const std::optional<EntryId> entry = entry_of(site, estimate);
    if (!entry) {
      (site.origin == BlockOrigin::before_recording ? result.older.measured : result.unrecognised) +=
          site.bytes;
      continue;
    }
    traced[static_cast<std::size_t>(*entry)] += site.bytes;
    result.components[static_cast<std::size_t>(row_of(*entry).component)].measured += site.bytes;
  }

  result.before_first_step =
      is_before_first_step(result.older.measured, result.phase, estimate.ledger, traced);
  for (const Entry& entry : estimate.ledger.entries()) {
    if (!counts(entry, result.phase, result.before_first_step)) continue;
    add(result.allocated, entry.bytes, entry.low, entry.high);
    const Bytes of_older = result.older.measured > Bytes(0) ? unseen(entry, traced) : Bytes(0);
    add(result.older, of_older, of_older, of_older);
    add(result.components[static_cast<std::size_t>(entry.component)], entry.bytes - of_older,
        entry.low - std::min(entry.low, of_older), entry.high - of_older);
  }
  return result;
}

}  // namespace zp
