// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/text/text_node.h"

namespace zp {

/// Parses YAML into a tree with the position of every key and value. Scalars have the values of Python's
/// yaml.safe_load (PyYAML, resolver.py: YAML 1.1), which accelerate, Axolotl and LLaMA-Factory call: `yes` is
/// true, and 5e8, without a point and a sign, is a string. The span of a plain scalar ends with its first
/// line. Throws FileError with line and column if the text is not YAML, is too deep, or has too many values.
TextNode read_yaml(const std::string& text);
/// Parses a text that may have another format; nullopt unless it is YAML with keys.
std::optional<TextNode> yaml_mapping(const std::string& text);

/// Returns true if an unquoted scalar is read as a string, not as null, a bool or a number.
bool is_yaml_text(const std::string& scalar);

}  // namespace zp
