// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

#include "core/memory/estimate.h"

/// The ledger over one training step: bytes of each component at each moment.
namespace zp {

/// The moments in chronological order: construction of the engine, one step from `between` to `between`
/// including generation and scoring, evaluation, and the checkpoint.
inline constexpr std::array moments_in_order = {
    Moment::loading,       Moment::initialisation, Moment::between,       Moment::generate,
    Moment::score,         Moment::forward,        Moment::backward_head, Moment::backward_first,
    Moment::backward_last, Moment::step,           Moment::between,       Moment::evaluate,
    Moment::save};

/// The moments that a plan has, in that order.
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

/// Bytes per rank over a step; with place nvme per node, as in the ledger.
struct Timeline {
  std::array<ComponentBytes, moment_count> components{};  ///< by Moment, then by Component
  std::array<Bytes, moment_count> totals{};               ///< by Moment: the sum of its components
  Moment peak{};  ///< moment of the largest total; if several are equal on the GPU, one in the peak phase
  bool has_rollout = false;     ///< sequences are generated and scored before each step
  bool has_evaluation = false;  ///< evaluation passes run between steps
  /// Returns the plan's moments in chronological order.
  [[nodiscard]] MomentsInOrder moments() const;
  bool operator==(const Timeline&) const = default;
};

/// Returns the sums of the place's ledger entries at the moments at which they are allocated. On the GPU the
/// largest total equals `estimate.gpu.peak`, and a phase's largest equals its `estimate.gpu.phases`. Pure,
/// without allocation.
Timeline timeline(const MemoryEstimate& estimate, Place place);

std::string_view name_of(Moment moment);         ///< a stable id: "backward_head"
std::string_view title_of(Moment moment);        ///< shown to users: "Backward, loss and head"
std::string_view description_of(Moment moment);  ///< one sentence: what is in memory at that moment, and why

}  // namespace zp
