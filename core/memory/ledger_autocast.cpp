// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view cached =
    "torch ATen/autocast_mode.cpp, cached_cast; DeepSpeed runtime/engine.py, "
    "forward (autocast_if_enabled)";

constexpr EntryText until_backward{
    states_autocast, "16-bit copies of autocast",
    "autocast copies every trained weight that it casts, and the layer keeps the copy until its backward "
    "pass; of a frozen weight, every use keeps its own copy. The copies are complete even where stage 3 has "
    "released the weights.",
    cached, "training.activation_checkpointing"};
constexpr EntryText until_the_end_of_forward{
    states_autocast, "16-bit copies of autocast",
    "autocast keeps a copy of every trained weight that it casts until the forward pass ends, even where "
    "stage 3 has released the weight. Recomputed blocks cast theirs again.",
    cached, "deepspeed_config.torch_autocast.enabled"};

}  // namespace

/// Derived in docs/memory.md#torch_autocast.
template <class N>
void add_autocast(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr Moments in_forward = Moments::of(Moment::forward, Moment::evaluate);
  if (plan.training.activation_checkpointing == Checkpointing::full)
    out.add(until_the_end_of_forward, s.element_bytes * s.sums.cast_trained, in_forward);
  else
    out.add(until_backward, s.element_bytes * s.sums.cast,
            in_forward | Moments::of(Moment::backward_head, Moment::backward_first));
}

template void add_autocast(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_autocast(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
