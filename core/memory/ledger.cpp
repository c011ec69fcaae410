// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/ledger.h"

#include <algorithm>

namespace zp {

std::string_view name_of(Component component) {
  constexpr std::array<std::string_view, component_count> names = {
      "parameters",          "gradients",    "master_weights",  "optimizer_states", "communication_buffers",
      "gathered_parameters", "activations",  "logits_and_loss", "step_workspace",   "offload_staging",
      "framework",           "fragmentation"};
  return names[static_cast<std::size_t>(component)];
}

std::string_view name_of(Place place) {
  constexpr std::array<std::string_view, 3> names = {"gpu", "cpu", "nvme"};
  return names[static_cast<std::size_t>(place)];
}

std::string_view name_of(Phase phase) {
  constexpr std::array<std::string_view, phase_count> names = {"initialisation", "forward", "backward",
                                                               "step", "save"};
  return names[static_cast<std::size_t>(phase)];
}

std::string_view name_of(EntryId id) {
  constexpr std::array<std::string_view, entry_id_count> names = {"states.weights",
                                                                  "states.master",
                                                                  "states.optimizer",
                                                                  "states.optimizer_leftover",
                                                                  "states.gradients",
                                                                  "states.gradient_borders",
                                                                  "states.accumulated_gradients",
                                                                  "states.autocast",
                                                                  "buffers.reduce",
                                                                  "buffers.reduce_copy",
                                                                  "buffers.communication_cast",
                                                                  "buffers.allreduce",
                                                                  "buffers.offload_gradient",
                                                                  "buffers.large_gradient",
                                                                  "buffers.reduce_scatter",
                                                                  "buffers.waiting_gradients",
                                                                  "gathered.persistent",
                                                                  "gathered.live",
                                                                  "gathered.kept",
                                                                  "gathered.receive",
                                                                  "gathered.secondary",
                                                                  "activations.saved_blocks",
                                                                  "activations.live_block",
                                                                  "activations.gradients",
                                                                  "activations.final_norm",
                                                                  "logits.saved",
                                                                  "logits.output",
                                                                  "logits.fp32",
                                                                  "logits.gradient",
                                                                  "step.gradient_list",
                                                                  "step.fp32_gradients",
                                                                  "step.flat_gradients",
                                                                  "step.norm",
                                                                  "step.optimizer",
                                                                  "init.whole_model",
                                                                  "init.workspace",
                                                                  "staging.gradient",
                                                                  "staging.parameters",
                                                                  "save.gathered",
                                                                  "framework.context",
                                                                  "framework.nccl",
                                                                  "fragmentation.allocator",
                                                                  "host.master",
                                                                  "host.optimizer",
                                                                  "host.gradients",
                                                                  "host.weights",
                                                                  "host.temporary_gradient",
                                                                  "host.staging",
                                                                  "host.parameter_staging",
                                                                  "host.checkpoints",
                                                                  "host.pinning",
                                                                  "host.loading",
                                                                  "host.save",
                                                                  "nvme.optimizer",
                                                                  "nvme.weights"};
  return names[static_cast<std::size_t>(id)];
}

const Entry* Ledger::find(EntryId id) const {
  const auto found = std::ranges::find(entries(), id, &Entry::id);
  return found == entries().end() ? nullptr : &*found;
}

Bytes Ledger::bytes(EntryId id) const {
  const Entry* entry = find(id);
  return entry == nullptr ? Bytes(0) : entry->bytes;
}

bool operator==(const Ledger& a, const Ledger& b) { return std::ranges::equal(a.entries(), b.entries()); }

}  // namespace zp
