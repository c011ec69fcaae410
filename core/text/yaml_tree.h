// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/text/text_node.h"

namespace zp {

/// Returns a YAML text as a tree that remembers the place of everything. Scalars have the values of Python's
/// yaml.safe_load (PyYAML, resolver.py: YAML 1.1), which accelerate, Axolotl and LLaMA-Factory call: `yes` is
/// true, and 5e8, without a point and a sign, is a text. Spans end with the line a plain scalar begins on.
/// Throws FileError with line and column if the text is not YAML, is too deep, or has too many values.
TextNode read_yaml(const std::string& text);
/// Returns the same of a text that may be of another format; nothing unless it is YAML with keys.
std::optional<TextNode> yaml_mapping(const std::string& text);

/// Returns true if an unquoted scalar is read as a text: not as null, a bool or a number.
bool is_yaml_text(const std::string& scalar);

}  // namespace zp
