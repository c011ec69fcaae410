// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/units/quantity.h"

/// The ledger: which bytes exist, why, where, and when. Every total, chart, explanation and test reads this
/// one list.
namespace zp {

enum class Component : std::uint8_t {
  parameters,
  gradients,
  master_weights,
  optimizer_states,
  communication_buffers,
  gathered_parameters,
  activations,
  logits_and_loss,
  step_workspace,
  offload_staging,
  framework,
  fragmentation,
};
inline constexpr std::size_t component_count = 12;
std::string_view name_of(Component component);  ///< as in the JSON: "master_weights"

enum class Place : std::uint8_t { gpu, cpu, nvme };
std::string_view name_of(Place place);

enum class Phase : std::uint8_t { initialisation, forward, backward, step, save };
inline constexpr std::size_t phase_count = 5;
std::string_view name_of(Phase phase);

/// The instants of one training step at which memory can peak. A phase is as large as the largest of its
/// moments: activations fall while gradients grow, linearly layer by layer, so the ends of the backward pass
/// bound it.
enum class Moment : std::uint8_t {
  loading,         ///< the client's model comes to the GPU and is partitioned
  initialisation,  ///< the engine is built around it: master weights, buckets
  forward,         ///< end of the forward pass: every saved activation, the loss being computed
  backward_head,   ///< the gradient of loss and head
  backward_first,  ///< the last block's backward: the blocks' activations are still there
  backward_last,   ///< the first block's backward: every gradient exists
  step,            ///< the optimizer step
  save,            ///< writing a 16-bit checkpoint
  between,         ///< between two steps, gradients released
};
inline constexpr std::size_t moment_count = 9;
constexpr Phase phase_of(Moment moment) {
  switch (moment) {
    case Moment::loading:
    case Moment::initialisation:
      return Phase::initialisation;
    case Moment::forward:
      return Phase::forward;
    case Moment::backward_head:
    case Moment::backward_first:
    case Moment::backward_last:
      return Phase::backward;
    case Moment::step:
      return Phase::step;
    default:
      return Phase::save;
  }
}

/// A set of moments.
class Moments {
 public:
  constexpr Moments() = default;
  template <class... M>
  static constexpr Moments of(M... moments) {
    Moments set;
    ((set.bits_ = static_cast<std::uint16_t>(set.bits_ | (1u << static_cast<unsigned>(moments)))), ...);
    return set;
  }
  static constexpr Moments always() { return from_bits(0x1FF); }
  static constexpr Moments built() { return from_bits(0x1FE); }     ///< since the engine is being built
  static constexpr Moments training() { return from_bits(0x1FC); }  ///< since the first step
  static constexpr Moments backward() {
    return of(Moment::backward_head, Moment::backward_first, Moment::backward_last);
  }
  [[nodiscard]] constexpr bool has(Moment moment) const {
    return (bits_ >> static_cast<unsigned>(moment) & 1u) != 0;
  }
  [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
  friend constexpr Moments operator|(Moments a, Moments b) {
    return from_bits(static_cast<std::uint16_t>(a.bits_ | b.bits_));
  }
  constexpr bool operator==(const Moments&) const = default;

 private:
  static constexpr Moments from_bits(std::uint16_t bits) {
    Moments set;
    set.bits_ = bits;
    return set;
  }
  std::uint16_t bits_ = 0;
};

/// Every entry the ledger can hold; its stable name is name_of(id): "states.weights".
enum class EntryId : std::uint8_t {
  states_weights,
  states_master,
  states_optimizer,
  states_optimizer_leftover,
  states_gradients,
  states_gradient_borders,
  states_accumulated_gradients,
  states_autocast,
  buffers_reduce,
  buffers_reduce_copy,
  buffers_communication_cast,
  buffers_allreduce,
  buffers_offload_gradient,
  buffers_large_gradient,
  buffers_reduce_scatter,
  buffers_waiting_gradients,
  gathered_persistent,
  gathered_live,
  gathered_kept,
  gathered_receive,
  gathered_secondary,
  activations_saved_blocks,
  activations_live_block,
  activations_gradients,
  activations_final_norm,
  logits_saved,
  logits_output,
  logits_fp32,
  logits_gradient,
  step_gradient_list,
  step_fp32_gradients,
  step_flat_gradients,
  step_norm,
  step_optimizer,
  init_whole_model,
  init_workspace,
  staging_gradient,
  staging_parameters,
  save_gathered,
  framework_context,
  framework_nccl,
  fragmentation_allocator,
  host_master,
  host_optimizer,
  host_gradients,
  host_weights,
  host_temporary_gradient,
  host_staging,
  host_parameter_staging,
  host_checkpoints,
  host_pinning,
  host_loading,
  host_save,
  nvme_optimizer,
  nvme_weights,
};
inline constexpr std::size_t entry_id_count = static_cast<std::size_t>(EntryId::nvme_weights) + 1;
std::string_view name_of(EntryId id);

/// One line of the ledger. Bytes are of one rank; those of place nvme are of one node, because a drive is
/// shared.
struct Entry {
  EntryId id{};
  Component component{};
  Place place{};
  Moments moments;               ///< when it is allocated
  bool pinned = false;           ///< host memory that is page-locked
  std::uint8_t peak_phases = 0;  ///< bit per Phase at whose worst moment this entry is allocated
  Bytes bytes;                   ///< what is expected
  Bytes low, high;               ///< range; equal to bytes where exact

  [[nodiscard]] constexpr bool counts_in(Phase phase) const {
    return (peak_phases >> static_cast<unsigned>(phase) & 1u) != 0;
  }
  bool operator==(const Entry&) const = default;
};

/// A fixed-size list of entries: making one allocates nothing.
class Ledger {
 public:
  static constexpr std::size_t capacity = entry_id_count;

  /// Adds an exact entry, unless it is of zero bytes.
  void add(EntryId id, Component component, Place place, Bytes bytes, Moments moments, bool pinned = false) {
    add_range(id, component, place, bytes, bytes, bytes, moments, pinned);
  }
  void add_range(EntryId id, Component component, Place place, Bytes low, Bytes bytes, Bytes high,
                 Moments moments, bool pinned = false) {
    if (high.value() > 0 && size_ < capacity)
      entries_[size_++] = Entry{id, component, place, moments, pinned, 0, bytes, low, high};
  }

  [[nodiscard]] std::span<const Entry> entries() const { return {entries_.data(), size_}; }
  [[nodiscard]] std::span<Entry> entries() { return {entries_.data(), size_}; }
  /// The entry of that id, or nullptr when the plan has none.
  [[nodiscard]] const Entry* find(EntryId id) const;
  /// Its bytes, 0 when the plan has none.
  [[nodiscard]] Bytes bytes(EntryId id) const;
  friend bool operator==(const Ledger& a, const Ledger& b);

 private:
  std::array<Entry, capacity> entries_;
  std::size_t size_ = 0;
};

}  // namespace zp
