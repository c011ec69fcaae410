// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace zp {

/// Returns the numbers of `{1..8}` or `{0..8..2}`, both ends included, and at most `most` of them; none for
/// other texts or for padded numbers, `{01..03}`.
std::vector<int> shell_range(std::string_view text, std::size_t most);

}  // namespace zp
