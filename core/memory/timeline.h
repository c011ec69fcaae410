// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

#include "core/memory/estimate.h"

/// The ledger laid out over one training step: the bytes that each component holds at each moment.
namespace zp {

/// The moments in the order in which they follow each other: building the engine, one step from `between` to
/// `between` with what some methods do before it, an evaluation, and the checkpoint.
inline constexpr std::array moments_in_order = {
    Moment::loading,       Moment::initialisation, Moment::between,       Moment::generate,
    Moment::score,         Moment::forward,        Moment::backward_head, Moment::backward_first,
    Moment::backward_last, Moment::step,           Moment::between,       Moment::evaluate,
    Moment::save};

/// The moments of that order that a plan has.
class MomentsInOrder {
 public:
  constexpr void add(Moment moment) { moments_[size_++] = moment; }
  [[nodiscard]] constexpr const Moment* begin() const { return moments_.data(); }
  [[nodiscard]] constexpr const Moment* end() const { return moments_.data() + size_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  constexpr Moment operator[](std::size_t i) const { return moments_[i]; }

 private:
  std::array<Moment, moments_in_order.size()> moments_{};
  std::size_t size_ = 0;
};

/// Bytes of one rank over a step; those of place nvme are of one node, as in the ledger.
struct Timeline {
  std::array<ComponentBytes, moment_count> components{};  ///< by Moment, then by Component
  std::array<Bytes, moment_count> totals{};               ///< by Moment: the sum of its components
  Moment peak{};  ///< moment of the largest total; among equal ones on the GPU, one of the peak phase
  bool has_rollout = false;     ///< sequences are generated and scored before each step
  bool has_evaluation = false;  ///< there are evaluation passes between steps
  /// Returns the plan's moments in the order in which they follow each other.
  [[nodiscard]] MomentsInOrder moments() const;
  bool operator==(const Timeline&) const = default;
};

/// Returns the sums of the ledger's entries of that place, each at the moments at which it is allocated. On
/// the GPU the largest total is `estimate.gpu.peak`, and a phase's largest is `estimate.gpu.phases`. Pure,
/// without allocation.
Timeline timeline(const MemoryEstimate& estimate, Place place);

std::string_view name_of(Moment moment);         ///< a stable id: "backward_head"
std::string_view title_of(Moment moment);        ///< for people: "Backward, loss and head"
std::string_view description_of(Moment moment);  ///< one sentence on what is in memory then, and why

}  // namespace zp
