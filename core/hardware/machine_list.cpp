// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/machine_list.h"

#include <algorithm>

#include "core/text/letters.h"

namespace zp {
namespace {

/// Provider whose entries are single offers of a marketplace, each seen once.
constexpr std::string_view market = "vast";

bool is_alike(const Machine& a, const Machine& b) {
  return a.provider == b.provider && a.gpu == b.gpu && a.gpus == b.gpus;
}

bool is_cheaper(const Machine& a, const Machine& b) {
  return a.usd_per_hour > 0 && (!(b.usd_per_hour > 0) || a.usd_per_hour < b.usd_per_hour);
}

}  // namespace

std::vector<Machine> usual_machines(std::span<const Machine> all) {
  std::vector<Machine> usual;
  for (const Machine& machine : all) {
    if (machine.provider == market) continue;
    const auto alike =
        std::ranges::find_if(usual, [&](const Machine& one) { return is_alike(one, machine); });
    if (alike == usual.end())
      usual.push_back(machine);
    else if (is_cheaper(machine, *alike))
      *alike = machine;
  }
  return usual;
}

std::vector<Machine> machines_named(std::span<const Machine> all, std::string_view word) {
  const std::string wanted = lower_case(word);
  std::vector<Machine> named, by_gpu;
  for (const Machine& machine : all) {
    if (lower_case(machine.provider) == wanted || lower_case(machine.id()) == wanted ||
        lower_case(machine.instance) == wanted)
      named.push_back(machine);
    if (machine.gpu.find(wanted) != std::string::npos) by_gpu.push_back(machine);
  }
  return named.empty() ? by_gpu : named;
}

std::vector<std::string> providers_of(std::span<const Machine> all) {
  std::vector<std::string> providers;
  for (const Machine& machine : all)
    if (std::ranges::find(providers, machine.provider) == providers.end())
      providers.push_back(machine.provider);
  return providers;
}

}  // namespace zp
