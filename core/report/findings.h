// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/finding.h"

/// Texts about findings, for text and Markdown output.
namespace zp {

/// Returns `Set zero.stage to 3, zero.offload_param to "cpu".`: the finding's remedy as changes to
/// `document`; "" if it has none.
std::string remedy_words(const PlanDocument& document, const Finding& finding);

}  // namespace zp
