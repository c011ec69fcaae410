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
  TextSpan span;  ///< the text to replace; empty to insert
  std::string replacement;
};

/// Returns the edits that remove the member `index` of an object, with its comma; empty if a comment would
/// be lost.
std::vector<TextEdit> removal(const ConfigSource& config, const TextNode& object, std::size_t index);
/// Returns the edit that adds a member at the end of an object that is not empty, indented like its
/// last member.
TextEdit addition(const ConfigSource& config, const TextNode& object, std::string_view key,
                  std::string_view value);
/// Returns the edit that renames a member.
TextEdit renaming(const TextNode& member, std::string_view key);

/// A collection of edits; an edit that touches an earlier one is left for the next round.
class TextEdits {
 public:
  /// Adds all edits, or none if one overlaps; returns true if they were added.
  bool add(std::vector<TextEdit> edits);
  [[nodiscard]] bool empty() const { return edits_.empty(); }
  [[nodiscard]] std::string applied_to(std::string_view text) const;

 private:
  std::vector<TextEdit> edits_;
};

}  // namespace zp::text_io
