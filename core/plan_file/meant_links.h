// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp {

/// A link as people write it: "100GbE", "InfiniBand HDR", "200 Gbit/s", "12.5".
struct MeantLink {
  std::string preset;  ///< id of the only preset that it can mean, or ""
  std::string advice;  ///< otherwise a sentence that names what to write; "" if the text means nothing
};

/// Returns what `text`, which is no preset's id, means at `path` ("cluster.inter_node.preset").
MeantLink link_meant(std::string_view path, std::string_view text);

}  // namespace zp
