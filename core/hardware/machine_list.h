// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/machines.h"

namespace zp {

/// Returns the machines that are compared if nobody names any: of each provider, GPU and number of GPUs the
/// cheapest, without single offers of a market.
std::vector<Machine> usual_machines(std::span<const Machine> all);

/// Returns the machines that a word names, in their order: a provider ("aws"), an id ("aws/p5.48xlarge"), an
/// instance, or a part of a GPU's id ("h100", "rtx-4090"); case does not count. Empty if it names none.
std::vector<Machine> machines_named(std::span<const Machine> all, std::string_view word);

/// Returns the providers of the machines, in their order, each once.
std::vector<std::string> providers_of(std::span<const Machine> all);

}  // namespace zp
