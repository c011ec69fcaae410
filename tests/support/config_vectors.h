// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp::test {

/// A configuration (JSON) that was given to DeepSpeed's own parser, and the number of ranks used.
struct ConfigVector {
  std::string name, text;
  int ranks = 1;
};

/// Returns the configurations that the parser accepts, from tests/data/config-acceptance-vectors.json and
/// random-configs.json: 62 and 628, or a share of them.
std::vector<ConfigVector> accepted_vectors();

}  // namespace zp::test
