// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/machines.h"

namespace zp {

/// Returns the machines that are compared by default: the cheapest per provider, GPU and number of GPUs,
/// without single marketplace offers.
std::vector<Machine> usual_machines(std::span<const Machine> all);

/// Returns the machines that a word selects, in order: a provider ("aws"), an id ("aws/p5.48xlarge"), an
/// instance name, or part of a GPU's id ("h100", "rtx-4090"), ignoring case. Empty if there are none.
std::vector<Machine> machines_named(std::span<const Machine> all, std::string_view word);

/// Returns the providers of the machines, in their order, each once.
std::vector<std::string> providers_of(std::span<const Machine> all);

}  // namespace zp
