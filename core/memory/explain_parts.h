// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/memory/explain.h"
#include "core/memory/symbols.h"

/// What the parts of explain() share. Internal to memory/.
namespace zp {

/// The right-hand side every formula ends with: " = 1,000 bytes".
std::string result(const Entry& entry);
/// A figure in a formula: a whole number in full, any other with six significant digits.
std::string figure(double value);
/// "symbols = bytes × elements = result", for the many entries that are one product; elements follow from the
/// bytes.
std::string product(std::string_view symbols, double bytes_each, const Entry& entry);
/// How a partition is written: "P", "P/N" or, with stage 3's padding by tensor, "Σ⌈numel/N⌉".
std::string_view partition_symbol(const Plan& plan);
/// The DeepSpeed file that allocates at the plan's stage.
std::string_view engine_source(const Plan& plan);
inline bool is_stage3(const Plan& plan) { return plan.zero.stage == 3; }

/// Entries that PyTorch itself makes where the framework is not DeepSpeed; nothing for those that are the
/// same.
std::optional<Explanation> explain_pytorch(const Plan& plan, const Entry& entry);
Explanation explain_states(const Plan& plan, const Symbols& s, const Entry& entry);
Explanation explain_buffers(const Plan& plan, const Symbols& s, const Entry& entry);
Explanation explain_gathered(const Plan& plan, const Symbols& s, const Entry& entry);
Explanation explain_workspace(const Plan& plan, const Symbols& s, const Entry& entry);
Explanation explain_activations(const Plan& plan, const Entry& entry);
Explanation explain_loss(const Plan& plan, const Entry& entry);
Explanation explain_host(const Plan& plan, const Symbols& s, const Entry& entry);

}  // namespace zp
