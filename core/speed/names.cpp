// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/speed/step_time.h"
#include "core/speed/time_row.h"
#include "core/units/index_of.h"

namespace zp {
namespace {

constexpr std::array<std::string_view, time_part_count> part_names = {"compute", "communication", "host",
                                                                      "optimizer"};
constexpr std::array<std::string_view, resource_count> resource_names = {
    "matrix units", "gpu memory", "launches", "node link", "network", "host link", "host memory", "drive"};
constexpr std::array<std::string_view, regime_count> regime_names = {"one node", "many nodes", "CPU offload",
                                                                     "NVMe offload"};

}  // namespace

std::string_view name_of(TimePart part) { return part_names[index_of(part)]; }
std::string_view name_of(Resource resource) { return resource_names[index_of(resource)]; }
std::string_view name_of(TimeId id) { return row_of(id).name; }
std::string_view name_of(Regime regime) { return regime_names[index_of(regime)]; }
std::string_view name_of(Stretch stretch) {
  return stretch == Stretch::forward ? "forward" : stretch == Stretch::backward ? "backward" : "step";
}

const TimeEntry* TimeLedger::find(TimeId id) const {
  const auto found = std::ranges::find(entries(), id, &TimeEntry::id);
  return found == entries().end() ? nullptr : &*found;
}

double TimeLedger::busy(TimeId id) const {
  const TimeEntry* entry = find(id);
  return entry == nullptr ? 0 : entry->busy;
}

bool operator==(const TimeLedger& a, const TimeLedger& b) {
  return std::ranges::equal(a.entries(), b.entries());
}

}  // namespace zp
