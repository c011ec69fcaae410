// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/units/quantity.h"

/// The ledger: which bytes exist, why, where, and when. All totals, charts, explanations and tests are
/// computed from this one list.
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

enum class Phase : std::uint8_t { initialisation, forward, backward, step, save, generate, score, evaluate };
inline constexpr std::size_t phase_count = 8;
std::string_view name_of(Phase phase);

/// The instants of a training step at which memory can peak. A phase's peak is at one of its moments: in the
/// backward pass activations shrink while gradients grow, linearly layer by layer, so its ends bound it.
enum class Moment : std::uint8_t {
  loading,         ///< the user's model is copied to the GPU and partitioned
  initialisation,  ///< the engine is set up: master weights, buckets
  forward,         ///< end of the forward pass: all saved activations exist, the loss is being computed
  backward_head,   ///< gradient of loss and head
  backward_first,  ///< backward pass of the last block: the blocks' activations still exist
  backward_last,   ///< backward pass of the first block: all gradients exist
  step,            ///< the optimizer step
  save,            ///< writing a 16-bit checkpoint
  between,         ///< between two steps, after gradients are released
  generate,        ///< sequences for training are generated
  score,           ///< generated sequences are scored by the models that judge them
  evaluate,        ///< evaluation passes between two steps, without gradients
};
inline constexpr std::size_t moment_count = 12;
/// Number of moments that every plan has. Only some methods generate and score separately, and not every run
/// evaluates.
inline constexpr std::size_t step_moment_count = 9;
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
    case Moment::generate:
      return Phase::generate;
    case Moment::score:
      return Phase::score;
    case Moment::evaluate:
      return Phase::evaluate;
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
  static constexpr Moments always() { return from_bits(0xFFF); }
  static constexpr Moments built() { return from_bits(0xFFE); }  ///< from the construction of the engine on
  static constexpr Moments training() { return from_bits(0xFFC); }  ///< from the first step on
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
  friend constexpr Moments operator&(Moments a, Moments b) {
    return from_bits(static_cast<std::uint16_t>(a.bits_ & b.bits_));
  }
  /// Returns these moments without those of `other`.
  [[nodiscard]] constexpr Moments without(Moments other) const {
    return from_bits(static_cast<std::uint16_t>(bits_ & ~other.bits_));
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

/// Returns the moments of a phase.
constexpr Moments moments_of(Phase phase) {
  constexpr auto table = [] {
    std::array<Moments, phase_count> moments;
    for (std::size_t i = 0; i < moment_count; ++i) {
      const auto moment = static_cast<Moment>(i);
      Moments& of_phase = moments[static_cast<std::size_t>(phase_of(moment))];
      of_phase = of_phase | Moments::of(moment);
    }
    return moments;
  }();
  return table[static_cast<std::size_t>(phase)];
}

/// The id of every entry that the ledger can hold.
enum class EntryId : std::uint8_t {
  states_weights,
  states_master,
  states_optimizer,
  states_optimizer_leftover,
  states_kept,
  states_gradients,
  states_gradient_borders,
  states_accumulated_gradients,
  states_autocast,
  states_quantization,
  states_selected,
  states_selected_gradients,
  buffers_reduce,
  buffers_reduce_copy,
  buffers_communication_cast,
  buffers_allreduce,
  buffers_offload_gradient,
  buffers_large_gradient,
  buffers_reduce_scatter,
  buffers_waiting_gradients,
  buffers_pipeline,
  gathered_persistent,
  gathered_live,
  gathered_leaf,
  gathered_kept,
  gathered_receive,
  gathered_reloaded,
  gathered_secondary,
  gathered_dequantized,
  gathered_fp8,
  reference_weights_,
  reward_weights_,
  teacher_weights_,
  roles_gathered,
  critic_activations,
  scoring_activations,
  scoring_logits,
  generation_cache,
  generation_weights,
  generation_engine,
  evaluation_activations,
  evaluation_logits,
  evaluation_kept,
  activations_saved_blocks,
  activations_in_flight,
  activations_leaving,
  activations_returned,
  activations_live_block,
  activations_gradients,
  activations_final_norm,
  activations_dora,
  activations_context,
  activations_cache,
  activations_fp8,
  vision_pixels,
  vision_saved_blocks,
  vision_live_block,
  vision_projector,
  vision_features,
  logits_saved,
  logits_output,
  logits_capped,
  logits_fp32,
  logits_shifted,
  logits_gradient,
  logits_cached,
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
  fragmentation_lengths,
  host_master,
  host_optimizer,
  host_gradients,
  host_zenflow,
  host_parked_states,
  host_weights,
  host_temporary_gradient,
  host_staging,
  host_parameter_staging,
  host_checkpoints,
  host_sequence_chunks,
  host_pinning,
  host_rounding,
  host_partitions,
  host_workers,
  host_process,
  host_loading,
  host_save,
  host_roles,
  host_resting,
  nvme_optimizer,
  nvme_weights,
  nvme_checkpoints,
};
/// Constant facts about an entry.
struct EntryRow {
  EntryId id{};
  std::string_view name;  ///< stable id: "states.weights"
  Component component{};
  Place place{};
};

/// One row per id, in order. The meaning of an entry and the source of its formula are next to the formula
/// (core/memory/ledger_*.cpp).
inline constexpr std::array entry_rows = [] {
  using enum EntryId;
  return std::to_array<EntryRow>({
      {states_weights, "states.weights", Component::parameters, Place::gpu},
      {states_master, "states.master", Component::master_weights, Place::gpu},
      {states_optimizer, "states.optimizer", Component::optimizer_states, Place::gpu},
      {states_optimizer_leftover, "states.optimizer_leftover", Component::optimizer_states, Place::gpu},
      {states_kept, "states.kept", Component::optimizer_states, Place::gpu},
      {states_gradients, "states.gradients", Component::gradients, Place::gpu},
      {states_gradient_borders, "states.gradient_borders", Component::gradients, Place::gpu},
      {states_accumulated_gradients, "states.accumulated_gradients", Component::gradients, Place::gpu},
      {states_autocast, "states.autocast", Component::parameters, Place::gpu},
      {states_quantization, "states.quantization", Component::parameters, Place::gpu},
      {states_selected, "states.selected", Component::optimizer_states, Place::gpu},
      {states_selected_gradients, "states.selected_gradients", Component::gradients, Place::gpu},
      {buffers_reduce, "buffers.reduce", Component::communication_buffers, Place::gpu},
      {buffers_reduce_copy, "buffers.reduce_copy", Component::communication_buffers, Place::gpu},
      {buffers_communication_cast, "buffers.communication_cast", Component::communication_buffers,
       Place::gpu},
      {buffers_allreduce, "buffers.allreduce", Component::communication_buffers, Place::gpu},
      {buffers_offload_gradient, "buffers.offload_gradient", Component::offload_staging, Place::gpu},
      {buffers_large_gradient, "buffers.large_gradient", Component::communication_buffers, Place::gpu},
      {buffers_reduce_scatter, "buffers.reduce_scatter", Component::communication_buffers, Place::gpu},
      {buffers_waiting_gradients, "buffers.waiting_gradients", Component::communication_buffers, Place::gpu},
      {buffers_pipeline, "buffers.pipeline", Component::communication_buffers, Place::gpu},
      {gathered_persistent, "gathered.persistent", Component::gathered_parameters, Place::gpu},
      {gathered_live, "gathered.live", Component::gathered_parameters, Place::gpu},
      {gathered_leaf, "gathered.leaf", Component::gathered_parameters, Place::gpu},
      {gathered_kept, "gathered.kept", Component::gathered_parameters, Place::gpu},
      {gathered_receive, "gathered.receive", Component::gathered_parameters, Place::gpu},
      {gathered_reloaded, "gathered.reloaded", Component::gathered_parameters, Place::gpu},
      {gathered_secondary, "gathered.secondary", Component::gathered_parameters, Place::gpu},
      {gathered_dequantized, "gathered.dequantized", Component::gathered_parameters, Place::gpu},
      {gathered_fp8, "gathered.fp8", Component::gathered_parameters, Place::gpu},
      {reference_weights_, "reference.weights", Component::parameters, Place::gpu},
      {reward_weights_, "reward.weights", Component::parameters, Place::gpu},
      {teacher_weights_, "teacher.weights", Component::parameters, Place::gpu},
      {roles_gathered, "roles.gathered", Component::gathered_parameters, Place::gpu},
      {critic_activations, "critic.activations", Component::activations, Place::gpu},
      {scoring_activations, "scoring.activations", Component::activations, Place::gpu},
      {scoring_logits, "scoring.logits", Component::logits_and_loss, Place::gpu},
      {generation_cache, "generation.cache", Component::activations, Place::gpu},
      {generation_weights, "generation.weights", Component::gathered_parameters, Place::gpu},
      {generation_engine, "generation.engine", Component::framework, Place::gpu},
      {evaluation_activations, "evaluation.activations", Component::activations, Place::gpu},
      {evaluation_logits, "evaluation.logits", Component::logits_and_loss, Place::gpu},
      {evaluation_kept, "evaluation.kept", Component::logits_and_loss, Place::gpu},
      {activations_saved_blocks, "activations.saved_blocks", Component::activations, Place::gpu},
      {activations_in_flight, "activations.in_flight", Component::activations, Place::gpu},
      {activations_leaving, "activations.leaving", Component::activations, Place::gpu},
      {activations_returned, "activations.returned", Component::activations, Place::gpu},
      {activations_live_block, "activations.live_block", Component::activations, Place::gpu},
      {activations_gradients, "activations.gradients", Component::activations, Place::gpu},
      {activations_final_norm, "activations.final_norm", Component::activations, Place::gpu},
      {activations_dora, "activations.dora", Component::activations, Place::gpu},
      {activations_context, "activations.context", Component::activations, Place::gpu},
      {activations_cache, "activations.cache", Component::activations, Place::gpu},
      {activations_fp8, "activations.fp8", Component::activations, Place::gpu},
      {vision_pixels, "vision.pixels", Component::activations, Place::gpu},
      {vision_saved_blocks, "vision.saved_blocks", Component::activations, Place::gpu},
      {vision_live_block, "vision.live_block", Component::activations, Place::gpu},
      {vision_projector, "vision.projector", Component::activations, Place::gpu},
      {vision_features, "vision.features", Component::activations, Place::gpu},
      {logits_saved, "logits.saved", Component::logits_and_loss, Place::gpu},
      {logits_output, "logits.output", Component::logits_and_loss, Place::gpu},
      {logits_capped, "logits.capped", Component::logits_and_loss, Place::gpu},
      {logits_fp32, "logits.fp32", Component::logits_and_loss, Place::gpu},
      {logits_shifted, "logits.shifted", Component::logits_and_loss, Place::gpu},
      {logits_gradient, "logits.gradient", Component::logits_and_loss, Place::gpu},
      {logits_cached, "logits.cached", Component::fragmentation, Place::gpu},
      {step_gradient_list, "step.gradient_list", Component::step_workspace, Place::gpu},
      {step_fp32_gradients, "step.fp32_gradients", Component::step_workspace, Place::gpu},
      {step_flat_gradients, "step.flat_gradients", Component::step_workspace, Place::gpu},
      {step_norm, "step.norm", Component::step_workspace, Place::gpu},
      {step_optimizer, "step.optimizer", Component::step_workspace, Place::gpu},
      {init_whole_model, "init.whole_model", Component::gathered_parameters, Place::gpu},
      {init_workspace, "init.workspace", Component::step_workspace, Place::gpu},
      {staging_gradient, "staging.gradient", Component::offload_staging, Place::gpu},
      {staging_parameters, "staging.parameters", Component::offload_staging, Place::gpu},
      {save_gathered, "save.gathered", Component::gathered_parameters, Place::gpu},
      {framework_context, "framework.context", Component::framework, Place::gpu},
      {framework_nccl, "framework.nccl", Component::framework, Place::gpu},
      {fragmentation_allocator, "fragmentation.allocator", Component::fragmentation, Place::gpu},
      {fragmentation_lengths, "fragmentation.lengths", Component::fragmentation, Place::gpu},
      {host_master, "host.master", Component::master_weights, Place::cpu},
      {host_optimizer, "host.optimizer", Component::optimizer_states, Place::cpu},
      {host_gradients, "host.gradients", Component::gradients, Place::cpu},
      {host_zenflow, "host.zenflow", Component::optimizer_states, Place::cpu},
      {host_parked_states, "host.parked_states", Component::optimizer_states, Place::cpu},
      {host_weights, "host.weights", Component::parameters, Place::cpu},
      {host_temporary_gradient, "host.temporary_gradient", Component::offload_staging, Place::cpu},
      {host_staging, "host.staging", Component::offload_staging, Place::cpu},
      {host_parameter_staging, "host.parameter_staging", Component::offload_staging, Place::cpu},
      {host_checkpoints, "host.checkpoints", Component::activations, Place::cpu},
      {host_sequence_chunks, "host.sequence_chunks", Component::activations, Place::cpu},
      {host_pinning, "host.pinning", Component::offload_staging, Place::cpu},
      {host_rounding, "host.rounding", Component::fragmentation, Place::cpu},
      {host_partitions, "host.partitions", Component::fragmentation, Place::cpu},
      {host_workers, "host.workers", Component::framework, Place::cpu},
      {host_process, "host.process", Component::framework, Place::cpu},
      {host_loading, "host.loading", Component::parameters, Place::cpu},
      {host_save, "host.save", Component::parameters, Place::cpu},
      {host_roles, "host.roles", Component::parameters, Place::cpu},
      {host_resting, "host.resting", Component::optimizer_states, Place::cpu},
      {nvme_optimizer, "nvme.optimizer", Component::optimizer_states, Place::nvme},
      {nvme_weights, "nvme.weights", Component::parameters, Place::nvme},
      {nvme_checkpoints, "nvme.checkpoints", Component::activations, Place::nvme},
  });
}();
constexpr const EntryRow& row_of(EntryId id) { return entry_rows[static_cast<std::size_t>(id)]; }
inline constexpr std::size_t entry_id_count = entry_rows.size();

static_assert(
    [] {
      for (std::size_t i = 0; i < entry_rows.size(); ++i)
        if (entry_rows[i].id != static_cast<EntryId>(i)) return false;
      return entry_rows.back().id == EntryId::nvme_checkpoints;
    }(),
    "one row for each entry, in the order of its id");
constexpr std::string_view name_of(EntryId id) { return row_of(id).name; }

/// One line of the ledger. Bytes are per rank; with place nvme per node, because its ranks share the drives.
struct Entry {
  EntryId id{};
  Component component{};
  Place place{};
  bool pinned = false;         ///< host memory that is page-locked
  bool on_first_rank = false;  ///< host memory of only one rank per node
  Moments moments;             ///< moments at which it is allocated
  Moments at_peaks;            ///< those of them at which a phase has its peak
  Bytes bytes;                 ///< expected bytes
  Bytes low, high;             ///< range; equal to `bytes` if exact

  [[nodiscard]] constexpr bool counts_in(Phase phase) const {
    return (at_peaks & moments_of(phase)) != Moments();
  }
  bool operator==(const Entry&) const = default;
};

/// A fixed-capacity list of entries; construction does not allocate.
class Ledger {
 public:
  static constexpr std::size_t capacity = entry_id_count;
  Ledger() {}  // NOLINT(modernize-use-equals-default): a defaulted one is deleted by the union

  /// Adds an entry, unless `high` is zero.
  void add(EntryId id, Bytes low, Bytes bytes, Bytes high, Moments moments, bool pinned,
           bool on_first_rank = false) {
    if (high.value() > 0 && size_ < capacity)
      std::construct_at(&entries_[size_++], Entry{id, row_of(id).component, row_of(id).place, pinned,
                                                  on_first_rank, moments, Moments(), bytes, low, high});
  }

  void add(const Entry& entry) {
    if (size_ < capacity) std::construct_at(&entries_[size_++], entry);
  }

  [[nodiscard]] std::span<const Entry> entries() const { return {entries_.data(), size_}; }
  [[nodiscard]] std::span<Entry> entries() { return {entries_.data(), size_}; }
  /// Returns the entry of that id, or nullptr if the plan has none.
  [[nodiscard]] const Entry* find(EntryId id) const;
  /// Returns the bytes of the entry of that id, 0 if the plan has none.
  [[nodiscard]] Bytes bytes(EntryId id) const;
  friend bool operator==(const Ledger& a, const Ledger& b);

 private:
  union {
    std::array<Entry, capacity> entries_;  ///< elements are constructed only when added
  };
  std::size_t size_ = 0;
};

}  // namespace zp
