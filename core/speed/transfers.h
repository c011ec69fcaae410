// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/speed/clock.h"
#include "core/speed/collectives.h"

/// Functions that add collectives to the clock. Internal to speed/.
namespace zp {

/// Share of a hidden collective's time that still lengthens the step, because concurrent collectives take
/// multiprocessors and memory bandwidth from compute: 0.15 of the processor over NVLink, 0.02 over
/// InfiniBand, where few channels do the work (calculon, systems/a100_80g.json, "processor_usage").
inline constexpr double overlap_cost_inside = 0.15, overlap_cost_between = 0.02;

/// One kind of transfer: its link, and seconds and bytes per occurrence.
template <class N>
struct Transfer {
  TimeId id{};
  const Ring<N>& ring;
  N seconds;
  double bytes = 0;
  N times{1};
};

/// Adds a transfer. A `share` of each occurrence can hide behind `cover`, the compute time left per
/// occurrence.
template <class N>
void add_transfer(Clock<N>& clock, const Transfer<N>& transfer, double share, HidingTime& cover) {
  const double available = cover.left();
  const double seconds = value_of(transfer.seconds), times = value_of(transfer.times);
  const double can_hide = seconds * share;
  const double overlap_cost = transfer.ring.crosses_nodes ? overlap_cost_between : overlap_cost_inside;
  const double hidden = cover.hide(can_hide, overlap_cost);
  const N busy = transfer.seconds * transfer.times;
  const double bytes = transfer.bytes * times;
  const bool waits = hidden < can_hide * (1 - overlap_cost) && available > 0;
  clock.add(transfer.id, transfer.ring.crosses_nodes ? Resource::network : Resource::node_link, busy,
            {.hidden = hidden * times,
             .amount = bytes,
             .rate = seconds > 0 ? bytes / value_of(busy) : 0,
             .hiding_rate = waits ? transfer.bytes * (can_hide / seconds) / available : 0});
}

template <class N>
void add_exposed(Clock<N>& clock, const Transfer<N>& transfer) {
  HidingTime none(0);
  add_transfer(clock, transfer, 0, none);
}

}  // namespace zp
