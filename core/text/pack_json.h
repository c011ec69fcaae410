// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/text/packed_json.h"

namespace zp::text_io {

/// A document with what it stands on.
struct PackedDocument {
  std::vector<PackedNode> nodes;
  std::string text;
  [[nodiscard]] PackedJson view() const { return {nodes, text}; }
};

/// Keys keep their order; texts that are alike, such as keys, stand once.
PackedDocument packed(const nlohmann::ordered_json& value);

}  // namespace zp::text_io
