// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/memory/estimate.h"

/// The ledger told over one training step: what each component holds at each moment.
namespace zp {

/// The moments as they follow each other: building the engine, one step from between to between, and the
/// checkpoint written after it.
inline constexpr std::array moments_in_order = {
    Moment::loading,        Moment::initialisation, Moment::between, Moment::forward, Moment::backward_head,
    Moment::backward_first, Moment::backward_last,  Moment::step,    Moment::between, Moment::save};
/// The same where sequences are generated and scored before each step.
inline constexpr std::array moments_with_rollout = {
    Moment::loading,       Moment::initialisation, Moment::between,       Moment::generate,
    Moment::score,         Moment::forward,        Moment::backward_head, Moment::backward_first,
    Moment::backward_last, Moment::step,           Moment::between,       Moment::save};

/// Bytes of one rank; those of place nvme are of one node, as in the ledger.
struct Timeline {
  std::array<ComponentBytes, moment_count> components{};  ///< by Moment, then by Component
  std::array<Bytes, moment_count> totals{};               ///< by Moment: the sum of its components
  Moment
      peak{};  ///< the largest total; of several as large, on the GPU, the one its peak phase is named after
  bool has_moments_apart = false;  ///< sequences are generated and scored before each step
  /// As they follow each other.
  [[nodiscard]] std::span<const Moment> moments() const {
    return has_moments_apart ? std::span<const Moment>(moments_with_rollout)
                             : std::span<const Moment>(moments_in_order);
  }
  bool operator==(const Timeline&) const = default;
};

/// Sums the ledger's entries of that place, each at the moments it is allocated. On the GPU the largest total
/// is `estimate.gpu.peak` and a phase's largest is `estimate.gpu.phases`. Pure, without allocation.
Timeline timeline(const MemoryEstimate& estimate, Place place);

std::string_view name_of(Moment moment);         ///< a stable id: "backward_head"
std::string_view title_of(Moment moment);        ///< for people: "Backward, loss and head"
std::string_view description_of(Moment moment);  ///< one sentence on what is in memory then, and why

}  // namespace zp
