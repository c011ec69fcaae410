// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/text/packed_json.h"

namespace zp::text_io {

/// A packed document, which owns its values and text.
struct PackedDocument {
  std::vector<PackedNode> nodes;
  std::string text;
  [[nodiscard]] PackedJson view() const { return {nodes, text}; }
};

/// Returns the packed form of a value. Keys keep their order; equal texts, such as keys, are stored once.
PackedDocument packed(const nlohmann::ordered_json& value);

}  // namespace zp::text_io
