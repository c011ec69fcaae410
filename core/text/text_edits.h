// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/config_text.h"

/// Edits that change parts of a text and preserve the rest.
namespace zp::text_io {

struct TextEdit {
  TextSpan span;  ///< the text to replace; empty to insert
  std::string replacement;
};

/// Returns the edits that remove the member `index` of an object, with its comma; empty if that would remove
/// a comment.
std::vector<TextEdit> removal(const ConfigSource& config, const TextNode& object, std::size_t index);
/// Returns the edit that adds a member at the end of a non-empty object, indented like its last member.
TextEdit addition(const ConfigSource& config, const TextNode& object, std::string_view key,
                  std::string_view value);
/// Returns the edit that renames a member.
TextEdit renaming(const TextNode& member, std::string_view key);

/// A collection of edits that do not touch each other; the caller adds a rejected edit in the next round.
class TextEdits {
 public:
  /// Adds all edits, or none if one overlaps an earlier edit; returns true if they were added.
  bool add(std::vector<TextEdit> edits);
  [[nodiscard]] bool empty() const { return edits_.empty(); }
  [[nodiscard]] std::string applied_to(std::string_view text) const;

 private:
  std::vector<TextEdit> edits_;
};

}  // namespace zp::text_io
