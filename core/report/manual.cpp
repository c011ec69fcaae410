// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/manual.h"

#include <embedded/manual.h>

namespace zp {
namespace {

constexpr std::string_view fence = "```", heading = "## ";

/// Removes and returns the first line, including its line end.
std::string_view taken_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
  text.remove_prefix(line.size());
  return line;
}

/// Removes and returns the lines up to the closing fence of a code block.
std::string taken_block(std::string_view& text) {
  std::string block;
  while (!text.empty()) {
    const std::string_view line = taken_line(text);
    if (line.starts_with(fence)) break;
    block += line;
  }
  return block;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == '\n')
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.remove_suffix(1);
  return std::string(text);
}

/// Removes and returns the last paragraph of the text.
std::string taken_last_paragraph(std::string& text) {
  text = trimmed(text);
  const std::size_t gap = text.rfind("\n\n");
  const std::size_t begin = gap == std::string::npos ? 0 : gap + 2;
  std::string paragraph = text.substr(begin);
  text.resize(begin);
  return paragraph;
}

ManualSection begun_section(std::string_view title) {
  ManualSection section;
  section.title = trimmed(title);
  section.is_command = section.title.starts_with('`') && section.title.ends_with('`');
  if (section.is_command) section.title = section.title.substr(1, section.title.size() - 2);
  return section;
}

/// Reads a code block whose first line is given: an example, or a file with its name.
void add_block(ManualSection& section, std::string_view first_line, std::string_view& rest) {
  const std::string kind = trimmed(first_line.substr(fence.size()));
  const std::size_t blank = kind.find(' ');
  std::string block = taken_block(rest);
  if (blank != std::string::npos)
    section.files.push_back({kind.substr(blank + 1), std::move(block)});
  else
    section.examples.push_back({taken_last_paragraph(section.text), std::move(block)});
}

/// Positions in a text that begins with a link: of the bracket that closes the link's text, and of the link's
/// last character.
struct LinkPlaces {
  std::size_t middle = std::string_view::npos, end = std::string_view::npos;
};

/// Returns the positions for a link at the beginning of the text; npos if there is none.
LinkPlaces link_at(std::string_view text) {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++open;
    if (text[i] == ']') --open;
    if (open > 0) continue;
    const bool is_link = text[i] == ']' && text.substr(i + 1).starts_with('(');
    return is_link ? LinkPlaces{i, text.find(')', i)} : LinkPlaces{};
  }
  return {};
}

}  // namespace

std::vector<std::string> ManualExample::commands() const {
  std::vector<std::string> lines;
  std::string_view rest = session;
  while (!rest.empty()) {
    const std::string_view line = taken_line(rest);
    if (line.starts_with("$ ")) lines.push_back(trimmed(line.substr(2)));
  }
  return lines;
}

std::string_view manual_page() { return embedded::commands_md; }

std::vector<ManualSection> manual_sections() {
  std::vector<ManualSection> sections(1);
  std::string_view rest = manual_page();
  taken_line(rest);  // the title of the page
  while (!rest.empty()) {
    const std::string_view line = taken_line(rest);
    if (line.starts_with(heading))
      sections.push_back(begun_section(line.substr(heading.size())));
    else if (line.starts_with(fence))
      add_block(sections.back(), line, rest);
    else if (line.starts_with(options_begin))
      rest.remove_prefix(rest.find(options_end) + options_end.size());
    else
      sections.back().text += line;
  }
  for (ManualSection& section : sections)
    section.text = trimmed(section.text);
  return sections;
}

std::string without_marks(std::string_view markdown) {
  std::string text;
  while (!markdown.empty()) {
    const char c = markdown.front();
    if (const LinkPlaces link = link_at(markdown); link.end != std::string_view::npos) {
      text += without_marks(markdown.substr(1, link.middle - 1));
      markdown.remove_prefix(link.end + 1);
      continue;
    }
    if (c != '`') text += c;
    markdown.remove_prefix(1);
  }
  return text;
}

}  // namespace zp
