// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evaluate/article_calls.h"

namespace zp {

/// "7 B parameters on 4 × 80 GiB at 200 Gbit/s".
std::string title_of(const ArticleGeneratorInput& input);
/// "stage 3, optimizer on the CPU".
std::string settings_of(const ArticleCandidate& candidate);
/// Why one of its configurations is not ours, computed: what is short, what DeepSpeed stops at or ignores, or
/// how much slower it is and which entry of the clock makes most of that.
std::string reason_of(const ArticleCall& call, const ArticleConfiguration& configuration);

}  // namespace zp
