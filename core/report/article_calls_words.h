// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evaluate/article_calls.h"

namespace zp {

/// Returns a title: "7 B parameters on 4 × 80 GiB at 200 Gbit/s".
std::string title_of(const ArticleGeneratorInput& input);
/// Returns the settings in words: "stage 3, optimizer on the CPU".
std::string settings_of(const ArticleCandidate& candidate);
/// Returns the computed reason why one of the article's configurations is not ours: what is short, what
/// DeepSpeed stops at or ignores, or how much slower it is and which entry of the clock makes most of that.
std::string reason_of(const ArticleCall& call, const ArticleConfiguration& configuration);

}  // namespace zp
