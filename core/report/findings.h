// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/finding.h"

/// Findings in words that text and Markdown share.
namespace zp {

/// "Set zero.stage to 3, zero.offload_param to \"cpu\"." for what the finding's remedy changes in the file of
/// `document`; "" where it has none.
std::string remedy_words(const PlanDocument& document, const Finding& finding);

}  // namespace zp
