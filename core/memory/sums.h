// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>

#include "core/memory/entries.h"
#include "core/units/index_of.h"

/// The bytes of a ledger, summed by place and moment. Internal to memory/.
namespace zp {

using MomentBytes = std::array<Bytes, moment_count>;
using PlaceSums = std::array<MomentBytes, 3>;  // indexed by Place

/// Returns true for tensors, false for memory of the allocator or of the process.
inline bool is_tensor(const Entry& entry) {
  return entry.component != Component::framework && entry.component != Component::fragmentation;
}

/// Bit masks for each set of moments: all ones at the set's moments, 0 elsewhere. They let the innermost loop
/// add an entry without a branch.
inline constexpr auto moment_masks = [] {
  std::array<std::array<std::int64_t, step_moment_count>, std::size_t{1} << step_moment_count> table{};
  for (std::size_t set = 0; set < table.size(); ++set)
    for (std::size_t moment = 0; moment < step_moment_count; ++moment)
      table[set][moment] = -static_cast<std::int64_t>(set >> moment & 1);
  return table;
}();

inline void add_to(MomentBytes& sums, Moments moments, Bytes bytes) {
  const auto& mask = moment_masks[moments.bits() % moment_masks.size()];
  for (std::size_t i = 0; i < step_moment_count; ++i)
    sums[i] += Bytes(bytes.value() & mask[i]);
}
/// Moments that only some plans have, which add_extra handles.
inline constexpr std::array extra_moments = {Moment::generate, Moment::score, Moment::evaluate};
inline void add_extra(MomentBytes& sums, Moments moments, Bytes bytes) {
  for (const Moment moment : extra_moments)
    if (moments.has(moment)) sums[index_of(moment)] += bytes;
}
inline void add_to(MomentBytes& sums, const Entry& entry) { add_to(sums, entry.moments, entry.bytes); }

/// Bytes summed by place and moment.
struct Sums {
  explicit Sums(Moments extra_of_plan) : extra(extra_of_plan) {}

  PlaceSums tensors{}, others{};
  MomentBytes of_first_rank{};  ///< the part of host sums that only one rank per node has
  ReleasedMemory given_back;    ///< bytes in the GPU's sums that the allocator can free
  Moments extra;                ///< the additional moments that this plan has

  [[nodiscard]] bool has_extra_moments() const { return extra != Moments(); }

  void add(const Entry& entry) {
    MomentBytes& sums = (is_tensor(entry) ? tensors : others)[index_of(entry.place)];
    add_to(sums, entry);
    if (entry.on_first_rank) [[unlikely]]
      add_to(of_first_rank, entry);
    if (has_extra_moments()) [[unlikely]]
      add_extra(sums, entry.moments & extra, entry.bytes);
  }
  [[nodiscard]] MomentBytes all(Place place) const {
    MomentBytes sums = tensors[index_of(place)];
    for (std::size_t i = 0; i < moment_count; ++i)
      sums[i] += others[index_of(place)][i];
    return sums;
  }
  /// Returns the sums in host memory of the node with the first rank.
  [[nodiscard]] MomentBytes of_node(std::int64_t ranks) const {
    MomentBytes sums = all(Place::cpu);
    for (std::size_t i = 0; i < moment_count; ++i)
      sums[i] = sums[i] * ranks - of_first_rank[i] * (ranks - 1);
    return sums;
  }
};

/// Sums all entries, and adds the entries that depend on the sum of the others.
Sums finish_and_sum(Ledger& ledger, const Plan& plan);

}  // namespace zp
