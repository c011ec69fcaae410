// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

/// Reads and replaces the part of a Markdown file that build target NAME generates, between the lines `<!--
/// NAME: written by the target NAME -->` and `<!-- NAME ends -->`.
namespace zp::test {

struct MarkedSection {
  std::size_t begin = 0, end = 0;  ///< byte offsets of the text between the two lines
};

/// Returns the place of the section. Throws std::runtime_error if one of the two lines is missing.
inline MarkedSection find_section(std::string_view markdown, std::string_view name) {
  const std::string key(name);
  const std::string first = "<!-- " + key + ": written by the target " + key + " -->\n";
  const std::string last = "<!-- " + key + " ends -->\n";
  const std::size_t begin = markdown.find(first), end = markdown.find(last);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
    throw std::runtime_error("The file has no section marked \"" + key + "\".");
  return {begin + first.size(), end};
}

/// Returns the text of the section. Throws as find_section() does.
inline std::string section_in(std::string_view markdown, std::string_view name) {
  const MarkedSection at = find_section(markdown, name);
  return std::string(markdown.substr(at.begin, at.end - at.begin));
}

/// Returns the file with `text` as its section. Throws as find_section() does.
inline std::string with_section(std::string_view markdown, std::string_view name, std::string_view text) {
  const MarkedSection at = find_section(markdown, name);
  return std::string(markdown.substr(0, at.begin)).append(text).append(markdown.substr(at.end));
}

}  // namespace zp::test
