// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/config_text.h"

/// Changes to a text that leave the rest of it alone.
namespace zp::text_io {

struct TextEdit {
  TextSpan span;  ///< replaced; empty to insert
  std::string replacement;
};

/// Takes the member `index` of an object out, with its comma. Empty where that would take a comment along.
std::vector<TextEdit> removal(const ConfigSource& config, const TextNode& object, std::size_t index);
/// Adds a member at the end of an object that is not empty, indented as its last member.
TextEdit addition(const ConfigSource& config, const TextNode& object, std::string_view key,
                  std::string_view value);
/// Another name for a member.
TextEdit renaming(const TextNode& member, std::string_view key);

/// Collects edits; one that touches an earlier one is left for the next round.
class TextEdits {
 public:
  /// All of them, or none where one overlaps; true when they were taken.
  bool add(std::vector<TextEdit> edits);
  [[nodiscard]] bool empty() const { return edits_.empty(); }
  [[nodiscard]] std::string applied_to(std::string_view text) const;

 private:
  std::vector<TextEdit> edits_;
};

}  // namespace zp::text_io
