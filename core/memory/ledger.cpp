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
  constexpr std::array<std::string_view, phase_count> names = {
      "initialisation", "forward", "backward", "step", "save", "generate", "score", "evaluate"};
  return names[static_cast<std::size_t>(phase)];
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
