// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/kept_by_graph.h"

#include <algorithm>
#include <array>

#include "core/memory/entries.h"

namespace zp {
namespace {

/// Shares of the GPU's memory that the passes leave free (compile/passes/offload_adam_states.py, MARGIN;
/// offload_activation.py reads the allocator's unused memory before memory runs short, so its lower limit
/// MIN_MEASURED_MARGIN applies).
constexpr double margin_of_states = 0.2, margin_of_activations = 0.1;

std::int64_t share_of_gpu(const Plan& plan, double margin) {
  const std::int64_t all = from_gib(binding_gpu(plan.cluster).memory_gib).value();
  return static_cast<std::int64_t>(static_cast<double>(all) * (1 - margin));
}

/// Returns the bytes on the GPU at that moment, context and NCCL included, as the passes read them
/// (compile/profilers/graph_profile.py, _get_mem_usage_out_of_torch).
std::int64_t bytes_at(const Ledger& ledger, Moment moment) {
  Bytes sum;
  for (const Entry& entry : ledger.entries())
    if (entry.place == Place::gpu && entry.moments.has(moment)) sum += entry.bytes;
  return sum.value();
}

/// The tensors that the pass moves, in its order: sub-group by sub-group, both moments and the master
/// weights.
class StateTensors {
 public:
  explicit StateTensors(const Symbols& s) : s_(s) {
    each_ = {s.state_bytes / 2, s.state_bytes / 2, static_cast<double>(s.master_bytes)};
  }
  [[nodiscard]] std::int64_t count() const {
    return s_.sub_group > 0 ? static_cast<std::int64_t>(each_.size()) * s_.sub_groups : 0;
  }
  [[nodiscard]] std::int64_t bytes(std::int64_t index) const {
    const auto of_group = static_cast<std::int64_t>(each_.size());
    const std::int64_t before = index / of_group * s_.sub_group;
    const std::int64_t elements = std::clamp<std::int64_t>(s_.partition - before, 0, s_.sub_group);
    return whole_bytes(each_[static_cast<std::size_t>(index % of_group)] * static_cast<double>(elements));
  }

 private:
  const Symbols& s_;
  std::array<double, 3> each_{};
};

void keep_states(KeptByGraph& kept, const Plan& plan, const Symbols& s, const Ledger& moved) {
  const StateTensors tensors(s);
  for (std::int64_t i = 0; i < tensors.count(); ++i)
    kept.states += tensors.bytes(i);
  const std::int64_t usable = share_of_gpu(plan, margin_of_states);
  const std::int64_t room = usable - bytes_at(moved, Moment::forward);
  std::int64_t gone = 0;
  for (; gone < tensors.count() && kept.states > room; ++gone)
    kept.states -= tensors.bytes(gone);
  std::int64_t room_behind = usable - bytes_at(moved, Moment::backward_last) - kept.states, back = 0;
  for (; back < gone && tensors.bytes(back) < room_behind; ++back)
    room_behind -= tensors.bytes(back);
  for (; back < gone; ++back)
    kept.states_after_backward += tensors.bytes(back);
}

double kept_activations(const Plan& plan, const Symbols& s, const Ledger& moved) {
  const double all = activation_terms<double>(plan, s.parallel).moved;
  std::int64_t peak = 0;
  for (const Moment moment :
       {Moment::forward, Moment::backward_head, Moment::backward_first, Moment::backward_last, Moment::step})
    peak = std::max(peak, bytes_at(moved, moment));
  const std::int64_t room = share_of_gpu(plan, margin_of_activations) - peak;
  return std::min(all, static_cast<double>(std::max<std::int64_t>(0, room)));
}

}  // namespace

KeptByGraph kept_by_graph(const Plan& plan, const Symbols& symbols) {
  KeptByGraph kept;
  const bool activations = plan.training.deepcompile.offload_activation && moves_activations(plan);
  if (!symbols.parks_states && !activations) [[likely]]
    return kept;
  Ledger moved;
  Entries<std::int64_t> out(moved);
  add_entries(out, plan, symbols);
  if (symbols.parks_states) keep_states(kept, plan, symbols, moved);
  if (activations) kept.activations = kept_activations(plan, symbols, moved);
  return kept;
}

}  // namespace zp
